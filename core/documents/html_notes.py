"""Footnotes of a web page: which links are marks, and the text that each of them stands for."""

import re
from dataclasses import dataclass

from lxml.html import HtmlElement

_MARK = re.compile(r"^[\[(]?\s*(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4}|[*†‡§]{1,3})\s*[\])]?$")
_NOTE_NAME = re.compile(r"(?:^|[-_.:\s])(?:s?d?foot|end)?(?:note|fn|ftn|edn|sdfootnote|sdendnote)", re.IGNORECASE)
_BACK = re.compile(r"^[\s↩↑^\ufe0e\ufe0f]*$")
_BLOCKS = ("li", "p", "div", "aside", "dd", "td", "section")


@dataclass(frozen=True)
class Footnotes:
    """`marks` are links that only count, by the block they point at; `blocks` stand below their marks instead."""

    marks: dict[HtmlElement, HtmlElement]
    blocks: frozenset[HtmlElement]
    backs: frozenset[HtmlElement]


def footnotes_of(body: HtmlElement) -> Footnotes:
    """The page's footnotes: short links whose target leads back to them, or is called a note."""
    targets = {name: element for element in body.iter() if isinstance(element.tag, str)
               for name in (element.get("id"), element.get("name")) if name}  # fmt: skip
    marks: dict[HtmlElement, HtmlElement] = {}
    backs: set[HtmlElement] = set()
    for link in body.iter("a"):
        target = targets.get((link.get("href") or "").removeprefix("#")) if _is_inner(link) else None
        if target is None or link in backs or not _MARK.match(_text(link)):
            continue
        block = _block_of(target)
        if block is None or link in set(block.iter("a")):
            continue
        leading_back = [back for back in block.iter("a") if _is_inner(back) and _leads_to(back, link, targets)]
        if leading_back or _is_called_note(link, target):
            marks[link] = block
            backs.update(leading_back)
    return Footnotes(marks, frozenset(marks.values()), frozenset(backs))


def _leads_to(back: HtmlElement, link: HtmlElement, targets: dict[str, HtmlElement]) -> bool:
    """Whether a link in the note points at the mark, or at what holds it."""
    there = targets.get((back.get("href") or "").removeprefix("#"))
    short = bool(_MARK.match(_text(back)) or _BACK.match(_text(back)))
    return short and there is not None and (there is link or there in set(link.iterancestors("sup", "span")) or
                                            any(child is there for child in link.iter()))  # fmt: skip


def _is_inner(link: HtmlElement) -> bool:
    return len(link.get("href") or "") > 1 and (link.get("href") or "").startswith("#")


def _is_called_note(link: HtmlElement, target: HtmlElement) -> bool:
    roles = " ".join(filter(None, (link.get("role"), link.get("class"), target.get("role"), target.get("id"))))
    raised = (link.getparent() is not None and link.getparent().tag == "sup") or link.find("sup") is not None
    return "noteref" in roles or (raised and bool(_NOTE_NAME.search(roles)))


def _block_of(target: HtmlElement) -> HtmlElement | None:
    """The whole note: the target, or the block around it where the target is only an anchor."""
    if target.tag in _BLOCKS:
        return target
    block = next(target.iterancestors(*_BLOCKS), None)
    if block is not None and block.tag == "p" and block.getparent() is not None:
        around = block.getparent()
        if around.tag == "div" and _NOTE_NAME.search(around.get("id") or ""):
            return around  # Word and LibreOffice put each note into a division of its own
    return block


def _text(element: HtmlElement) -> str:
    return "".join(element.itertext()).strip()
