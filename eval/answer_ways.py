"""The same questions answered in four ways, and what each way displays: the documents' own words, a language model as
it speaks, the same drafts through the checks, and through the checks and the second look.
"""

import tempfile
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from bot.app import open_app
from bot.asking import Asking
from core.answering.citations import cited, normalise_citations, without_citations
from core.answering.compose import citation
from core.answering.llm.pieces import Pieces
from core.answering.llm.prompts import fitting
from core.answering.phrases import phrases
from core.answering.refusals import says_not_in_documents
from core.documents.chunk import Chunk
from core.index.store import read_version, versions_folder
from core.settings import Settings
from eval.recorded import Recorder

EXTRACTIVE, UNCHECKED, CHECKED, VERIFIED = "extractive", "model without checks", "model with checks", "… and verified"
WAYS = (EXTRACTIVE, UNCHECKED, CHECKED, VERIFIED)

Row = dict[str, Any]
"""A question's reply in one way: `id`, `way`, `reply` (the reply object), `calls` (of the model: seconds, tokens)."""


async def ask_in_all_ways(
    settings: Settings, questions: Sequence[Mapping[str, Any]], recorder: Recorder
) -> AsyncGenerator[Row]:
    """A row a question and way, one question after the other.

    Raises:
        IndexUnavailable
    """
    async with AsyncExitStack() as stack:
        asking = {way: await _asking(stack, settings, recorder, way) for way in (EXTRACTIVE, CHECKED, VERIFIED)}
        for question in questions:
            for way, asked in asking.items():
                recorder.asked.clear()
                reply = (await asked.reply(question["question"])).to_json()
                calls = [{"seconds": answer.seconds, "tokens": list(answer.tokens)} for answer in recorder.asked]
                row = {"id": question["id"], "way": way, "reply": reply, "calls": calls}
                if way == CHECKED:
                    yield row | {
                        "way": UNCHECKED,
                        "reply": _as_it_speaks(settings, reply, recorder),
                        "calls": calls[:1],
                    }
                yield row


async def _asking(stack: AsyncExitStack, settings: Settings, recorder: Recorder, way: str) -> Asking:
    """The whole bot, answering in this way, without a cache and without traces."""
    changes = {"answerer": "extractive" if way == EXTRACTIVE else "llm", "verify": way == VERIFIED}
    own = settings.model_copy(update={"llm_url": recorder.url, "cache_size": 0, **changes})
    records = stack.enter_context(tempfile.TemporaryDirectory())
    app = await stack.enter_async_context(open_app(own, Path(records)))
    await app.engine.reload()
    return Asking(app.engine, own)


def _as_it_speaks(settings: Settings, reply: dict[str, Any], recorder: Recorder) -> dict[str, Any]:
    """The reply with the draft as it came, its citations the passages that it was given; the reply itself where the
    model wasn't asked."""
    if not recorder.asked:
        return reply
    draft = normalise_citations(recorder.asked[0].text.strip())
    entries = read_version(versions_folder(settings.db_dir) / reply["index_version"]).entries
    chunks = {chunk.id: chunk for entry in entries for chunk in (entry.chunk, *entry.duplicates)}
    passed = [chunks[candidate["chunk"]] for candidate in reply["candidates"] if candidate["passed"]]
    given = fitting(passed, settings.llm_context_tokens, settings.llm_max_tokens)
    refused = says_not_in_documents(draft)
    return reply | {
        "kind": "refusal" if refused else "answer",
        "reason": "not-in-documents" if refused else None,
        "text": draft,
        "citations": _citations(draft, given),
        "dropped": [],
        "degraded": False,
    }


def _citations(draft: str, given: Sequence[Chunk]) -> list[dict[str, Any]]:
    return [
        {name: getattr(citation(n, given[n - 1], None), name) for name in ("n", "document", "title", "section", "text")}
        for n in cited(draft)
        if 0 < n <= len(given)
    ]


def displayed(row: Mapping[str, Any]) -> list[tuple[str, tuple[int, ...]]]:
    """What a reply shows, sentence by sentence, without labels, each with the numbers that it cites: a line each, but
    for a draft as it came."""
    text = row["reply"]["text"]
    lines = text.split("\n")
    if row["way"] == UNCHECKED and row["calls"]:
        pieces = Pieces(phrases(row["reply"]["language"]).separator)
        lines = [*pieces.feed(text), *pieces.end()]
    return [(without_citations(line), cited(line)) for line in lines if without_citations(line)]
