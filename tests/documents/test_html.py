"""Reading web pages: as people write them, as office programs save them, and broken ones."""

import base64
from html import escape
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.documents.base import Block, Heading, ListItem, Paragraph, Parsed, Picture, Table
from core.documents.html import HtmlReader, decoded
from core.errors import DocumentError
from tests.documents.grids import Grid, expected_rows, grids, starts
from tests.documents.test_spreadsheets import column_grids, column_rows


def read(folder: Path, page: str | bytes) -> Parsed:
    path = folder / "a.html"
    path.write_bytes(page.encode() if isinstance(page, str) else page)
    return HtmlReader().read(path)


def blocks(folder: Path, page: str) -> tuple[Block, ...]:
    return read(folder, page).blocks


def test_headings_paragraphs_and_line_breaks(tmp_path: Path) -> None:
    parsed = read(
        tmp_path,
        "<title>Rimal Fibre</title><h1>Offre <em>Rimal</em>\n Fibre</h1><p>Le débit est<br>de 120&nbsp;Mbps.</p>"
        "texte nu<div>autre<p>et <b>encore</b></div>",
    )
    assert parsed.title == "Rimal Fibre"
    assert parsed.blocks == (
        Heading("Offre Rimal Fibre", 1), Paragraph("Le débit est"), Paragraph("de 120 Mbps."), Paragraph("texte nu"),
        Paragraph("autre"), Paragraph("et encore"),
    )  # fmt: skip


def test_a_bold_line_is_a_title_and_a_summary_too(tmp_path: Path) -> None:
    page = "<p><strong>Quel est le prix ?</strong></p><p>2 200 DA.</p>"
    page += "<details><summary>Durée ?</summary>12 mois.</details>"
    assert blocks(tmp_path, page) == (
        Heading("Quel est le prix ?", 6), Paragraph("2 200 DA."), Heading("Durée ?", 6), Paragraph("12 mois."),
    )  # fmt: skip


def test_what_the_reader_does_not_see_is_left_out(tmp_path: Path) -> None:
    page = (
        "<nav>Accueil</nav><script>var x</script><style>p{}</style><p>Vu.</p><p hidden>a1</p><!-- c1 -->"
        '<p style="color:red; display : none">b1</p><div role="navigation">menu</div><form><select><option>o1</select>'
        "<button>ok1</button></form><noscript>n1</noscript><p>Prix <del>900</del> 800 DA</p>"
    )
    assert blocks(tmp_path, page) == (Paragraph("Vu."), Paragraph("Prix 800 DA"))


def test_nested_lists_with_their_numbers(tmp_path: Path) -> None:
    page = (
        "<ul><li>un<ul><li>sous</li></ul></li><li><p>deux</p><p>suite</p></li></ul>"
        '<ol start="3"><li>trois<li><b>quatre</b><li value=9>neuf</ol><ol type="a"><li>lettre</ol><ul><li>1) typé</ul>'
    )
    assert blocks(tmp_path, page) == (
        ListItem("un", "-"), ListItem("sous", "-", 1), ListItem("deux", "-"), Paragraph("suite"),
        ListItem("trois", "3."), ListItem("quatre", "4."), ListItem("neuf", "9."), ListItem("lettre", "a."),
        ListItem("typé", "1)"),
    )  # fmt: skip


def test_definitions(tmp_path: Path) -> None:
    page = "<dl><dt>FTTH<dd>fibre jusqu'au local</dd><div><dt>RTC :<dt>PSTN<dd>réseau ancien</div><dt>Seul</dl>"
    assert blocks(tmp_path, page) == (
        ListItem("FTTH : fibre jusqu'au local", "-"), ListItem("RTC, PSTN : réseau ancien", "-"), ListItem("Seul", "-"),
    )  # fmt: skip


def test_table_with_spans_head_caption_and_equal_values(tmp_path: Path) -> None:
    page = (
        "<table><caption>Grille 2026</caption><tfoot><tr><td>P3<td colspan=2>sur devis</tfoot>"
        "<thead><tr><th rowspan=2>Palier<th colspan=2>Tarif<tr><th>ancien<th>nouveau</thead>"
        "<tbody><tr><td>P1<td>100<td>100<tr style='display:none'><td>x<td>y<td>z<tr><td>P2<td>200<td>150</table>"
    )
    assert blocks(tmp_path, page) == (
        Table(
            ("Palier", "Tarif › ancien", "Tarif › nouveau"),
            (("P1", "100", "100"), ("P2", "200", "150"), ("P3", "sur devis", None)),
            "Grille 2026",
        ),
    )


def test_right_to_left_table_keeps_its_order(tmp_path: Path) -> None:
    page = '<body dir="rtl"><table><tr><th>السرعة<th>السعر القديم<th>السعر الجديد'
    page += "<tr><td>60 Mbps<td>2 200 دج<td>2 200 دج</table>"
    assert blocks(tmp_path, page) == (
        Table(("السرعة", "السعر القديم", "السعر الجديد"), (("60 Mbps", "2 200 دج", "2 200 دج"),)),
    )


def test_nested_tables_stay_in_their_cell_and_layout_tables_are_seen_through(tmp_path: Path) -> None:
    inner = "<table><tr><th>Mois<th>Jours<tr><td>3<td>5</table>"
    page = f"<table><tr><th>Offre<th>Bonus<tr><td>Max<td>{inner}</table><table><tr><td><h2>Cadre</h2>{inner}</table>"
    assert blocks(tmp_path, page) == (
        Table(("Offre", "Bonus"), (("Max", "Mois: 3, Jours: 5"),)),
        Heading("Cadre", 2), Table(("Mois", "Jours"), (("3", "5"),)),
    )  # fmt: skip


def test_numbers_on_two_lines_of_a_cell_stay_two(tmp_path: Path) -> None:
    (table,) = blocks(tmp_path, "<table><tr><th>Offre<th>Prix<tr><td>Max<td>2 500<br>300</table>")
    assert isinstance(table, Table) and table.rows == (("Max", "2 500 ; 300"),)


@pytest.mark.parametrize(
    "page",
    [
        '<p>Le prix baisse<sup><a href="#fn1" id="r1">1</a></sup>.<p>Suite.<ol>'
        '<li id="fn1">Jusqu\'en juin. <a href="#r1">↩</a></ol>',
        '<p>Le prix baisse<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a>.<p>Suite.<div id="ftn1"><p>'
        '<a href="#_ftnref1" name="_ftn1">[1]</a> Jusqu\'en juin.</p></div>',
        '<p>Le prix baisse<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>.'
        "<p>Suite."
        '<div id="sdfootnote1"><p><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>'
        "Jusqu'en juin.</p></div>",
    ],
    ids=["plain", "word", "libreoffice"],
)
def test_footnotes_follow_what_refers_to_them(tmp_path: Path, page: str) -> None:
    assert blocks(tmp_path, page) == (
        Paragraph("Le prix baisse."), Paragraph("* Jusqu'en juin."), Paragraph("Suite."),
    )  # fmt: skip


def test_a_footnote_of_a_cell_follows_its_table(tmp_path: Path) -> None:
    page = (
        '<table><tr><th>Offre<th>Prix<tr><td>Max<td>900<sup><a href="#n1" id="r">1</a></sup></table>'
        '<p id="n1">Hors taxes <a href="#r">1</a></p>'
    )
    assert blocks(tmp_path, page) == (Table(("Offre", "Prix"), (("Max", "900"),)), Paragraph("* Hors taxes"))


def test_a_link_to_a_chapter_is_no_footnote(tmp_path: Path) -> None:
    page = '<p>Voir <a href="#c2">2</a>.</p><p id="c2">Chapitre deux.</p>'
    assert blocks(tmp_path, page) == (Paragraph("Voir 2."), Paragraph("Chapitre deux."))


def test_pictures_inside_the_file_are_blocks_and_others_a_note(tmp_path: Path) -> None:
    data = base64.b64encode(b"\x89PNG data").decode()
    parsed = read(
        tmp_path,
        f'<h2>Carte</h2><p>Voir <img src="data:image/png;base64,{data}"></p><img src="http://127.0.0.1/x.png">'
        f'<img width="16" height="16" src="data:image/png;base64,{data}">',
    )
    (picture,) = [block for block in parsed.blocks if isinstance(block, Picture)]
    assert picture.section == "Carte" and picture.load() == b"\x89PNG data"
    assert parsed.notes == ("1 picture not read: not inside the file",)


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("utf-8", "utf-8"), ("cp1256", "windows-1256"), ("cp1256", ""), ("utf-16", ""), ("utf-8", "windows-1256-x"),
        ("cp1256", "utf-8"), ("utf-8-sig", "windows-1252"), ("iso-8859-6", "ISO-8859-6"),
    ],
)  # fmt: skip
def test_arabic_encodings(encoding: str, declared: str) -> None:
    page = f'<html><head><meta http-equiv="Content-Type" content="text/html; charset={declared}"></head>'
    page += "<p>عرض الاشتراك الجديد"
    page = page if declared else page.replace("charset=", "")
    assert "عرض الاشتراك الجديد" in decoded(page.encode(encoding))


def test_french_that_calls_itself_latin_1(tmp_path: Path) -> None:
    page = '<meta charset="iso-8859-1"><p>L’été à 20 €.'.encode("cp1252")
    assert read(tmp_path, page).blocks == (Paragraph("L’été à 20 €."),)


def test_word_saved_pages_keep_what_stands_between_their_marks(tmp_path: Path) -> None:
    page = (
        '<?xml version="1.0" encoding="utf-8"?><html xmlns:o="urn:o"><body>'
        "<p class=MsoListParagraph><![if !supportLists]>"
        "<span>·<span>&nbsp;&nbsp; </span></span><![endif]>Modem offert<o:p></o:p></p></body></html>"
    )
    assert blocks(tmp_path, page) == (ListItem("Modem offert", "-"),)


def test_malformed_pages(tmp_path: Path) -> None:
    assert blocks(tmp_path, "<p>un<p>deux<table><tr><td>a<td>b<tr><td>1<td>2") == (
        Paragraph("un"), Paragraph("deux"), Table(("a", "b"), (("1", "2"),)),
    )  # fmt: skip
    assert blocks(tmp_path, "<b><p>x</b>y</p></div></table>fin")[-1] == Paragraph("fin")
    spans = "<table><tr><td colspan=100>Titre<tr><td rowspan=0>a<td>1<tr><td>2<tr><td colspan=x rowspan=-3>b</table>"
    (table,) = blocks(tmp_path, spans)
    assert isinstance(table, Table) and table.caption == "Titre"
    assert [row[0] for row in table.rows] == ["a", "a", "a"]


def test_deep_and_huge_pages_end(tmp_path: Path) -> None:
    deep = "<p>avant" + "<div>" * 5000 + "fond" + "</div>" * 5000 + "<p>après"
    wide = "".join(f"<tr>{'<td colspan=1000 rowspan=9999>x' * 3}" for _ in range(2000))
    for page in (deep, f"<table>{wide}</table>"):
        with pytest.raises(DocumentError) as caught:
            read(tmp_path, page)
        assert caught.value.reason == "too-large" and caught.value.hint


def test_entities_of_a_page_are_not_expanded(tmp_path: Path) -> None:
    page = '<!DOCTYPE html [<!ENTITY a "secret"><!ENTITY b "&a;&a;">]><p>avant &b; après</p>'
    assert "secretsecret" not in str(read(tmp_path, page).blocks)


@pytest.mark.parametrize("page", ["", " \n", "<html><body></body></html>", "<script>x()</script>"])
def test_a_page_without_text(tmp_path: Path, page: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read(tmp_path, page)
    assert caught.value.reason == "no-text" and caught.value.hint


@settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(column_grids(), st.booleans())
def test_any_grid_comes_back(tmp_path: Path, grid: list[list[tuple[str, int]]], closed: bool) -> None:
    width = sum(span for _, span in grid[0])
    names = [f"Colonne {letter}" for letter in "ABCDE"[:width]]
    end = "</td>" if closed else ""
    page = f"<table><tr>{''.join(f'<th>{name}</th>' for name in names)}"
    for row in [*grid, [(f"fin {letter}", 1) for letter in "ABCDE"[:width]]]:
        page += "<tr>" + "".join(f"<td colspan={span}>{escape(text)}{end}" for text, span in row)
    (table,) = blocks(tmp_path, page + "</table>")
    assert isinstance(table, Table) and table.header == tuple(names)
    assert table.rows[:-1] == column_rows(grid)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(grids(), st.booleans())
def test_any_grid_with_spans_comes_back(tmp_path: Path, grid: Grid, closed: bool) -> None:
    page = "<table>"
    for number, row in enumerate(starts(grid)):
        tag = "td" if number else "th"
        page += "<tr>" + "".join(
            f"<{tag} rowspan={cell.rowspan} colspan={cell.colspan}>{escape(cell.text)}{f'</{tag}>' if closed else ''}"
            for cell in row
            if cell is not None
        )
    (table,) = blocks(tmp_path, page + "</table>")
    assert isinstance(table, Table) and (table.header, table.rows) == expected_rows(grid)
