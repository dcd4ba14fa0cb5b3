"""Converting a document with LibreOffice, where it is installed: one process of its own each time, ended in time."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from core.documents.base import Parsed, Picture, Reader
from core.errors import DocumentError

_PLACES = (
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    "C:/Program Files/LibreOffice/program/soffice.exe",
    "C:/Program Files (x86)/LibreOffice/program/soffice.exe",
)
_MOST_SECONDS = 90.0
"""Less than a reading process may take by default: whoever ends that can't end what it started."""
_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop>
<prop oor:name="DisableActiveContent" oor:op="fuse"><value>true</value></prop>
<prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update">
<prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item></oor:items>
"""
"""Documents come from anywhere: no macro runs, nothing they link to is fetched."""


def soffice() -> str | None:
    """The program, or None where LibreOffice isn't installed."""
    named = shutil.which("soffice") or shutil.which("libreoffice")
    return named or next((place for place in _PLACES if Path(place).is_file()), None)


@contextlib.contextmanager
def converted(path: Path, suffix: str, program: str, seconds: float = _MOST_SECONDS) -> Iterator[Path]:
    """The document in another format, under its own name; gone when the context ends.

    Conversions at the same time don't meet: each has a profile of its own.

    Args:
        suffix: of the wanted format, with the dot.
        program: what `soffice` found.
        seconds: after these it is ended, with all that it started.

    Raises:
        DocumentError: corrupt where LibreOffice can't open it, timeout.
    """
    with tempfile.TemporaryDirectory(prefix="forsa-", ignore_cleanup_errors=True) as folder:
        profile, out = Path(folder) / "profile", Path(folder) / "out"
        (profile / "user").mkdir(parents=True)
        (profile / "user" / "registrymodifications.xcu").write_text(_SETTINGS, encoding="utf-8")
        command = [program, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore", "--nologo",
                   "--convert-to", suffix[1:], "--outdir", str(out), str(path.resolve())]  # fmt: skip
        _run(command, seconds)
        result = out / (path.stem + suffix)
        if not result.is_file():
            raise DocumentError(
                "corrupt", "LibreOffice can't open it", "open it in its program, let it repair the file, save it again"
            )
        yield result


def _run(command: list[str], seconds: float) -> None:
    # A session of its own, so that the processes that soffice starts can be ended with it.
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired as error:
        raise DocumentError(
            "timeout", f"LibreOffice took more than {seconds:g} s", "save it in today's format, or split it"
        ) from error
    finally:
        _end(process)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End it with its children, whatever became of it."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False)
    process.wait()


def read_converted(path: Path, suffix: str, reader: Reader, program: str) -> Parsed:
    """What `reader` reads of the document once it is converted; pictures are loaded while that file is there.

    Raises:
        DocumentError: as `converted` and the reader.
    """
    with converted(path, suffix, program) as result:
        parsed = reader.read(result)
        blocks = tuple(_loaded(block) if isinstance(block, Picture) else block for block in parsed.blocks)
    return replace(parsed, blocks=blocks)


def _loaded(picture: Picture) -> Picture:
    data = picture.load()
    return replace(picture, load=lambda: data)
