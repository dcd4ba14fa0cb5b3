"""Numbers and dates of a spreadsheet as its reader sees them: by the cell's number format, in French notation.

The file says `#,##0.00`; which marks part thousands and decimals is the business of who opens it: a blank and a comma
here. Dates that are all figures come out as dd/mm/yyyy whatever their order, so that no month reads as a day.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_(?P<blank>.)|\*(?P<filler>.)|\[\$(?P<money>[^\]-]*)(?:-[^\]]*)?\]'
    r"|\[(?P<condition>[<>=]+[^\]]*)\]|\[(?P<bracket>[^\]]*)\]|(?P<general>General|Standard)"
    r"|(?P<exponent>E[+-]0+)|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_SECTION_END = re.compile(r'("[^"]*"?|\\.|\[[^\]]*\])|;', re.DOTALL)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)")
_LANGUAGE = re.compile(r"\[\$[^\]-]*-(?:[0-9A-F]*?)([0-9A-F]{1,4})\]", re.IGNORECASE)
_ARABIC, _LANGUAGE_BITS = 0x01, 0x3FF
_MONTHS = {
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
    "ar": "جانفي|فيفري|مارس|أفريل|ماي|جوان|جويلية|أوت|سبتمبر|أكتوبر|نوفمبر|ديسمبر".split("|"),
}
_GENERAL_DIGITS = 11


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str


def shown_number(value: int | float, code: str) -> str:
    """A number below a number format (`#,##0 "DA"`). An empty format shows nothing, as in the sheet."""
    exact = Decimal(str(value))
    section, minus = _section(exact, _sections(code))
    tokens = _tokens(section)
    if any(token.kind == "general" for token in tokens):
        number = "".join(_general(exact) if token.kind == "general" else _literal(token) for token in tokens)
    else:
        number = _placed(abs(exact), tokens)
    sign = "-" if minus and re.search("[1-9]", number) else ""
    return sign + " ".join(number.split())


def shown_text(value: str, code: str) -> str:
    """A text below a number format, whose fourth part may put words around it."""
    sections = _sections(code)
    section = sections[3] if len(sections) > 3 else sections[0]
    if "@" not in section or section == "@":
        return value
    return "".join(value if token.text == "@" and token.kind == "other" else _literal(token)
                   for token in _tokens(section)).strip()  # fmt: skip


def shown_date(value: datetime | date | time | timedelta, code: str) -> str:
    """A date, a time of the day or a duration below a number format."""
    if isinstance(value, timedelta):
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        return f"{minutes // 60:02}:{minutes % 60:02}" + (f":{seconds:02}" if "s" in _letters(code) else "")
    letters = _letters(code)
    parts = []
    if isinstance(value, date):
        parts.append(_day(value, letters, _language(code)))
    if isinstance(value, time | datetime) and ("h" in letters or "s" in letters):
        parts.append(value.strftime("%H:%M:%S" if "s" in letters else "%H:%M"))
    return " ".join(filter(None, parts))


def _day(value: date, letters: str, language: str) -> str:
    has_month = "m" in re.sub(r"h+\W*m+|m+\W*s+", "", letters)
    if "mmm" in letters:
        names = (str(value.day) if re.search(r"(?<!d)dd?(?!d)", letters) else "", _MONTHS[language][value.month - 1],
                 str(value.year) if "y" in letters else "")  # fmt: skip
        return " ".join(filter(None, names))
    parts = (f"{value.day:02}" if "d" in letters else "", f"{value.month:02}" if has_month else "",
             f"{value.year:04}" if "y" in letters else "")  # fmt: skip
    return "/".join(filter(None, parts))


def _letters(code: str) -> str:
    """The format without what is written in it as it stands; the hours of a duration without their brackets."""
    bare = re.sub(r"\[([hms]+)\]", r"\1", _sections(code)[0], flags=re.IGNORECASE)
    return "".join(token.text for token in _tokens(bare) if token.kind == "other").lower().replace("am/pm", "")


def _language(code: str) -> str:
    found = _LANGUAGE.search(code)
    return "ar" if found and int(found.group(1), 16) & _LANGUAGE_BITS == _ARABIC else "fr"


def _sections(code: str) -> list[str]:
    sections, start = [], 0
    for found in _SECTION_END.finditer(code):
        if found.group(1) is None:
            sections.append(code[start : found.start()])
            start = found.end()
    return [*sections, code[start:]]


def _tokens(section: str) -> list[_Token]:
    return [_Token(found.lastgroup or "", found.group(found.lastgroup or 0)) for found in _TOKEN.finditer(section)]


def _literal(token: _Token) -> str:
    if token.kind == "blank":
        return " "
    return "" if token.kind in ("filler", "condition", "bracket", "exponent", "general") else token.text


def _section(value: Decimal, sections: Sequence[str]) -> tuple[str, bool]:
    """The part of the format that this number takes, and whether it needs a minus of its own."""
    conditions = [_CONDITION.search(section) if "[" in section else None for section in sections]
    if any(conditions):
        for section, condition in zip(sections, conditions, strict=True):
            if condition is None or _meets(value, condition.group(1), Decimal(condition.group(2))):
                return section, value < 0
        return sections[-1], value < 0
    if value < 0 and len(sections) > 1:
        return sections[1], False
    if value == 0 and len(sections) > 2:
        return sections[2], False
    return sections[0], value < 0


def _meets(value: Decimal, sign: str, limit: Decimal) -> bool:
    return (value < limit and "<" in sign) or (value > limit and ">" in sign) or (value == limit and "=" in sign)


def _general(value: Decimal) -> str:
    """At most eleven digits, never an exponent: a telephone number typed as a number stays whole."""
    value = abs(value)
    if value == value.to_integral_value():
        return f"{value:.0f}"
    decimals = max(0, min(_GENERAL_DIGITS - 1, _GENERAL_DIGITS - 1 - value.adjusted()))
    return f"{value:.{decimals}f}".rstrip("0").rstrip(".").replace(".", ",")


def _placed(value: Decimal, tokens: list[_Token]) -> str:
    """The digits put into their places; what stands between and around the places stays where it is."""
    exponent = next((token for token in tokens if token.kind == "exponent"), None)
    if any(token.kind == "other" and token.text == "/" for token in tokens):
        return _general(value)  # a fraction: its decimals say the same
    places = [at for at, token in enumerate(tokens) if token.kind == "other" and token.text in "0#?"]
    if not places:
        return "".join(map(_literal, tokens))
    point = next((at for at, token in enumerate(tokens) if token.kind == "other" and token.text == "."), None)
    whole = [at for at in places if point is None or at < point]
    decimals = [at for at in places if point is not None and at > point]
    commas = [at for at, token in enumerate(tokens) if token.kind == "other" and token.text == ","]
    last = whole[-1] if whole else (point or 0)
    value *= Decimal(100) ** sum(1 for token in tokens if token.kind == "other" and token.text == "%")
    value /= Decimal(1000) ** sum(1 for at in commas if at > last)
    if exponent is not None:
        mantissa, _, power = f"{value:.{len(decimals)}E}".partition("E")
        return f"{mantissa.replace('.', ',')}E{power}"
    rounded = value.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP)
    digits, _, fraction = f"{rounded:f}".partition(".")
    written = {at: _literal(token) for at, token in enumerate(tokens)} | dict.fromkeys(commas, "")
    grouped = any(whole and whole[0] < at < whole[-1] for at in commas)
    _fill_whole(written, tokens, whole, digits.lstrip("0"), grouped)
    _fill_decimals(written, tokens, decimals, fraction)
    if point is not None:
        written[point] = "," if any(written[at].strip() for at in decimals) else ""
    return "".join(written[at] for at in range(len(tokens)))


def _fill_whole(written: dict[int, str], tokens: list[_Token], places: list[int], digits: str, grouped: bool) -> None:
    left, count = digits, 0
    for number, at in enumerate(reversed(places)):
        take = left if number == len(places) - 1 else left[-1:]
        left = left[: len(left) - len(take)]
        if not take:
            take = {"0": "0", "?": " "}.get(tokens[at].text, "")
        text = ""
        for digit in reversed(take):
            gap = " " if grouped and count and count % 3 == 0 and digit.isdigit() else ""
            text = digit + gap + text
            count += digit.isdigit()
        written[at] = text


def _fill_decimals(written: dict[int, str], tokens: list[_Token], places: list[int], digits: str) -> None:
    for at, digit in zip(places, digits, strict=True):
        written[at] = digit
    for at in reversed(places):
        if tokens[at].text == "0" or written[at] != "0":
            break
        written[at] = ""
