"""Pictures of documents: where they stand, which are left out, and the mark of what is recognised in them."""

from pathlib import Path

import pytest
from PIL import Image

from bot.console.render import source_line
from core.answering.compose import citation
from core.documents.base import Block, Fault, Heading, ListItem, Paragraph, Parsed, Picture, Table
from core.documents.chunk import Chunk, Language
from core.documents.chunker import chunk_document
from core.documents.ocr.factory import make_ocr
from core.documents.ocr.imaging import open_image
from core.documents.pdf import PdfReader
from core.documents.pictures import INSTALL_HINT, with_pictures_read
from core.documents.reading import finished, read_document, read_picture
from core.errors import DocumentError
from tests.documents.images import needs_tesseract, page_of, picture_of, screenshot, write_picture_pdf

ROWS = [("Débit", "Tarif"), ("60 Mbps", "2 200 DA"), ("120 Mbps", "2 200 DA"), ("240 Mbps", "3 450 DA")]
TEXT = [
    (100.0, "Les tarifs de la gamme sont dans le tableau ci-dessous :"),
    (400.0, "Ils valent pour tous les clients."),
]


def shot(page: int | None, section: str = "", whole_page: bool = False) -> Picture:
    return Picture(bytes, page, whole_page, section)


def test_notes_name_what_is_unread_and_what_to_do_once() -> None:
    blocks = (Paragraph("Texte"), *(shot(page) for page in (2, 3, 3, 4, 9)), shot(5, whole_page=True))
    parsed = with_pictures_read(Parsed(blocks, notes=("un autre mot",)), None)
    assert parsed.notes == (
        "un autre mot",
        "1 page without readable text: page 5",
        "5 pictures not read: pages 2–4, 9",
        INSTALL_HINT,
    )
    assert (parsed.pictures_unread, parsed.pictures_read) == (6, 0)
    in_sections = with_pictures_read(Parsed((shot(None), shot(None, "Tarifs"), shot(None, "Tarifs"))), [(), (), ()])
    assert in_sections.notes == ("3 pictures not read: before the first section, « Tarifs »",)
    assert not with_pictures_read(Parsed((Paragraph("Texte"),)), None).notes


def test_what_is_wrong_with_a_picture_is_told_once_for_each_reason() -> None:
    cut, bomb = (
        Fault("corrupt", "cut off; save it again"),
        Fault("too-large", "over 64 million pixels; make it smaller"),
    )
    blocks = (Paragraph("Texte"), *(shot(page) for page in (2, 3, 4, 5)), shot(6, whole_page=True))
    read = with_pictures_read(Parsed(blocks), [cut, (), cut, bomb, cut])
    assert read.notes == (
        "1 page without readable text: page 6 (corrupt: cut off; save it again)",
        "2 pictures not read: pages 2, 4 (corrupt: cut off; save it again)",
        "1 picture not read: page 3",
        "1 picture not read: page 5 (too-large: over 64 million pixels; make it smaller)",
    )
    assert (read.pictures_unread, read.pictures_read) == (5, 0)


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (
            DocumentError("timeout", "it took too long", "make it smaller"),
            Fault("timeout", "it took too long; make it smaller"),
        ),
        (OSError(2, "No such file"), Fault("unreadable", "No such file")),
        (
            MemoryError(),
            Fault("too-large", "it needs more memory than reading may take: make it smaller, or raise READ_MEMORY_MB"),
        ),
        (ValueError("odd"), Fault("corrupt", "ValueError: odd; open it and save it again")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_picture_that_fails_costs_nothing_but_says_why(error: Exception, fault: Fault) -> None:
    class FailingOcr:
        name = "failing"

        def read(self, image: bytes, whole_page: bool) -> tuple[Block, ...]:
            raise error

    found = read_picture(shot(2), FailingOcr())
    assert found == fault
    whole = finished(Parsed((Paragraph("Le prix est de 2 200 DA."), shot(2))), [found])
    assert isinstance(whole, Parsed) and whole.blocks == (Paragraph("Le prix est de 2 200 DA."),)
    assert whole.notes == (f"1 picture not read: page 2 ({fault.reason}: {fault.hint})",)


def test_a_picture_of_no_known_format_is_told_alike_each_time() -> None:
    told = []
    for _ in range(2):
        with pytest.raises(DocumentError) as caught:
            open_image(b"no picture")
        told.append(str(caught.value))
    assert told[0] == told[1] and "0x" not in told[0]


def test_what_is_recognised_stands_in_the_pictures_place() -> None:
    parsed = Parsed((Paragraph("Avant", 1), shot(2), shot(3), Paragraph("Après", 3)))
    table = Table(("a", "b"), (("1", "2"),), ocr=True)
    read = with_pictures_read(parsed, [(table,), ()])
    assert read.blocks == (
        Paragraph("Avant", 1),
        Table(("a", "b"), (("1", "2"),), page=2, ocr=True),
        Paragraph("Après", 3),
    )
    assert (read.pictures_read, read.pictures_unread) == (1, 1) and read.notes == ("1 picture not read: page 3",)


def test_pictures_of_a_pdf_stand_in_the_reading_order_and_ornaments_are_left_out(tmp_path: Path) -> None:
    table, logo = picture_of(ROWS, [200, 200], 24), Image.new("L", (40, 40), 90)
    banner = Image.new("L", (300, 60), 120)
    pages = [
        (TEXT, [(60, 150, 300, 150, table), (20, 20, 40, 40, logo), (100, 700, 400, 90, banner)]),
        *[([(100.0, f"Une autre page, la {number}.")], [(100, 700, 400, 90, banner)]) for number in (2, 3, 4)],
    ]
    parsed = PdfReader().read(write_picture_pdf(tmp_path / "a.pdf", *pages))
    assert [type(block) for block in parsed.blocks[:3]] == [Paragraph, Picture, Paragraph]
    (picture,) = [block for block in parsed.blocks if isinstance(block, Picture)]
    assert (picture.page, picture.whole_page) == (1, False)
    image = open_image(picture.load())
    assert image.width / image.height == pytest.approx(2.0, abs=0.02) and image.width >= table.width * 0.95


def test_a_scan_with_a_text_layer_is_not_read_twice(tmp_path: Path) -> None:
    scan = page_of([(200, 30, "Un texte")])
    parsed = PdfReader().read(write_picture_pdf(tmp_path / "a.pdf", (TEXT, [(0, 0, 595, 842, scan)])))
    assert not any(isinstance(block, Picture) for block in parsed.blocks)


def test_pages_without_text_are_pictures_and_blank_ones_nothing(tmp_path: Path) -> None:
    scan = page_of([(200, 30, "Un texte")])
    pages = [([], [(0, 0, 595, 842, scan)]), ([], []), (TEXT, [])]
    parsed = PdfReader().read(write_picture_pdf(tmp_path / "a.pdf", *pages))
    pictures = [block for block in parsed.blocks if isinstance(block, Picture)]
    assert [(picture.page, picture.whole_page) for picture in pictures] == [(1, True)]
    assert open_image(pictures[0].load()).size == pytest.approx((2480, 3509), abs=2)
    with pytest.raises(DocumentError) as caught:
        PdfReader().read(write_picture_pdf(tmp_path / "b.pdf", ([], [])))
    assert caught.value.reason == "no-text"


@needs_tesseract
def test_a_table_that_is_a_picture_answers_and_a_screenshot_doesnt(tmp_path: Path) -> None:
    ocr = make_ocr("auto")
    assert ocr is not None
    pictures = [
        (60.0, 150.0, 300.0, 192.0, picture_of(ROWS, [200, 200], 24)),
        (60.0, 450.0, 400.0, 224.0, screenshot()),
    ]
    parsed = read_document(write_picture_pdf(tmp_path / "a.pdf", (TEXT, pictures)), PdfReader())
    assert isinstance(parsed, Parsed)
    read = finished(parsed, [read_picture(block, ocr) for block in parsed.blocks if isinstance(block, Picture)])
    assert isinstance(read, Parsed)
    assert read.blocks[1] == Table(("Débit", "Tarif"), tuple(ROWS[1:]), page=1, ocr=True)
    assert (read.pictures_read, read.pictures_unread) == (1, 1)
    marked = [(chunk.ocr, "3 450 DA" in chunk.text) for chunk in chunk_document(read, "a.pdf", "Tarifs", "", None, 900)]
    assert marked == [(True, True), (False, False)]


def chunks(*blocks: Block, limit: int = 300) -> list[Chunk]:
    return chunk_document(Parsed(blocks), "a.pdf", "Guide", "", None, limit)


def test_recognised_text_has_chunks_of_its_own() -> None:
    table = Table(("Débit", "Tarif"), (("60", "2 200"),), ocr=True)
    found = chunks(Heading("Offre", 1), Paragraph("Un texte."), table, ListItem("Un point", "-"), Paragraph("Fin."))
    assert [(chunk.ocr, "2 200" in chunk.text) for chunk in found] == [(False, False), (True, True), (False, False)]
    assert [chunk.section for chunk in found] == ["Offre"] * 3
    scanned = chunks(Heading("Offre", 1, ocr=True), Paragraph("Un texte.", ocr=True))
    assert [(chunk.ocr, chunk.text) for chunk in scanned] == [(True, "Offre\nUn texte.")]
    assert not any(chunk.ocr for chunk in chunks(Heading("Offre", 1), Paragraph("Un texte.")))


def test_a_long_recognised_table_is_marked_in_every_part() -> None:
    rows = tuple((f"{number} Mbps", f"{number} 200 DA") for number in range(10, 40))
    found = chunks(Paragraph("Avant."), Table(("Débit", "Tarif"), rows, ocr=True), Paragraph("Après."))
    assert len(found) > 4 and [chunk.ocr for chunk in found] == [False, *[True] * (len(found) - 2), False]


@pytest.mark.parametrize(("language", "mark"), [("fr", "texte reconnu dans une image"), ("ar", "نص مستخرج من صورة")])
def test_the_citation_says_that_its_text_was_recognised(language: Language, mark: str) -> None:
    plain = Chunk("a.pdf", 0, "Guide", "Offre", 2, "fr", "", None, "Un texte.")
    recognised = Chunk("a.pdf", 0, "Guide", "Offre", 2, "fr", "", None, "Un texte.", ocr=True)
    assert mark in source_line(citation(1, recognised, None), language)
    assert mark not in source_line(citation(1, plain, None), language)
