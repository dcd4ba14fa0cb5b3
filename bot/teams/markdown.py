"""Text as Teams' markdown shows it: as it was written, whatever signs it holds."""

import re

from bot.bidi import PDI, RLI, RLM, isolate
from core.documents.chunk import Language

_SIGNS = re.compile(r"[\\`*_~]|\](?=\()")
_BULLET = re.compile(r"^[-*] +")
_LINE_START = re.compile(r"^(\s*)([#>+=-]|\d+(?=[.)]\s))", re.MULTILINE)


def escape(text: str) -> str:
    """The text with every sign that markdown or its HTML would read as markup made an ordinary one."""
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    text = _SIGNS.sub(lambda sign: "\\" + sign[0], text)
    return _LINE_START.sub(_escaped_start, text)


def _escaped_start(start: re.Match[str]) -> str:
    blanks, sign = start[1], start[2]
    # Three digits or fewer and a dot would begin a list; the dot is what is escaped then.
    return f"{blanks}{sign}\\" if sign.isdigit() else f"{blanks}\\{sign}"


def paragraphs(text: str, language: Language) -> str:
    """A text in the direction of its language. Each line is a paragraph, for markdown would join them; what is listed
    stays listed."""
    lines = (escape(_BULLET.sub("• ", line.strip())) for line in isolate(text).split("\n"))
    return "\n\n".join(_from_the_right(line) if language == "ar" else line for line in lines if line)


def _from_the_right(line: str) -> str:
    """The mark turns paragraphs whose client looks for their direction; the isolate orders the others: without it the
    full stop of a line stood before it there."""
    return f"{RLM}{RLI}{line}{PDI}"


def quoted(text: str, length: int = 200) -> str:
    """The question that a reply in a group is about, in one line."""
    line = " ".join(text.split())
    return f"> {escape(shortened(isolate(line), length))}" if line else ""


def shortened(text: str, length: int) -> str:
    """At most so many characters, the last of them `…` where something is missing; no isolate is left open."""
    if len(text) <= length:
        return text
    cut = text[: length - 2].rstrip() + "…"
    open_isolates = sum(cut.count(sign) for sign in "\u2066\u2067\u2068") - cut.count("\u2069")
    return cut + "\u2069" * min(open_isolates, 1)
