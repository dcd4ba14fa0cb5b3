"""Reading word-processing documents, on files written as raw XML."""

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from core.documents.base import Heading, ListItem, Paragraph, Parsed, Picture, Table
from core.documents.docx import DocxReader
from core.documents.rows import format_row, parse_row
from core.documents.text import clean
from core.errors import DocumentError
from tests.documents.build import inline_picture, notes_part, p, run, tbl, tc, text_box, write_docx, write_docx_parts
from tests.documents.grids import Grid, expected_rows, grids


def read(folder: Path, *body: str) -> Parsed:
    return DocxReader().read(write_docx(folder / "a.docx", *body))


def only_table(folder: Path, *body: str) -> Table:
    (table,) = [block for block in read(folder, *body).blocks if isinstance(block, Table)]
    return table


def test_cells_equal_to_their_neighbour_stay(tmp_path: Path) -> None:
    table = only_table(tmp_path, tbl([["Débit", "A", "B", "C", "D"], ["240", "/", "3", "3", "4"]]))
    assert table.rows == (("240", "/", "3", "3", "4"),)


def test_spanned_columns_are_none_and_merged_rows_repeat(tmp_path: Path) -> None:
    table = only_table(
        tmp_path,
        tbl(
            [
                ["Débit", "Prix", "Avantage"],
                ["60", "2 200", tc("Modem offert", merge="restart")],
                ["120", "2 400", tc(merge="continue")],
                ["240", tc("gratuit", span=2)],
            ]
        ),
    )
    assert table.rows == (("60", "2 200", "Modem offert"), ("120", "2 400", "Modem offert"), ("240", "gratuit", None))


def test_two_header_rows_become_one_name_a_column(tmp_path: Path) -> None:
    table = only_table(
        tmp_path,
        tbl(
            [
                [tc("Palier", merge="restart"), tc("Tarif", span=2)],
                [tc(merge="continue"), "ancien", "nouveau"],
                ["P1", "100", "100"],
                ["P2", "200", "150"],
            ]
        ),
    )
    assert table.header == ("Palier", "Tarif › ancien", "Tarif › nouveau")
    assert table.rows == (("P1", "100", "100"), ("P2", "200", "150"))


def test_label_down_the_side_names_the_column_beside_it(tmp_path: Path) -> None:
    table = only_table(
        tmp_path,
        tbl(
            [
                [tc("Boost", span=2, merge="restart"), tc("Débit final", span=2)],
                [tc(span=2, merge="continue"), "240", "480"],
                [tc("Débit initial", merge="restart"), "120", "3", "3"],
                [tc(merge="continue"), "240", "/", "3"],
            ]
        ),
    )
    assert table.header == ("Boost › Débit initial", "Débit final › 240", "Débit final › 480")
    assert table.rows == (("120", "3", "3"), ("240", "/", "3"))


def test_title_row_over_the_whole_width_is_the_caption(tmp_path: Path) -> None:
    table = only_table(tmp_path, tbl([[tc("Grille 2026", span=2)], ["Débit", "Prix"], ["60", "2 200 DA"]]))
    assert (table.caption, table.header, table.rows) == ("Grille 2026", ("Débit", "Prix"), (("60", "2 200 DA"),))


def test_first_row_that_is_data_is_no_header(tmp_path: Path) -> None:
    table = only_table(tmp_path, tbl([["Prix", "1 500 DA"], ["Durée", "12 mois"]]))
    assert table.header == ("", "")
    assert format_row(table.header, table.rows[0]) == "| Prix | 1 500 DA |"


def test_header_that_comes_again_renames_its_columns(tmp_path: Path) -> None:
    blocks = read(
        tmp_path,
        tbl([["Débit", "Prix", "Offre"], ["15", "20", "a"], ["Débit", "Prix", "Cadeau"], ["30", "0", "b"]]),
    ).blocks
    assert [block.header for block in blocks if isinstance(block, Table)] == [
        ("Débit", "Prix", "Offre"), ("Débit", "Prix", "Cadeau")
    ]  # fmt: skip


def test_right_to_left_table_keeps_its_order(tmp_path: Path) -> None:
    rows = [["السرعة", "السعر القديم", "السعر الجديد"], ["60 Mbps", "2 200 دج", "2 200 دج"]]
    table = only_table(tmp_path, tbl(rows, bidi=True))
    assert format_row(table.header, table.rows[0]) == (
        "| السرعة : 60 Mbps | السعر القديم : 2 200 دج | السعر الجديد : 2 200 دج |"
    )


def test_frame_of_one_cell_is_text_and_nested_table_stays_in_its_cell(tmp_path: Path) -> None:
    inner = tbl([["Mois", "Jours"], ["3", "5"]])
    blocks = read(tmp_path, tbl([[tc(p("Encadré"))]]), tbl([["Offre", "Bonus"], ["Max", tc(inner + p())]])).blocks
    assert blocks[0] == Paragraph("Encadré")
    assert isinstance(blocks[1], Table) and blocks[1].rows == (("Max", "Mois: 3, Jours: 5"),)


def test_numbers_in_two_paragraphs_of_a_cell_stay_two(tmp_path: Path) -> None:
    table = only_table(tmp_path, tbl([["Offre", "Prix"], ["Max", tc(p("2 500") + p("300"))]]))
    assert table.rows == (("Max", "2 500 ; 300"),)


def test_text_box_is_read_once_and_gives_the_title(tmp_path: Path) -> None:
    parsed = read(
        tmp_path,
        p(inner=text_box("2026") + text_box("12/01/2026") + text_box("Offre Fibre Max")),
        p("Le corps."),
    )
    assert parsed.title == "Offre Fibre Max"
    assert [block.text for block in parsed.blocks if isinstance(block, Paragraph) and block.in_text_box] == [
        "2026", "12/01/2026", "Offre Fibre Max"
    ]  # fmt: skip


def test_lists_have_their_markers_and_restart(tmp_path: Path) -> None:
    blocks = read(
        tmp_path,
        p("Ouvrir", num=(1, 0)), p("Saisir", num=(1, 0)), p("le nom", num=(1, 1)), p("Valider", num=(1, 0)),
        p("Texte."), p("Encore", num=(3, 0)), p("Puce", num=(2, 0)), p("- tirée", ), p("2) typée"),
    ).blocks  # fmt: skip
    items = [(block.marker, block.text, block.level) for block in blocks if isinstance(block, ListItem)]
    assert items == [
        ("1.", "Ouvrir", 0), ("2.", "Saisir", 0), ("a)", "le nom", 1), ("3.", "Valider", 0), ("1.", "Encore", 0),
        ("➢", "Puce", 0), ("-", "tirée", 0), ("2)", "typée", 0),
    ]  # fmt: skip


def test_prices_and_speeds_are_no_list_markers(tmp_path: Path) -> None:
    blocks = read(tmp_path, p("1.5 Gbps est le maximum."), p("10 Mbps suffit."), p("5 - 7 jours")).blocks
    assert all(isinstance(block, Paragraph) for block in blocks)


@pytest.mark.parametrize(
    ("paragraph", "level"),
    [(p("Objet", style="Titre1"), 1), (p("Objet", style="MonTitre"), 2), (p("الموضوع", style="Ar1"), 1)],
    ids=["french style", "style based on one", "arabic style"],
)
def test_headings_by_style(tmp_path: Path, paragraph: str, level: int) -> None:
    first = read(tmp_path, paragraph, p("Texte.")).blocks[0]
    assert isinstance(first, Heading) and first.level == level


def test_bold_question_with_its_answer_after_a_line_break(tmp_path: Path) -> None:
    inner = run("Qui peut en bénéficier ?", bold=True) + "<w:r><w:br/></w:r>" + run("Tous les clients.")
    assert read(tmp_path, p(inner=inner)).blocks == (
        Heading("Qui peut en bénéficier ?", 6),
        Paragraph("Tous les clients."),
    )


def test_bold_note_and_bold_list_items_are_no_headings(tmp_path: Path) -> None:
    blocks = read(
        tmp_path, p("NB :", bold=True), p("un", num=(2, 0), bold=True), p("deux", num=(2, 0), bold=True)
    ).blocks
    assert [type(block) for block in blocks] == [Paragraph, ListItem, ListItem]


def test_deleted_is_left_out_and_inserted_kept(tmp_path: Path) -> None:
    inner = (
        run("Prix ") + '<w:del w:id="1"><w:r><w:delText>900</w:delText></w:r></w:del>'
        '<w:ins w:id="2">' + run("1 200") + "</w:ins>" + run(" DA")
        + '<w:r><w:rPr><w:vanish/></w:rPr><w:t>caché</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r>'
    )  # fmt: skip
    assert read(tmp_path, p(inner=inner)).blocks == (Paragraph("Prix 1 200 DA"),)


def test_content_controls_are_seen_through(tmp_path: Path) -> None:
    held = f"<w:sdt><w:sdtPr/><w:sdtContent>{p('Dedans')}</w:sdtContent></w:sdt>"
    assert read(tmp_path, held).blocks == (Paragraph("Dedans"),)


def test_presentation_forms_are_folded(tmp_path: Path) -> None:
    assert read(tmp_path, p("ﺍﻻﺷﺘﺮﺍﻙ 50 m²")).blocks == (Paragraph("الاشتراك 50 m²"),)


def test_broken_files_say_what_is_wrong(tmp_path: Path) -> None:
    encrypted = tmp_path / "encrypted.docx"
    encrypted.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le"))
    cut = write_docx(tmp_path / "whole.docx", p("Texte"))
    corrupt = tmp_path / "corrupt.docx"
    corrupt.write_bytes(cut.read_bytes()[:300])
    empty = write_docx(tmp_path / "blank.docx", p(" "))
    for path, reason in ((encrypted, "encrypted"), (corrupt, "corrupt"), (empty, "no-text")):
        with pytest.raises(DocumentError) as caught:
            DocxReader().read(path)
        assert caught.value.reason == reason and caught.value.hint


def test_spans_beyond_what_word_makes_fill_no_memory(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "wide.docx", tbl([[tc("Prix", span=10**9), "Débit"], ["2 200 DA", "480 Mbps"]]))
    (table,) = DocxReader().read(path).blocks
    assert isinstance(table, Table) and table.rows[-1][:2] == ("2 200 DA", "480 Mbps")


def test_packing_that_the_format_does_not_know_is_corrupt(tmp_path: Path) -> None:
    whole, packed = write_docx(tmp_path / "whole.docx", p("Le prix.")), tmp_path / "packed.docx"
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as target:
        for name in source.namelist():
            target.writestr(name, source.read(name))
    with pytest.raises(DocumentError) as caught:
        DocxReader().read(packed)
    assert caught.value.reason == "corrupt"


def test_parts_that_declare_entities_are_refused(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "a.docx", p("Texte"))
    bomb = tmp_path / "bomb.docx"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(bomb, "w") as target:
        for name in source.namelist():
            data = source.read(name).decode()
            if name == "word/document.xml":
                data = '<!DOCTYPE x [<!ENTITY a "secret">]>' + data.replace("Texte", "avant &a; après")
            target.writestr(name, data)
    with pytest.raises(DocumentError) as caught:
        DocxReader().read(bomb)
    assert caught.value.reason == "corrupt" and "entities" in str(caught.value)


_cell = st.text("abÉé ع1 2|:/—ﻻ", max_size=8)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(2, 5).flatmap(lambda n: st.lists(st.lists(_cell, min_size=n, max_size=n), min_size=1, max_size=5)))
def test_every_cell_comes_back_under_its_column(tmp_path: Path, rows: list[list[str]]) -> None:
    names = [f"Colonne {letter}" for letter in "ABCDE"[: len(rows[0])]]
    expected = []
    for row in rows:
        line = format_row(names, [clean(value) for value in row])
        if line:
            expected.append([(cell.column, cell.value) for cell in parse_row(line)])
    found = []
    # A second document around it, so that columns and rows without a word don't change what is tested.
    body = tbl([names, *rows, ["fin"] * len(names)], header_rows=1)
    for block in read(tmp_path, body).blocks:
        assert isinstance(block, Table)
        for values in block.rows:
            found.append([(cell.column, cell.value) for cell in parse_row(format_row(block.header, values))])
    plain = [[(column, " ".join(value.split())) for column, value in row] for row in found[:-1]]
    assert _folded(plain) == _folded(expected)


def _folded(rows: list[list[tuple[str, str]]]) -> list[list[tuple[str, str]]]:
    return [[(column, value.replace("ﻻ", "لا")) for column, value in row] for row in rows]


def read_with(folder: Path, body: str, parts: dict[str, str | bytes], relations: list[tuple[str, str]]) -> Parsed:
    return DocxReader().read(write_docx_parts(folder / "a.docx", body, parts, relations))


def test_footnotes_follow_their_block_and_those_of_a_table_follow_it(tmp_path: Path) -> None:
    def mark(kind: str, number: int) -> str:
        return f'<w:r><w:{kind}Reference w:id="{number}"/></w:r>'

    body = p("Le modem est offert", inner=mark("footnote", 2) + run(".")) + tbl(
        [["Débit", "Prix"], ["60", tc(p("2 200", inner=mark("endnote", 3)))]]
    )
    parts: dict[str, str | bytes] = {
        "footnotes.xml": notes_part("footnote", {0: "", 2: "Pendant 24 mois."}),
        "endnotes.xml": notes_part("endnote", {3: "السعر بكل الرسوم"}),
    }
    relations = [("footnotes", "footnotes.xml"), ("endnotes", "endnotes.xml")]
    assert read_with(tmp_path, body, parts, relations).blocks == (
        Paragraph("Le modem est offert."),
        Paragraph("* Pendant 24 mois."),
        Table(("Débit", "Prix"), (("60", "2 200"),)),
        Paragraph("* السعر بكل الرسوم"),
    )


def _png(colour: str) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (30, 20), colour).save(data, "PNG")
    return data.getvalue()


def test_pictures_stand_where_they_are_read(tmp_path: Path) -> None:
    body = (
        p("Tarifs", style="Titre1") + p("Voici la grille.", inner=inline_picture("r9"))
        + tbl([["Étape", "Écran"], ["1", tc(p("Ouvrir", inner=inline_picture("r10")))]]) + p("Fin.")
        + p(inner=inline_picture("r9", 1.2, 1.2)) + p(inner=inline_picture("r11"))
    )  # fmt: skip
    parts: dict[str, str | bytes] = {
        "media/a.png": _png("red"), "media/b.png": _png("blue"), "media/c.emf": b"EMF"
    }  # fmt: skip
    relations = [("image", f"media/{name}") for name in ("a.png", "b.png", "c.emf")]
    parsed = read_with(tmp_path, body, parts, relations)
    kinds = [type(block).__name__ for block in parsed.blocks]
    assert kinds == ["Heading", "Paragraph", "Picture", "Table", "Picture", "Paragraph"]
    pictures = [block for block in parsed.blocks if isinstance(block, Picture)]
    assert [picture.section for picture in pictures] == ["Tarifs", "Tarifs"]
    assert [picture.load() for picture in pictures] == [_png("red"), _png("blue")]
    assert parsed.notes == ("1 drawing (EMF, WMF, SVG, …) not read: in section « Tarifs »",)


def test_a_picture_that_comes_again_and_again_is_an_ornament(tmp_path: Path) -> None:
    body = "".join(p(f"Étape {number}", inner=inline_picture("r9")) for number in range(3))
    parsed = read_with(tmp_path, body, {"media/a.png": _png("red")}, [("image", "media/a.png")])
    assert not [block for block in parsed.blocks if isinstance(block, Picture)]


def test_deleted_paragraph_marks_join_paragraphs(tmp_path: Path) -> None:
    gone = '<w:rPr><w:del w:id="1"/></w:rPr>'
    joined = f"<w:p><w:pPr>{gone}</w:pPr>{run('Le prix est de ')}</w:p>{p('2 200 DA.')}"
    deleted = f'<w:p><w:pPr>{gone}</w:pPr><w:del w:id="2"><w:r><w:delText>Ancien</w:delText></w:r></w:del></w:p>'
    blocks = read(tmp_path, joined, deleted, p("Tarifs", style="Titre1")).blocks
    assert blocks == (Paragraph("Le prix est de 2 200 DA."), Heading("Tarifs", 1))


def test_deleted_rows_and_cells_are_left_out(tmp_path: Path) -> None:
    rows = tbl([["Débit", "Prix"], ["15", "1 000"], ["60", "2 200"], ["120", "2 400"]])
    rows = rows.replace("<w:tr><w:tc><w:tcPr></w:tcPr>" + p("15"), "<w:tr><w:trPr><w:del/></w:trPr><w:tc>" + p("15"))
    gone = "<w:tc><w:tcPr><w:cellDel/></w:tcPr>" + p("2 000") + "</w:tc>"
    rows = rows.replace("<w:tc><w:tcPr></w:tcPr>" + p("2 200"), gone + "<w:tc>" + p("2 200"))
    (table,) = read(tmp_path, rows).blocks
    assert isinstance(table, Table) and table.rows == (("60", "2 200"), ("120", "2 400"))


def test_old_horizontal_merges_and_rows_that_begin_further_in(tmp_path: Path) -> None:
    wide = '<w:tc><w:tcPr><w:hMerge w:val="restart"/></w:tcPr>' + p("gratuit") + "</w:tc>"
    wide += "<w:tc><w:tcPr><w:hMerge/></w:tcPr><w:p/></w:tc>"
    inset = '<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>' + tc("3") + tc("3") + "</w:tr>"
    rows = tbl([["Débit", "A", "B"], ["60", wide]]).replace("</w:tbl>", inset + "</w:tbl>")
    assert only_table(tmp_path, rows).rows == (("60", "gratuit", None), ("", "3", "3"))


def test_results_of_fields_are_kept_and_their_code_left_out(tmp_path: Path) -> None:
    def char(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    inner = char("begin") + run("0") + char("end")
    field = char("begin") + "<w:r><w:instrText>IF </w:instrText></w:r>" + inner + char("separate")
    assert read(tmp_path, p("Prix : ", inner=field + run("900 DA") + char("end"))).blocks == (
        Paragraph("Prix : 900 DA"),
    )


def test_symbols_prompts_contents_and_boxes_in_boxes(tmp_path: Path) -> None:
    symbols = (
        '<w:r><w:sym w:font="Symbol" w:char="F0B3"/></w:r>' + run(" 60 Mbps ")
        + '<w:r><w:sym w:font="Webdings" w:char="F0C8"/></w:r>' + run("1200")
    )  # fmt: skip
    prompt = "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>" + p("Tapez ici") + "</w:sdtContent></w:sdt>"
    inner = f"<w:p>{text_box('Dedans')}</w:p>"
    outer = text_box("Dehors").replace("</w:txbxContent>", inner + "</w:txbxContent>")
    taken_in = '<w:altChunk r:id="r9" xmlns:r="x"/>'
    parsed = read(tmp_path, p(inner=symbols), prompt, p(inner=outer), taken_in)
    assert [block.text for block in parsed.blocks if isinstance(block, Paragraph)] == [
        "≥ 60 Mbps 1200", "Dehors", "Dedans"
    ]  # fmt: skip
    assert "1 part taken in from another file not read" in parsed.notes[0]


def test_bold_by_character_style_and_bold_items_in_one_paragraph(tmp_path: Path) -> None:
    path = write_docx(
        tmp_path / "a.docx",
        p(inner='<w:r><w:rPr><w:rStyle w:val="lev"/></w:rPr><w:t>Qui en profite ?</w:t></w:r>'),
        p("• premier point", bold=True, inner="<w:r><w:br/></w:r>" + run("• second point", bold=True)),
    )
    strong = '<w:style w:type="character" w:styleId="lev"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>'
    with zipfile.ZipFile(path) as source:
        held = {name: source.read(name) for name in source.namelist()}
    held["word/styles.xml"] = held["word/styles.xml"].replace(b"</w:styles>", f"{strong}</w:styles>".encode())
    with zipfile.ZipFile(path, "w") as target:
        for name, data in held.items():
            target.writestr(name, data)
    assert DocxReader().read(path).blocks == (
        Heading("Qui en profite ?", 6), ListItem("premier point", "-"), ListItem("second point", "-")
    )  # fmt: skip


@pytest.mark.slow
def test_zip_bombs_are_refused(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.docx"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr("word/document.xml", b" " * (30 * 1024 * 1024))
    many = tmp_path / "many.docx"
    with zipfile.ZipFile(many, "w") as target:
        for number in range(20_001):
            target.writestr(str(number), b"")
    for path in (bomb, many):
        with pytest.raises(DocumentError) as caught:
            DocxReader().read(path)
        assert caught.value.reason == "too-large" and caught.value.hint


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(grids())
def test_any_grid_with_spans_comes_back(tmp_path: Path, grid: Grid) -> None:
    rows: list[list[str]] = [[] for _ in range(grid.height)]
    starts = [(cell.row + down, cell.col, cell, down) for cell in grid.cells for down in range(cell.rowspan)]
    for row, _, cell, down in sorted(starts, key=lambda start: start[:2]):
        merge = "" if cell.rowspan == 1 else "continue" if down else "restart"
        rows[row].append(tc("" if down else cell.text, cell.colspan, merge))
    table = only_table(tmp_path, tbl(rows))
    assert (table.header, table.rows) == expected_rows(grid)


def _floating(rows: list[list[str]], below: int, anchor: str = "text") -> str:
    place = f'<w:tblpPr w:vertAnchor="{anchor}" w:tblpY="{below}"/>'
    return tbl(rows).replace("<w:tblPr>", f"<w:tblPr>{place}", 1)


@pytest.mark.parametrize(
    ("below", "anchor", "text_first"),
    [(900, "text", True), (100, "text", False), (900, "page", False)],
    ids=["hangs below its paragraph", "begins beside it", "lies on the page"],
)
def test_floating_table_stands_below_the_line_that_it_hangs_on(
    tmp_path: Path, below: int, anchor: str, text_first: bool
) -> None:
    rows = [["التدفق", "السعر"], ["60 Mbps", "2 200 دج"]]
    blocks = read(tmp_path, _floating(rows, below, anchor), p("تفاصيل عرض Rimal Fibre :"), p("نهاية العرض.")).blocks
    kinds = [Paragraph, Table, Paragraph] if text_first else [Table, Paragraph, Paragraph]
    assert [type(block) for block in blocks] == kinds


def test_floating_tables_at_the_end_or_one_after_the_other_are_kept(tmp_path: Path) -> None:
    first, second = (_floating([["Débit", "Prix"], [speed, "2 200 DA"]], 900) for speed in ("60 Mbps", "120 Mbps"))
    blocks = read(tmp_path, first, second, p("Tarifs Rimal Fibre."), first).blocks
    assert [type(block) for block in blocks] == [Paragraph, Table, Table, Table]
    assert [block.rows[0][0] for block in blocks if isinstance(block, Table)] == ["60 Mbps", "120 Mbps", "60 Mbps"]


_PHONE = tbl([["Forfait", "Prix"], ["Rimal Voix", "400 DA"]])


@pytest.mark.parametrize(
    ("paragraph", "title"),
    [
        (p(num=(1, 0), inner=run("Téléphonie fixe :", bold=True) + run(" lignes et forfaits.")),
         "Téléphonie fixe : lignes et forfaits"),
        (p(inner=run("Téléphonie fixe ", bold=True) + run(": lignes et forfaits")),
         "Téléphonie fixe : lignes et forfaits"),
        (p(inner=run("- الهاتف الثابت :", bold=True) + run(" خطوط وعروض")), "الهاتف الثابت : خطوط وعروض"),
        (p("Forfaits de téléphonie", num=(2, 0)), "Forfaits de téléphonie"),
        (p(num=(2, 0), inner=run("عروض ") + run("Rimal Voix", bold=True)), "عروض Rimal Voix"),
    ],
    ids=["numbered label", "label", "Arabic label after a dash", "lone bullet", "lone bullet, partly bold"],
)  # fmt: skip
def test_label_or_lone_bullet_above_a_table_is_its_title(tmp_path: Path, paragraph: str, title: str) -> None:
    blocks = read(tmp_path, p("Internet fixe :", bold=True), p("Débits de Rimal."), paragraph, _PHONE).blocks
    assert isinstance(blocks[2], Heading) and blocks[2].text == title


def test_label_with_a_figure_or_without_a_table_and_lists_that_go_on_are_no_titles(tmp_path: Path) -> None:
    label = p(inner=run("Durée :", bold=True) + run(" sans engagement"))
    price = p(inner=run("Installation :", bold=True) + run(" 6 000 DA"))
    note = p(inner=run("NB :", bold=True) + run(" selon le stock"))
    for lines in ((label, p("Suite.")), (price, _PHONE), (note, _PHONE), (label, label, _PHONE)):
        assert not any(isinstance(block, Heading) for block in read(tmp_path, *lines).blocks)
    steps = (p("Ouvrir la fiche", num=(1, 0)), _PHONE, p("Valider la fiche", num=(1, 0)), _PHONE)
    bullets = (p("Modem", num=(2, 0)), p("Installation", num=(2, 0)), _PHONE)
    for lines in (steps, bullets):
        assert not any(isinstance(block, Heading) for block in read(tmp_path, *lines).blocks)


def test_numbered_label_stands_beside_the_other_numbered_titles(tmp_path: Path) -> None:
    blocks = read(
        tmp_path,
        p("Service Internet :", num=(1, 0), bold=True), p("Débits de Rimal."),
        p("Fibre et ADSL :", num=(1, 0), bold=True), p("Débits."),
        p(num=(1, 0), inner=run("Téléphonie fixe :", bold=True) + run(" lignes et forfaits")), _PHONE,
    ).blocks  # fmt: skip
    assert [block.level for block in blocks if isinstance(block, Heading)] == [1, 1, 1]


def test_closing_part_stands_beside_the_highest_titles(tmp_path: Path) -> None:
    blocks = read(
        tmp_path,
        p("II. Offre ADSL", style="Titre1"),
        p("1. Qui peut souscrire ?", style="Titre2"), p("Tous."),
        p("2. Où souscrire ?", style="Titre2"), p("En agence."),
        p("Important :", style="Titre2"), p("Écrire au service clients."),
    ).blocks  # fmt: skip
    levels = {block.text: block.level for block in blocks if isinstance(block, Heading)}
    assert levels == {"II. Offre ADSL": 1, "1. Qui peut souscrire ?": 2, "2. Où souscrire ?": 2, "Important :": 1}


def test_arabic_table_drawn_from_the_left_is_read_from_its_row_names_at_the_right(tmp_path: Path) -> None:
    rows = [
        ["العرض 2", "العرض 1", ""],
        ["غير محدود", "العداد", "المكالمات المحلية"],
        ["750 دج", "250 دج", "السعر الشهري"],
    ]
    table = only_table(tmp_path, tbl(rows))
    assert table.header == ("", "العرض 1", "العرض 2")
    assert table.rows == (("المكالمات المحلية", "العداد", "غير محدود"), ("السعر الشهري", "250 دج", "750 دج"))


@pytest.mark.parametrize(
    ("rows", "bidi"),
    [
        ([["العرض 2", "العرض 1", ""], ["غير محدود", "العداد", "محلي"], ["750 دج", "250 دج", "السعر"]], True),
        ([["العرض", "السعر", ""], ["Rimal Voix", "750 دج", ""], ["Rimal Fibre", "900 دج", "متاح"]], False),
        ([["Offre 2", "Offre 1", ""], ["illimité", "compteur", "Appels"], ["750 DA", "250 DA", "Prix"]], False),
    ],
    ids=["drawn from the right", "not a name for every row", "French"],
)
def test_other_tables_with_an_empty_corner_keep_their_order(tmp_path: Path, rows: list[list[str]], bidi: bool) -> None:
    assert only_table(tmp_path, tbl(rows, bidi=bidi)).header == tuple(rows[0])
