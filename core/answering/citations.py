"""Citation labels `[n]` in an answer's text: brought to one form, read, removed, renumbered."""

import re
from collections.abc import Iterable

from core.text.normalise import ascii_digits

_LABEL = re.compile(r"\[(\d{1,3})\]")
# Other brackets and digits, several numbers in one pair, ranges: 【2】 ［٢］ [1, 3] [1-3]
_VARIANT = re.compile(r"[\[【［〔]\s*(\d{1,3}(?:\s*(?:[,،;&-]|–|et|و)\s*\d{1,3})*)\s*[\]】］〕]")
_LINK = re.compile(r"\[([^\[\]]*)\](?:\([^()\s]*\)|\[[^\[\]]*\])")
_ISOLATES = re.compile("[\u2066-\u2069]")


def normalise_citations(text: str) -> str:
    """Every way of citing as `[n]`, one a source; links keep their label, and a label that is no number cites nothing.

    `【2】` and `[٢]` become `[2]`, `[1, 3]` becomes `[1][3]`, `[1-3]` `[1][2][3]`, `[doc-9](https://…)` `doc-9`.
    """
    text = _ISOLATES.sub("", text)
    text = _LINK.sub(
        lambda link: f"[{link[1]}]" if re.fullmatch(r"\s*\d+\s*", ascii_digits(link[1])) else link[1], text
    )
    # Only labels change: Arabic-Indic digits elsewhere are the document's own.
    folded = ascii_digits(text)
    parts, last = [], 0
    for match in _VARIANT.finditer(folded):
        parts += [text[last : match.start()], "".join(f"[{n}]" for n in _numbers(match[1]))]
        last = match.end()
    return "".join([*parts, text[last:]])


def cited(text: str) -> tuple[int, ...]:
    """The numbers cited, in order of appearance, each once."""
    return tuple(dict.fromkeys(int(n) for n in _LABEL.findall(text)))


def without_citations(text: str) -> str:
    """The text with its labels taken out, and the blank before each."""
    return re.sub(r"\s*\[\d{1,3}\]", "", text).strip()


def renumber(sentences: Iterable[str]) -> tuple[list[str], dict[int, int]]:
    """Number citations by order of appearance, from 1.

    Returns:
        The sentences with new labels, and the new number of each old one.
    """
    order: dict[int, int] = {}
    renumbered = []
    for sentence in sentences:
        for n in cited(sentence):
            order.setdefault(n, len(order) + 1)
        renumbered.append(_LABEL.sub(lambda label: f"[{order[int(label[1])]}]", sentence))
    return renumbered, order


def _numbers(text: str) -> list[int]:
    numbers: list[int] = []
    for part in re.split(r"\s*(?:[,،;&]|et|و)\s*", text):
        first, dash, last = (piece.strip() for piece in part.replace("–", "-").partition("-"))
        if dash and 0 <= int(last) - int(first) < 10:
            numbers += range(int(first), int(last) + 1)
        else:
            numbers += [int(piece) for piece in (first, last) if piece]
    return numbers
