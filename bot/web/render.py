"""Replies as the page gets them: events with plain objects, texts isolated for both directions of writing."""

from typing import Any

from bot.bidi import shown
from bot.citing import corrections_line, source_line
from bot.replies import (
    Answer,
    BotReply,
    Invitation,
    Notice,
    Preview,
    Progress,
    SourcesPage,
    VoteNotice,
    Working,
)
from bot.web.marking import passage
from bot.web.sse import Event
from core.documents.chunk import Language
from core.reply import Citation, Reply

VOTES = {1: "up", -1: "down", None: "none"}
"""A vote as the API writes it, by its value; None where none stands."""


def event_of(reply: BotReply) -> Event:
    """The event that tells a reply."""
    match reply:
        case Working(stage):
            return "working", {"stage": stage}
        case Preview(text, language):
            return "preview", {"text": shown(text), "language": language}
        case Answer(answer, completed):
            return "answer", answer_json(answer, completed)
        case VoteNotice():
            return "vote", vote_json(reply)
        case Progress(text, language, done, total):
            return "progress", {"text": shown(text), "language": language, "done": done, "total": total}
        case Invitation(text, language, code):
            return "invitation", {"text": shown(text), "language": language, "code": code}
        case SourcesPage(answer_id, citation):
            return "sources", {"answer": answer_id, "n": citation.n}
        case Notice(text, language, choices, is_error):
            told = {"text": shown(text), "language": language, "choices": list(choices), "is_error": is_error}
            # The picture is of the evaluations, which the page draws itself.
            return "notice", {**told, "trend": reply.picture is not None}
    raise TypeError(f"no event for {type(reply).__name__}")


def answer_json(reply: Reply, completed: str = "") -> dict[str, Any]:
    """An answer with a line for each of its sources."""
    return {
        "answer": reply.answer_id,
        "question": reply.question,
        "completed": shown(completed),
        "kind": reply.kind,
        "reason": reply.reason,
        "language": reply.language,
        "text": shown(reply.text),
        "sources": [{"n": item.n, "line": source_line(item, reply.language)} for item in reply.citations],
        "scope": reply.scope,
        "cached": reply.cached,
        "degraded": reply.degraded,
    }


def vote_json(vote: VoteNotice) -> dict[str, Any]:
    """A vote as it stands, and the reasons to choose from."""
    reasons = [{"label": item.label, "reason": item.sends.removeprefix("- ")} for item in vote.reasons]
    return {
        "answer": vote.answer_id,
        "vote": VOTES[vote.value],
        "text": shown(vote.text),
        "language": vote.language,
        "reasons": reasons,
        "wants_text": vote.wants_text,
    }


def source_json(reply: Reply, citation: Citation, language: Language, has_file: bool) -> dict[str, Any]:
    """A cited passage as it was when answered, with what the answer used of it marked."""
    return {
        "n": citation.n,
        "line": source_line(citation, language),
        "document": citation.document,
        "title": citation.title,
        "section": citation.section,
        "page": citation.page,
        "language": citation.language,
        "version": citation.version,
        "date": citation.date,
        "recognised": citation.ocr,
        "text": citation.text,
        "row": citation.row,
        "cell": citation.cell,
        "corrections": corrections_line(citation, language),
        "lines": passage(reply, citation),
        "has_file": has_file,
    }
