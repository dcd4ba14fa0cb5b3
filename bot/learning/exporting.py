"""A judged question as JSON, with its answers as they were: nobody's name, no time, numbers and addresses masked."""

from typing import Any

from bot.learning.desk import ReviewDesk
from bot.learning.groups import Group
from bot.learning.personal_data import answer_text, masked
from core.reply import Reply
from storage.reviews import Remarks


async def exported(desk: ReviewDesk, group: Group) -> dict[str, Any]:
    """A group: counts, wordings, answers with their passages and scores, reasons and comments."""
    answers = [_answer(reply) for reply in await desk.replies(group)]
    return {**described(group, await desk.remarks(group)), "answers": answers}


def described(group: Group, remarks: Remarks) -> dict[str, Any]:
    """The same without the answers."""
    language = group.language
    return {
        "id": group.id,
        "state": group.state,
        "question": masked(group.question, language),
        "wordings": sorted({masked(answer.question, language) for answer in group.answers}),
        "document": group.document,
        "down": group.down,
        "up": group.up,
        "refused": group.refused,
        "reasons": [masked(reason, language) for reason in remarks.reasons],
        "comments": [masked(text, language) for text in remarks.comments],
    }


def _answer(reply: Reply) -> dict[str, Any]:
    told = reply.to_json()
    names = ("language", "kind", "reason", "text", "citations", "candidates", "gate", "index_version", "answer_state")
    return {name: told[name] for name in names} | {"text": answer_text(reply)}
