"""Questions made out of a corpus's own titles, headings, rows and lines, to calibrate the gate where nobody wrote any.

They are to resemble what people type: a row's label with its document's name cut short, a few words of a heading or of
a line with or without that name, in the document's language, asked as people ask it; some in Algerian, in either
script, around the document's words.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence

from core.documents.chunk import Chunk, Language
from core.documents.rows import is_row, parse_row
from core.text.tokens import STOP_WORDS

COUNT = 300
_LABEL_WORDS, _TITLE_WORDS, _HEADING_WORDS, _LINE_WORDS = 4, 3, 4, 5
_LONGEST = 200
# How people ask for a value, for what a heading announces, and for what a line says; `{}` is what they ask about.
_VALUE: dict[Language, tuple[str, ...]] = {
    "fr": (
        "{}",
        "prix de {}",
        "c'est combien {} par mois",
        "bonjour quel est le tarif de {} svp ?",
        "un client demande le prix {}",
        "شحال {}",
        "ch7al {}",
    ),
    "ar": ("{}", "كم سعر {}", "سعر {} في الشهر", "ما هو سعر {}؟", "زبون يسأل عن ثمن {}", "شحال {}"),
}
_HEADING: dict[Language, tuple[str, ...]] = {
    "fr": ("{}", "comment {}", "je veux savoir {}", "un client demande {}, que lui dire ?", "كيفاش {}", "kifach {}"),
    "ar": ("{}", "كيف {}؟", "أريد معرفة {}", "زبون يسأل عن {} ماذا أقول له", "كيفاش {}", "واش {}"),
}
_LINE: dict[Language, tuple[str, ...]] = {
    "fr": ("{}", "est-ce que {} ?", "que faire si {}", "client ما فهمش {}", "3andi client {} wach ndir"),
    "ar": ("{}", "هل {}؟", "ماذا أفعل إذا {}", "واش لازم {}", "عندي زبون {} واش ندير"),
}
_WORD = re.compile(r"[^\W_](?:[\w.,'’/\u064b-\u0652-]*\w)?")
_NUMBERING = re.compile(r"^\W*(?:\d{1,2}|[A-Za-z\u0621-\u064a])\s*[.)/-]\s*")


def made_questions(chunks: Sequence[Chunk], count: int = COUNT) -> list[str]:
    """Up to `count` questions that these chunks answer: of rows, headings and lines alike, as far as there are any.

    Always the same ones for the same chunks: drawn by their own hash, so that a few new documents change few.
    """
    kinds = [
        sorted({text for chunk in chunks for text in made(chunk)}, key=_hash) for made in (_rows, _headings, _lines)
    ]
    chosen: set[str] = set()
    for place, texts in enumerate(sorted(kinds, key=len)):
        chosen.update(texts[: (count - len(chosen)) // (len(kinds) - place)])
    return sorted(chosen, key=_hash)


def heading(chunk: Chunk) -> str:
    """The innermost heading that a chunk stands under, without its number."""
    return _NUMBERING.sub("", chunk.section.rpartition(" › ")[2])


def _rows(chunk: Chunk) -> Iterator[str]:
    """A row's label, and the name of its document: `prix de 120 Mbps Azur Max`."""
    for line in filter(is_row, chunk.text.splitlines()):
        named = [cell for cell in parse_row(line) if cell.column]
        if len(named) >= 2 and (label := _some_words(named[0].value, _LABEL_WORDS)):
            yield _asked(_VALUE[chunk.language], f"{label} {_short_name(chunk, line)}", line)


def _headings(chunk: Chunk) -> Iterator[str]:
    """Some words of a heading, half of them with the name of the document."""
    text = heading(chunk)
    if words := _some_words(text, _HEADING_WORDS, text):
        name = _short_name(chunk, text)
        alone = len(words.split()) > 2 and _hash(text)[2] % 2
        yield _asked(_HEADING[chunk.language], words if alone else f"{words} {name}", text)


def _lines(chunk: Chunk) -> Iterator[str]:
    """Some words that stand together in a line, half of them with the name of the document."""
    for line in chunk.text.splitlines():
        words = "" if is_row(line) else _some_words(line, _LINE_WORDS, line)
        if len(words.split()) == _LINE_WORDS:
            name = _short_name(chunk, line) if _hash(line)[2] % 2 else ""
            yield _asked(_LINE[chunk.language], f"{words} {name}", line)


def _short_name(chunk: Chunk, seed: str) -> str:
    """What people call a document: the partner that it concerns, or a few words of its title."""
    return chunk.partner or _some_words(chunk.title, _TITLE_WORDS, seed)


def _some_words(text: str, count: int, seed: str = "") -> str:
    """Up to `count` words that follow each other, function words left out; from the first on, or drawn by `seed`."""
    words = [word for word in _WORD.findall(text) if word.casefold() not in STOP_WORDS]
    start = _hash(seed)[0] % (len(words) - count + 1) if seed and len(words) > count else 0
    return " ".join(words[start : start + count])


def _asked(forms: Sequence[str], what: str, seed: str) -> str:
    return forms[_hash(seed)[1] % len(forms)].format(what.strip())[:_LONGEST]


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
