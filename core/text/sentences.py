"""Sentence ends in both scripts."""

import re

# A full stop ends a sentence when blank and a capital, an Arabic letter, a digit or an opening mark follow; not after
# an abbreviation or an initial, and not inside a number or a menu path.
_END = re.compile(r"(?<=[.!?؟؛…])[\"»)\]]*\s+(?=[\"«(\[]?[A-ZÀ-Ý0-9\u0621-\u064a•\-])")
_ABBREVIATIONS = re.compile(
    r"(?:\b(?:M|MM|Mme|Mlle|Dr|art|N|n|no|tél|Tel|cf|ex|p|etc|min|max|env)|\b[A-Z])\.$", re.IGNORECASE
)


def split_sentences(text: str) -> list[str]:
    """Sentences of a text, in order; a line break always ends one. Nothing but outer blanks is lost."""
    sentences: list[str] = []
    for line in text.splitlines():
        start = 0
        for end in _END.finditer(line):
            candidate = line[start : end.start()].strip()
            if _ABBREVIATIONS.search(candidate):
                continue
            sentences.append(line[start : end.end()].strip())
            start = end.end()
        if rest := line[start:].strip():
            sentences.append(rest)
    return sentences


def cut(text: str, limit: int) -> str:
    """The text, or as many whole sentences of it as fit into `limit` characters; a first sentence that is longer
    itself is cut at a word's end and marked with `…`."""
    if len(text) <= limit:
        return text
    kept = ""
    for sentence in split_sentences(text):
        longer = f"{kept} {sentence}".strip()
        if len(longer) > limit:
            break
        kept = longer
    if kept:
        return kept
    head = text[: limit - 1]
    return f"{head.rsplit(None, 1)[0] if ' ' in head else head}…"
