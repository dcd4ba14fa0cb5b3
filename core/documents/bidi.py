"""From glyphs as they stand on a line, left to right, to the text as it is read.

PDF keeps the places of glyphs, not their order. A line of Arabic is turned round run by run: what is written from
left to right inside it (numbers, Latin words, references) keeps its order, and a ligature stays one glyph until the
end, so that lam-alef doesn't become alef-lam.
"""

import re
import unicodedata
from collections.abc import Sequence

from core.documents.text import fold_drawn_forms

_MIRRORED = dict(zip("()[]{}«»‹›<>", ")(][}{»«›‹><", strict=True))
_JOINS_NUMBERS = frozenset(".,:/-–+%'’٪٫٬")
_JOINS_WORDS = frozenset(".,:/-–+&'’_@#*=°")
_UNITS = frozenset(
    "mbps gbps kbps mb gb kb mo go ko to da dzd dt eur mhz ghz hz km m cm mm h min s j ttc ht w kw v".split()
)
_ARABIC_UNITS = re.compile(r"^(?:دج|د\.ج|دينار|ميغا|جيغا|كيلو|ساعة|يوم|أيام|شهر|سنة|٪|%)")
_NEVER_FIRST = (".", ",", "،", ":", "؛", ";", "!", "؟", "»", ")", "]")
_NEVER_LAST = ("«", "(", "[")
_FOOTNOTE_MARKS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Beside a number they may stand on either side; they begin none."""
_ALEFS = frozenset("اأإآٱ")


def glyph_text(text: str) -> str:
    """The letters of one glyph. A glyph that holds lam and alef is the ligature lam-alef, in that order."""
    letters = fold_drawn_forms(text)
    if len(letters) == 2 and letters[0] in _ALEFS and letters[1] == "ل":
        return letters[::-1]
    return letters


def logical(glyphs: Sequence[str], right_to_left: bool) -> str:
    """The text of a line.

    Args:
        glyphs: letters of each glyph from left to right; spaces are glyphs of their own.
        right_to_left: direction of the paragraphs around, for lines that hold both scripts.
    """
    runs = _left_to_right_runs(glyphs)
    if not any(_kind(glyph) == "R" for glyph in glyphs):
        line = "".join(glyphs)
        if not right_to_left:
            return line
        if order_of_groups(line) < 0:
            return turned_groups(line)
        # Latin words set as a line of Arabic show it by where the full stop or the quotation mark went.
        turned = line.strip().startswith(_NEVER_FIRST) or line.strip().endswith(_NEVER_LAST)
        return _read_right_to_left(glyphs, runs) if turned else _number_before_unit(line)
    read = _read_right_to_left(glyphs, runs)
    if not right_to_left:
        return _read_left_to_right(glyphs)
    if _ARABIC_UNITS.match(read) and _kind(glyphs[0]) == "N":
        # A price in a cell that was set from left to right: `2 200 دج`.
        return _read_left_to_right(glyphs)
    return read


def order_of_groups(line: str) -> int:
    """Whether the groups of a lone number stand from left to right (1) or from right to left (-1): `2 200`, `200 2`.
    0 where both or none of the two makes a number (`500 125`)."""
    words = line.split()
    if len(words) < 2 or not all(word.isdigit() for word in words):
        return 0
    return _is_number(words) - _is_number(words[::-1])


def goes_either_way(line: str) -> bool:
    """Whether the groups of a lone number make one in both orders: `500 125`. What stands around must tell."""
    words = line.split()
    return len(words) > 1 and all(word.isdigit() for word in words) and _is_number(words) and _is_number(words[::-1])


def turned_groups(line: str) -> str:
    """A lone number read from right to left."""
    return " ".join(reversed(line.split()))


def _is_number(groups: Sequence[str]) -> bool:
    first, others = groups[0], groups[1:]
    return len(first) <= 3 and unicodedata.digit(first[0]) != 0 and all(len(group) == 3 for group in others)


def _kind(glyph: str) -> str:
    """R for Arabic and Hebrew letters, L for other letters, N for digits, empty for what has no direction."""
    for character in glyph:
        direction = unicodedata.bidirectional(character)
        if direction in ("R", "AL"):
            return "R"
        if direction == "L":
            return "L"
        if direction in ("EN", "AN"):
            return "N"
    return ""


def _left_to_right_runs(glyphs: Sequence[str]) -> list[tuple[int, int]]:
    """Stretches (first glyph, past the last) that are read from left to right inside a line that isn't."""
    runs: list[tuple[int, int]] = []
    at = 0
    while at < len(glyphs):
        if _kind(glyphs[at]) not in ("L", "N") or glyphs[at] in _FOOTNOTE_MARKS:
            at += 1
            continue
        end = at + 1
        ahead = end
        while ahead < len(glyphs) and _kind(glyphs[ahead]) != "R":
            if _kind(glyphs[ahead]) in ("L", "N") and _continues(glyphs, at, end, ahead):
                end = ahead + 1
            elif _kind(glyphs[ahead]) in ("L", "N"):
                break
            ahead += 1
        runs.append((at, end))
        at = end
    return runs


def _continues(glyphs: Sequence[str], start: int, end: int, ahead: int) -> bool:
    """Whether what comes at `ahead` belongs to the run `start`…`end`, given what stands between."""
    between = "".join(glyphs[end:ahead])
    if not between:
        return True
    before, after = _kind(glyphs[end - 1]), _kind(glyphs[ahead])
    if before == "N" and after == "N":
        if between.strip():
            return all(character in _JOINS_NUMBERS for character in between)
        return any(_kind(glyph) == "L" for glyph in glyphs[start:end]) or _is_thousands(glyphs, start, end, ahead)
    if before == "N" and not any(_kind(glyph) == "L" for glyph in glyphs[start:end]):
        # `480 Mbps` stands so where it was set as one; otherwise the number comes first and stands at the right.
        return True
    return len(between) - len(between.strip()) <= 3 or all(c in _JOINS_WORDS or c.isspace() for c in between)


def _is_thousands(glyphs: Sequence[str], start: int, end: int, ahead: int) -> bool:
    """Two groups of digits are one number when only this order makes one: `2 200`, not `200 2`."""
    left = re.split(r"[^\d]", "".join(glyphs[start:end]))[-1]
    right_end = ahead
    while right_end < len(glyphs) and _kind(glyphs[right_end]) == "N":
        right_end += 1
    right = "".join(glyphs[ahead:right_end])
    in_order = len(right) == 3 and 1 <= len(left) <= 3 and not left.startswith("0")
    turned = len(left) == 3 and 1 <= len(right) <= 3 and not right.startswith("0")
    return in_order and not turned


def _read_right_to_left(glyphs: Sequence[str], runs: list[tuple[int, int]]) -> str:
    pieces: list[tuple[str, bool]] = []  # text, whether it may be mirrored
    at = len(glyphs)
    for start, end in reversed(runs):
        pieces.extend((glyph, True) for glyph in reversed(glyphs[end:at]))
        pieces.append((_number_before_unit("".join(glyphs[start:end])), False))
        at = start
    pieces.extend((glyph, True) for glyph in reversed(glyphs[:at]))
    brackets = [text for text, free in pieces if free and text in _MIRRORED]
    if _closes_first(brackets):
        pieces = [(_MIRRORED.get(text, text) if free else text, free) for text, free in pieces]
    return "".join(text for text, _ in pieces)


def _read_left_to_right(glyphs: Sequence[str]) -> str:
    """A line set from left to right: only its Arabic stretches are turned round."""
    text: list[str] = []
    at = 0
    while at < len(glyphs):
        if _kind(glyphs[at]) != "R":
            text.append(glyphs[at])
            at += 1
            continue
        end = at + 1
        for ahead in range(at + 1, len(glyphs)):
            if _kind(glyphs[ahead]) == "R":
                end = ahead + 1
            elif _kind(glyphs[ahead]) in ("L", "N"):
                break
        text.extend(reversed(glyphs[at:end]))
        at = end
    return "".join(text)


def _number_before_unit(run: str) -> str:
    """`Mbps 480` on a line of Arabic is read `480 Mbps`: the number is nearer to the line's beginning."""
    words = run.split(" ")
    if len(words) >= 2 and words[0].casefold() in _UNITS:
        first = len(words)
        while first > 1 and re.fullmatch(r"[\d.,]+", words[first - 1]):
            first -= 1
        if first < len(words):
            return " ".join([*words[first:], *words[:first]])
    return run


def _closes_first(brackets: Sequence[str]) -> bool:
    """Whether the brackets close before they open: the file holds their shapes, not their meaning."""
    return bool(brackets) and brackets[0] in ")]}»›" and any(mark in "([{«‹" for mark in brackets)
