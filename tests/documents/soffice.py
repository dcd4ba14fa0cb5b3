"""Files as LibreOffice writes them."""

import shutil
import subprocess
from pathlib import Path

import pytest

needs_soffice = pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice (soffice) isn't installed")


def converted(path: Path, suffix: str) -> Path:
    """The file in another format, beside it in a folder of its own."""
    folder = path.parent / f"as_{suffix}"
    profile = (path.parent / "profile").as_uri()
    command = ["soffice", f"-env:UserInstallation={profile}", "--headless", "--convert-to", suffix]
    subprocess.run([*command, "--outdir", str(folder), str(path)], check=True, capture_output=True, timeout=120)
    return folder / f"{path.stem}.{suffix}"
