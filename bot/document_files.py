"""The documents themselves, for people to download."""

from pathlib import Path


class DocumentFiles:
    """Files under DATA_DIR, and nothing outside it.

    Args:
        data_dir: DATA_DIR.
        is_allowed: False where nobody may download documents (DOCUMENT_DOWNLOAD).
    """

    def __init__(self, data_dir: Path, is_allowed: bool) -> None:
        self._data_dir = data_dir
        self._is_allowed = is_allowed

    def find(self, document: str) -> Path | None:
        """The file of a document by its path below DATA_DIR; None where it isn't allowed, not there any more, or leads
        out of the folder (`..`, a link)."""
        if not self._is_allowed:
            return None
        try:
            root = self._data_dir.resolve()
            file = (root / document).resolve()
            return file if file.is_relative_to(root) and file.is_file() else None
        except (OSError, ValueError, RuntimeError):
            return None  # a name that no file can have, a circle of links
