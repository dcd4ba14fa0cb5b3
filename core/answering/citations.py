"""Citation labels `[n]` in an answer's text: brought to one form, read, removed, renumbered."""

import re
from collections.abc import Iterable, Mapping

from core.text.normalise import ascii_digits

_LABEL = re.compile(r"\[(\d{1,3})\]")
_NUMBERS = r"\d{1,3}(?:\s*(?:[,،;؛&+/|]|[-‐‑–—]|à|إلى|et|و|ou)\s*\d{1,3})*"
# Other brackets and digits, several numbers in one pair, ranges, a word before: 【2】 ［٢］ [1, 3] [1-3] [source 2]
_WORD = r"(?:(?:sources?|passages?|réf|n°|المصدر|المقطع)\.?\s*|[\^#])?"
_VARIANT = re.compile(rf"[\[【［〔⟦]\s*{_WORD}({_NUMBERS})\s*\.?(?:†[^\[\]【】]*)?[\]】］〕⟧]", re.IGNORECASE)
_NESTED = re.compile(r"\[\s*(\[[^\[\]]*\])\s*\]")
_LINK = re.compile(r"\[([^\[\]]*)\]\((?:[^()\s]|\([^()\s]*\))*\)")
_REFERENCE = re.compile(r"\[([^\[\]]*)\]\[([^\[\]]*)\]")
_INVISIBLE = re.compile("[\u200b\u200e\u200f\u061c\u2060-\u2069\ufeff]")


def normalise_citations(text: str) -> str:
    """Every way of citing as `[n]`, one a source; links keep their label, and a label that is no number cites nothing.

    `【2】` and `[٢]` become `[2]`, `[1, 3]` becomes `[1][3]`, `[1-3]` `[1][2][3]`, `[doc-9](https://…)` `doc-9`.
    """
    text, before = _INVISIBLE.sub("", text), ""
    while text != before:  # `[[[1]]]`, a link within a link
        text, before = _normalise_once(text), text
    return text


def _normalise_once(text: str) -> str:
    text = _NESTED.sub(r"\1", text)
    text = _LINK.sub(lambda link: f"[{link[1]}]" if _cites(f"[{link[1]}]") else link[1], text)
    # Only labels change: Arabic-Indic digits elsewhere are the document's own.
    folded = ascii_digits(text)
    parts, last = [], 0
    for match in _VARIANT.finditer(folded):
        parts += [text[last : match.start()], "".join(f"[{n}]" for n in _numbers(match[1]))]
        last = match.end()
    return _REFERENCE.sub(_without_reference, "".join([*parts, text[last:]]))


def _cites(label: str) -> bool:
    return bool(_VARIANT.fullmatch(ascii_digits(label)))


def _without_reference(link: re.Match[str]) -> str:
    """`[label][3]` as `label [3]`, `[label][ref]` as `label`; `[1][3]` are two citations."""
    label, reference = f"[{link[1]}]", f"[{link[2]}]"
    if _cites(label):
        return label + (reference if _cites(reference) else "")
    return f"{link[1]} {reference}" if _cites(reference) else link[1]


def cited(text: str) -> tuple[int, ...]:
    """The numbers cited, in order of appearance, each once."""
    return tuple(dict.fromkeys(int(n) for n in _LABEL.findall(text)))


def without_citations(text: str) -> str:
    """The text with its labels taken out, and the blank before each; numbers that one stood between stay apart."""
    text = re.sub(r"(\d)\s*((?:\[\d{1,3}\]\s*)+)(?=\d)", r"\1; ", text)
    return re.sub(r"\s*[\u2066-\u2068]?\[\d{1,3}\]\u2069?", "", text).strip()


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
        renumbered.append(relabel(sentence, order))
    return renumbered, order


def relabel(sentence: str, order: Mapping[int, int]) -> str:
    """The sentence with the new number of each old one that it cites."""
    return _LABEL.sub(lambda label: f"[{order[int(label[1])]}]", sentence)


def _numbers(text: str) -> list[int]:
    """The numbers of a group; a range between two stands for all of it, where it is a short one."""
    numbers: list[int] = []
    for match in re.finditer(r"(?P<range>[-‐‑–—]|à|إلى)?\s*(?P<n>\d+)", text):
        n = int(match["n"])
        if match["range"] and numbers and 0 < n - numbers[-1] < 10:
            numbers += range(numbers[-1] + 1, n)
        numbers.append(n)
    return numbers
