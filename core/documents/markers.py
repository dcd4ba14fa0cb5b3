"""What stands before a list item or a numbered title, when it is typed and not a list of the word processor."""

import re
from dataclasses import dataclass

_BULLETS = "-–—•●▪■◆❖➢➤►▶→⇒✓✔✅☑o*·◦➔✦⮚"
_BULLET = re.compile(rf"^([{re.escape(_BULLETS)}\uf000-\uf0ff])\s*(?=[^\s\d]|\s\S|\d\d\s)")
_SPACED_BULLET = re.compile(r"^([o*–—-])\s+(?=\S)")
# `1.5 Gbps` and `1-2 jours` are not steps: after the mark comes no digit.
_NUMBER = re.compile(
    r"^(\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})\s?(?:[.)]|-(?!\s?[a-z]{1,2}\b))|\d{1,2}\s?[-–/:])\s*(?=[^\d\s.,])"
)


@dataclass(frozen=True)
class Typed:
    """A typed marker, `rest` what follows it. `number` is None for a bullet and for letters."""

    marker: str
    rest: str
    number: int | None

    @property
    def is_bullet(self) -> bool:
        return not any(character.isalnum() for character in self.marker) or self.marker == "o"


def typed_marker(text: str) -> Typed | None:
    """The marker that a cleaned line begins with, or None."""
    found = _SPACED_BULLET.match(text)
    if found is None:
        found = _BULLET.match(text)
        if found is not None and found.group(1) in "o*–—-" and found.group(1) != "-":
            found = None  # an `o` or a dash glued to a word belongs to the word
    if found is not None and text[found.end() :].strip():
        return Typed(plain_bullet(found.group(1)), text[found.end() :].strip(), None)
    numbered = _NUMBER.match(text)
    if numbered is None or not text[numbered.end() :].strip():
        return None
    marker = numbered.group(1).replace(" ", "")
    digits = re.sub(r"\D", "", marker)
    if not digits and len(marker.strip("().-")) == 1 and marker.strip("().-").isupper() and marker.endswith("."):
        return None  # `A. Martin`: an initial
    return Typed(marker, text[numbered.end() :].strip(), int(digits) if digits else None)


def plain_bullet(mark: str) -> str:
    """The bullet as people would type it; symbol fonts keep theirs in the private area."""
    if "\uf000" <= mark <= "\uf0ff":
        return {"\uf0d8": "➢", "\uf0e8": "→", "\uf0e0": "→", "\uf0fc": "✓", "\uf0fe": "✓", "\uf0f0": "→"}.get(mark, "-")
    return "-" if mark in "–—•●▪■·o*◦" else mark
