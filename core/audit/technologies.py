"""Which access technologies a text names, in either language: what a table offers for a speed."""

import re

from core.text.normalise import fold

_NAMED = {
    "adsl": re.compile(r"(?<![xv])adsl|xdsl"),
    "vdsl": re.compile(r"vdsl|xdsl"),
    "fibre": re.compile(r"fibre|fiber|ftth|gpon|فايبر|الياف"),
    "4g": re.compile(r"4g|lte|الجيل الرابع"),
}


def technologies(text: str) -> frozenset[str]:
    """Those that the text names; `xDSL` is both of its kind."""
    folded = fold(text)
    return frozenset(name for name, pattern in _NAMED.items() if pattern.search(folded))
