"""Where a long paragraph may be cut: after sentences, in Latin and Arabic script."""

import re

# Not after an abbreviation, an initial, a list number or inside a figure: the next word must begin a sentence.
_END = re.compile(
    r"(?<=[.!?؟…؛;])(?<!\b[A-Z]\.)(?<!\bart\.)(?<!\bArt\.)(?<!\bn°\.)(?<!\bN\.B\.)\s+(?=[^\s\d.,;a-zà-ÿ]|\d)"
)
_CLAUSE = re.compile(r"(?<=[,،:])\s+")


def split_at_sentences(text: str, limit: int) -> list[str]:
    """The text in parts of at most `limit` characters, cut at sentence ends; failing those at commas, then words."""
    return _packed(text, limit, (_END, _CLAUSE, re.compile(r"\s+")))


def _packed(text: str, limit: int, cuts: tuple[re.Pattern[str], ...]) -> list[str]:
    if len(text) <= limit or not cuts:
        return [text]
    parts: list[str] = []
    for piece in cuts[0].split(text):
        if parts and len(parts[-1]) + 1 + len(piece) <= limit:
            parts[-1] = f"{parts[-1]} {piece}"
        elif len(piece) > limit:
            parts.extend(_packed(piece, limit, cuts[1:]))
        else:
            parts.append(piece)
    return parts
