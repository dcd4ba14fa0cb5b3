"""Dates as documents write them, as ISO text to the precision known: `2025-07-14`, `2025-07` or `2025`.

ISO texts compare as texts, and the less precise one is the beginning of the more precise one.
"""

import re
from datetime import date

from core.text.normalise import LETTER_AR, LETTER_LATIN, ascii_digits
from core.text.units import MONTH_GROUPS

_YEAR = r"(?:19[89]\d|20\d\d)"
_INVISIBLE = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_DATE = re.compile(
    rf"(?<![\d/])(?P<d1>\d{{1,2}})\s?[/.\-]\s?(?P<n1>\d{{1,2}})\s?[/.\-]\s?(?P<y1>{_YEAR})(?![\d/])"
    rf"|(?<![\d/])(?P<y2>{_YEAR})\s?[/.\-]\s?(?P<n2>\d{{1,2}})\s?[/.\-]\s?(?P<d2>\d{{1,2}})(?![\d/])"
    rf"|(?<![{LETTER_LATIN}{LETTER_AR}\d])(?:(?P<d3>\d{{1,2}})\s?(?:er)?\s)?(?:{MONTH_GROUPS})\s+(?P<y3>{_YEAR})(?!\d)"
    rf"|(?<![\d/.\-])(?P<n4>0?[1-9]|1[0-2])[/\-](?P<y4>{_YEAR})(?![\d/.\-])"
    rf"|(?<![\d/.\-])(?P<y6>{_YEAR})[/\-](?P<n6>0[1-9]|1[0-2])(?![\d/.\-])"
    rf"|(?<![\d/.,\-])(?P<y5>{_YEAR})(?![\d/\-]|[.,]\d|\s?(?:da|dzd|dinars?|دج|دينار|mbps|mb|go|mo|%))",
    re.IGNORECASE,
)
# In file names: `17072025`, `20250717`.
_DIGITS = re.compile(rf"(?<!\d)(?:(?P<d>\d\d)(?P<m>\d\d)(?P<y>{_YEAR})|(?P<y2>{_YEAR})(?P<m2>\d\d)(?P<d2>\d\d))(?!\d)")


def find_dates(text: str) -> list[str]:
    """The dates of a text in their order. What no calendar knows (31/02/2025) is none; a lone year counts."""
    found = (_iso(match) for match in _DATE.finditer(_INVISIBLE.sub("", ascii_digits(text))))
    return [date for date in found if date]


def without_dates(text: str) -> str:
    """The text with a blank where each date stands."""
    return _DATE.sub(" ", _INVISIBLE.sub("", ascii_digits(text)))


def date_at_end(text: str) -> str:
    """The date with which a text ends, dashes and brackets behind it aside; '' where none does."""
    bare = _INVISIBLE.sub("", ascii_digits(text)).rstrip(" -–—_)]|")
    return next((_iso(match) for match in _DATE.finditer(bare) if match.end() == len(bare)), "")


def dates_of_name(name: str) -> list[str]:
    """The dates of a file's or a folder's name, those in eight digits first."""
    text = ascii_digits(name).replace("_", " ")
    packed = [
        _valid(int(match["y"] or match["y2"]), int(match["m"] or match["m2"]), int(match["d"] or match["d2"]))
        for match in _DIGITS.finditer(text)
    ]
    return [found for found in packed if found] + find_dates(_DIGITS.sub(" ", text))


def parse_date(text: str) -> str | None:
    """The one date that a text consists of; None where it is something else."""
    found = find_dates(text)
    return found[0] if len(found) == 1 and not without_dates(text).strip() else None


def agree(left: str, right: str) -> bool:
    """Whether two dates may be the same one, told to different precision."""
    return left.startswith(right) or right.startswith(left)


def written(date: str) -> str:
    """An ISO date as people here write it: `14/07/2025`, `07/2025`, `2025`."""
    return "/".join(reversed(date.split("-")))


def _iso(match: re.Match[str]) -> str:
    groups = match.groupdict()
    if groups["y5"]:
        return groups["y5"]
    for number in "46":
        if groups[f"y{number}"]:
            return f"{groups[f'y{number}']}-{int(groups[f'n{number}']):02d}"
    if groups["y3"]:
        month = next(number for number in range(1, 13) if groups[f"m{number}"])
        year, day = groups["y3"], groups["d3"]
        return _valid(int(year), month, int(day)) if day else f"{year}-{month:02d}"
    number = "1" if groups["y1"] else "2"
    return _valid(*(int(groups[part + number]) for part in "ynd"))


def _valid(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
