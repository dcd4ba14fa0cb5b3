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
    from core.documents.csv import CsvReader
    from core.documents.docx import DocxReader
    from core.documents.html import HtmlReader
    from core.documents.image import ImageReader
    from core.documents.legacy import LegacyReader
    from core.documents.markdown import MarkdownReader
    from core.documents.odp import OdpReader
    from core.documents.ods import OdsReader
    from core.documents.odt import OdtReader
    from core.documents.pdf import PdfReader
    from core.documents.plain import PlainReader
    from core.documents.pptx import PptxReader
    from core.documents.rtf import RtfReader
    from core.documents.xlsx import XlsxReader

    docx = DocxReader()
    text = (docx, OdtReader(), RtfReader(docx), PdfReader(), HtmlReader(), MarkdownReader(), PlainReader())
    others = (PptxReader(), OdpReader(), XlsxReader(), OdsReader(), CsvReader(), ImageReader())
    today: Sequence[Reader] = (*text, *others)
    return *today, LegacyReader(make_readers(today))
