"""What an answer adds where the documents disagree: what the other one says, with its citation."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.answering.disputes import Dispute, Witness
from core.answering.phrases import Phrases
from core.answering.quantities import grouped, show_quantity
from core.documents.chunk import Chunk
from core.documents.rows import Cell, is_row, parse_row
from core.text.numbers import Quantity, find_quantities


@dataclass(frozen=True)
class Note:
    """A line about another document. `text` has a place `{cite}` for the citation of `chunk`; `ground` is the part of
    it that must bear the line out; `row` and `cell` are what is cited of it. It stands `before` or `after` the sentence
    that it is about, or at the `end` of the list that this begins."""

    finding: str
    text: str
    chunk: Chunk
    ground: str
    row: str | None
    cell: str | None
    stands: Literal["before", "after", "end"] = "after"


@dataclass(frozen=True)
class Grounds:
    """What a sentence rests on: the chunks to cite, and of some of them the only part that may bear it out."""

    chunks: tuple[Chunk, ...]
    narrowed: Mapping[str, str] = field(default_factory=dict)
    """By the chunk's id."""


def note(dispute: Dispute, words: Phrases) -> Note | None:
    """The line that a sentence with a contradicted fact needs; None where it was decided and what holds is told."""
    if dispute.settled and dispute.standing == "overruled":
        return None
    # What was put right tells the other document's value: what is left to tell is its own.
    told, age = (dispute.own, "older") if dispute.settled else (dispute.other, _of_other(dispute))
    own = dispute.other if dispute.settled else dispute.own
    if dispute.kind == "missing row":
        template = words.other_lacks
    elif dispute.kind == "list length":
        template = words.other_lists
    else:
        template = words.other_says
    text = template.format(
        source=_source(told.chunk, own.chunk, words), value=_shown(told, own, words), cite="{cite}", **words.ages[age]
    )
    row = told.text if is_row(told.text) else None
    return Note(dispute.finding, text, told.chunk, ground(told), row, told.column if row else None, _place(dispute))


def _place(dispute: Dispute) -> Literal["before", "after", "end"]:
    """Before the sentence where the other document's value is the one to tell first."""
    if dispute.kind == "list length":
        return "end"
    return "before" if dispute.yields and not dispute.settled and dispute.kind != "missing row" else "after"


def _of_other(dispute: Dispute) -> str:
    """What the dispute makes of the other document."""
    return {"newer": "older", "older": "newer", "unknown": "unknown", "overruled": "holds"}[dispute.standing]


def ground(witness: Witness) -> str:
    """What bears a contradicted value out: the document's title and that very cell or line."""
    cells = [cell for cell in _cells(witness) if cell.column == witness.column]
    text = "\n".join(map(_alone, cells)) if cells else witness.text
    return f"{witness.chunk.title}\n{text}"


def grounds(text: str, chunk: Chunk, disputes: Iterable[Dispute]) -> Grounds:
    """What a sentence made of a line of a chunk rests on: the documents whose values it tells first, then the line's
    own where they don't say all of it."""
    settled = [dispute for dispute in disputes if dispute.settled]
    if not settled:
        return Grounds((chunk,))
    others = list(dict.fromkeys(dispute.other.chunk for dispute in settled))
    known = [number for dispute in settled for number in find_quantities(_row_parts(dispute.other))]
    known += [number for other in others for number in find_quantities(other.title)]
    enough = all(any(number.matches(other) for other in known) for number in find_quantities(text))
    parts = {other.id: f"{other.title}\n{_parts_of(other, settled)}" for other in others}
    return Grounds((*others,) if enough else (*others, chunk), parts)


def narrowed(rests: Sequence[Grounds]) -> dict[str, str]:
    """The only parts of chunks that may bear a sentence out, by the chunk's id; all of a chunk where a unit that is
    told is its own."""
    found: dict[str, str] = {}
    for rest in rests:
        for name, text in rest.narrowed.items():
            found[name] = f"{found[name]}\n\n{text}" if name in found else text
    for chunk in (chunk for rest in rests for chunk in rest.chunks if chunk.id not in rest.narrowed):
        if chunk.id in found:
            found[chunk.id] = f"{chunk.content}\n\n{found[chunk.id]}"
    return found


def _parts_of(chunk: Chunk, disputes: Sequence[Dispute]) -> str:
    return "\n\n".join(_row_parts(dispute.other) for dispute in disputes if dispute.other.chunk == chunk)


def _row_parts(witness: Witness) -> str:
    """A row cell by cell, each a row of its own: whose row it is is told in the other document's words."""
    cells = _cells(witness)
    return "\n\n".join(map(_alone, cells)) if cells else witness.text


def _cells(witness: Witness) -> tuple[Cell, ...]:
    return parse_row(witness.text) if is_row(witness.text) else ()


def _alone(cell: Cell) -> str:
    return f"| {cell.column} : {cell.value} |" if cell.column else f"| {cell.value} |"


def _source(chunk: Chunk, beside: Chunk, words: Phrases) -> str:
    """How a document is called beside another one: by its language where that tells it, else by its title."""
    return (
        words.document.format(title=chunk.title) if chunk.language == beside.language else words.version[chunk.language]
    )


def _shown(witness: Witness, beside: Witness, words: Phrases) -> str:
    """The contradicted numbers of a document; what is no number as it stands there, in quotation marks."""
    if not witness.values or any(value.unit.startswith("/") for value in witness.values):
        return f"« {witness.shown} »"
    speeds = any(value.unit == "mbps" for value in beside.values)
    return words.separator.join(_counted(value, speeds, words) for value in witness.values)


def _counted(quantity: Quantity, speed: bool, words: Phrases) -> str:
    """`590 DA`, `4 jours`; `speed` says what `1.5 giga` are."""
    if quantity.unit == "giga" and not speed:
        return f"{grouped(quantity.value, 'giga')} {words.units['giga']}"
    return show_quantity(quantity, words)
