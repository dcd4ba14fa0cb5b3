"""What may be displayed (`reply.md`), sentence by sentence. Plain functions: no model, no state."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Literal

from core.answering.citations import cited, without_citations
from core.documents.chunk import Language
from core.documents.rows import Cell, is_row, parse_row
from core.text.normalise import count_letters, fold
from core.text.numbers import Quantity, find_quantities, unit_of_name

Fault = Literal[
    "says-nothing", "no-citation", "unknown-source", "unsupported-number", "row-not-named", "wrong-language", "cites"
]

_STEP_MARK = re.compile(r"^\s*(?:[-•*]\s*)?\d{1,2}\s*[.)\-–/]\s+(?=\D)")
_QUOTED = re.compile(r"«[^»]*»|“[^”]*”|\"[^\"]*\"")
_NAME = re.compile(r"\b[A-Z0-9][\w.+-]*")
_SUM = re.compile(
    r"(?P<left>[\d\s.,\u202f\u00a0]+?)\s*(?P<sign>[-−–+×x*/÷])\s*(?P<right>[\d\s.,\u202f\u00a0]+?)\s*=\s*$"
)


def sentence_fault(sentence: str, sources: Mapping[int, str], *, question: str, language: Language) -> Fault | None:
    """The first rule that a sentence of an answer breaks, or None when it may be shown.

    Args:
        sentence: with its citations in the form `[n]` (`normalise_citations`).
        sources: the passages by the number that cites them.
        question: as asked; numbers it gave may be repeated.
        language: of the reply.
    """
    if not says_something(sentence):
        return "says-nothing"
    numbers = cited(sentence)
    if any(n not in sources for n in numbers):
        return "unknown-source"
    if not numbers and not is_introduction(sentence):
        return "no-citation"
    texts = [sources[n] for n in numbers]
    if not numbers_stand(sentence, texts, question):
        return "unsupported-number"
    if not rows_named(sentence, texts, question):
        return "row-not-named"
    if not in_language(sentence, language):
        return "wrong-language"
    return None


def refusal_fault(text: str, *, question: str, may_cite: bool) -> Fault | None:
    """The rule that a refusal breaks: it cites nothing and tells no figure, unless it is the one that may cite."""
    if may_cite:
        return None
    if cited(text):
        return "cites"
    return None if numbers_stand(text, [], question) else "unsupported-number"


def says_something(sentence: str) -> bool:
    """Two letters or a number besides citations and marks."""
    bare = without_citations(sentence)
    return sum(count_letters(bare)) >= 2 or bool(find_quantities(bare))


def is_introduction(sentence: str) -> bool:
    """A line that only introduces: it ends with a colon and states no number of its own."""
    bare = without_citations(sentence).rstrip("* ")
    return bare.endswith((":", "：")) and not find_quantities(bare)


def numbers_stand(sentence: str, texts: Iterable[str], question: str) -> bool:
    """True when every number of the sentence stands in the texts: same value, and same unit where both have one.

    Exempt: citations, the number that marks a step, numbers that the question gave, and a result whose operation is
    shown and whose operands stand.
    """
    bare = _STEP_MARK.sub("", without_citations(sentence))
    known = [quantity for text in texts for quantity in quantities_of(text)]
    known += find_quantities(question)
    return all(
        any(quantity.matches(other) for other in known) or _is_computed(bare, quantity, known)
        for quantity in find_quantities(bare)
    )


def quantities_of(text: str) -> list[Quantity]:
    """Numbers of a passage; in a table row a number without unit takes the one its column's name gives."""
    found: list[Quantity] = []
    for line in text.splitlines():
        if is_row(line):
            for cell in parse_row(line):
                found += find_quantities(cell.column)
                found += cell_quantities(cell)
        else:
            found += find_quantities(line)
    return found


def cell_quantities(cell: Cell) -> list[Quantity]:
    """Numbers of a cell's value, with the column's unit where they have none of their own."""
    unit = unit_of_name(cell.column)
    return [
        Quantity(quantity.value, quantity.unit or unit, quantity.start, quantity.end)
        for quantity in find_quantities(cell.value)
    ]


def rows_named(sentence: str, texts: Iterable[str], question: str) -> bool:
    """True when each number that comes from table rows alone stands beside another cell of one of those rows.

    That a value merely occurs in a table isn't enough: `480 Mbps : 3 400` must not be said of the row of 240. The
    row counts as named by the sentence or, where the answer is one value, by the question that it answers.
    """
    lines = [line for text in texts for line in text.splitlines()]
    prose = [quantity for line in lines if not is_row(line) for quantity in find_quantities(line)]
    rows = [parse_row(line) for line in lines if is_row(line)]
    bare = _STEP_MARK.sub("", without_citations(sentence))
    said = find_quantities(bare)
    asked = find_quantities(question)
    for quantity in said:
        if any(quantity.matches(other) for other in (*prose, *asked)):
            continue
        holding = [
            row for row in rows if any(quantity.matches(other) for cell in row for other in cell_quantities(cell))
        ]
        if holding and not any(_row_named(row, quantity, bare, said) for row in holding):
            return False
    return True


def _row_named(row: Sequence[Cell], value: Quantity, sentence: str, said: Sequence[Quantity]) -> bool:
    others = [cell for cell in row if not any(value.matches(q) for q in cell_quantities(cell))]
    if not others:
        return True  # a row of one cell, or the same number throughout: nothing else could name it
    folded = f" {fold(sentence)} "
    for cell in others:
        quantities = cell_quantities(cell)
        if quantities and all(any(q.matches(other) for other in said) for q in quantities):
            return True
        words = [word for word in re.findall(r"\w+", fold(cell.value)) if not word.isdigit()]
        if words and sum(f" {word}" in folded for word in words) * 2 > len(words):
            return True
    return False


def in_language(sentence: str, language: Language) -> bool:
    """True when the prose is in the reply's language; quotations, names, units and numbers may be in any."""
    bare = _QUOTED.sub(" ", without_citations(sentence))
    for quantity in reversed(find_quantities(bare)):
        bare = bare[: quantity.start] + " " + bare[quantity.end :]
    latin, arabic = count_letters(bare)
    if language == "fr":
        return latin >= arabic
    latin, _ = count_letters(_NAME.sub(" ", bare))
    return arabic >= latin


def _is_computed(text: str, result: Quantity, known: Sequence[Quantity]) -> bool:
    """`7 150 − 5 900 = 1 250`: the operation stands before the result, is right, and its operands are known."""
    shown = _SUM.search(text[: result.start])
    if not shown:
        return False
    left, right = find_quantities(shown["left"]), find_quantities(shown["right"])
    if len(left) != 1 or len(right) != 1:
        return False
    a, b = left[0], right[0]
    if not all(any(operand.value == other.value for other in known) for operand in (a, b)):
        return False
    return _operate(a.value, shown["sign"], b.value) == result.value


def _operate(a: Decimal, sign: str, b: Decimal) -> Decimal | None:
    if sign == "+":
        return a + b
    if sign in "×x*":
        return a * b
    if sign in "/÷":
        return a / b if b else None
    return a - b
