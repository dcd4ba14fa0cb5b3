"""Version numbers as documents write them: `V1.2`, `Version 3`, `النسخة 2`."""

import re
from collections.abc import Iterator

from core.text.normalise import ascii_digits

_WORDS = "version|vers|ver|v|[eé]dition|r[eé]vision|rev|(?:ال)?نسخ[ةه]|(?:ال)?[إا]صدار|(?:ال)?طبع[ةه]"
_VERSION = re.compile(
    rf"(?<![a-zà-ÿ0-9\u0621-\u064a])(?:{_WORDS})\s*(?:n\s?[°o]|رقم)?\s*[.:]?\s*"
    r"(\d{1,3}(?:[.,]\d{1,3}){0,3})(?![\da-zà-ÿ/]|[.,]\d)",
    re.IGNORECASE,
)
_OF_REFERENCE = re.compile(r"(?:^|/)(?:v\s?(\d+(?:\.\d+)*)|(\d+\.\d+))(?=/|$)", re.IGNORECASE)


def find_versions(text: str) -> list[str]:
    """The versions that a text names, as `V` and the number, in their order."""
    return [f"V{match[1].replace(',', '.')}" for match in _VERSION.finditer(ascii_digits(text))]


def without_versions(text: str) -> str:
    """The text with a blank where a version stands."""
    return _VERSION.sub(" ", ascii_digits(text))


def version_of_reference(reference: str) -> str:
    """The version that a reference holds (`AT/DG/V2.0/FR/144`); '' where it holds none."""
    match = _OF_REFERENCE.search(reference)
    return f"V{match[1] or match[2]}" if match else ""


def version_key(version: str) -> tuple[int, ...]:
    """For comparing: `V3.0` is `V3`, and `V10` comes after `V9`. Empty for what holds no number."""
    numbers = list(_numbers(version))
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def tidy_version(text: str) -> str:
    """A version as a person typed it in the form that is shown: `2`, `version 2` and `v2` are `V2`; others stay."""
    bare = text.strip()
    if re.fullmatch(r"\d+(?:[.,]\d+)*", bare):
        return f"V{bare.replace(',', '.')}"
    found = find_versions(bare)
    return found[0] if len(found) == 1 and not without_versions(bare).strip() else bare


def _numbers(version: str) -> Iterator[int]:
    for number in re.findall(r"\d+", version):
        yield int(number)
