"""Cited sources in a line each: what every channel shows, without its markup. Their passages: `passages.py`."""

from collections.abc import Sequence
from dataclasses import replace

from bot.bidi import FSI, RLI, RLM, embed, isolate, ltr
from bot.texts import Text
from core.documents.chunk import Language
from core.documents.dates import written
from core.reply import Citation

TITLE_CHARS = 48
"""Of a title below an answer; the page of the source has all of it."""


def source_line(citation: Citation, language: Language) -> str:
    """`[1] Title › Section, p. 2 (V2, 14/07/2025)`, in the direction of the reply; names keep their own. What was
    recognised in a picture says so."""
    return _line(f"[{citation.n}]", citation, language)


def _line(numbers: str, citation: Citation, language: Language) -> str:
    names = " › ".join(_name(name, citation.language) for name in (citation.title, citation.section) if name)
    page = _page(citation, language) + _version(citation, language) + _recognised(citation, language)
    # All of an Arabic line may be isolated: the mark before it says on which side the line begins.
    return f"{RLM}{ltr(numbers)} {names}{page}" if language == "ar" else f"{numbers} {names}{page}"


def source_lines(citations: Sequence[Citation], language: Language) -> list[str]:
    """One short line a place, all numbers that cite it before it; a document's title only once, at most
    `TITLE_CHARS` of it."""
    places: dict[tuple[str, str, int | None], list[Citation]] = {}
    for citation in citations:
        places.setdefault((citation.document, citation.section, citation.page), []).append(citation)
    lines, named = [], set()
    for (document, _, _), cited in places.items():
        first = replace(cited[0], title="…" if document in named else _short(cited[0].title))
        if document in named:
            first = replace(first, version="", date=None)
        named.add(document)
        numbers = " ".join(f"[{citation.n}]" for citation in cited)
        lines.append(_line(numbers, first, language))
    return lines


def corrections_line(citation: Citation, language: Language) -> str:
    """Which figures the file writes otherwise; '' where it writes none so."""
    if not citation.corrections:
        return ""
    corrections = " · ".join(map(ltr, citation.corrections) if language == "ar" else citation.corrections)
    return isolate(Text.CORRECTED.say(language, corrections=corrections))


def _name(name: str, language: Language) -> str:
    """As its document reads it: an Arabic title may begin with a product's name in Latin letters."""
    embedded = embed(name)
    return RLI + embedded[1:] if language == "ar" and embedded[:1] == FSI else embedded


def _short(title: str) -> str:
    """Cut between words."""
    if len(title) <= TITLE_CHARS:
        return title
    return title[:TITLE_CHARS].rsplit(" ", 1)[0].rstrip(" ,;:،؛(-–") + "…"


def _page(citation: Citation, language: Language) -> str:
    if citation.page is None:
        return ""
    comma = "، " if language == "ar" else ", "
    return comma + isolate(Text.PAGE.say(language, page=citation.page))


def _version(citation: Citation, language: Language) -> str:
    facts = [fact for fact in (citation.version, written(citation.date or "")) if fact]
    if not facts:
        return ""
    if language == "fr":
        return f" ({', '.join(map(embed, facts))})"
    return f" ({'، '.join(embed(fact) if embed(fact) != fact else ltr(fact) for fact in facts)})"


def _recognised(citation: Citation, language: Language) -> str:
    return f" ({isolate(Text.RECOGNISED.say(language))})" if citation.ocr else ""
