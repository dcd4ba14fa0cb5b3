"""Buttons below messages, and what a press on one says. Telegram gives a button 64 bytes; an answer's id takes 32."""

import re
from dataclasses import dataclass
from typing import Literal

Shows = Literal["message", "page", "document", "vote", "choice", "nothing"]

_DATA = re.compile(r"(?P<what>[+\-spdc])(?P<number>\d{0,4})(?::(?P<answer>.{0,50}))?")


@dataclass(frozen=True)
class Button:
    """What it shows, and what it sends when it is pressed."""

    label: str
    data: str


Keyboard = tuple[tuple[Button, ...], ...]
"""Rows of buttons."""


@dataclass(frozen=True)
class Pressed:
    """A pressed button: the text that it stands for, the answer it is about ('' where the message knows), and how the
    reply is to be shown. A `choice` has its text kept with the message, at `number`: it may be longer than 64 bytes.
    `nothing` is a button that isn't known (any more)."""

    text: str
    answer_id: str
    shows: Shows
    number: int = 0


def vote(value: Literal[1, -1], answer_id: str, is_standing: bool) -> Button:
    """A thumb; the one that was pressed says so."""
    thumb = "👍" if value == 1 else "👎"
    return Button(thumb + " ✓" * is_standing, f"{'+' if value == 1 else '-'}:{answer_id}")


def sources(label: str, answer_id: str) -> Button:
    """Opens the first source in a message of its own."""
    return Button(label, f"s1:{answer_id}")


def page(label: str, number: int, answer_id: str) -> Button:
    """Turns to another source, in the same message."""
    return Button(label, f"p{number}:{answer_id}")


def document(label: str, number: int, answer_id: str) -> Button:
    """Brings the document of a source."""
    return Button(label, f"d{number}:{answer_id}")


def choice(label: str, number: int) -> Button:
    """Sends the text that is kept with the message under this number."""
    return Button(label, f"c{number}")


def read_button(data: str) -> Pressed:
    """What a button says."""
    found = _DATA.fullmatch(data)
    if found is None:
        return Pressed("", "", "nothing")
    answer, number = found["answer"] or "", int(found["number"] or 0)
    match found["what"]:
        case "+" | "-" as thumb:
            return Pressed(thumb, answer, "vote")
        case "c":
            return Pressed("", "", "choice", number)
        case "s":
            return Pressed(f"/sources {number}", answer, "message", number)
        case "p":
            return Pressed(f"/sources {number}", answer, "page", number)
    return Pressed(f"/sources {number}", answer, "document", number)
