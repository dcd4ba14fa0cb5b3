"""How many faults the checks catch in a model's sentences, by kind of fault, over the tables and prose of GEN_DIR.

usage: python eval/planted_faults.py [GEN_DIR] [--examples N]

Of each table row a right sentence is made, which must be shown; then one thing in it is put wrong, as a model does. No
model is asked. `shown` of the right ones is what the checks cost; `caught` of the others is what they are worth.
"""

import argparse
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from core.answering.llm.checked import CheckedAnswer
from core.documents.chunk import Chunk, Language
from core.documents.chunks import read_chunks
from core.documents.rows import Cell, is_row, parse_row
from core.settings import load_settings
from core.text.numbers import Quantity, find_quantities
from core.text.sentences import split_sentences

_PER_DOCUMENT = 12
"""Rows taken of one document at most, so that a long price list doesn't decide alone."""
_SAYS: dict[Language, str] = {
    "fr": "{title} — {key}, {column} : {value} [{n}].",
    "ar": "{title} — {key}، {column} : {value} [{n}].",
}
_OTHER_UNITS: dict[str, Sequence[str]] = {
    "da": ("EUR", "Mbps", "Go"),
    "mbps": ("Go", "DA"),
    "go": ("Mbps", "DA"),
    "month": ("jours", "ans"),
    "day": ("mois", "heures"),
    "year": ("mois",),
    "hour": ("jours",),
    "%": ("DA",),
}
_NEGATIONS: dict[Language, tuple[str, str]] = {"fr": (" est ", " n'est pas "), "ar": (" يمكن ", " لا يمكن ")}
RIGHT = ("right: a table's row", "right: a sentence of prose")


@dataclass
class Tally:
    """How many sentences were tried, how many didn't pass, and some that did."""

    planted: int = 0
    caught: int = 0
    passed: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Row:
    """A row of a chunk's table: the cell that names it, one with a number, and the rows beside it."""

    chunk: Chunk
    cells: tuple[Cell, ...]
    key: Cell
    value: Cell
    others: tuple[tuple[Cell, ...], ...]

    def said(self, value: str = "", title: str = "", n: int = 1) -> str:
        return _SAYS[self.chunk.language].format(
            title=title or self.chunk.title,
            key=f"{self.key.column} : {self.key.value}" if self.key.column else self.key.value,
            column=self.value.column,
            value=value or _with_unit(self.value),
            n=n,
        )


def measure(chunks: Sequence[Chunk], seed: int = 0) -> dict[str, Tally]:
    """The tally of each kind of fault, right sentences first."""
    draw = random.Random(seed)
    tallies = {kind: Tally() for kind in (*RIGHT, *_ROW_FAULTS, *_PROSE_FAULTS)}
    rows = list(_rows(chunks, draw))
    for row in rows:
        _try(tallies[RIGHT[0]], row.said(), [row.chunk])
        for kind, plant in _ROW_FAULTS.items():
            if planted := plant(row, rows, draw):
                sentence, passages = planted
                _try(tallies[kind], sentence, passages)
    for chunk, sentence in _prose(chunks, draw):
        _try(tallies[RIGHT[1]], f"{sentence} [1]", [chunk])
        for kind, plant_prose in _PROSE_FAULTS.items():
            if wrong := plant_prose(sentence, chunk, chunks, draw):
                _try(tallies[kind], f"{wrong} [1]", [chunk])
    return tallies


def _try(tally: Tally, sentence: str, passages: Sequence[Chunk]) -> None:
    chunk = passages[0]
    answer = CheckedAnswer(passages, question=chunk.title, language=chunk.language, limit=10_000, about=passages[:1])
    shown = answer.take(sentence)
    tally.planted += 1
    tally.caught += not shown
    if shown:
        tally.passed.append(sentence)


def _rows(chunks: Sequence[Chunk], draw: random.Random) -> Iterator[_Row]:
    for _, held in groupby(chunks, key=lambda chunk: chunk.document):
        found = [row for chunk in held for row in _rows_of(chunk)]
        yield from draw.sample(found, min(_PER_DOCUMENT, len(found)))


def _rows_of(chunk: Chunk) -> Iterator[_Row]:
    for is_table, lines in groupby(chunk.text.splitlines(), key=is_row):
        rows = [parse_row(line) for line in lines] if is_table else []
        for row in rows:
            others = tuple(other for other in rows if other is not row and other[0] != row[0])
            for cell in row[1:]:
                if len(find_quantities(cell.value)) == 1 and cell.column and row[0].value:
                    yield _Row(chunk, row, row[0], cell, others)


def _prose(chunks: Sequence[Chunk], draw: random.Random) -> Iterator[tuple[Chunk, str]]:
    for _, held in groupby(chunks, key=lambda chunk: chunk.document):
        found = [
            (chunk, sentence)
            for chunk in held
            for line in chunk.text.splitlines()
            if not is_row(line)
            for sentence in split_sentences(line)
            if len(sentence) > 40 and not sentence.endswith(":")
        ]
        yield from draw.sample(found, min(_PER_DOCUMENT, len(found)))


def _with_unit(cell: Cell) -> str:
    """The value as a model tells it: dinars where the column says so."""
    quantity = find_quantities(cell.value)[0]
    return f"{cell.value} DA" if not quantity.unit and re.search(r"\bDA\b|دج", cell.column) else cell.value


def _number(cell: Cell) -> Quantity:
    return find_quantities(cell.value)[0]


def _put(text: str, old: Quantity, new: str) -> str:
    """The text with the number's digits replaced, its unit kept."""
    digits = re.match(r"[\d\s.,\u00a0\u202f]*\d", text[old.start : old.end])
    return text[: old.start] + new + text[old.start + (digits.end() if digits else 0) :]


Planted = tuple[str, Sequence[Chunk]] | None


def _invented(row: _Row, rows: Sequence[_Row], draw: random.Random) -> Planted:
    number = _number(row.value)
    return row.said(_put(_with_unit(row.value), number, str(int(number.value) + draw.randint(1, 9) * 7 + 1))), [
        row.chunk
    ]


def _times_ten(row: _Row, rows: Sequence[_Row], draw: random.Random) -> Planted:
    number = _number(row.value)
    return row.said(_put(_with_unit(row.value), number, str(int(number.value) * 10))), [row.chunk]


def _wrong_row(row: _Row, rows: Sequence[_Row], draw: random.Random) -> Planted:
    values = [
        cell
        for other in row.others
        for cell in other
        if cell.column == row.value.column
        and len(find_quantities(cell.value)) == 1
        and _number(cell).value != _number(row.value).value
    ]
    return (row.said(_with_unit(draw.choice(values))), [row.chunk]) if values else None


def _wrong_column(row: _Row, rows: Sequence[_Row], draw: random.Random) -> Planted:
    values = [
        cell
        for cell in row.cells[1:]
        if cell.column != row.value.column
        and len(find_quantities(cell.value)) == 1
        and _number(cell).value != _number(row.value).value
    ]
    return (row.said(_with_unit(draw.choice(values))), [row.chunk]) if values else None


def _elsewhere(row: _Row, rows: Sequence[_Row], draw: random.Random) -> _Row | None:
    """A row of another offer in the same language, the likest first: same column, else any."""
    family = {row.chunk.document, row.chunk.twin, row.chunk.older, row.chunk.newer}
    others = [
        other
        for other in rows
        if other.chunk.document not in family
        and other.chunk.language == row.chunk.language
        and other.chunk.title != row.chunk.title
    ]
    alike = [other for other in others if other.value.column == row.value.column]
    return draw.choice(alike or others) if others else None


def _wrong_offer(row: _Row, rows: Sequence[_Row], draw: random.Random) -> Planted:
    """Another offer's row, told under the name of the one that was asked about."""
    other = _elsewhere(row, rows, draw)
    return (other.said(title=row.chunk.title, n=2), [row.chunk, other.chunk]) if other else None


def _offer_unsaid(row: _Row, rows: Sequence[_Row], draw: random.Random) -> Planted:
    """Another offer's row, told as an answer about the one that was asked about, no offer named."""
    other = _elsewhere(row, rows, draw)
    if other is None:
        return None
    said = other.said(n=2).partition(" — ")[2]
    return said[0].upper() + said[1:], [row.chunk, other.chunk]


def _swapped_unit(row: _Row, rows: Sequence[_Row], draw: random.Random) -> Planted:
    told = _with_unit(row.value)
    number = find_quantities(told)[0]
    units = _OTHER_UNITS.get(number.unit, ())
    if not units:
        return None
    digits = re.match(r"[\d\s.,\u00a0\u202f]*\d", told[number.start : number.end])
    kept = told[number.start : number.start + (digits.end() if digits else 0)]
    return row.said(f"{told[: number.start]}{kept} {draw.choice(units)}{told[number.end :]}"), [row.chunk]


def _wrong_passage(row: _Row, rows: Sequence[_Row], draw: random.Random) -> Planted:
    other = _elsewhere(row, rows, draw)
    return (row.said(n=2), [row.chunk, other.chunk]) if other else None


def _uncited(row: _Row, rows: Sequence[_Row], draw: random.Random) -> Planted:
    return row.said().replace(" [1]", ""), [row.chunk]


def _in_words(row: _Row, rows: Sequence[_Row], draw: random.Random) -> Planted:
    words = "deux mille dinars" if row.chunk.language == "fr" else "ألفان دينار"
    return row.said(words), [row.chunk]


_ROW_FAULTS: dict[str, Callable[[_Row, Sequence[_Row], random.Random], Planted]] = {
    "number invented": _invented,
    "number times ten": _times_ten,
    "number in words": _in_words,
    "unit swapped": _swapped_unit,
    "value of another row": _wrong_row,
    "value of another column": _wrong_column,
    "another offer's row, under the asked one's name": _wrong_offer,
    "another offer's row, no offer named": _offer_unsaid,
    "right, but another passage cited": _wrong_passage,
    "right, but no passage cited": _uncited,
}


def _negated(sentence: str, chunk: Chunk, chunks: Sequence[Chunk], draw: random.Random) -> str | None:
    word, negated = _NEGATIONS[chunk.language]
    return sentence.replace(word, negated, 1) if word in sentence and negated not in sentence else None


def _affirmed(sentence: str, chunk: Chunk, chunks: Sequence[Chunk], draw: random.Random) -> str | None:
    affirmed = re.sub(r"\b(?:ne|n['’])\s?(\w+(?:\s\w+)?) pas\b", r"\1", sentence)
    affirmed = re.sub(r"(?<!\w)(?:لا|لن|لم) ", "", affirmed, count=1) if chunk.language == "ar" else affirmed
    return affirmed if affirmed != sentence else None


def _of_another(sentence: str, chunk: Chunk, chunks: Sequence[Chunk], draw: random.Random) -> str | None:
    """A sentence of another document, cited as if it were of this one."""
    family = {chunk.document, chunk.twin, chunk.older, chunk.newer}
    others = [c for c in chunks if c.document not in family and c.language == chunk.language]
    lines = [
        line
        for c in draw.sample(others, min(20, len(others)))
        for line in c.text.splitlines()
        if not is_row(line) and len(line) > 40 and not line.endswith(":") and line not in chunk.text
    ]
    return draw.choice(lines).lstrip("- ") if lines else None


def _changed_number(sentence: str, chunk: Chunk, chunks: Sequence[Chunk], draw: random.Random) -> str | None:
    numbers = find_quantities(sentence)
    if not numbers or re.match(r"\W*\d", sentence):
        return None
    number = draw.choice(numbers)
    return _put(sentence, number, str(int(number.value) + draw.randint(1, 9) * 7 + 1))


_PROSE_FAULTS: dict[str, Callable[[str, Chunk, Sequence[Chunk], random.Random], str | None]] = {
    "prose: number changed": _changed_number,
    "prose: negated": _negated,
    "prose: negation left out": _affirmed,
    "prose: of another document": _of_another,
}


def main() -> None:
    """Print the table, and examples of what passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gen_dir", type=Path, nargs="?", default=load_settings().gen_dir)
    parser.add_argument("--examples", type=int, default=0, help="print so many of each kind that passed")
    arguments = parser.parse_args()
    for kind, tally in measure(read_chunks(arguments.gen_dir)).items():
        if kind in RIGHT:
            print(f"{kind:<50} shown  {tally.planted - tally.caught:>4} of {tally.planted:<4}", end="")
            share = 1 - tally.caught / tally.planted if tally.planted else 0.0
        else:
            print(f"{kind:<50} caught {tally.caught:>4} of {tally.planted:<4}", end="")
            share = tally.caught / tally.planted if tally.planted else 0.0
        print(f" {share:.3f}")
        for sentence in tally.passed[: arguments.examples if kind not in RIGHT else 0]:
            print(f"    passed: {sentence}")


if __name__ == "__main__":
    main()
