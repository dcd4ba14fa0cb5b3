"""`ingest --rewrite`: a language model puts badly read passages in order, after the ingest."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from bot.edge import fail
from bot.indexing import Bar
from core.answering.llm.calling import Caller
from core.answering.llm.factory import build_chat
from core.answering.llm.prompts import Prompts
from core.answering.llm.spending import Spending
from core.cleaning.cleaner import Cleaner, Estimate
from core.cleaning.gen_dir import KEPT_NAME, locked, passages_of, put
from core.documents.chunk import Chunk
from core.errors import InputError
from core.settings import Settings

_WHY = {
    "number-lost": "the model left out a number",
    "number-added": "the model added a number",
    "numbers-moved": "the model moved a number, or changed its unit",
    "name-lost": "the model left out a name",
    "name-added": "the model added a name",
    "length": "the model left out or added too much",
    "form": "the model made a table or headings",
    "empty": "the model said nothing",
    "cut-off": "the model's text has no end: raise LLM_MAX_TOKENS",
    "model": "the model couldn't be asked; run it again",
}


@dataclass(frozen=True)
class Rewritten:
    """What became of the passages: ids of those put in order and of those that were so already, and why others stand
    as they were read."""

    taken: tuple[str, ...]
    unchanged: tuple[str, ...]
    kept: tuple[tuple[str, str], ...]


def run_rewrite(settings: Settings, documents: Sequence[str], yes: bool) -> None:
    """Tell the cost, ask, rewrite, and print the report. Wrong use ends with status 2."""
    if not settings.uses_llm:
        fail("no language model is set (LLM_URL and LLM_MODEL)", 2)
    try:
        with locked(settings.gen_dir):
            passages = passages_of(settings.gen_dir, documents)
            report = asyncio.run(rewrite_passages(settings, passages, yes))
    except InputError as error:
        fail(f"{error} ({error.hint})", 2)
    if report is not None:
        print(describe(report))


async def rewrite_passages(settings: Settings, passages: Sequence[tuple[Path, Chunk]], yes: bool) -> Rewritten | None:
    """None where the person who was asked said no."""
    chat = build_chat(settings)
    try:
        cleaner = Cleaner(
            Caller(chat, settings.llm_first_token_s),
            Prompts(),
            Spending(settings.llm_model, settings.llm_price_in, settings.llm_price_out),
            settings.llm_model,
            settings.llm_timeout_s,
            settings.gen_dir / KEPT_NAME,
        )
        paths = {chunk.id: path for path, chunk in passages}
        chunks = cleaner.candidates([chunk for _, chunk in passages])
        estimate = cleaner.estimate(chunks, settings.llm_price_in, settings.llm_price_out)
        click.echo(describe_estimate(estimate, len(passages), settings), err=True)
        if estimate.passages and not yes and not click.confirm("go on?", err=True):
            return None
        return await _replace(cleaner, chunks, paths)
    finally:
        await chat.close()


async def _replace(cleaner: Cleaner, chunks: Sequence[Chunk], paths: dict[str, Path]) -> Rewritten:
    taken: list[str] = []
    unchanged: list[str] = []
    kept: list[tuple[str, str]] = []
    bar, done = Bar("passages"), 0
    try:
        async for chunk, cleaned in cleaner.clean(chunks):
            done += 1
            bar.show("rewriting", done, len(chunks))
            if cleaned.fault:
                kept.append((chunk.id, cleaned.fault))
            elif cleaned.text == chunk.text:
                unchanged.append(chunk.id)
            else:
                put(paths[chunk.id], replace(chunk, text=cleaned.text))
                taken.append(chunk.id)
    finally:
        bar.close()
    return Rewritten(tuple(taken), tuple(unchanged), tuple(kept))


def describe_estimate(estimate: Estimate, passages: int, settings: Settings) -> str:
    """What is ahead, for a person."""
    cost = f"about {estimate.cost:.4f} in the currency of LLM_PRICE_IN"
    if not (settings.llm_price_in or settings.llm_price_out):
        cost = "cost unknown (LLM_PRICE_IN and LLM_PRICE_OUT aren't set)"
    return (
        f"{estimate.passages} of {passages} passages for {settings.llm_model}: about {estimate.tokens_in} tokens read, "
        f"{estimate.tokens_out} written, {cost}"
    )


def describe(report: Rewritten) -> str:
    """The report, for a person: counts, then each passage that stands as it was read, and why."""
    lines = [
        f"{len(report.taken)} passages rewritten, {len(report.unchanged)} were in order, "
        f"{len(report.kept)} stand as they were read"
    ]
    lines += [f"as read  {name}: {_WHY[fault]}" for name, fault in report.kept]
    if report.taken:
        lines.append("run `python bot.py reindex` to let the new texts answer")
    return "\n".join(lines)
