"""What reading documents costs on this machine: seconds a file by format, a first ingest, and one over nothing new.

usage: python eval/measure_ingest.py [DATA_DIR] [--ocr]

Chunks go to a temporary folder. Each file is read once alone for the seconds by format, in one process; the two
ingests read side by side, as `python bot.py ingest` does.
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.documents.factory import make_readers  # noqa: E402
from core.documents.reading import Fault, read_document  # noqa: E402
from core.documents.scan import Found, scan  # noqa: E402
from core.settings import load_settings  # noqa: E402

_AGAIN = 5


def by_format(data_dir: Path) -> Iterator[tuple[str, int, float, float, float]]:
    """Suffix, files read, and the median, largest and summed seconds of their readers."""
    readers = make_readers()
    seconds: dict[str, list[float]] = {}
    for item in scan(data_dir, frozenset(readers), load_settings().document_max_mb):
        if isinstance(item, Found):
            suffix = item.path.suffix.lower()
            begin = time.perf_counter()
            if not isinstance(read_document(item.path, readers[suffix]), Fault):
                seconds.setdefault(suffix, []).append(time.perf_counter() - begin)
    for suffix, taken in sorted(seconds.items()):
        yield suffix, len(taken), statistics.median(taken), max(taken), sum(taken)


def whole_ingest(data_dir: Path, gen_dir: Path, ocr: str) -> float:
    """Seconds of the command, start of Python included."""
    environment = {**os.environ, "DATA_DIR": str(data_dir), "GEN_DIR": str(gen_dir), "OCR": ocr}
    begin = time.perf_counter()
    subprocess.run([sys.executable, "bot.py", "ingest"], cwd=ROOT, env=environment, check=True, capture_output=True)
    return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data_dir", type=Path, nargs="?", default=load_settings().data_dir)
    parser.add_argument("--ocr", action="store_true", help="read pictures too, where tesseract is installed")
    arguments = parser.parse_args()
    print(
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {time.strftime('%d/%m/%Y')}"
    )
    with tempfile.TemporaryDirectory() as folder:
        first, *again = (
            whole_ingest(arguments.data_dir.resolve(), Path(folder, "gen"), "auto" if arguments.ocr else "off")
            for _ in range(1 + _AGAIN)
        )
    print("\n| format | files | median s | largest s | sum s |\n|---|---|---|---|---|")
    for suffix, files, median, largest, total in by_format(arguments.data_dir.resolve()):
        print(f"| {suffix} | {files} | {median:.2f} | {largest:.2f} | {total:.1f} |")
    print(f"\nfirst ingest {first:.1f} s; with nothing new, of {_AGAIN} runs: median {statistics.median(again):.1f} s, "
          f"{min(again):.1f} to {max(again):.1f} s")  # fmt: skip


if __name__ == "__main__":
    main()
