"""What each library makes of the proof PDFs of the tests: texts and table rows that come out exact, and seconds a page.

`python -m eval.compare_pdf`; with `--pictures FOLDER`, also a page and what each made of it. A library that isn't
installed is left out. The others give plain text: a text counts if it stands in it once white space is folded, a row if
its cells do, in order, with nothing between them but white space and drawn lines.
"""

import importlib.util
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw, ImageFont

from core.documents.base import Table
from core.documents.pdf import PdfReader
from core.documents.text import clean
from tests.documents.pdf_makers import WAYS, path_of
from tests.documents.pdf_proof import SHEET_AR, Proof

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def forsa(path: Path, bar: str = " ") -> str:
    parsed = PdfReader().read(path)
    lines = [parsed.title]
    for block in parsed.blocks:
        if isinstance(block, Table):
            lines.append(bar.join(block.header))
            lines.extend(bar.join(cell for cell in row if cell) for row in block.rows)
        else:
            lines.append(getattr(block, "text", ""))
    return "\n".join(lines)


def pdfium(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def plumber(path: Path) -> str:
    import pdfplumber

    with pdfplumber.open(path) as document:
        return "\n".join(page.extract_text() or "" for page in document.pages)


def plumber_turned(path: Path) -> str:
    """pdfplumber with each line put in order by the Unicode rules, as its users are told to do."""
    from bidi.algorithm import get_display  # type: ignore[import-not-found]

    return "\n".join(get_display(line) for line in plumber(path).splitlines())


def pypdf(path: Path) -> str:
    from pypdf import PdfReader as Pypdf

    return "\n".join(page.extract_text() for page in Pypdf(path).pages)


def poppler(path: Path, *options: str) -> str:
    command = ["pdftotext", *options, str(path), "-"]
    return subprocess.run(command, check=True, capture_output=True, timeout=60).stdout.decode("utf-8")


def poppler_layout(path: Path) -> str:
    return poppler(path, "-layout")


LIBRARIES: dict[str, tuple[Callable[[Path], str], bool]] = {
    "Forsa (pdfminer, pdfplumber)": (forsa, True),
    "pdfplumber": (plumber, True),
    "pdfplumber + python-bidi": (plumber_turned, importlib.util.find_spec("bidi") is not None),
    "pypdfium2": (pdfium, True),
    "pypdf": (pypdf, importlib.util.find_spec("pypdf") is not None),
    "pdftotext": (poppler, shutil.which("pdftotext") is not None),
    "pdftotext -layout": (poppler_layout, shutil.which("pdftotext") is not None),
}


def _folded(text: str) -> str:
    return clean(re.sub("[\u200b-\u200f\u202a-\u202e\u2066-\u2069]", "", text))


def _wanted(way: str, proof: Proof) -> Iterator[tuple[str, str]]:
    """(kind, text) of each text and each row, and each row from left to right. Notes without their mark, and only
    headers of one row, so that every library can have them."""
    for one in proof.expected(footnotes=way != "slides"):
        if isinstance(one, str):
            yield "texts", one.removeprefix("* ")
        elif not any(" › " in (cell or "") for cell in one):
            cells = [cell for cell in one if cell]
            yield "rows", " ".join(cells)
            if proof.rtl:
                yield "rows, turned", " ".join(reversed(cells))


def main() -> None:
    kept = {name: read for name, (read, there) in LIBRARIES.items() if there}
    if len(sys.argv) > 2 and sys.argv[1] == "--pictures":
        pictures(Path(sys.argv[2]), kept)
        return
    totals: dict[tuple[str, str, str], list[int]] = {}
    for name, read in kept.items():
        pages, start = 0, time.perf_counter()
        for way, table, proof in WAYS:
            path = path_of(way, table, proof)
            pages += len(pypdfium2.PdfDocument(path))
            said = _folded(read(path))
            script = "ar" if proof.rtl else "fr"
            for kind, text in _wanted(way, proof):
                count = totals.setdefault((name, script, kind), [0, 0])
                count[0] += _folded(text) in said
                count[1] += 1
        print(f"{name}: {(time.perf_counter() - start) / pages:.3f} s a page")
    print("| library | French texts | French rows | Arabic texts | Arabic rows | Arabic rows from left to right |")
    print("|---|---|---|---|---|---|")
    kinds = (("fr", "texts"), ("fr", "rows"), ("ar", "texts"), ("ar", "rows"), ("ar", "rows, turned"))
    for name in kept:
        cells = [totals[name, script, kind] for script, kind in kinds]
        print(f"| {name} | {' | '.join(f'{good} of {count}' for good, count in cells)} |")


def pictures(folder: Path, kept: dict[str, Callable[[Path], str]]) -> None:
    """A page of the Arabic sheet, and the first lines that each library makes of it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = path_of("print", "ruled", SHEET_AR)
    page = pypdfium2.PdfDocument(path)[0].render(scale=1.1).to_pil()
    page.crop((0, 40, page.width, int(page.height * 0.5))).quantize(16).save(folder / "pdf-page.png", optimize=True)
    font = ImageFont.truetype(FONT, 13)
    shown = Image.new("RGB", (980, 32 + 200 * len(kept)), "white")
    drawing = ImageDraw.Draw(shown)
    for number, (name, read) in enumerate(kept.items()):
        top = 16 + 200 * number
        drawing.text((16, top), name, fill="navy", font=font)
        said = forsa(path, " \u200f| ") if read is forsa else read(path)
        lines = [line for line in said.splitlines() if re.search(r"[\u0600-\u06ff\ufb50-\ufeff]|\d", line)]
        for place, line in enumerate(lines[5:14]):
            text = re.sub(r"\s+", " ", line)[:110]
            drawing.text((964, top + 20 + 19 * place), text, fill="black", font=font, anchor="ra", direction="rtl",
                         language="ar")  # fmt: skip
    shown.quantize(16).save(folder / "pdf-read.png", optimize=True)


if __name__ == "__main__":
    main()
