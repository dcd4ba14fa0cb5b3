"""Text with a little markup, and cutting it where a message is full: before it becomes HTML, so no cut breaks it."""

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from bot.bidi import FSI, LRI, PDI

Tag = Literal["", "b", "i", "code"]

MAX_UNITS = 4096
"""UTF-16 code units of a message, counted without markup."""
MAX_MARKUP = 9000
"""Characters of a message with its markup and escapes; Telegram takes about 9,500."""

_TAG_COST = len("<code></code>")
_SURROGATE = re.compile("[\ud800-\udfff]")
_OPENING = (LRI, "\u2067", FSI)
_CUTS = (re.compile(r"\n{2,}"), re.compile(r"\n"), re.compile(r"(?<=[.!?؟؛;…])\s+"), re.compile(r"\s+"))
"""Where a text may be cut, best first."""


@dataclass(frozen=True)
class Span:
    """A run of text below one tag ('' for none)."""

    text: str
    tag: Tag = ""


Rich = tuple[Span, ...]


def to_html(rich: Rich) -> str:
    """What Telegram's HTML mode reads."""
    return "".join(_tagged(span) for span in rich)


def to_plain(rich: Rich) -> str:
    """The text alone."""
    return "".join(span.text for span in rich)


def join(parts: Iterable[Rich], between: str) -> Rich:
    """The parts that aren't empty, with a text between them."""
    joined: list[Span] = []
    for part in parts:
        if part:
            joined += [Span(between), *part] if joined else part
    return tuple(joined)


def split(rich: Rich, max_units: int = MAX_UNITS, max_markup: int = MAX_MARKUP) -> list[Rich]:
    """The text in as few messages as it takes: cut between paragraphs, lines, sentences or words, in this order, and
    never inside an isolated run unless it alone is longer than a message. Parts of nothing but blanks are left out."""
    parts = []
    rich = tuple(replace(span, text=_SURROGATE.sub("\ufffd", span.text)) for span in rich)  # no network takes them
    while rich:
        fits = _fitting(rich, max_units, max_markup)
        text = to_plain(rich)
        if fits >= len(text):
            parts.append(rich)
            break
        head, rest = _best_cut(text, fits)
        opened = _open_isolates(text[:head])
        parts.append(_slice(rich, 0, head, closing=PDI * len(opened)))
        rich = _slice(rich, rest, len(text), opening=opened)
    return [part for part in parts if to_plain(part).strip()]


def units(text: str) -> int:
    """Length in UTF-16 code units, which is how Telegram counts."""
    return sum(2 if ord(char) > 0xFFFF else 1 for char in text)


def _tagged(span: Span) -> str:
    text = html.escape(span.text, quote=False)
    return f"<{span.tag}>{text}</{span.tag}>" if span.tag and text else text


def _fitting(rich: Rich, max_units: int, max_markup: int) -> int:
    """How many characters fit into a message, with room for the marks that close what a cut leaves open."""
    count, unit, markup = 0, 0, 0
    for span in rich:
        markup += _TAG_COST if span.tag else 0
        for char in span.text:
            unit += 2 if ord(char) > 0xFFFF else 1
            markup += len(html.escape(char, quote=False))
            if unit > max_units or markup > max_markup:
                return max(count - 2, 1)
            count += 1
    return count


def _best_cut(text: str, fits: int) -> tuple[int, int]:
    """Where the first part ends, and where the next begins (what is between is blank). Not in the first third: better a
    cut between sentences than a message of two words."""
    depths = _depths(text[: fits + 1])
    for pattern in _CUTS:
        cuts = [m for m in pattern.finditer(text, fits // 3, fits + 1) if m.start() <= fits and not depths[m.start()]]
        if cuts:
            return max(cuts[-1].start(), 1), cuts[-1].end()
    outside = [place for place in range(fits, fits // 3, -1) if not depths[place]]
    cut = outside[0] if outside else fits
    return cut, cut


def _depths(text: str) -> list[int]:
    """For each place in the text, how many isolates are open there."""
    depths, depth = [0], 0
    for char in text:
        depth += (char in _OPENING) - (char == PDI and depth > 0)
        depths.append(depth)
    return depths


def _open_isolates(text: str) -> str:
    opened: list[str] = []
    for char in text:
        if char in _OPENING:
            opened.append(char)
        elif char == PDI and opened:
            opened.pop()
    return "".join(opened)


def _slice(rich: Rich, start: int, end: int, opening: str = "", closing: str = "") -> Rich:
    cut, place = [], 0
    for span in rich:
        text = span.text[max(start - place, 0) : max(end - place, 0)]
        place += len(span.text)
        if text:
            cut.append(replace(span, text=text))
    if cut:
        cut[0] = replace(cut[0], text=opening + cut[0].text)
        cut[-1] = replace(cut[-1], text=cut[-1].text + closing)
    return tuple(cut)
