"""Right-to-left text that stays readable: what runs left to right inside it is isolated, so that nothing jumps.

Numbers, prices, product names, `*610#`, `[1]` and URLs keep their place in Arabic lines on every screen that knows the
Unicode isolates (U+2066…U+2069); elsewhere these are invisible.
"""

import re

from core.documents.chunk import Language
from core.text.normalise import LETTER_AR, LETTER_LATIN

LRI, RLI, FSI, PDI, RLM = "\u2066", "\u2067", "\u2068", "\u2069", "\u200f"

_ARABIC = re.compile(f"[{LETTER_AR}]")
_NUMBER = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)")
_UNIT = re.compile(r"(?<=\d) (?=(?:DA|DZD|[KMG]bps|[KMG]o|ms)\b)")
_BEFORE_SIGN = re.compile(r"(?<=\S) (?=[:;?!»%](?!\S)|[:;?!»][)\]»])|(?<=«) ")
_BEGINS_LATIN = re.compile(rf"[^{LETTER_AR}{LETTER_LATIN}\u200f]*[{LETTER_LATIN}]")
_LINE_END = re.compile("[ \u00a0\u202f]+$", re.MULTILINE)
_MARKS = re.compile("[\u2066-\u2069]")
_ISOLATED = re.compile("([\u2066-\u2068][^\u2066-\u2069]*\u2069)")
_ATOM = f"[{LETTER_LATIN}0-9]"
_BLANK = "[ \u00a0\u202f]"
# A name, number or address, with signs before (`*610#`, `/sources`), inside (`2.6.2`, `DA/mois`) and after it (`50%`).
_WORD = rf"(?:(?<!\w)[*#/@+−$€-]+)?{_ATOM}(?:{_ATOM}|[.,:/'’_@&+−–*#×=?%()\-]+(?={_ATOM}))*(?:{_BLANK}%|[%#*+°²³€$]*)"
# Words side by side are one run (`Azur Max`, `7 150`, `7 150 − 5 900 = 1 250`); `, ` and `: ` part two.
_RUN = re.compile(rf"\[\d+\]|{_WORD}(?:{_BLANK}(?:[−+×=/&–-]{_BLANK})?{_WORD})*")


def isolate(text: str) -> str:
    """The text with its left-to-right runs isolated, in each line that holds Arabic; other lines as they are.

    What is isolated already stays so; a mark without its partner goes.
    """
    return "\n".join(_isolate_line(line) for line in text.split("\n"))


def shown(text: str, language: Language = "fr") -> str:
    """As a screen is to show it: runs isolated, numbers whole and with their unit (`7 150 DA` doesn't break across
    lines), French signs on their words' lines, no blank at a line's end. In an Arabic text a line that begins with a
    Latin name is marked to begin at the right all the same: not every screen looks past isolates for that."""
    lines = [
        line if _ARABIC.search(line) else _BEFORE_SIGN.sub("\u00a0", line)
        for line in _LINE_END.sub("", text).split("\n")
    ]
    lines = [_UNIT.sub("\u00a0", line) for line in lines]
    if language == "ar":
        lines = [RLM + line if _BEGINS_LATIN.match(line) and _ARABIC.search(line) else line for line in lines]
    return whole_numbers(isolate("\n".join(lines)))


def whole_numbers(text: str) -> str:
    """The text with numbers that stay whole at the end of a line: `2 560` broken there reads as two."""
    return _NUMBER.sub(lambda number: number[0].replace(" ", "\u202f"), text)


def ltr(text: str) -> str:
    """A run that reads left to right wherever it stands."""
    return f"{LRI}{text}{PDI}"


def embed(text: str) -> str:
    """A name for use inside a sentence of either direction: it keeps its own, and doesn't pull its neighbours along."""
    return f"{FSI}{_MARKS.sub('', text)}{PDI}" if _ARABIC.search(text) else text


def _isolate_line(line: str) -> str:
    isolates_runs = bool(_ARABIC.search(_MARKS.sub("", _ISOLATED.sub("", line))))
    parts = []
    for place, part in enumerate(_ISOLATED.split(line)):
        if place % 2:  # the split keeps what is isolated already, at the odd places
            parts.append(part)
            continue
        part = _MARKS.sub("", part)
        parts.append(_RUN.sub(lambda run: ltr(run[0]), part) if isolates_runs else part)
    return "".join(parts)
