"""Styles and list numbering of a word-processing document: heading levels, bold by style, markers of list items."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from core.documents.docx_package import W
from core.documents.flow import heading_level_by_name, is_title_name
from core.documents.markers import plain_bullet
from core.documents.numbering import Marker, spell

_CONTENTS_NAME = re.compile(r"^(?:toc|contents|table of figures)\s*(?:\d|heading)?$", re.IGNORECASE)
_BODY_LEVEL = 9
_MAX_LEVELS = 9


def attribute(element: etree._Element | None, path: str, name: str = "val") -> str | None:
    """The attribute of the child at `path` (`w:` left out, `/` between steps), or None."""
    found = element.find("/".join(W + step for step in path.split("/"))) if element is not None else None
    return found.get(W + name) if found is not None else None


def switched_on(properties: etree._Element | None, *names: str) -> bool | None:
    """A toggle such as `b`: True, False, or None where the properties don't mention it."""
    for name in names:
        found = properties.find(W + name) if properties is not None else None
        if found is not None:
            return found.get(W + "val", "true") not in ("0", "false", "off", "none")
    return None


class Styles:
    """What a paragraph's style says, its ancestors included."""

    def __init__(self, root: etree._Element | None) -> None:
        self._by_id: dict[str, etree._Element] = {}
        for style in root.iter(W + "style") if root is not None else ():
            self._by_id[style.get(W + "styleId", "")] = style

    def _chain(self, style_id: str | None) -> Iterator[etree._Element]:
        seen: set[str] = set()
        while style_id and style_id in self._by_id and style_id not in seen:
            seen.add(style_id)
            yield self._by_id[style_id]
            style_id = attribute(self._by_id[style_id], "basedOn")

    def heading_level(self, style_id: str | None) -> int | None:
        """1 for the highest heading; None for a style that is none. The document's title counts as 1."""
        for style in self._chain(style_id):
            level = heading_level_by_name(attribute(style, "name") or "")
            if level is not None:
                return level
            outline = attribute(style, "pPr/outlineLvl")
            if outline is not None:
                return int(outline) + 1 if int(outline) < _BODY_LEVEL else None
        return None

    def is_title(self, style_id: str | None) -> bool:
        """Whether it is the style of the document's title."""
        return any(is_title_name(attribute(style, "name") or "") for style in self._chain(style_id))

    def is_contents(self, style_id: str | None) -> bool:
        """Whether it is the style of a line in a table of contents: a title again, and a page number."""
        return any(_CONTENTS_NAME.match(attribute(style, "name") or "") for style in self._chain(style_id))

    def is_bold(self, style_id: str | None) -> bool | None:
        """Whether text in this style is bold unless a run says otherwise; None where no style says."""
        for style in self._chain(style_id):
            bold = switched_on(style.find(W + "rPr"), "b", "bCs")
            if bold is not None:
                return bold
        return None

    def numbering(self, style_id: str | None) -> etree._Element | None:
        """The list that the style puts its paragraphs in (`w:numPr`), or None."""
        for style in self._chain(style_id):
            found = style.find(f"{W}pPr/{W}numPr")
            if found is not None:
                return found
        return None


@dataclass
class _Level:
    format: str = "bullet"
    text: str = "-"
    start: int = 1
    restart_after: int | None = None


@dataclass
class _List:
    levels: dict[int, _Level] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)


class Numbering:
    """Counts the list items of one document as they are read, in order."""

    def __init__(self, root: etree._Element | None) -> None:
        self._abstract: dict[str, _List] = {}
        self._instances: dict[str, tuple[_List, dict[int, int]]] = {}
        self._begun: set[tuple[str, int]] = set()
        if root is None:
            return
        for element in root.iter(W + "abstractNum"):
            self._abstract[element.get(W + "abstractNumId", "")] = _List(dict(_levels(element)))
        for element in root.findall(W + "num"):
            shared = self._abstract.get(attribute(element, "abstractNumId") or "", _List())
            starts: dict[int, int] = {}
            changed: dict[int, _Level] = {}
            for override in element.findall(W + "lvlOverride"):
                level = int(override.get(W + "ilvl", "0"))
                if (start := attribute(override, "startOverride")) is not None:
                    starts[level] = int(start)
                changed.update(_levels(override))
            # Instances of one abstract list go on counting together, unless one of them redefines its levels.
            instance = _List({**shared.levels, **changed}) if changed else shared
            self._instances[element.get(W + "numId", "")] = (instance, starts)

    def marker(self, properties: etree._Element | None) -> Marker | None:
        """The marker of the paragraph whose `w:numPr` this is, counted on; None where it is in no list."""
        number = attribute(properties, "numId")
        if number is None or number not in self._instances:
            return None
        level = min(int(attribute(properties, "ilvl") or 0), _MAX_LEVELS - 1)
        items, starts = self._instances[number]
        form = items.levels.get(level, _Level())
        if level in starts and (number, level) not in self._begun:
            self._begun.add((number, level))
            items.counts.pop(level, None)
            form = _Level(form.format, form.text, starts[level])
        items.counts[level] = items.counts.get(level, form.start - 1) + 1
        for deeper in [other for other in items.counts if other > level]:
            if (restart := items.levels.get(deeper, _Level()).restart_after) is None or level < restart:
                del items.counts[deeper]
        if form.format == "none":
            return None
        if form.format == "bullet" or "%" not in form.text:
            return Marker(plain_bullet(form.text[:1] or "-"), level, True)
        text = re.sub(r"%(\d)", lambda found: self._count(items, int(found.group(1)) - 1), form.text)
        return Marker(text.strip(), level, False)

    @staticmethod
    def _count(items: _List, level: int) -> str:
        form = items.levels.get(level, _Level())
        return spell(items.counts.get(level, form.start), form.format)


def _levels(element: etree._Element) -> Iterator[tuple[int, _Level]]:
    for level in element.findall(W + "lvl"):
        restart = attribute(level, "lvlRestart")
        yield (
            int(level.get(W + "ilvl", "0")),
            _Level(
                attribute(level, "numFmt") or "decimal",
                attribute(level, "lvlText") or "",
                int(attribute(level, "start") or 1),
                int(restart) if restart is not None else None,
            ),
        )
