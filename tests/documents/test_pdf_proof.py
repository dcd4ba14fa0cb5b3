"""PDFs as people make them, of known content, read back exactly: prints of a browser, exports of office programs."""

from pathlib import Path

import pytest

from core.documents.pdf import PdfReader
from tests.documents.pdf_makers import TURNED, TURNED_LINES, WAYS, make, missing, path_of
from tests.documents.pdf_proof import LONG_FR, SHEET_AR, SHEET_FR, Proof, found_in


def expected(way: str, table: str, proof: Proof) -> list[str | tuple[str | None, ...]]:
    """Where no borders are drawn nobody can tell a cell that spans two columns from one beside an empty cell."""
    found = proof.expected(footnotes=way != "slides")
    if table == "ruled":
        return list(found)
    return [one if isinstance(one, str) else tuple(cell or "" for cell in one) for one in found]


def check(path: Path, way: str, table: str, proof: Proof) -> None:
    parsed = PdfReader().read(path)
    assert list(found_in(parsed.title, parsed.blocks)) == expected(way, table, proof)


@pytest.mark.parametrize(("way", "table", "proof"), [
    pytest.param(*one, id=path_of(*one).stem) for one in WAYS
])  # fmt: skip
def test_texts_and_cells_are_exact(way: str, table: str, proof: Proof) -> None:
    check(path_of(way, table, proof), way, table, proof)


def test_arabic_printed_backwards_is_turned_round() -> None:
    parsed = PdfReader().read(TURNED)
    said = " ".join(getattr(block, "text", "") for block in parsed.blocks)
    assert [line for line in TURNED_LINES if line.rstrip(".") in said] == list(TURNED_LINES)


@pytest.mark.slow
@pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
@pytest.mark.parametrize(("way", "proof"), [("print", SHEET_AR), ("office", LONG_FR), ("slides", SHEET_FR)])
def test_what_is_made_today_reads_the_same(way: str, proof: Proof, tmp_path: Path) -> None:
    make(way, "ruled", proof, tmp_path / "a.pdf")
    check(tmp_path / "a.pdf", way, "ruled", proof)
