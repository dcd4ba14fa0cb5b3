"""Documents to download: what lies under DATA_DIR, and nothing else."""

from pathlib import Path

import pytest

from bot.document_files import DocumentFiles


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "Offres").mkdir(parents=True)
    (folder / "Offres" / "عرض أزور.pdf").write_bytes(b"an offer")
    (tmp_path / "secret.txt").write_text("not for everybody")
    return folder


def test_a_document_is_found_by_its_path(data_dir: Path) -> None:
    found = DocumentFiles(data_dir, is_allowed=True).find("Offres/عرض أزور.pdf")
    assert found is not None
    assert found.read_bytes() == b"an offer"


def test_nothing_is_found_where_it_is_not_allowed(data_dir: Path) -> None:
    assert DocumentFiles(data_dir, is_allowed=False).find("Offres/عرض أزور.pdf") is None


@pytest.mark.parametrize(
    "document", ["Offres/gone.pdf", "Offres", "", "../secret.txt", "Offres/../../secret.txt", "a\0b", "x" * 5000]
)
def test_what_is_no_document_is_not_found(data_dir: Path, document: str) -> None:
    assert DocumentFiles(data_dir, is_allowed=True).find(document) is None


def test_an_absolute_path_leads_nowhere(data_dir: Path) -> None:
    assert DocumentFiles(data_dir, is_allowed=True).find(str(data_dir.parent / "secret.txt")) is None


def test_links_out_of_the_folder_are_refused_and_those_within_it_are_not(data_dir: Path) -> None:
    (data_dir / "out.txt").symlink_to(data_dir.parent / "secret.txt")
    (data_dir / "folder").symlink_to(data_dir.parent)
    (data_dir / "within.pdf").symlink_to(data_dir / "Offres" / "عرض أزور.pdf")
    (data_dir / "circle").symlink_to(data_dir / "circle")
    files = DocumentFiles(data_dir, is_allowed=True)
    assert [files.find(name) for name in ("out.txt", "folder/secret.txt", "circle")] == [None, None, None]
    assert files.find("within.pdf") is not None


def test_a_data_dir_that_is_a_link_itself_is_followed(data_dir: Path) -> None:
    (data_dir.parent / "link").symlink_to(data_dir)
    assert DocumentFiles(data_dir.parent / "link", is_allowed=True).find("Offres/عرض أزور.pdf") is not None
