"""The file that is made once: whole or not there, made by one process at a time, made anew when damaged."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import StorageError
from core.models.converted import converted

ROOT = Path(__file__).resolve().parents[2]

MAKER = """
import sys, time
from pathlib import Path
from core.models.converted import converted

folder = Path(sys.argv[1])

def make():
    with (folder / "made.txt").open("a") as file:
        file.write("once\\n")
    print("making", flush=True)
    time.sleep(float(sys.argv[2]))
    return b"network" * 1000

assert converted(folder / "kept.onnx", make) == b"network" * 1000
"""


def never() -> bytes:
    raise AssertionError("made again")


def maker(folder: Path, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", MAKER, str(folder), str(seconds)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_it_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "new" / "kept.onnx"
    assert converted(path, lambda: b"network") == b"network"
    assert converted(path, never) == b"network"


@pytest.mark.parametrize("damage", [b"", b"short", b"\0" * 100])
def test_a_damaged_file_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "kept.onnx"
    converted(path, lambda: b"network")
    path.write_bytes(damage)
    assert converted(path, lambda: b"network") == b"network"
    assert converted(path, never) == b"network"


def test_one_changed_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "kept.onnx"
    converted(path, lambda: b"network")
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    assert converted(path, lambda: b"anew") == b"anew"


def test_two_processes_at_once_make_it_once(tmp_path: Path) -> None:
    processes = [maker(tmp_path, 0.3) for _ in range(2)]
    for process in processes:
        process.communicate()
        assert process.returncode == 0
    assert (tmp_path / "made.txt").read_text() == "once\n"


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_a_killed_process_is_in_nobodys_way(tmp_path: Path) -> None:
    process = maker(tmp_path, 60)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    draft = tmp_path / f".tmp-{process.pid}-kept.onnx"
    draft.write_bytes(b"half")
    assert converted(tmp_path / "kept.onnx", lambda: b"network") == b"network"
    assert not draft.exists()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="converted encoder"):
        converted(tmp_path / "file" / "kept.onnx", lambda: b"network")
