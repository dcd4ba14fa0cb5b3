"""Where uploads wait: names made safe, folders that lead nowhere else, and no more than can be looked through."""

from pathlib import Path

import pytest

from bot.web.waiting_area import MOST_WAITING, UploadRefused, WaitingArea

TEXT = b"# Offre Azur\n"

NAMES = {
    "../../etc/cron.md": "cron.md",
    "C:\\docs\\prix.md": "prix.md",
    "..\\..\\prix.md": "prix.md",
    ".hidden.md": "hidden.md",
    "~$prix.md": "$prix.md",
    "a\x00b.md": "a_b.md",
    "عرض أزور.md": "عرض أزور.md",
    "ab\u202egpj.md": "abgpj.md",
    "CON.md": "_CON.md",
    "é" * 300 + ".md": "é" * 73 + ".md",
    "prix?.MD": "prix_.MD",
}


@pytest.mark.parametrize(("name", "expected"), NAMES.items(), ids=range(len(NAMES)))
def test_names_are_made_safe(tmp_path: Path, name: str, expected: str) -> None:
    area = WaitingArea(tmp_path / "uploads", tmp_path / "data", {".md"})
    assert area.target(name, "") == expected
    assert area.target(name, "Offres") == f"Offres/{expected}"


@pytest.mark.parametrize(
    "name", ["", ".md", "..", "prix", "prix.exe", "prix.md.exe", "forsa.yaml", "/", "...md", ". .md"]
)
def test_what_is_no_name_of_a_document_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UploadRefused):
        WaitingArea(tmp_path / "uploads", tmp_path / "data", {".md"}).target(name, "")


@pytest.mark.parametrize("folder", ["..", "../x", "a/b", "/etc", "a\\b", ".git", "a:b", "x\x00"])
def test_a_folder_that_leads_elsewhere_is_refused(tmp_path: Path, folder: str) -> None:
    with pytest.raises(UploadRefused):
        WaitingArea(tmp_path / "uploads", tmp_path / "data", {".md"}).target("a.md", folder)


def test_a_folder_that_is_a_link_out_of_the_documents_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "Offres").symlink_to(tmp_path / "outside")
    area = WaitingArea(tmp_path / "uploads", tmp_path / "data", {".md"})
    with area.draft() as draft:
        draft.write_bytes(TEXT)
        area.keep(draft, area.target("a.md", "Offres"), 1.0)
    with pytest.raises(UploadRefused):
        area.take(None)
    assert list((tmp_path / "outside").iterdir()) == []
    assert len(area.all()) == 1


def test_no_more_waits_than_can_be_looked_through(tmp_path: Path) -> None:
    area = WaitingArea(tmp_path / "uploads", tmp_path / "data", {".md"})
    for n in range(MOST_WAITING):
        with area.draft() as draft:
            draft.write_bytes(TEXT)
            area.keep(draft, f"{n}.md", float(n))
    with pytest.raises(UploadRefused), area.draft():
        pass
    assert [item.document for item in area.all()][:2] == ["0.md", "1.md"]


def test_what_a_killed_process_left_is_swept_and_what_waits_stays(tmp_path: Path) -> None:
    area = WaitingArea(tmp_path / "uploads", tmp_path / "data", {".md"})
    area.sweep()
    with area.draft() as draft:
        draft.write_bytes(TEXT)
        waiting = area.keep(draft, "a.md", 1.0)
    half = tmp_path / "uploads" / "0123456789abcdef"
    half.mkdir()
    (half / "content").write_bytes(b"ha")
    (tmp_path / "uploads" / "notes").mkdir()
    area.sweep()
    assert not half.exists()
    assert area.all() == [waiting]
    assert (tmp_path / "uploads" / "notes").is_dir(), "it isn't ours"
