"""Questions made out of a corpus's own titles, headings, rows and lines, to calibrate the gate where nobody wrote any.

They are to resemble what people type: a few words of a heading, a row's label with its document's name cut short, in
the document's language, asked as people ask; some in Algerian, in either script, around the document's words.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence

from core.documents.chunk import Chunk, Language
from core.documents.rows import is_row, parse_row
from core.text.tokens import STOP_WORDS, Analyser

COUNT = 300
_WORDS_OF_TITLE = 3
_WORDS_OF_HEADING = 5
_WORDS_OF_LINE = 6
_LONGEST = 200
# How people ask for a value, for a procedure, and for anything else. `{}` is what they ask about.
_VALUE: dict[Language, tuple[str, ...]] = {
    "fr": ("{}", "prix de {}", "c'est combien {}", "quel est le tarif {} ?", "شحال {}", "ch7al {}"),
    "ar": ("{}", "كم سعر {}", "سعر {}", "ما هو سعر {}؟", "شحال {}"),
}
_HEADING: dict[Language, tuple[str, ...]] = {
    "fr": ("{}", "comment {}", "{} ?", "كيفاش {}", "واش {}"),
    "ar": ("{}", "كيف {}؟", "ما هي {}", "واش {}"),
}
_LINE: dict[Language, tuple[str, ...]] = {
    "fr": ("{}", "est-ce que {} ?", "{} svp", "واش {}"),
    "ar": ("{}", "هل {}؟", "واش {}"),
}
_WORD = re.compile(r"\w(?:[\w.,'’/-]*\w)?")
_MARK = re.compile(r"^\W*(?:\d{1,2}|[A-Za-z\u0621-\u064a])\s*[.)/-]\s*")
_PRICED = re.compile(r"\d")


def made_questions(chunks: Sequence[Chunk], count: int = COUNT) -> list[str]:
    """Up to `count` questions that these chunks answer: as many of rows as of headings and of lines.

    Always the same ones for the same chunks: drawn by their own hash, so that a few new documents change few.
    """
    kinds = (_of_rows, _of_headings, _of_lines)
    made = [sorted({text for chunk in chunks for text in kind(chunk)}, key=_hash) for kind in kinds]
    share = -(-count // len(kinds))
    left = count
    chosen: list[str] = []
    for place, texts in enumerate(sorted(made, key=len)):
        share = -(-left // (len(kinds) - place))
        chosen += texts[:share]
        left -= len(texts[:share])
    return sorted(set(chosen), key=_hash)


def _of_rows(chunk: Chunk) -> Iterator[str]:
    """A row's label, and the name of its document: `prix de 120 Mbps Azur Max`."""
    for line in chunk.text.splitlines():
        cells = parse_row(line) if is_row(line) else ()
        named = [cell for cell in cells if cell.column and cell.column != cell.value]
        if len(named) < 2 or not _PRICED.search(named[-1].value):
            continue
        label = _some_words(named[0].value, _WORDS_OF_HEADING)
        if label:
            yield _asked(_VALUE[chunk.language], f"{label} {_short_name(chunk, line)}", line)


def _of_headings(chunk: Chunk) -> Iterator[str]:
    heading = _MARK.sub("", chunk.section.split(" › ")[-1])
    words = _some_words(heading, _WORDS_OF_HEADING, heading)
    if len(words.split()) >= 2:
        yield _asked(_HEADING[chunk.language], f"{words} {_short_name(chunk, chunk.section)}", heading)


def _of_lines(chunk: Chunk) -> Iterator[str]:
    """A few words in a row of what a line says, in its own order, now and then with the document's name."""
    for line in chunk.text.splitlines():
        words = "" if is_row(line) else _some_words(line, _WORDS_OF_LINE, line)
        if len(words.split()) == _WORDS_OF_LINE:
            yield _asked(_LINE[chunk.language], f"{words} {_short_name(chunk, line)}", line)


def _short_name(chunk: Chunk, seed: str) -> str:
    """What people call a document: its partner, or a few words of its title."""
    return chunk.partner or _some_words(chunk.title, _WORDS_OF_TITLE, seed)


def _some_words(text: str, count: int, seed: str = "") -> str:
    """A window of up to `count` words that say something, function words between them left out."""
    words = [word for word in _WORD.findall(text) if word.casefold() not in STOP_WORDS]
    start = _hash(seed)[0] % (len(words) - count + 1) if seed and len(words) > count else 0
    return " ".join(words[start : start + count])


def _asked(forms: Sequence[str], what: str, seed: str) -> str:
    return forms[_hash(seed)[1] % len(forms)].format(what.strip())[:_LONGEST]


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
