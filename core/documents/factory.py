"""Readers by suffix. A new format is a new file beside this one and one line here."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from core.documents.base import Reader


def make_readers(readers: Sequence[Reader] | None = None) -> Mapping[str, Reader]:
    """The reader for each suffix, in lower case with its dot. All formats, unless told which."""
    chosen = _all_readers() if readers is None else readers
    return MappingProxyType({suffix: reader for reader in chosen for suffix in reader.suffixes})


def _all_readers() -> Sequence[Reader]:
    # Imported here: what they read with takes half a second to load, and only an ingest needs it.
    from core.documents.docx import DocxReader
    from core.documents.image import ImageReader
    from core.documents.markdown import MarkdownReader
    from core.documents.pdf import PdfReader
    from core.documents.plain import PlainReader

    return DocxReader(), PdfReader(), MarkdownReader(), PlainReader(), ImageReader()
