"""Web pages (.html, .htm), also those that office programs save: what a reader of the page sees, in its order."""

import codecs
import re
from collections.abc import Sequence
from pathlib import Path

from lxml import etree, html

from core.documents.base import Heading, Parsed
from core.documents.headings import settle
from core.documents.html_walk import Walk
from core.documents.plain import decode
from core.documents.text import clean
from core.errors import DocumentError

_CHARSET = re.compile(rb"<(?:meta[^>]*?charset|\?xml[^>]*?encoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_XML_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
_CONDITIONAL = re.compile(r"<!\[(?:if|endif)[^>]*>", re.IGNORECASE)
"""Word's marks around what only some browsers should see; what stands between them stays."""
_HEAD_BYTES = 4096
_SIZE_LIMIT = 64 * 1024 * 1024


class HtmlReader:
    """Reads .html and .htm. Navigation, scripts, forms and what is hidden are left out; nothing is fetched."""

    suffixes: Sequence[str] = (".html", ".htm", ".xhtml")
    version = 2

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`."""
        if path.stat().st_size > _SIZE_LIMIT:
            raise DocumentError("too-large", f"over {_SIZE_LIMIT // 1024 // 1024} MB", "split the page")
        text = _CONDITIONAL.sub("", _XML_DECLARATION.sub("", decoded(path.read_bytes()))).strip()
        parser = html.HTMLParser(no_network=True, remove_comments=True)
        try:
            root = html.document_fromstring(text, parser)
        except (etree.ParserError, ValueError) as error:
            raise DocumentError("no-text", f"no text in the page: {error}", "if it is empty, delete it") from error
        if any(
            entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log
        ):  # the parser gives up the rest of the page
            raise DocumentError("too-large", "elements are nested too deeply", "save it as PDF, or as text")
        body = root.find("body")
        walk = Walk(body if body is not None else root)
        blocks = tuple(settle(list(walk.blocks())))
        if not blocks:
            raise DocumentError("no-text", "no text in the page", "if scripts make its text, save it as PDF instead")
        title = clean(root.findtext("head/title") or "") or next(
            (block.text for block in blocks if isinstance(block, Heading)), ""
        )
        return Parsed(blocks, title, None, tuple(walk.notes()))


def decoded(data: bytes) -> str:
    """A page as text: by its byte order mark, by what it says of itself where that is true, or else by its bytes.

    Raises:
        DocumentError: corrupt.
    """
    declared = _CHARSET.search(data[:_HEAD_BYTES])
    if declared is not None and not data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        name = declared.group(1).decode("ascii").lower()
        # What pages call Latin 1 is Windows' Western encoding, as browsers read it.
        name = {"iso-8859-1": "cp1252", "latin1": "cp1252", "us-ascii": "cp1252", "ascii": "cp1252"}.get(name, name)
        try:
            return data.decode(name)
        except (UnicodeDecodeError, LookupError):
            pass  # a wrong word: the bytes say better what they are
    return decode(data)
