"""A title that people recognise: from the cover, the first heading, or else the file's name."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from core.documents.base import Heading, Parsed
from core.documents.text import clean
from core.text.units import MONTH_NAMES

_MAX_CHARS = 160
# On a cover beside the title: dates, versions, references with slashes.
_DATE = re.compile(r"^(?:le\s+)?(?:\d{1,2}[/.\-]\d{1,2}[/.\-])?\d{4}$|^\d{4}[/.\-]\d{1,2}[/.\-]\d{1,2}$", re.IGNORECASE)
_MONTH = re.compile(rf"^(?:\d{{1,2}}\s+)?(?:{MONTH_NAMES})\s+\d{{4}}$", re.IGNORECASE)
_FACT = re.compile(
    r"^(?:version|v|réf|référence|reference|date|نسخة|النسخة|الإصدار|المرجع|التاريخ)\b[\s.:°]*\S{0,40}$", re.IGNORECASE
)
_LABELLED = re.compile(
    r"^(?:version|réf|référence|reference|date|نسخة|النسخة|الإصدار|المرجع|التاريخ)\b[\s.:°]", re.IGNORECASE
)
_REFERENCE = re.compile(r"^\S+(?:/\S+){2,}$|^[A-Z]{2,}[-_/][\w/.\-]+$")

_NAME_NOISE = re.compile(
    r"\b(?:finish|final|ok|copie|copy|version\s+(?:fr|ar|arabe|française|francaise)|en\s+(?:arabe|français|francais)|"
    r"fr|ar|v\s?\d+(?:[.,]\d+)*|version\s*\d+(?:[.,]\d+)*)\b|\(\d+\)|النسخة العربية|النسخة الفرنسية",
    re.IGNORECASE,
)
# A partner's letter typed against the Arabic word after it: `Dاتفاقية`.
_GLUED = re.compile("(?<=[A-Za-z0-9])(?=[\u0621-\u064a]{3})")
_LANGUAGE_MARK = re.compile(r"\s*[-–—(]\s*version\s+(?:fr|ar|arabe|française|francaise)\b[\s)–—-]*$", re.IGNORECASE)


def is_cover_fact(line: str) -> bool:
    """A date, version or reference: printed beside a title, never the title."""
    return bool(
        _DATE.match(line) or _MONTH.match(line) or _FACT.match(line) or _REFERENCE.match(line)
        or (_LABELLED.match(line) and len(line) < 60)
    )  # fmt: skip


def cover_title(boxes: Sequence[str]) -> str:
    """The title among a cover's text boxes (one string each, a line a paragraph); '' where none looks like one."""
    for box in boxes:
        lines = [line for line in box.split("\n") if any(map(str.isalpha, line)) and not is_cover_fact(line)]
        title = clean(" ".join(lines))
        if 4 <= len(title) <= _MAX_CHARS:
            return title
    return ""


def title_for(parsed: Parsed, document: str) -> str:
    """The document's title: its own, its first heading's, or what its name says. Never empty."""
    if parsed.title:
        return _LANGUAGE_MARK.sub("", _GLUED.sub(" ", parsed.title)) or parsed.title
    for block in parsed.blocks[:5]:
        if isinstance(block, Heading) and 4 <= len(block.text) <= _MAX_CHARS and not is_cover_fact(block.text):
            return block.text
    return title_from_name(document)


def title_from_name(document: str) -> str:
    """A file's name as a title: extension, versions, language marks and dashes gone."""
    stem = PurePosixPath(document).stem.replace("_", " ")
    kept = clean(re.sub(r"\s[-–—]+(?=\s|$)|^[-–—\s]+|[-–—\s]+$", " ", _NAME_NOISE.sub(" ", stem)))
    kept = kept.strip(" -–—_.")
    return kept or clean(stem) or document
