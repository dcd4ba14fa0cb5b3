"""How lists count: the marker before an item, whatever the program that wrote the list."""

from dataclasses import dataclass

_MOST_LETTERED = 780
"""Word writes `aaa` for the 53rd item; past thirty letters a number says it better."""


@dataclass(frozen=True)
class Marker:
    """What stands before a list item. `is_bullet` is False for numbers and letters."""

    text: str
    level: int
    is_bullet: bool


def spell(number: int, form: str) -> str:
    """A number as a list shows it. `form` is Word's name (lowerLetter, upperRoman, …); others are decimal."""
    if form in ("lowerLetter", "upperLetter") and 0 < number <= _MOST_LETTERED:
        letter = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letter.upper() if form == "upperLetter" else letter
    if form in ("lowerRoman", "upperRoman") and 0 < number < 4000:
        roman = _roman(number)
        return roman.upper() if form == "upperRoman" else roman
    return str(number)


def _roman(number: int) -> str:
    spelled = ""
    for value, letters in zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ("m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"),
        strict=True,
    ):
        while number >= value:
            spelled += letters
            number -= value
    return spelled
