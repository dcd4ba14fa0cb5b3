"""What a text counts: a number of things, in digits or in words."""

import re

from core.answering.units import Unit
from core.text.normalise import fold

_IN_WORDS = re.compile(
    r"\b(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|seule?|quinze|vingt|trente|cent)\b"
    r"|(?<!\w)(?:واحده?|اثنان|اثنين|ثلاثه?|اربعه?|خمسه?|سته?|سبعه?|ثمانيه?|ثماني|تسعه?|عشره?|عشرون|عشرين)(?!\w)"
)
_DATED = re.compile(r"\d{1,2}/\d{1,2}/\d{4}")


def says_count(unit: Unit) -> bool:
    """True where a text holds a number without a unit, or one in words; the date and reference of a title page count
    nothing."""
    if _DATED.search(unit.text):
        return False
    return any(not quantity.unit for quantity in unit.quantities) or bool(_IN_WORDS.search(fold(unit.text)))
