"""What one document says of itself: reference, version, date and partner, each by its strongest evidence.

A cover (text boxes) is believed before the first lines, these before the title and the file's name, and the file's
properties only where nothing else dates it. Where two of them disagree, the report says so.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePosixPath

from core.documents.base import Block, Heading, ListItem, Paragraph, Parsed, Table
from core.documents.dates import agree, date_at_end, dates_of_name, find_dates, without_dates
from core.documents.partners import partner_of
from core.documents.titles import title_for
from core.documents.version_numbers import find_versions, version_key, version_of_reference, without_versions
from core.text.normalise import ascii_digits, fold

VERSION = 1
"""Counts up whenever the same blocks would give other facts, so that ingest reads documents again."""

_COVER_BLOCKS, _FIRST_BLOCKS, _TABLE_ROWS = 15, 8, 6
_LINE_CHARS = 100

_LABELLED_REFERENCE = re.compile(
    r"(?:^|[\s|(,;:–—-])(?:n/?\s?r[ée]f|r[ée]f[ée]rence|r[ée]f|code\s+(?:du\s+)?document|(?:رقم\s+)?(?:ال)?مرجع)"
    r"\s*(?:n\s?[°o])?\s*[.:°]*\s*(?P<reference>[^\s:|,;]+(?:\s?/\s?[^\s:|,;]+)*)",
    re.IGNORECASE,
)
_BARE_REFERENCE = re.compile(
    r"(?<![^\s(|:])(?P<reference>[A-Z\u0621-\u064a][\w.-]*(?:\s?/{1,2}\s?[\w.-]+){2,})(?![\w/])"
)
_NUMBERED = re.compile(r"^\s*n\s?°\s*(?P<reference>[\w.-]+(?:/[\w.-]+)+)", re.IGNORECASE)

# When something holds, not when the sheet was written; folded.
_VALIDITY = re.compile(
    r"\b(?:a partir|a compter|des le|jusqu|du \S+(?: \S+){0,2} au|valables?|validite|depuis|avant|apres|en vigueur|"
    r"prend effet|effet|expire|fin|lancement|debut|echeance)\b|ابتداء|اعتبارا|الي غايه|حتي|ساري|صالح|قبل|بعد|نهايه|"
    r"(?<!\S)من .*(?<!\S)الي(?!\S)"
)
# What may stand beside a date that is the line's whole matter; folded.
_DATE_LABEL = re.compile(
    r"\b(?:date(?: (?:de|d')\s?(?:la |l')?(?:creation|publication|edition|emission|diffusion|version|mise a jour))?|"
    r"n/? ?ref|ref|reference|mise? a jour|maj|edite|edition|publie|fait a \w+|le|du|en|alger)\b|"
    r"(?:ال)?(?:تاريخ|مرجع)|بتاريخ|حرر|في|شهر|تحيين|تحديث"
)


@dataclass(frozen=True)
class OwnFacts:
    """What a document says of itself, '' or None where it doesn't.

    `date` is ISO to the precision known; `dated_by_file` is set where only the file's properties say it. `notes` are
    for the report, each beginning with the fact's name: where the document contradicts itself.
    """

    reference: str = ""
    version: str = ""
    date: str | None = None
    partner: str = ""
    dated_by_file: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Said:
    """A value, and where it stands, as the report says it."""

    value: str
    where: str


def facts_of(parsed: Parsed, document: str) -> OwnFacts:
    """The facts of a document that was read; `document` is its path below DATA_DIR."""
    title = title_for(parsed, document)
    cover = list(_cover(parsed.blocks))
    first = list(_first(parsed.blocks))
    path = PurePosixPath(document)
    folders = [folder.name for folder in path.parents if folder.name]
    references = [
        _Said(found, where)
        for where, lines in (("the cover", cover), ("the beginning", first))
        for line in lines
        for found in _references(line)
    ]
    reference = references[0].value if references else ""
    versions = [
        *_in_lines("the cover", cover, _versions),
        *_in_lines("the beginning", first, _versions),
        *(_Said(version, "the title") for version in find_versions(title)),
        *(_Said(version, "the reference") for version in filter(None, [version_of_reference(reference)])),
        *_in_lines("the file's name", [path.stem], find_versions),
        *_in_lines("the folder's name", folders, find_versions),
    ]
    dates = [
        *_most_precise("the cover", [date for line in cover for date in _dates(line, at_end=True)]),
        *_most_precise("the beginning", [date for n, line in enumerate(first) for date in _dates(line, n < 4)]),
        *_most_precise("the title", find_dates(title)),
        *_most_precise("the file's name", dates_of_name(path.stem)),
        *_most_precise("the folder's name", [date for name in folders for date in dates_of_name(name)]),
    ]
    by_file = parsed.dated.isoformat() if parsed.dated and not dates else None
    return OwnFacts(
        reference=reference,
        version=versions[0].value if versions else "",
        date=_refined(dates) if dates else by_file,
        partner=partner_of(title, document),
        dated_by_file=by_file is not None,
        notes=(
            *_disagreements("reference", references, str.__eq__),
            *_disagreements("version", versions, lambda one, other: version_key(one) == version_key(other)),
            *_disagreements("date", dates, agree),
        ),
    )


def _cover(blocks: Sequence[Block]) -> Iterator[str]:
    """The lines of text boxes before the text begins; one that stands among the first boxes doesn't end them."""
    for block in blocks[:_COVER_BLOCKS]:
        if isinstance(block, Paragraph) and block.in_text_box and len(block.text) <= _LINE_CHARS:
            yield block.text


def _first(blocks: Sequence[Block]) -> Iterator[str]:
    """Short lines at the beginning; a small table there (reference, version, date) as `name : value` lines."""
    body = (block for block in blocks if not (isinstance(block, Paragraph) and block.in_text_box))
    for block in islice(body, _FIRST_BLOCKS):
        if isinstance(block, (Paragraph, Heading, ListItem)):
            if len(block.text) <= _LINE_CHARS:
                yield block.text
        elif isinstance(block, Table) and len(block.rows) <= _TABLE_ROWS:
            yield from (line for line in _table_lines(block) if len(line) <= _LINE_CHARS)


def _table_lines(table: Table) -> Iterator[str]:
    """Each row's cells paired, and each column's name with its value."""
    for row in (table.header, *table.rows):
        cells = [cell for cell in row if cell]
        yield " : ".join(cells) if len(cells) == 2 else " | ".join(cells)
    for row in table.rows:
        yield from (f"{name} : {cell}" for name, cell in zip(table.header, row, strict=True) if name and cell)


def _references(line: str) -> Iterator[str]:
    text = ascii_digits(line)
    for pattern in (_LABELLED_REFERENCE, _BARE_REFERENCE, _NUMBERED):
        for match in pattern.finditer(text):
            reference = re.sub(r"\s*/\s*", "/", match["reference"]).strip(".,;:()[]-–/ ")
            if any(map(str.isdigit, reference)) and not find_dates(reference) and len(reference) >= 3:
                yield reference
                return


def _without_references(line: str) -> str:
    references = list(_references(line))
    text = re.sub(r"\s*/\s*", "/", ascii_digits(line)) if references else line
    for reference in references:
        text = text.replace(reference, " ")
    return text


def _versions(line: str) -> list[str]:
    """The versions of a line that says nothing much else, or begins with one, or has one behind a dash or bar."""
    bare = _without_references(line)
    found = find_versions(bare)
    folded = fold(bare)
    if not found or _VALIDITY.search(folded):
        return []
    if re.match(r"(?:version|vers|ver|v|ال|نسخ|اصدار|طبعه|edition|rev)\S*\s?[\d.:n(]", folded) or re.search(
        r"[|·,;:(–—-]\s*(?:version|vers|ver|v|(?:ال)?نسخه|(?:ال)?اصدار)\b", folded
    ):
        return found
    return found if find_dates(bare) or bare != line else []


def _dates(line: str, at_end: bool) -> list[str]:
    """The dates that a line is about: it says nothing else, or calls it its date.

    Args:
        at_end: whether a day or month at the end of a line that is no sentence counts too (`DSC - mars 2019`).
    """
    text = _without_references(line)
    found = find_dates(text)
    if not found or _VALIDITY.search(fold(text)):
        return []
    rest = _DATE_LABEL.sub(" ", fold(without_versions(without_dates(text))))
    if len(re.sub(r"[\W_]", "", rest)) <= 2:
        return found
    last = date_at_end(text)
    return [last] if at_end and len(last) > len("2025") else []


def _in_lines(where: str, lines: Sequence[str], find: Callable[[str], list[str]]) -> list[_Said]:
    return [_Said(value, where) for line in lines for value in find(line)]


def _most_precise(where: str, dates: Sequence[str]) -> list[_Said]:
    """The dates of one place, without those that another one there tells more precisely; the most precise first."""
    kept = [
        date
        for date in dict.fromkeys(dates)
        if not any(date != other and agree(date, other) for other in dates if len(other) > len(date))
    ]
    return [_Said(date, where) for date in sorted(kept, key=lambda date: -len(date))]


def _refined(dates: Sequence[_Said]) -> str:
    """The date of the strongest evidence, as precisely as weaker evidence that agrees with it tells it."""
    first = dates[0].value
    return max((said.value for said in dates if said.value.startswith(first)), key=len)


def _disagreements(fact: str, said: Sequence[_Said], same: Callable[[str, str], bool]) -> Iterator[str]:
    others: dict[str, str] = {}
    for other in said[1:]:
        if not same(said[0].value, other.value) and other.where not in others:
            others[other.where] = other.value
    if others:
        first = f"{said[0].where} says {said[0].value}"
        yield f"{fact}: {first}, " + ", ".join(f"{where} {value}" for where, value in others.items())
