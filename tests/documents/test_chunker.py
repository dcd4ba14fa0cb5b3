"""What a chunk holds and where it is cut."""

from core.documents.base import Block, Heading, ListItem, Paragraph, Parsed, Table
from core.documents.chunk import Chunk
from core.documents.chunker import chunk_document

LONG = "Cette phrase est là pour que le document dépasse la limite. " * 8


def chunks_of(*blocks: Block, limit: int = 400, title: str = "Offre") -> list[Chunk]:
    return chunk_document(Parsed(blocks), "Offres/a.docx", title, "Offres", None, limit)


def test_short_document_is_one_chunk() -> None:
    (chunk,) = chunks_of(Heading("Objet", 1), Paragraph("Un texte."), Heading("Prix", 1), Paragraph("Gratuit."))
    assert chunk.text == "Objet\nUn texte.\nPrix\nGratuit."
    assert (chunk.family, chunk.language, chunk.section) == ("Offres", "fr", "")


def test_sections_carry_their_path() -> None:
    found = chunks_of(Heading("A", 1), Heading("B", 2), Paragraph(LONG), Heading("C", 2), Paragraph("Fin."))
    assert {chunk.section for chunk in found} == {"A › B", "A › C"}
    assert [chunk.ordinal for chunk in found] == list(range(len(found)))


def test_no_chunk_of_a_heading_alone_and_no_heading_lost() -> None:
    found = chunks_of(Heading("Vide", 1), Heading("Plein", 1), Paragraph(LONG), Heading("Dernier", 1))
    assert all(chunk.text not in ("Vide", "Plein", "Dernier") for chunk in found)
    assert found[0].text.startswith("Vide\n") and found[-1].text.endswith("Dernier")


def test_rows_are_whole_and_parts_of_a_table_carry_its_caption() -> None:
    rows = tuple((f"{speed} Mbps", f"{speed * 10} DA par mois") for speed in range(100, 130))
    found = chunks_of(Heading("Prix", 1), Paragraph("Comme suit :"), Table(("Débit", "Tarif"), rows, "Grille"))
    assert len(found) > 1
    assert all(chunk.text.startswith("Comme suit :\nGrille\n| Débit : ") for chunk in found)
    assert sum(chunk.text.count("| Débit : ") for chunk in found) == len(rows)
    assert all(line.endswith(" |") for chunk in found for line in chunk.text.split("\n")[2:])


def test_introduction_comes_again_where_a_list_is_cut() -> None:
    items = [ListItem(f"une pièce numéro {number} du dossier", f"{number}.") for number in range(1, 25)]
    found = chunks_of(Paragraph(LONG), Paragraph("Documents à fournir :"), *items)
    with_items = [chunk for chunk in found if "dossier" in chunk.text]
    assert len(with_items) > 1
    assert all("Documents à fournir :\n" in chunk.text for chunk in with_items)
    steps = [line for chunk in with_items for line in chunk.text.split("\n") if line[:1].isdigit()]
    assert [line.split(".")[0] for line in steps] == [str(number) for number in range(1, 25)]


def test_cover_facts_are_one_line_with_the_text_after_them() -> None:
    boxes = [Paragraph(text, None, True) for text in ("2026", "12/01/2026", "RT/DC/1/2026", "Offre", "Version 2")]
    found = chunks_of(*boxes, Paragraph(LONG))
    assert found[0].text.startswith("12/01/2026 · RT/DC/1/2026 · Version 2\nCette phrase")


def test_page_is_that_of_the_first_block() -> None:
    found = chunks_of(*[Paragraph(f"Étape de la page {page}. " * 5, page) for page in range(1, 9)])
    assert [chunk.page for chunk in found] == sorted({chunk.page for chunk in found if chunk.page})
    assert all(f"page {chunk.page}." in chunk.text for chunk in found)


def test_language_follows_the_letters() -> None:
    (arabic,) = chunks_of(Paragraph("عرض Fibre بسعر 2 200 دج في الشهر لكل المشتركين"), title="العرض الجديد")
    assert arabic.language == "ar"
