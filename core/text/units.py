"""How units, months and small numbers are written, in French and Arabic, as patterns for `numbers.py`."""

import re
from decimal import Decimal

_INVISIBLE = "[\u200e\u200f\u2066-\u2069]*"
GAP = rf"{_INVISIBLE}[ \t\u00a0\u202f\u2009]?{_INVISIBLE}"
"""What may stand between a number and its unit: one blank, and marks of text direction."""
_AR = "\u0621-\u064a"
_END = rf"(?![a-zà-ÿ\d{_AR}])(?!['’][a-zà-ÿ])"
_PER_SECOND = r"(?:\s?/\s?s(?:ec(?:onde)?)?|ps|\s?par seconde)"
_PER_SECOND_AR = r"(?:\s?/\s?(?:الثانية|ثانية|ثا|ث))"

# unit as counted here, factor to it, spelling; where one spelling begins another, the longer one comes first.
# `M` alone is what people type for megabits.
_UNIT_WORDS: tuple[tuple[str, str, str], ...] = (
    ("go", "1", r"go|giga\s?octets?|(?:جيغا|جيجا|غيغا)\s?بايت"),
    ("go", "1000", r"to|tb|t(?:é|e)ra(?:\s?octets?)?|تيرا\s?(?:بايت|بيت|اوكتي|أوكتي)?"),
    ("go", "0.001", r"mo(?!/s)|m(?:é|e)ga\s?octets?"),
    ("mhz", "1", r"mhz|m(?:é|e)gahertz|(?:ميغا|ميجا|ميقا)\s?هرتز"),
    ("mhz", "1000", r"ghz|gigahertz|(?:جيغا|جيجا|غيغا|جيقا)\s?هرتز"),
    ("mbps", "1", rf"m(?:é|e)gas?[ -]?(?:bits?)?{_PER_SECOND}?|mb(?:its?)?(?:{_PER_SECOND}|p/s)?|mo/s|(?-i:M)"),
    ("mbps", "1", rf"(?:ميغا|ميجا|ميقا)\s?(?:بت|بيت)?{_PER_SECOND_AR}?"),
    ("mbps", "1000", rf"g(?:iga)?[ -]?b(?:its?)?{_PER_SECOND}|g(?:iga)?[ -]?bits?"),
    ("mbps", "1000", rf"(?:جيغا|جيجا|غيغا|جيقا)\s?(?:بت|بيت){_PER_SECOND_AR}?"),
    ("mbps", "0.001", rf"k(?:ilo)?b(?:its?)?{_PER_SECOND}"),
    ("giga", "1", r"gigas?|gb|جيغا|جيجا|غيغا|جيقا"),
    ("da", "1", r"da|dzd|dinars?(?:\s+alg(?:é|e)riens?)?|دج|د\.\s?ج|دينار(?:ا)?(?:\s+جزائري(?:ا)?)?"),
    ("eur", "1", r"€|eur|euros?|يورو|أورو|اورو"),
    ("usd", "1", r"\$|usd|dollars?|دولار(?:ا)?"),
    ("%", "1", r"%|pour\s?cents?|بالمائة|بالمئة|في المائة|في المئة"),
    ("day", "1", r"jours?|j|يوم(?:ا|ًا)?|أيام|ايام"),
    ("week", "1", r"semaines?|[أا]سبوع(?:ا|ًا)?|[أا]سابيع"),
    ("month", "1", r"mois|شهر(?:ا|ًا)?|أشهر|اشهر|شهور"),
    ("year", "1", r"ans?|ann(?:é|e)es?|سن[ةه]|سنوات|عام(?:ا|ًا)?|أعوام|اعوام"),
    ("hour", "1", r"heures?|h|ساع[ةه]|ساعات"),
    ("minute", "1", r"minutes?|min|دقيق[ةه]|دقائق|دقايق"),
    ("second", "1", r"secondes?|ثاني[ةه]|ثوان(?:ي)?"),
    ("m", "1", r"m(?:è|e)tres?|(?-i:m)|متر(?:ا|ًا)?"),
    ("m", "1000", r"km|kilom(?:è|e)tres?|كيلومتر(?:ا|ًا)?|كلم"),
)
_MONTH_NAMES = (
    "janvier|جانفي|يناير",
    "f(?:é|e)vrier|فيفري|فبراير",
    "mars|مارس",
    "avril|أفريل|افريل|أبريل|ابريل",
    "mai|ماي|مايو",
    "juin|جوان|يونيو",
    "juillet|جويلية|جويليه|يوليو",
    "ao(?:û|u)t|أوت|اوت|أغسطس|اغسطس",
    "septembre|سبتمبر",
    "octobre|أكتوبر|اكتوبر",
    "novembre|نوفمبر",
    "d(?:é|e)cembre|ديسمبر",
)
_MONTHS = tuple(enumerate(_MONTH_NAMES, 1))
# After most numbers comes no unit: what can't begin one (a further blank can, before a month) is told first, and what
# stands before a month is read once for all twelve.
UNIT = re.compile(
    rf"{GAP}(?=[a-zà-ÿ%€${_AR} \t\u00a0\u202f\u2009\u200e\u200f\u2066-\u2069])(?:"
    + "|".join(f"(?P<u{index}>{spelling}){_END}" for index, (_, _, spelling) in enumerate(_UNIT_WORDS))
    + rf"|(?:er)?{GAP}(?:"
    + "|".join(f"(?P<m{month}>{names}){_END}" for month, names in _MONTHS)
    + r")|(?P<h>h)(?=[ \u00a0\u202f]?[0-5]\d(?!\d)))",  # `12h30`
    re.IGNORECASE,
)
"""A unit or a month right after its number; the group that matched is its name in `UNIT_OF`."""
UNIT_OF = (
    {f"u{index}": (unit, Decimal(factor)) for index, (unit, factor, _) in enumerate(_UNIT_WORDS)}
    | {f"m{month}": (f"/{month}", Decimal(1)) for month, _ in _MONTHS}
    | {"h": ("hour", Decimal(1))}
)

MONTH_NAMES = "|".join(_MONTH_NAMES)
"""Every month in both languages, as alternatives of a pattern."""

MONTH_GROUPS = "|".join(f"(?P<m{month}>{names})" for month, names in _MONTHS)
"""The same with the month's number in the name of the group that matched (`m7`)."""

MONTH_BEFORE = re.compile(rf"(?<![a-zà-ÿ{_AR}])(?:{MONTH_GROUPS}){GAP}$", re.IGNORECASE)
"""A month's name at the end of what stands before a year; its number in the group's name."""

_DUALS = {
    "day": "يومين|يومان",
    "week": "[أا]سبوعين|[أا]سبوعان",
    "month": "شهرين|شهران",
    "year": "سنتين|سنتان|عامين|عامان",
    "hour": "ساعتين|ساعتان",
    "minute": "دقيقتين|دقيقتان",
}
DUAL = re.compile(
    rf"(?<![{_AR}])[وبل]?(?:" + "|".join(f"(?P<{unit}>{names})" for unit, names in _DUALS.items()) + rf")(?![{_AR}])"
)
"""An Arabic dual (`شهرين`); the unit is the group's name."""

# `un` is an article more often than a number, and left out.
_TEEN = " عشر[ةه]?"
_WORDS = {
    2: "deux",
    3: "trois|ثلاث[ةه]?",
    4: "quatre|[أا]ربع[ةه]?",
    5: "cinq|خمس[ةه]?",
    6: "six|ست[ةه]?",
    7: "sept|سبع[ةه]?",
    8: "huit|ثماني[ةه]?|ثمان",
    9: "neuf|تسع[ةه]?",
    10: "dix|عشر[ةه]?",
    11: f"onze|[اإأ]حد[يى]?{_TEEN}",
    12: f"douze|[اإ]ثن[يات]{{1,2}}{_TEEN}",
    13: f"treize|ثلاث[ةه]?{_TEEN}",
    14: f"quatorze|[أا]ربع[ةه]?{_TEEN}",
    15: f"quinze|خمس[ةه]?{_TEEN}",
    16: f"seize|ست[ةه]?{_TEEN}",
    17: f"dix-sept|سبع[ةه]?{_TEEN}",
    18: f"dix-huit|ثماني[ةه]?{_TEEN}",
    19: f"dix-neuf|تسع[ةه]?{_TEEN}",
    20: "vingt|عشرين|عشرون",
    24: "vingt-quatre|[أا]ربع[ةه]? وعشر(?:ين|ون)",
    30: "trente|ثلاثين|ثلاثون",
    36: "trente-six|ست[ةه]? وثلاث(?:ين|ون)",
    40: "quarante|[أا]ربعين|[أا]ربعون",
    45: "quarante-cinq|خمس[ةه]? و[أا]ربع(?:ين|ون)",
    48: "quarante-huit|ثماني[ةه]? و[أا]ربع(?:ين|ون)",
    60: "soixante|ستين|ستون",
    72: "soixante-douze|[اإ]ثن(?:ين|ان) وسبع(?:ين|ون)",
    90: "quatre-vingt-dix|تسعين|تسعون",
}
# Greatest first: `خمسة عشر` is not read as five and ten. The letters that they begin with are tried before the thirty
# words themselves: this pattern meets every word of every text.
WORD = re.compile(
    r"(?<![\w'’-])(?<!cent )[بلف]?(?=[dtqcshnovثأارخستعإ])(?:"
    + "|".join(f"(?P<n{value}>{_WORDS[value]})" for value in sorted(_WORDS, reverse=True))
    + r")(?=[ \u00a0\u202f])",
    re.IGNORECASE,
)
"""A number in words, its value in the group's name; only before a unit of time does it count as one."""
