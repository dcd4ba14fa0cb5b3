"""Passages taken apart into what can be quoted: table rows, list items with what introduces them, sentences."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from core.answering.checks import quantities_of
from core.documents.rows import Cell, is_row, parse_row
from core.text.numbers import Quantity
from core.text.sentences import split_sentences
from core.text.tokens import Analyser

_ITEM = re.compile(r"^\s*(?:[-•*▪➢✓–]|\d{1,2}\s*[.)\-–/]|[a-zأ-ي][.)])\s+")


@dataclass(frozen=True)
class Unit:
    """A quotable piece of a passage. `passage` is the passage's place in the list, from 0; `line` its line there.

    `introduction` is the line that introduces a list item, '' elsewhere.
    """

    passage: int
    line: int
    kind: Literal["row", "item", "sentence"]
    text: str
    tokens: frozenset[str]
    quantities: tuple[Quantity, ...]
    cells: tuple[Cell, ...] = ()
    introduction: str = ""


def take_apart(texts: Sequence[str], analyser: Analyser) -> list[Unit]:
    """Every unit of the passages' texts, in order; the same text is taken once, from the first passage that has it."""
    units, seen = [], set()
    for passage, text in enumerate(texts):
        for unit in _units_of(passage, text, analyser):
            if unit.text not in seen:
                seen.add(unit.text)
                units.append(unit)
    return units


def item_text(line: str) -> str:
    """A list item or step without its mark."""
    return _ITEM.sub("", line).strip()


def _units_of(passage: int, text: str, analyser: Analyser) -> Iterable[Unit]:
    introduction = ""
    for number, line in enumerate(text.splitlines()):
        line = line.strip()
        if not line or line.startswith("#"):
            introduction = ""
            continue
        tokens, quantities = frozenset(analyser.tokens(line)), tuple(quantities_of(line))
        if is_row(line):
            yield Unit(passage, number, "row", line, tokens, quantities, parse_row(line))
        elif _ITEM.match(line):
            yield Unit(passage, number, "item", line, tokens, quantities, introduction=introduction)
        elif line.rstrip("* ").endswith((":", "：")):
            introduction = line
        else:
            introduction = ""
            for sentence in split_sentences(line):
                yield Unit(
                    passage,
                    number,
                    "sentence",
                    sentence,
                    frozenset(analyser.tokens(sentence)),
                    tuple(quantities_of(sentence)),
                )
