"""What the audit finds: two texts that should say the same and don't, with their places."""

import hashlib
from dataclasses import dataclass
from typing import Any, Literal

from core.documents.chunk import Chunk
from core.text.numbers import Quantity

Kind = Literal["cell", "number", "date", "version", "missing row", "missing table", "list length", "missing"]
CONTRADICTIONS: tuple[Kind, ...] = ("cell", "number", "date", "version", "missing row", "list length")
"""Kinds in which the two can't both be right; in the others one side says something that the other doesn't mention."""
Relation = Literal["twins", "repeated"]


@dataclass(frozen=True)
class Place:
    """Where a text stands. `chunk` is the chunk's id, `page` None where the document has none; `date` is ISO, the
    document's."""

    document: str
    title: str
    section: str
    page: int | None
    chunk: str
    language: str
    date: str | None

    @classmethod
    def of(cls, chunk: Chunk) -> "Place":
        """The chunk's place."""
        return cls(chunk.document, chunk.title, chunk.section, chunk.page, chunk.id, chunk.language, chunk.date)


@dataclass(frozen=True)
class Side:
    """One of the two: its place, its `text` ('' where it says nothing), and which part of it differs (`shown`).

    `values` are the numbers in which it differs, those of both sides in the same order; `column` names a row's cell.
    """

    place: Place
    text: str
    shown: str
    values: tuple[Quantity, ...] = ()
    column: str = ""


@dataclass(frozen=True)
class Finding:
    """A disagreement. `what` names what is compared: a row's cell, a line, the documents' dates."""

    kind: Kind
    relation: Relation
    left: Side
    right: Side
    what: str = ""

    @property
    def is_contradiction(self) -> bool:
        """Whether the two can't both be right."""
        return self.kind in CONTRADICTIONS

    @property
    def id(self) -> str:
        """Ten hex digits over kind, texts and places; as long as these stay, it stays. The number of the chunk is no
        part of it: text that comes before it moves nothing."""
        parts = [self.kind, self.what]
        for side in (self.left, self.right):
            parts += [side.place.document, side.place.section, " ".join(side.text.split()), side.shown]
        return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:10]

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "id": self.id,
            "kind": self.kind,
            "relation": self.relation,
            "contradiction": self.is_contradiction,
            "what": self.what,
            "left": _side(self.left),
            "right": _side(self.right),
        }


def _side(side: Side) -> dict[str, Any]:
    return {**vars(side.place), "text": side.text, "shown": side.shown}
