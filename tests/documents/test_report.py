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
    assert {
        *("document", "title", "language", "pages", "chunks", "tables", "pictures_read", "pictures_unread", "twin"),
        *("notes", "family", "reference", "version", "date", "partner", "older", "newer"),
    } <= told["documents"][0].keys()
    text = html.fromstring(page.read_text(encoding="utf-8")).text_content()
    assert all(name in text for name in names)
    assert page.with_suffix(".md").read_text(encoding="utf-8").count("\n| ") >= 6


def test_names_with_marks_stay_text(report: IngestReport) -> None:
    tree = html.fromstring(to_html(to_markdown(report)))
    assert not tree.findall(".//b") and not tree.findall(".//em")
    cells = [[cell.text_content() for cell in row] for row in tree.iter("tr")]
    row = next(row for row in cells if "Offre | *Max* <b>FR</b>.docx" in row[1])
    assert row[2:7] == ["new", "fr", "", "1", "1"]


def test_what_needs_a_person_comes_first(report: IngestReport) -> None:
    text = to_markdown(report)
    assert text.index("empty.docx") < text.index("Offre ") < text.index("lock.docx")
    assert "copy it again" in text


def test_facts_near_duplicates_and_corrections_are_told(tmp_path: Path) -> None:
    data = tmp_path / "data"
    text = "Le forfait Rimal Max comprend la fibre, le téléphone et un modem prêté pendant toute la durée du contrat. "
    for name, price in (("Fiche Max V2.docx", "2 400"), ("Copie de la fiche.docx", "2 600")):
        write_docx(data / name, p("Fiche Max"), p(text * 3), p(f"Le prix est de {price} DA par mois."))
    (data / "forsa.yaml").write_text('documents:\n  "Autre.docx": {version: V3}\n', encoding="utf-8")
    report = ingest(data, tmp_path / "gen")
    markdown = to_markdown(report)
    assert "V2" in markdown and "Autre.docx" in markdown
    assert "2 400 / 2 600" in markdown or "2 600 / 2 400" in markdown
    told = report.to_json()
    assert len(told["alike"]) == 1 and told["warnings"]


def test_nothing_read_is_told_too() -> None:
    assert "0 files" in to_markdown(IngestReport((), (), (), (), (), ()))
