"""What may be displayed (`reply.md`), sentence by sentence. Plain functions: no model, no state."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Literal

from core.answering.citations import cited, without_citations
from core.answering.row_naming import rows_named
from core.answering.said import cell_quantities
from core.documents.chunk import Language
from core.documents.rows import is_row, parse_row
from core.text.normalise import count_letters
from core.text.numbers import Quantity, find_quantities

Fault = Literal[
    "says-nothing", "no-citation", "unknown-source", "unsupported-number", "row-not-named", "wrong-language", "cites"
]

_STEP_MARK = re.compile(
    r"^\s*(?:[-•*]\s*)?\**(?:(?:étape|الخطوة|المرحلة)\s*\d{1,2}\s*\**[.):–-]"
    r"|\d{1,2}\s*[.)]\**(?=\s)|\d{1,2}\s*[-–/]\s+(?=\D))\**",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"«[^»]*»|“[^”]*”|\"[^\"]*\"")
_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S+|\S+@\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:dz|com|net|org)\b\S*")
_NAME = re.compile(r"\b[A-Z0-9][\w.+-]*")
# In Arabic prose a Latin name goes on in small letters: `Retour ressource`, `My Rimal`.
_LONG_NAME = re.compile(r"\b[A-Z0-9][\w.+-]*(?: [a-zà-ÿ]+)?")
_BLANK = "[\\s\u2066-\u2069\u200e\u200f]*"
_SIGN = re.compile(f"{_BLANK}([-−–+×x*/÷]){_BLANK}")
_EQUALS = re.compile(f"{_BLANK}={_BLANK}")


def sentence_fault(
    sentence: str, sources: Mapping[int, str], *, question: str, language: Language, before: Iterable[str] = ()
) -> Fault | None:
    """The first rule that a sentence of an answer breaks, or None when it may be shown.

    Args:
        sentence: with its citations in the form `[n]` (`normalise_citations`).
        sources: the passages by the number that cites them.
        question: as asked; numbers it gave may be repeated.
        language: of the reply.
        before: the sentences shown so far; one that only computes from them needs no citation of its own.
    """
    if not says_something(sentence):
        return "says-nothing"
    shown = "\n".join(before)
    numbers = cited(sentence) or _computed_from(sentence, shown)
    if any(n not in sources for n in numbers):
        return "unknown-source"
    if not numbers and not is_introduction(sentence, question):
        return "no-citation"
    texts = [sources[n] for n in numbers]
    if not numbers_stand(sentence, texts, question):
        return "unsupported-number"
    if not rows_named(_stated(sentence), texts, f"{question}\n{without_citations(shown)}"):
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


def is_introduction(sentence: str, question: str = "") -> bool:
    """A line that only introduces: it ends with a colon and states no number but the question's."""
    bare = without_citations(sentence).rstrip("* \u2066\u2067\u2068\u2069\u200e\u200f")
    asked = find_quantities(question)
    return bare.endswith((":", "：")) and all(_repeats(quantity, asked) for quantity in find_quantities(bare))


def numbers_stand(sentence: str, texts: Iterable[str], question: str) -> bool:
    """True when every number of the sentence stands in the texts: same value, and same unit where both have one.

    Exempt: citations, the number that marks a step, numbers that the question gave, and a result whose operation is
    shown and whose operands stand.
    """
    bare = _stated(sentence)
    known = [quantity for text in texts for quantity in quantities_of(text)]
    asked = find_quantities(question)
    return all(
        any(quantity.matches(other) for other in known)
        or _repeats(quantity, asked)
        or _is_computed(bare, quantity, [*known, *asked])
        for quantity in find_quantities(bare)
    )


def _stated(sentence: str) -> str:
    return _STEP_MARK.sub("", without_citations(sentence))


def _repeats(quantity: Quantity, asked: Sequence[Quantity]) -> bool:
    """A number as the question gave it. `240` may be told as the speed it means, not as a price or a time."""
    return any(
        quantity.matches(other) and (bool(other.unit) or quantity.unit in ("", "mbps", "giga", "go")) for other in asked
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
            # A step's mark would vouch for any small number.
            found += find_quantities(_STEP_MARK.sub("", line))
    return found


def in_language(sentence: str, language: Language) -> bool:
    """True when the prose is in the reply's language; quotations, names, units and numbers may be in any."""
    bare = _ADDRESS.sub(" ", _QUOTED.sub(" ", without_citations(sentence)))
    for quantity in reversed(find_quantities(bare)):
        bare = bare[: quantity.start] + " " + bare[quantity.end :]
    latin, arabic = count_letters(bare)
    if language == "fr":
        return latin >= arabic
    latin, _ = count_letters((_LONG_NAME if arabic else _NAME).sub(" ", bare))
    return arabic >= latin


def _computed_from(sentence: str, shown: str) -> tuple[int, ...]:
    """The citations of what was shown, for a sentence whose every other number is computed from it."""
    bare, known = _stated(sentence), find_quantities(without_citations(shown))
    new = [quantity for quantity in find_quantities(bare) if not any(quantity.matches(other) for other in known)]
    return cited(shown) if new and all(_is_computed(bare, quantity, known) for quantity in new) else ()


def arithmetic_fault(text: str, before: Iterable[str]) -> Fault | None:
    """What is wrong with an operation that stands alone: it must be right, of numbers that were shown before."""
    known = [quantity for shown in before for quantity in find_quantities(without_citations(shown))]
    *operands, result = find_quantities(text)
    if all(any(o.matches(other) for other in known) for o in operands) and _is_computed(text, result, known):
        return None
    return "unsupported-number"


def _is_computed(text: str, result: Quantity, known: Sequence[Quantity]) -> bool:
    """`7 150 − 5 900 = 1 250`: the operation stands before the result, is right, and its operands are known."""
    left = [quantity for quantity in find_quantities(text) if quantity.end <= result.start]
    if not left or not _EQUALS.fullmatch(text[left[-1].end : result.start]):
        return False
    operands, signs = [left.pop()], list[str]()
    while left and (sign := _SIGN.fullmatch(text[left[-1].end : operands[0].start])):
        operands.insert(0, left.pop())
        signs.insert(0, sign[1])
    if not signs or not all(any(operand.matches(other) for other in known) for operand in operands):
        return False
    fitting = [
        any(operand.matches(other) and other.unit in ("", result.unit) for other in known) for operand in operands
    ]
    same_unit = all(fitting) if set(signs) <= set("+-−–") else any(fitting)
    return (same_unit or not result.unit) and _calculate(operands, signs) == result.value


def _calculate(operands: Sequence[Quantity], signs: Sequence[str]) -> Decimal | None:
    """Left to right; None where signs of both kinds stand together, or a divisor is 0."""
    if len(signs) > 1 and not set(signs) <= set("+-−–"):
        return None
    value = operands[0].value
    for sign, operand in zip(signs, operands[1:], strict=True):
        if sign == "+":
            value += operand.value
        elif sign in "×x*":
            value *= operand.value
        elif sign in "/÷":
            if not operand.value:
                return None
            value /= operand.value
        else:
            value -= operand.value
    return value
