"""The program's own version, for keys: an answer cached before an update must not be served after it."""

import hashlib
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_SUFFIXES = (".py", ".yaml", ".json")


@cache
def code_fingerprint() -> str:
    """Hash of this package's code and data files: changes with any of them. Taken once: files that change while the
    program runs aren't what it answers by."""
    digest = hashlib.sha256()
    for path in sorted(file for file in _PACKAGE.rglob("*") if file.suffix in _SUFFIXES):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
