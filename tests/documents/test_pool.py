"""Readers in processes: what hangs, crashes or eats the memory is ended and named, and the others are read."""

import ctypes
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from core.documents.base import Block, Fault, Paragraph, Parsed, Picture
from core.documents.ingest import ingest
from core.documents.pool import ReaderPool, ReadLimits

ROOT = Path(__file__).resolve().parents[2]


class WildReader:
    """A reader that does what the file says."""

    suffixes = (".wild",)
    version = 1

    def read(self, path: Path) -> Parsed:
        match path.read_text().strip():
            case "hang":
                while True:
                    time.sleep(0.1)
            case "crash":
                ctypes.string_at(0)
            case "leave":
                os._exit(3)
            case "eat":
                return Parsed((Paragraph("x" * (3 << 30)),))
            case "picture":
                return Parsed(
                    (
                        Paragraph("avant"),
                        Picture(path.read_bytes, 1),
                        Picture(bytes, 2),
                        Picture(partial(bytes, b"leave"), 3),
                        Paragraph("après"),
                    )
                )
            case text:
                return Parsed((Paragraph(text),))
        raise AssertionError("it went on living")


class WildOcr:
    """Recognises every picture but the empty ones; one of them ends its process."""

    name = "wild"

    def read(self, image: bytes, whole_page: bool) -> Sequence[Block]:
        if image == b"leave":
            os._exit(3)
        return (Paragraph(f"lu : {image.decode().strip()}", ocr=True),) if image else ()


def write(folder: Path, *contents: str) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{number:02d}.wild" for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_text(content)
    return paths


def read_all(paths: Sequence[Path], limits: ReadLimits, ocr: WildOcr | None = None) -> dict[str, Parsed | Fault]:
    with ReaderPool(limits, ocr) as pool:
        return dict(pool.read((path.name, path, WildReader()) for path in paths))


@pytest.mark.slow
def test_what_hangs_or_crashes_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    paths = write(tmp_path, "un", "hang", "deux", "crash", "trois", "leave", "quatre", "cinq")
    outcomes = read_all(paths, ReadLimits(processes=2, seconds=1.5))
    faults = {name: outcome.reason for name, outcome in outcomes.items() if isinstance(outcome, Fault)}
    assert faults == {"01.wild": "timeout", "03.wild": "crashed", "05.wild": "crashed"}
    texts = [block.text for outcome in outcomes.values() if isinstance(outcome, Parsed) for block in outcome.blocks
             if isinstance(block, Paragraph)]  # fmt: skip
    assert sorted(texts) == sorted(["un", "deux", "trois", "quatre", "cinq"])
    assert all(outcome.hint for outcome in outcomes.values() if isinstance(outcome, Fault))


@pytest.mark.skipif(sys.platform != "linux", reason="memory of a process can be bounded on Linux only")
def test_memory_of_a_reader_is_bounded(tmp_path: Path) -> None:
    outcomes = read_all(write(tmp_path, "eat", "un"), ReadLimits(processes=1, memory_mb=1024))
    assert isinstance(outcomes["01.wild"], Parsed)
    fault = outcomes["00.wild"]
    assert isinstance(fault, Fault) and fault.reason == "too-large" and "READ_MEMORY_MB" in fault.hint


def test_pictures_are_recognised_in_their_place_and_the_others_named(tmp_path: Path) -> None:
    (path,) = write(tmp_path, "picture")
    outcome = read_all([path], ReadLimits(processes=2), WildOcr())[path.name]
    assert isinstance(outcome, Parsed)
    assert [block.text for block in outcome.blocks if isinstance(block, Paragraph)] == [
        "avant",
        "lu : picture",
        "après",
    ]
    assert outcome.blocks[1] == Paragraph("lu : picture", 1, ocr=True)
    assert outcome.notes[0] == "1 picture not read: page 2"
    assert outcome.notes[1].startswith("1 picture not read: page 3 (crashed: its reader ended with status 3")
    without = read_all([path], ReadLimits(processes=1))[path.name]
    assert isinstance(without, Parsed) and len(without.notes) == 2


@pytest.mark.slow
def test_ingest_names_the_hanging_file_and_goes_on(tmp_path: Path) -> None:
    write(tmp_path / "data", "un texte", "hang", "crash")
    limits = ReadLimits(processes=2, seconds=1.0)
    for _ in range(2):  # what was found is remembered: the file is not tried again until it changes
        report = ingest(tmp_path / "data", tmp_path / "gen", limits=limits, readers={".wild": WildReader()})
        assert {item.document: item.reason for item in report.skipped} == {"01.wild": "timeout", "02.wild": "crashed"}
        assert len(report.documents) == 1


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")
def test_readers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    (path,) = write(tmp_path, "hang")
    program = textwrap.dedent("""
        import sys
        from pathlib import Path
        from core.documents.pool import ReaderPool, ReadLimits
        from tests.documents.test_pool import WildReader
        with ReaderPool(ReadLimits(processes=1)) as pool:
            print("begin", flush=True)
            list(pool.read([(0, Path(sys.argv[1]), WildReader())]))
    """)
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as parent:
        assert parent.stdout is not None and parent.stdout.readline() == "begin\n"
        until(lambda: len(session(parent.pid)) >= 3)  # the fork server and a reader beside it
        parent.kill()
        parent.wait()
        until(lambda: not session(parent.pid))


def test_readers_that_no_document_needed_end_without_a_word(tmp_path: Path) -> None:
    (path,) = write(tmp_path, "un")
    program = textwrap.dedent("""
        import sys
        from pathlib import Path
        from core.documents.pool import ReaderPool, ReadLimits
        from tests.documents.test_pool import WildReader
        for _ in range(3):
            with ReaderPool(ReadLimits(processes=6)) as pool:
                list(pool.read([(0, Path(sys.argv[1]), WildReader())]))
    """)
    command = [sys.executable, "-c", program, str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def session(leader: int) -> list[int]:
    """Living processes of a session."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            _, _, fields = (folder / "stat").read_text().rpartition(")")
        except (FileNotFoundError, ProcessLookupError):
            continue
        state, _, _, leader_of = fields.split()[:4]
        if int(leader_of) == leader and state != "Z":
            found.append(int(folder.name))
    return found


def until(condition: Callable[[], bool], attempts: int = 600) -> None:
    for _ in range(attempts):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it never came about")
