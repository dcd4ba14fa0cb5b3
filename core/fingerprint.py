"""The program's own version, for keys: an answer cached before an update must not be served after it."""

import hashlib
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_SUFFIXES = (".py", ".yaml", ".json")


def code_fingerprint(package: Path = _PACKAGE) -> str:
    """Hash of the package's code and data files (a few milliseconds): changes with any of them."""
    digest = hashlib.sha256()
    for path in sorted(file for file in package.rglob("*") if file.suffix in _SUFFIXES):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
