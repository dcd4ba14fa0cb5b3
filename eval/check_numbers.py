"""Whether every number of the documents stands in their chunks, and no chunk holds one that its document lacks.

usage: python eval/check_numbers.py DATA_DIR GEN_DIR

Word-processing documents and PDFs are read once more by `raw_numbers.py`, plainly and without the product's readers.
Prints the share of numbers that stand, what is missing and what is extra, by kind. Status 1 below 0.995, or where an
extra has no explanation.
"""

import argparse
import sys
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.documents.chunk import Chunk  # noqa: E402
from core.documents.chunks import read_chunks  # noqa: E402
from eval.raw_numbers import Piece, docx_pieces, find_numbers, folded, numbers_in, pdf_pieces, runs_in  # noqa: E402

WANTED = 0.995
UNEXPLAINED = "unexplained"
_NOT_CONTENT = frozenset({"furniture", "hidden text"})
_EXAMPLES = 3
_READERS: dict[str, Callable[[Path], list[Piece]]] = {
    suffix: reader
    for reader, suffixes in ((docx_pieces, (".docx", ".docm", ".dotx")), (pdf_pieces, (".pdf",)))
    for suffix in suffixes
}


@dataclass(frozen=True)
class Oddity:
    """A number that is missing or extra, with the text around it."""

    document: str
    number: str
    kind: str
    context: str


@dataclass
class Result:
    """What was compared. `numbers` are those of the raw text that are content, each as often as it stands there."""

    numbers: int = 0
    missing: list[Oddity] = field(default_factory=list)
    extra: list[Oddity] = field(default_factory=list)
    left_out: list[Oddity] = field(default_factory=list)
    """In furniture or hidden, and in no chunk, as wanted."""
    runs: int = 0
    """Runs of digits in the raw text's content."""
    rarer: list[Oddity] = field(default_factory=list)
    """Runs of digits that stand in the chunks, but not as often: what is said twice, or lost in one of its places."""

    @property
    def share(self) -> float:
        """Of the raw text's numbers, how many stand in a chunk."""
        return 1 - len(self.missing) / self.numbers if self.numbers else 1.0

    @property
    def unexplained(self) -> list[Oddity]:
        """Extras that no kind explains."""
        return [oddity for oddity in self.extra if oddity.kind == UNEXPLAINED]

    def add(self, other: "Result") -> None:
        """Take up another result."""
        self.numbers += other.numbers
        self.missing += other.missing
        self.extra += other.extra
        self.left_out += other.left_out
        self.runs += other.runs
        self.rarer += other.rarer


class _Text:
    """Numbers of a text, as they read and as mere runs of digits: `10 200` may be one number or two."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._numbers = {number for text in texts for number in numbers_in(text)}
        self._runs = [run for text in texts for run in runs_in(text)]

    def has(self, number: str, written: str, is_pdf: bool) -> bool:
        """Whether a number stands here, or its runs of digits do, side by side.

        The raw text of a PDF has its words from right to left on an Arabic page, those of a number too.
        """
        if number in self._numbers:
            return True
        runs = runs_in(written)
        orders = [runs, runs[::-1]] if is_pdf else [runs]
        places = range(len(self._runs) - len(runs) + 1)
        return any(self._runs[place : place + len(runs)] in orders for place in places)

    def has_cells(self, written: str) -> bool:
        """Whether each run of digits stands here: the raw text of a PDF runs the cells of a row together."""
        return set(runs_in(written)) <= set(self._runs)


def check(data_dir: Path, gen_dir: Path) -> dict[str, Result]:
    """The result by format (suffix) over all documents that can be compared."""
    paths = {unicodedata.normalize("NFC", path.relative_to(data_dir).as_posix()): path for path in data_dir.rglob("*")}
    results: dict[str, Result] = {}
    for document, held in groupby(read_chunks(gen_dir), key=lambda chunk: chunk.document):
        suffix = Path(document).suffix.lower()
        if suffix in _READERS:
            pieces = _READERS[suffix](paths[document])
            results.setdefault(suffix, Result()).add(compare(document, pieces, list(held)))
    return results


def compare(document: str, pieces: Sequence[Piece], chunks: Sequence[Chunk]) -> Result:
    """One document's raw text against its chunks."""
    result = Result()
    held = _Text([chunk.content for chunk in chunks])
    is_pdf = pieces[:1] != [] and pieces[0].page is not None
    for piece in pieces:
        for number, written in find_numbers(piece.text):
            stands = held.has(number, written, is_pdf) or (is_pdf and held.has_cells(written))
            is_content = piece.kind not in _NOT_CONTENT
            result.numbers += is_content
            if not stands:
                where = result.missing if is_content else result.left_out
                where.append(Oddity(document, number, piece.kind, _around(piece.text, written)))
    result.extra = list(_extras(document, pieces, chunks))
    content = [piece for piece in pieces if piece.kind not in _NOT_CONTENT]
    result.runs = sum(len(runs_in(piece.text)) for piece in content)
    result.rarer = list(_rarer(document, content, chunks))
    return result


def _rarer(document: str, content: Sequence[Piece], chunks: Sequence[Chunk]) -> Iterator[Oddity]:
    """Runs of digits that the chunks hold less often, each at the likeliest of its places."""
    sections = [name for name, _ in groupby(chunk.section for chunk in chunks)]
    texts = [*(chunk.text for chunk in chunks), *sections, chunks[0].title]
    held = _squeezed("\n".join(texts))
    lost = Counter(run for piece in content for run in runs_in(piece.text)) - Counter(
        run for text in texts for run in runs_in(text)
    )
    places = sorted(content, key=lambda piece: (_squeezed(piece.text) in held, len(piece.text)))
    for run, count in lost.items():
        for piece in [piece for piece in places if run in runs_in(piece.text)][:count]:
            kind = f"{piece.kind}, said again elsewhere" if _squeezed(piece.text) in held else piece.kind
            yield Oddity(document, run, kind, _around(piece.text, run))


def _squeezed(text: str) -> str:
    return "".join(folded(text).split())


def _extras(document: str, pieces: Sequence[Piece], chunks: Sequence[Chunk]) -> Iterator[Oddity]:
    whole = _Text([piece.text for piece in pieces])
    furniture = _Text([piece.text for piece in pieces if piece.kind == "furniture"])
    for place, chunk in enumerate(chunks):
        if chunk.ocr:
            continue
        page = whole
        if chunk.page is not None:
            ends = next((later.page for later in chunks[place + 1 :] if later.page is not None), None)
            last = ends if ends is not None else max((piece.page or 0) for piece in pieces)
            page = _Text([piece.text for piece in pieces if chunk.page <= (piece.page or 0) <= last])
        for text, known in ((chunk.text, page), (f"{chunk.title}\n{chunk.section}", whole)):
            for line in text.splitlines():
                for number, written in find_numbers(line):
                    if not known.has(number, written, chunk.page is not None):
                        kind = _explained(number, written, line, chunk)
                        if kind == UNEXPLAINED and furniture.has(number, written, True):
                            kind = "furniture that is said once"
                        yield Oddity(document, number, kind, _around(line, written))


def _explained(number: str, written: str, line: str, chunk: Chunk) -> str:
    if any(number in numbers_in(correction) for correction in chunk.corrections):
        return "reversed number put right"
    if line.lstrip("-( ").startswith(written):
        return "list number"
    if number in numbers_in(chunk.document):
        return "from the file's name"
    return UNEXPLAINED


def _around(text: str, written: str) -> str:
    text = folded(text)
    start = text.find(written)
    return " ".join(text[max(0, start - 40) : start + len(written) + 30].split())


def _print(title: str, oddities: Sequence[Oddity]) -> None:
    for kind in sorted({oddity.kind for oddity in oddities}):
        same = [oddity for oddity in oddities if oddity.kind == kind]
        print(f"  {title}, {kind}: {len(same)}")
        for oddity in same[:_EXAMPLES]:
            print(f"    {oddity.number} in “{oddity.context}” ({oddity.document})")


def main() -> int:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data_dir", type=Path)
    parser.add_argument("gen_dir", type=Path)
    arguments = parser.parse_args()
    began = time.monotonic()
    whole = Result()
    for suffix, result in check(arguments.data_dir, arguments.gen_dir).items():
        whole.add(result)
        stand = result.numbers - len(result.missing)
        often = 1 - len(result.rarer) / result.runs if result.runs else 1.0
        print(f"{suffix}: {stand} of {result.numbers} numbers stand in a chunk ({result.share:.4f})")
        print(f"  as often as in the raw text: {result.runs - len(result.rarer)} of {result.runs} runs ({often:.4f})")
        _print("missing", result.missing)
        _print("rarer", result.rarer)
        _print("left out as wanted", result.left_out)
        _print("extra", result.extra)
    print(f"in all: {whole.share:.4f} of {whole.numbers} numbers; {len(whole.unexplained)} extras without explanation")
    print(f"{time.monotonic() - began:.0f} s")
    return 0 if whole.share >= WANTED and not whole.unexplained else 1


if __name__ == "__main__":
    sys.exit(main())
