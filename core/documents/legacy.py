"""The formats of before 2007 (.doc, .xls, .ppt): converted by LibreOffice, then read like today's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from core.documents.base import Parsed, Reader
from core.documents.libreoffice import read_converted, soffice
from core.documents.sniff import real_suffix
from core.errors import DocumentError

_TODAY = {".doc": ".docx", ".dot": ".docx", ".xls": ".xlsx", ".xlt": ".xlsx", ".ppt": ".pptx", ".pps": ".pptx"}


class LegacyReader:
    """Reads .doc, .xls and .ppt; also what only bears such a name: RTF, web pages, text and today's formats."""

    suffixes: Sequence[str] = (".doc", ".dot", ".xls", ".xlt", ".ppt", ".pps")

    def __init__(self, readers: Mapping[str, Reader], program: Callable[[], str | None] = soffice) -> None:
        """
        Args:
            readers: by suffix, those of today's formats; what has no reader here is refused.
            program: finds LibreOffice, None where it isn't installed.
        """
        self._readers = readers
        self._program = program
        # What those readers would read differently, this one would too; and where LibreOffice comes, what it lacked.
        versions = sum(reader.version for reader in {id(reader): reader for reader in readers.values()}.values())
        self.version = 2 * versions + (program() is not None)

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`.

        Raises:
            DocumentError: needs-libreoffice, timeout, and what the reader of the converted file raises.
        """
        real = real_suffix(path)
        if real in self._readers:
            parsed = self._readers[real].read(path)
            return replace(parsed, notes=(f"a {real} under the name of a {path.suffix.lower()}", *parsed.notes))
        if real and real not in _TODAY:
            raise DocumentError("unsupported", f"its content is {real}", "give it the right suffix, or save it again")
        today = _TODAY[real or path.suffix.lower()]
        program = self._program()
        if program is None:
            raise DocumentError(
                "needs-libreoffice", "a format of before 2007", f"install LibreOffice, or save it as {today}"
            )
        if today not in self._readers:
            raise DocumentError("unsupported", f"no reader for {today}", f"save it as {today}")
        reader = self._readers[today]
        return read_converted(path, today, reader, program)
