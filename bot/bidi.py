"""Right-to-left text that stays readable: what runs left to right inside it is isolated, so that nothing jumps.

Numbers, prices, product names, `*610#`, `[1]` and URLs keep their place in Arabic lines on every screen that knows the
Unicode isolates (U+2066…U+2069); elsewhere these are invisible.
"""

import re

from core.text.normalise import LETTER_AR, LETTER_LATIN

LRI, FSI, PDI, RLM = "\u2066", "\u2068", "\u2069", "\u200f"

_ARABIC = re.compile(f"[{LETTER_AR}]")
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
