"""Write the sample documents below ``data/`` from the YAML files in ``content/``.

``python eval/samples/build.py`` writes every pair; names after it
(``python eval/samples/build.py boost-jeudi``) write only those pairs.

One YAML file holds one pair, French and Arabic side by side. A text is either one
string (the same in both languages) or ``{fr: …, ar: …}``; in table cells the short
form ``[fr, ar]`` is used. In a table ``<`` joins a cell to its left neighbour and
``^`` to the one above; every other cell is a cell of its own, equal or not.

Pairs of ``format: pdf`` are converted with LibreOffice (``soffice``), which is needed
for building only. Without it those files are left as they are.
"""

from __future__ import annotations

import datetime as dt
import os
import re
import shutil
import subprocess
import sys
import tempfile
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from eval.samples.lettering import LANGUAGES
from eval.samples.writer import Writer

HERE: Final = Path(__file__).resolve().parent
CONTENT: Final = HERE / "content"
DATA: Final = HERE.parents[1] / "data"


def to_pdf(docx: bytes, soffice: str, day: dt.date) -> bytes:
    """Convert a DOCX file with LibreOffice; dates and ids in the PDF are fixed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sample.docx").write_bytes(docx)
        subprocess.run(
            [
                soffice,
                f"-env:UserInstallation=file://{folder}/profile",
                "--headless",
                "--convert-to",
                "pdf:writer_pdf_Export",
                "--outdir",
                str(folder),
                str(folder / "sample.docx"),
            ],
            check=True,
            capture_output=True,
            timeout=180,
            env={**os.environ, "TZ": "UTC"},
        )
        pdf = (folder / "sample.pdf").read_bytes()
    stamp = f"/CreationDate(D:{day:%Y%m%d}093000".encode()
    pdf = re.sub(rb"/CreationDate\(D:\d{14}", stamp, pdf)
    # Identifiers of the same length, so that every offset stays right.
    return re.sub(
        rb"(/ID \[ |/DocChecksum /)(<?[0-9A-F]{32}>?(?:\s<[0-9A-F]{32}>)?)",
        lambda found: found[1] + re.sub(rb"[0-9A-F]", b"0", found[2]),
        pdf,
    )


def load_pairs(names: list[str]) -> list[dict[str, Any]]:
    """Read the YAML files, all of them or the named ones, in order of name."""
    pairs = []
    for path in sorted(CONTENT.glob("*.yaml")):
        if not names or path.stem in names:
            pair = yaml.safe_load(path.read_text(encoding="utf-8"))
            pairs.append({"id": path.stem, **pair})
    unknown = set(names) - {pair["id"] for pair in pairs}
    if unknown:
        raise SystemExit(f"no such pair: {', '.join(sorted(unknown))}")
    return pairs


def main(names: list[str]) -> int:
    """Write the documents; return 1 when LibreOffice was needed and not found."""
    soffice = shutil.which("soffice")
    left_out = 0
    for pair in load_pairs(names):
        for language in LANGUAGES:
            path = DATA / pair["folder"] / pair["files"][language]
            if pair["format"] == "pdf" and soffice is None:
                print(f"left as it is (no soffice): {path.relative_to(DATA)}")
                left_out += 1
                continue
            content = Writer(deepcopy(pair), language).write()
            if pair["format"] == "pdf" and soffice is not None:
                content = to_pdf(content, soffice, pair["date"])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            print(path.relative_to(DATA))
    return 1 if left_out else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
