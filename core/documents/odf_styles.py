"""Styles of an OpenDocument file: what a style says, its ancestors included, and how its lists count."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from core.documents.flow import heading_level_by_name, is_title_name
from core.documents.markers import plain_bullet
from core.documents.numbering import Marker, spell
from core.documents.odf_package import DRAW, FO, PRESENTATION, STYLE, TEXT, length_cm

_FORMS = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_PROPERTIES = {"text": "text", "paragraph": "text", "graphic": "text", "presentation": "text",
               "table-cell": "table-cell", "table-column": "table-column", "drawing-page": "drawing-page"}  # fmt: skip


class OdfStyles:
    """All styles of a document. `roots` are its content and its styles; of styles with one name the first counts."""

    def __init__(self, *roots: etree._Element | None) -> None:
        self._by_name: dict[tuple[str, str], etree._Element] = {}
        self._lists: dict[str, etree._Element] = {}
        for root in roots:
            for style in root.iter(STYLE + "style") if root is not None else ():
                self._by_name.setdefault((style.get(STYLE + "family", ""), style.get(STYLE + "name", "")), style)
            for style in root.iter(TEXT + "list-style") if root is not None else ():
                self._lists.setdefault(style.get(STYLE + "name", ""), style)

    def is_bold(self, family: str, name: str | None) -> bool | None:
        """Whether text in this style is bold; None where neither it nor its ancestors say."""
        for style in self._chain(family, name):
            properties = style.find(STYLE + "text-properties")
            if properties is None:
                continue
            weights = [properties.get(FO + "font-weight"), properties.get(STYLE + "font-weight-complex")]
            said = [weight for weight in weights if weight is not None]
            if said:
                return any(weight == "bold" or (weight.isdigit() and int(weight) >= 600) for weight in said)
        return None

    def is_hidden(self, family: str, name: str | None) -> bool:
        """Whether text in this style isn't shown, or a slide is left out of the show."""
        if family == "drawing-page":
            return self._property(family, name, PRESENTATION + "visibility") == "hidden"
        return self._property(family, name, TEXT + "display") == "none"

    def size(self, family: str, name: str | None) -> float:
        """Letter size in points, 0 where it isn't known."""
        found = re.match(r"^([\d.]+)pt$", self._property(family, name, FO + "font-size") or "")
        return float(found.group(1)) if found else 0.0

    def column_cm(self, name: str | None) -> float:
        """The width of a table's column, 0 where it isn't known."""
        return length_cm(self._property("table-column", name, STYLE + "column-width")) or 0.0

    def colour(self, name: str | None) -> str:
        """The colour of cells in this style, '' for none. Slides give it as the filling of a drawing."""
        colour = self._property("table-cell", name, FO + "background-color")
        for style in self._chain("table-cell", name) if colour is None else ():
            colour = next((found for part in style if (found := part.get(DRAW + "fill-color"))), colour)
        return colour if colour is not None and colour.lower() not in ("transparent", "#ffffff") else ""

    def heading_level(self, name: str | None) -> int | None:
        """The outline level that the style gives its paragraphs, 1 for the highest."""
        for style in self._chain("paragraph", name):
            if (level := style.get(STYLE + "default-outline-level")) is not None:
                return int(level) if level.isdigit() else None
            if (by_name := heading_level_by_name(_shown_name(style))) is not None:
                return by_name
        return None

    def is_title(self, name: str | None) -> bool:
        """Whether it is the style of the document's title."""
        return any(is_title_name(_shown_name(style)) for style in self._chain("paragraph", name))

    def list_style(self, name: str | None) -> etree._Element | None:
        """The list style of that name."""
        return self._lists.get(name or "")

    def _property(self, family: str, name: str | None, attribute: str) -> str | None:
        for style in self._chain(family, name):
            properties = style.find(f"{STYLE}{_PROPERTIES[family]}-properties")
            if properties is not None and (value := properties.get(attribute)) is not None:
                return str(value)
        return None

    def _chain(self, family: str, name: str | None) -> Iterator[etree._Element]:
        seen: set[str] = set()
        while name and (family, name) in self._by_name and name not in seen:
            seen.add(name)
            style = self._by_name[family, name]
            yield style
            name = style.get(STYLE + "parent-style-name")


def _shown_name(style: etree._Element) -> str:
    return style.get(STYLE + "display-name") or style.get(STYLE + "name") or ""


@dataclass
class OdfList:
    """A list while it is read: its style, and how far each level has counted."""

    style: etree._Element | None
    counts: dict[int, int]


class OdfLists:
    """Counts the list items of one document as they are read, in order."""

    def __init__(self, styles: OdfStyles) -> None:
        self._styles = styles
        self._by_id: dict[str, OdfList] = {}
        self._by_style: dict[str, OdfList] = {}

    def begin(self, element: etree._Element, around: OdfList | None, level: int) -> OdfList:
        """The list that a `text:list` is or goes on with. `around` is the list that it is nested in."""
        name = element.get(TEXT + "style-name")
        style = self._styles.list_style(name) if name else around.style if around is not None else None
        goes_on = element.get(TEXT + "continue-numbering") == "true"
        if around is not None:
            if not goes_on:
                around.counts.pop(level, None)
            return OdfList(style, around.counts)
        before = self._by_id.get(element.get(TEXT + "continue-list", ""))
        if before is None and goes_on:
            before = self._by_style.get(name or "")
        found = OdfList(style, before.counts if before is not None else {})
        self._by_style[name or ""] = found
        if (own_id := element.get("{http://www.w3.org/XML/1998/namespace}id")) is not None:
            self._by_id[own_id] = found
        return found

    @staticmethod
    def marker(within: OdfList, level: int, start: str | None) -> Marker | None:
        """The marker of the next item, counted on; None where the list shows none."""
        form = _level_style(within.style, level)
        for deeper in [other for other in within.counts if other > level]:
            del within.counts[deeper]
        if form is None:
            return Marker("-", level, True)
        if form.tag != TEXT + "list-level-style-number":
            bullet = form.get(TEXT + "bullet-char", "-").strip("\u200b ")[:1]
            return Marker(plain_bullet(bullet), level, True) if bullet else None
        first = int(start or form.get(TEXT + "start-value") or 1)
        within.counts[level] = first if start or level not in within.counts else within.counts[level] + 1
        if not form.get(STYLE + "num-format"):
            return None
        depth = int(form.get(TEXT + "display-levels", "1"))
        numbers = [_spelled(within, above) for above in range(max(0, level - depth + 1), level + 1)]
        text = ".".join(filter(None, numbers))
        return Marker(f"{form.get(STYLE + 'num-prefix', '')}{text}{form.get(STYLE + 'num-suffix', '')}", level, False)


def _level_style(style: etree._Element | None, level: int) -> etree._Element | None:
    for form in style if style is not None else ():
        if form.get(TEXT + "level") == str(level + 1):
            return form
    return None


def _spelled(within: OdfList, level: int) -> str:
    form = _level_style(within.style, level)
    if form is None or not form.get(STYLE + "num-format"):
        return ""
    count = within.counts.get(level, int(form.get(TEXT + "start-value", "1")))
    return spell(count, _FORMS.get(form.get(STYLE + "num-format", ""), "decimal"))
