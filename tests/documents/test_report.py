"""The ingest report: every file stands in it, in all three forms, and no name can break it."""

import json
from pathlib import Path

import pytest
from lxml import html

from core.documents.ingest import ingest
from core.documents.report import IngestReport
from core.documents.report_page import to_html, to_markdown, write_report
from tests.documents.build import p, tbl, write_docx


@pytest.fixture
def report(tmp_path: Path) -> IngestReport:
    data = tmp_path / "data"
    table = tbl([["Débit", "Prix"], ["60 Mbps", "2 200 DA"]], header_rows=1)
    write_docx(data / "Offres" / "Offre | *Max* <b>FR</b>.docx", p("Offre Max"), table)
    write_docx(data / "Offres" / "عرض ماكس AR.docx", p("عرض ماكس بسعر 2 200 دج شهريا"))
    (data / "~$lock.docx").write_text("x")
    (data / "empty.docx").touch()
    return ingest(data, tmp_path / "gen")


def test_every_file_stands_in_every_form(report: IngestReport, tmp_path: Path) -> None:
    page = write_report(report, tmp_path / "gen")
    assert page.name == "ingest-report.html"
    told = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
    names = [item["document"] for item in (*told["documents"], *told["skipped"])]
    assert len(names) == 4
    text = html.fromstring(page.read_text(encoding="utf-8")).text_content()
    assert all(name in text for name in names)
    assert page.with_suffix(".md").read_text(encoding="utf-8").count("\n| ") >= 6


def test_names_with_marks_stay_text(report: IngestReport) -> None:
    tree = html.fromstring(to_html(to_markdown(report)))
    assert not tree.findall(".//b") and not tree.findall(".//em")
    cells = [[cell.text_content() for cell in row] for row in tree.iter("tr")]
    row = next(row for row in cells if "Offre | *Max* <b>FR</b>.docx" in row[0])
    assert row[1:6] == ["new", "fr", "", "1", "1"]


def test_what_needs_a_person_comes_first(report: IngestReport) -> None:
    text = to_markdown(report)
    assert text.index("empty.docx") < text.index("Offre ") < text.index("lock.docx")
    assert "copy it again" in text


def test_nothing_read_is_told_too() -> None:
    assert "0 files" in to_markdown(IngestReport((), (), (), (), (), ()))
