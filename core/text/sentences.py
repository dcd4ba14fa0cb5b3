"""Sentence ends in both scripts, and what is cut there."""

import re
from collections.abc import Callable, Sequence

from core.text.numbers import find_quantities

_MARKS = "[\u200e\u200f\u2066-\u2069]*"
# A full stop ends a sentence when blank and a capital, an Arabic letter, a digit or an opening mark follow; not after
# an abbreviation or an initial, and not inside a number or a menu path. Citations after the stop belong to it, unless
# it has one before the stop already.
_END = re.compile(
    rf"(?<=[.!?؟؛…])(?:[ \u00a0\u202f]?»|[\")\]])*{_MARKS}(?:(?<!\][.!?؟])(?:\s?{_MARKS}\[\d{{1,3}}\]{_MARKS})+)?"
    rf"\s+(?={_MARKS}(?:[\"«(]?[A-ZÀ-Ý0-9\u0621-\u064a•\-]|\[(?!\d)|(?<=\][.!?؟]\s)\[))"
)
_STEP_MARK = re.compile(r"\d{1,2}[.)]")
_ABBREVIATIONS = re.compile(
    r"(?:\b(?:M|MM|Mme|Mlle|Dr|art|N|n|no|tél|Tel|cf|ex|p|etc|min|max|env)|\b[A-Z])\.$", re.IGNORECASE
)

_CLAUSE_END = re.compile(r"(?<=[,،:;])\s+")


def split_sentences(text: str) -> list[str]:
    """Sentences of a text, in order; a line break always ends one. Nothing but outer blanks is lost."""
    sentences: list[str] = []
    for line in text.splitlines():
        start = 0
        for end in _END.finditer(line):
            candidate = line[start : end.start()].strip()
            if _ABBREVIATIONS.search(candidate) or _STEP_MARK.fullmatch(candidate):
                continue
            sentences.append(line[start : end.end()].strip())
            start = end.end()
        if rest := line[start:].strip():
            sentences.append(rest)
    return sentences


def cut(text: str, limit: int) -> str:
    """The text, or as many whole sentences of it as fit into `limit` characters, lines kept; a first sentence that is
    longer itself is cut at a word's end and marked with `…`. Numbers stay whole, their units with them."""
    if len(text) <= limit:
        return text
    end = position = 0
    for sentence in split_sentences(text):
        position = text.index(sentence, position) + len(sentence)
        if len(text[:position].strip()) > limit:
            break
        end = position
    if kept := text[:end].strip():
        return kept
    end = max(limit - 1, 0)
    while end and not (text[end].isspace() or text[end - 1].isspace()):
        end -= 1
    for quantity in find_quantities(text):
        if quantity.start < end < quantity.end:
            end = quantity.start
    return f"{text[:end].rstrip()}…"[: max(limit, 0)]


def parts_within(text: str, limit: int) -> list[str]:
    """The text in parts of at most `limit` characters, cut at sentence ends; failing those at commas, then at blanks.

    A single word longer than that stays whole.
    """
    return _packed(text, limit, (split_sentences, _CLAUSE_END.split, str.split))


def _packed(text: str, limit: int, ways_to_split: Sequence[Callable[[str], list[str]]]) -> list[str]:
    if len(text) <= limit or not ways_to_split:
        return [text]
    split, *finer = ways_to_split
    parts: list[str] = []
    for piece in split(text):
        if parts and len(parts[-1]) + 1 + len(piece) <= limit:
            parts[-1] = f"{parts[-1]} {piece}"
        elif len(piece) > limit:
            parts.extend(_packed(piece, limit, finer))
        else:
            parts.append(piece)
    return parts
