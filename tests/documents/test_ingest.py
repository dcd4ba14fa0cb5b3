"""From DATA_DIR to GEN_DIR: what is read, kept, replaced, removed, refused; and what a crash leaves."""

import errno
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from filelock import FileLock

from core.documents.chunks import read_chunks
from core.documents.ingest import LOCK_NAME, IngestRunning, ingest
from core.errors import SettingsError, StorageError
from tests.documents.build import p, write_docx, write_pdf

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    write_docx(folder / "Offres" / "Offre Max FR.docx", p("Offre Max", style="Titre1"), p("Le prix est de 2 200 DA."))
    write_docx(folder / "Offres" / "Offre Max AR.docx", p("عرض ماكس", style="Titre1"), p("السعر هو 2 200 دج شهريا."))
    (folder / "note.txt").write_text("Une note : les agences ferment à 16 heures.")
    return folder


@pytest.fixture
def gen(tmp_path: Path) -> Path:
    return tmp_path / "gen"


def snapshot(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    }


def test_first_run_reads_and_second_leaves_everything(data: Path, gen: Path) -> None:
    seen: list[tuple[int, int, str]] = []
    report = ingest(data, gen, progress=lambda *step: seen.append(step))
    assert report.read == ("Offres/Offre Max AR.docx", "Offres/Offre Max FR.docx", "note.txt")
    assert seen[0][:2] == (0, 3) and seen[-1] == (3, 3, "")
    chunks = read_chunks(gen)
    assert [(chunk.document, chunk.family, chunk.language) for chunk in chunks] == [
        ("Offres/Offre Max AR.docx", "Offres", "ar"), ("Offres/Offre Max FR.docx", "Offres", "fr"),
        ("note.txt", "", "fr"),
    ]  # fmt: skip
    assert chunks[0].twin == chunks[1].document and chunks[1].twin == chunks[0].document
    before = snapshot(gen)
    again = ingest(data, gen)
    assert (len(again.unchanged), again.read, again.replaced) == (3, (), ())
    assert snapshot(gen) == before
    json.dumps(again.to_json())


def test_result_does_not_depend_on_times(data: Path, gen: Path, tmp_path: Path) -> None:
    ingest(data, gen)
    for path in data.rglob("*.*"):
        os.utime(path, (1, 1))
    assert len(ingest(data, gen).unchanged) == 3
    ingest(data, tmp_path / "other")
    assert snapshot(gen) == snapshot(tmp_path / "other")


def test_changed_document_replaces_only_its_chunks(data: Path, gen: Path) -> None:
    ingest(data, gen)
    before = snapshot(gen)
    (data / "note.txt").write_text("Une note : les agences ferment à 17 heures.")
    assert ingest(data, gen).replaced == ("note.txt",)
    after = snapshot(gen)
    assert [chunk.text for chunk in read_chunks(gen)][-1].endswith("17 heures.")
    assert {name for name in before if "Offre" in name} == {name for name in after if "Offre" in name}
    assert len(after) == len(before)


def test_removed_document_goes_and_its_twin_forgets_it(data: Path, gen: Path) -> None:
    ingest(data, gen)
    (data / "Offres" / "Offre Max AR.docx").unlink()
    assert ingest(data, gen).removed == ("Offres/Offre Max AR.docx",)
    assert [(chunk.document, chunk.twin) for chunk in read_chunks(gen)] == [
        ("Offres/Offre Max FR.docx", None), ("note.txt", None)
    ]  # fmt: skip
    assert not any("AR" in name for name in snapshot(gen))


def test_other_settings_read_everything_again(data: Path, gen: Path) -> None:
    ingest(data, gen)
    assert len(ingest(data, gen, chunk_chars=500).replaced) == 3


def test_every_file_is_in_one_list_and_the_refused_say_why(data: Path, gen: Path) -> None:
    (data / "~$note.txt").write_text("x")
    (data / ".hidden").write_text("x")
    (data / "image.bmp").write_bytes(b"x")
    (data / "empty.docx").touch()
    (data / "broken.docx").write_bytes(b"PK nothing")
    (data / "locked.docx").write_bytes(
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 64 + "EncryptedPackage".encode("utf-16-le")
    )
    (data / "copy.TXT").write_bytes((data / "note.txt").read_bytes())
    write_pdf(data / "scan.pdf", [])
    (data / "outside.txt").symlink_to(ROOT / "pyproject.toml")
    report = ingest(data, gen)
    assert {item.document: item.reason for item in report.skipped} == {
        "~$note.txt": "lock-file", ".hidden": "hidden", "image.bmp": "unsupported", "empty.docx": "empty",
        "broken.docx": "corrupt", "locked.docx": "encrypted", "note.txt": "duplicate", "scan.pdf": "no-text",
        "outside.txt": "outside",
    }  # fmt: skip
    assert all(item.hint for item in report.skipped)
    assert "copy.TXT" in report.read
    assert len(report.read) + len(report.skipped) == sum(1 for path in data.rglob("*") if not path.is_dir())
    assert {item.reason for item in ingest(data, gen).skipped} == {item.reason for item in report.skipped}


def test_document_that_breaks_loses_its_chunks_and_comes_back(data: Path, gen: Path) -> None:
    ingest(data, gen)
    path = data / "Offres" / "Offre Max FR.docx"
    whole = path.read_bytes()
    path.write_bytes(b"broken")
    report = ingest(data, gen)
    assert report.removed == ("Offres/Offre Max FR.docx",) and report.skipped[0].reason == "corrupt"
    path.write_bytes(whole)
    assert ingest(data, gen).read == ("Offres/Offre Max FR.docx",)


def test_damaged_chunks_are_read_again(data: Path, gen: Path) -> None:
    ingest(data, gen)
    before = snapshot(gen)
    damaged = next(gen.rglob("0000.md"))
    damaged.write_bytes(damaged.read_bytes()[:30])
    assert len(ingest(data, gen).replaced) == 1
    assert snapshot(gen) == before


def test_links_that_lead_to_each_other_are_named(data: Path, gen: Path) -> None:
    (data / "one.txt").symlink_to("other.txt")
    (data / "other.txt").symlink_to("one.txt")
    report = ingest(data, gen)
    assert {(item.document, item.reason) for item in report.skipped} == {
        ("one.txt", "unreadable"),
        ("other.txt", "unreadable"),
    }
    assert len(report.read) == 3


def test_odd_and_long_names(tmp_path: Path, gen: Path) -> None:
    folder = tmp_path / "data"
    names = [
        "ن" * 100 + ".txt",
        "ن" * 100 + "ه.txt",
        "a  b’«c».txt",
        'q"u:o*t?e.txt',
        "-- x --.txt",
        "É.txt",
        "con.txt",
    ]
    for name in names:
        path = folder / "مجلد" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"Le texte de {name[:20]} numéro {names.index(name)}.")
    assert len(ingest(folder, gen).read) == len(names)
    assert len({chunk.document for chunk in read_chunks(gen)}) == len(names)
    written = [path.relative_to(gen) for path in gen.rglob("*.md")]
    assert all(len(part.encode()) < 120 and not set('<>:"|?*') & set(part) for path in written for part in path.parts)


def test_missing_data_and_nested_folders_are_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError):
        ingest(tmp_path / "none", tmp_path / "gen")
    (tmp_path / "data").mkdir()
    with pytest.raises(SettingsError):
        ingest(tmp_path / "data", tmp_path / "data" / "gen")


def test_foreign_files_in_gen_are_left_alone(data: Path, gen: Path) -> None:
    gen.mkdir()
    (gen / "mine.md").write_text("my notes")
    (gen / ".tmp-1-left.md").write_text("half")
    ingest(data, gen)
    assert (gen / "mine.md").exists() and not (gen / ".tmp-1-left.md").exists()
    assert all(chunk.document != "mine.md" for chunk in read_chunks(gen))


def test_full_disk_is_told_and_loses_nothing(data: Path, gen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ingest(data, gen)
    before = read_chunks(gen)
    (data / "note.txt").write_text("Une autre note, plus récente que la première.")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StorageError, match="no space left"):
            ingest(data, gen)
    assert read_chunks(gen) == before
    assert ingest(data, gen).replaced == ("note.txt",)


def test_second_ingest_is_told_and_a_stale_lock_is_no_obstacle(data: Path, gen: Path) -> None:
    gen.mkdir()
    with FileLock(gen / LOCK_NAME), pytest.raises(IngestRunning):
        ingest(data, gen)
    (gen / LOCK_NAME).write_text("12345")
    assert len(ingest(data, gen).read) == 3


@pytest.mark.slow
def test_killed_in_the_middle_it_completes_next_time(tmp_path: Path) -> None:
    data, gen, expected = tmp_path / "data", tmp_path / "gen", tmp_path / "expected"
    data.mkdir()
    for number in range(20):
        text = "\n\n".join(f"Phrase {line} du document {number}." for line in range(20))
        (data / f"Document {number}.txt").write_text(text, encoding="utf-8")
    ingest(data, expected)
    program = textwrap.dedent("""
        import sys
        from pathlib import Path
        from core.documents.ingest import ingest
        ingest(Path(sys.argv[1]), Path(sys.argv[2]), progress=lambda done, total, name: print(done, flush=True))
    """)
    for stop in (3, 12):
        process = subprocess.Popen(
            [sys.executable, "-c", program, str(data), str(gen)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) >= stop:
                break
        time.sleep(0.01 * (stop % 3))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        read_chunks(gen)  # whatever the manifest names is whole
    ingest(data, gen)
    assert snapshot(gen) == snapshot(expected)


@pytest.mark.slow
def test_whole_corpus_is_read_or_named(tmp_path: Path) -> None:
    pairs = [CORPUS / "Offres", CORPUS / "Conventions"]
    if not all(folder.is_dir() for folder in pairs):
        pytest.skip("the corpus isn't here: it is never part of the project")
    for folder in pairs:
        report = ingest(folder, tmp_path / folder.name)
        assert {item.reason for item in report.skipped} <= {"lock-file", "duplicate"}
        assert len(report.read) + len(report.skipped) == sum(1 for path in folder.rglob("*") if path.is_file())
        assert all(summary.twin for summary in report.documents)
        for summary in report.documents:
            assert summary.twin is not None
            if folder.name == "Conventions":
                assert summary.twin.split("/")[0] == summary.document.split("/")[0]
