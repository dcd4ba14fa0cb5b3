"""A model's stream, whatever its chunks, as the pieces that are checked: sentences, list items and table rows."""

import re

from core.answering.citations import cited, normalise_citations
from core.text.sentences import split_sentences

# What follows a sentence must be told from a citation of it, or from a link's address: that far is looked ahead.
_AHEAD = 24
_LONGEST = 2000
"""Characters of one piece; what goes on longer without an end is given up."""
_CITES_ONLY = re.compile(r"[\s.,;()]*(?:\[\d{1,3}\][\s.,;()]*)+")
# Some models write the label first: `[1] Le tarif est …`, `- [2]. المودم …`.
_LABEL_FIRST = re.compile(r"(\s*(?:[-•*–]\s+|\d{1,2}[.)]\s+)?)((?:\[\d{1,3}\]\s*)+)[.:)–-]*\s+(?=\S*[^\W_])")
_LONE_LABELS = re.compile(r"\s*\n\s*(?=(?:\[\d{1,3}\][ .]*)+(?:\n|$))")
_OPENING, _CLOSING = tuple("[【［〔⟦("), re.compile(r"[\]】］〕⟧)]")
_EMPHASIS = re.compile(r"\*\*|__(?=\S)|(?<=\S)__|`")
_HEADING = re.compile(r"^\s*#{1,6}\s+")
_RULE = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?|\s*(?:-{3,}|\*{3,}|_{3,}|```\w*)\s*")
_THINKING = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)


class Pieces:
    """Gathers chunks; a piece is handed on once nothing that may follow can change it."""

    def __init__(self, cell_separator: str) -> None:
        """`cell_separator` stands between the cells of a table's row."""
        self._raw = ""
        self._lines: list[str] = []
        self._table = _Table(cell_separator)

    def feed(self, chunk: str) -> list[str]:
        """The pieces that are complete now, in order, without markup, citations as `[n]`."""
        self._raw += chunk.replace("\r", "")
        if self._thinks():
            return []
        self._raw = _THINKING.sub("", self._raw)
        pieces = self._take()
        if len(self._raw) > _LONGEST:
            pieces.append(self._raw)
            self._raw = ""
        return pieces

    def end(self) -> list[str]:
        """What is left once the model has ended of itself."""
        self._raw = _THINKING.sub("", self._raw)
        pieces = self._cut(normalise_citations(self._raw))
        self._raw = ""
        return [*pieces, *self._table.end()]

    def _thinks(self) -> bool:
        """A reasoning model thinks aloud first; none of it is an answer."""
        start = self._raw.lstrip()
        return start.startswith("<think>") and "</think>" not in start

    def _take(self) -> list[str]:
        ready = normalise_citations(self._raw)
        pieces: list[str] = []
        while (end := _first_end(ready)) is not None:
            pieces += self._cut(ready[:end])
            ready = ready[end:]
            self._raw = ready
        return pieces

    def _cut(self, text: str) -> list[str]:
        """A line or sentence as pieces; none where it is a table's rule, or nothing."""
        pieces: list[str] = []
        for line in _LONE_LABELS.sub(" ", text).splitlines():
            if _RULE.fullmatch(line):
                pieces += self._table.rule(line)
            elif line.lstrip().startswith("|"):
                pieces += self._table.row(_plain(line))
            else:
                pieces += [*self._table.end(), *_sentences(line)]
        return pieces


class _Table:
    """A Markdown table's rows as lines that name each value's column; the first row does where a rule follows it."""

    def __init__(self, separator: str) -> None:
        self._separator = separator
        self._header: list[str] = []
        self._first: list[str] | None = None
        self._inside = False

    def row(self, line: str) -> list[str]:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not self._inside:
            self._inside, self._first = True, cells
            return []
        return [*self._flush(), self._line(cells)]

    def rule(self, line: str) -> list[str]:
        if self._first is not None and "|" in line:
            self._header, self._first = self._first, None
        return []

    def end(self) -> list[str]:
        """The first row, if it was all there was; the table is over."""
        rows = self._flush()
        self._header, self._inside = [], False
        return rows

    def _flush(self) -> list[str]:
        first, self._first = self._first, None
        return [self._line(first)] if first else []

    def _line(self, cells: list[str]) -> str:
        names = self._header if len(self._header) == len(cells) else [""] * len(cells)
        labels = [cell for cell in cells if _CITES_ONLY.fullmatch(cell)]
        told = [
            f"{name} : {cell}" if name else cell
            for name, cell in zip(names, cells, strict=True)
            if cell and cell not in labels
        ]
        return " ".join([f"- {self._separator.join(told)}", *labels])


def _first_end(text: str) -> int | None:
    """Where the first piece of a text ends for certain; None where more must come first."""
    for end in _ends(text):
        if "\n" not in text[:end] and _CITES_ONLY.fullmatch(text[:end]):
            continue  # a label that comes first isn't a sentence
        ahead = text[end:].lstrip()
        if _undecided(ahead):
            return None
        if not _CITES_ONLY.match(ahead) or (text[end - 1] == "\n" and _LABEL_FIRST.match(ahead.partition("\n")[0])):
            return end
    return None


def _ends(text: str) -> list[int]:
    """Offsets behind each line and each sentence, the last one of the text left out: it may go on."""
    ends: list[int] = []
    start = 0
    for line in text.splitlines(keepends=True):
        position = start
        sentences = [] if line.lstrip().startswith("|") else split_sentences(line)
        for sentence in sentences[:-1]:
            position = text.index(sentence, position) + len(sentence)
            ends.append(position)
        start += len(line)
        if line.endswith("\n"):
            ends.append(start)
    return ends


def _undecided(ahead: str) -> bool:
    """Whether what follows an end may still be a citation of what stands before it, or turn the end into none."""
    bare = _CITES_ONLY.sub("", ahead, count=1) if _CITES_ONLY.match(ahead) else ahead
    if bare[:1] in _OPENING and not _CLOSING.search(bare):
        return True
    return len(bare) < _AHEAD and "\n" not in bare.strip()


def _sentences(line: str) -> list[str]:
    """A line's sentences; a label that stands first is the first one's, unless that has its own."""
    label = _LABEL_FIRST.match(line)
    sentences = split_sentences(_plain(f"{label[1]}{line[label.end() :]}" if label else line))
    if label and sentences and not cited(sentences[0]):
        sentences[0] = f"{sentences[0]} {label[2].strip()}"
    return _joined(sentences)


def _joined(sentences: list[str]) -> list[str]:
    """A citation that stands alone belongs to the sentence before it."""
    pieces: list[str] = []
    for sentence in sentences:
        if pieces and _CITES_ONLY.fullmatch(sentence):
            pieces[-1] = f"{pieces[-1]} {sentence}"
        else:
            pieces.append(sentence)
    return pieces


def _plain(line: str) -> str:
    """A line without Markdown: channels show plain text. Marks of items are all `- `, those of steps stay."""
    return _EMPHASIS.sub("", _HEADING.sub("", re.sub(r"^\s*[•*–]\s+", "- ", line))).strip()
