"""The inline content of a web page: runs of text with what is bold, without what isn't shown."""

import re
from collections.abc import Iterator

from lxml.html import HtmlElement

from core.documents.flow import Piece

BLOCKS = frozenset(
    "address article aside blockquote body center details dialog dd div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hgroup hr li main menu ol p pre section summary table ul dir caption".split()
)
LEFT_OUT = frozenset(
    "script style template noscript head title meta link nav svg math iframe object embed canvas audio video map "
    "select button input textarea datalist dialog rp rt del s strike".split()
)
_HIDING = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)", re.IGNORECASE)
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_SPACES = re.compile(r"[ \t\r\n\f]+")


def is_hidden(element: HtmlElement) -> bool:
    """Whether a reader of the page doesn't see it, or only finds his way by it."""
    return (
        not isinstance(element.tag, str)
        or element.tag in LEFT_OUT
        or element.get("hidden") is not None
        or element.get("role") in ("navigation", "search", "menu", "menubar")
        or bool(_HIDING.search(element.get("style") or ""))
    )


def is_block(element: HtmlElement) -> bool:
    """Whether it stands on lines of its own, or holds something that does."""
    return element.tag in BLOCKS or any(child.tag in BLOCKS for child in element.iter() if child is not element)


def is_bold(element: HtmlElement, above: bool) -> bool:
    """Whether its text is bold, `above` saying so of what it stands in."""
    if element.tag in ("b", "strong", "th"):
        return True
    style = element.get("style") or ""
    if "font-weight" in style:
        return bool(_BOLD.search(style))
    return above


def plain(text: str | None) -> str:
    """White space as a browser shows it."""
    return _SPACES.sub(" ", text or "")


def pieces_of(text: str | None, bold: bool) -> Iterator[Piece]:
    """A run of text as a piece, if there is any."""
    if text:
        yield plain(text), bold


def is_all_bold(element: HtmlElement) -> bool:
    """Whether every visible letter and digit in it is bold; False where there is none."""
    found = list(_weights(element, element.tag == "th"))
    return bool(found) and all(found)


def _weights(element: HtmlElement, bold: bool) -> Iterator[bool]:
    bold = is_bold(element, bold)
    if any(map(str.isalnum, element.text or "")):
        yield bold
    for child in element:
        if not is_hidden(child):
            yield from _weights(child, bold)
        if any(map(str.isalnum, child.tail or "")):
            yield bold
