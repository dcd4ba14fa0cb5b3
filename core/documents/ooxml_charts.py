"""Charts and diagrams of Office Open XML files as text: the numbers that a chart draws, the words of a diagram."""

from collections.abc import Iterator

from lxml import etree

from core.documents.base import Table
from core.documents.text import clean

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DGM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_MOST_POINTS = 1000


def chart_table(chart: etree._Element, page: int | None = None) -> Table | None:
    """The data of a `c:chartSpace`: one row a category, one column a series. None where it holds no values."""
    names: list[str] = []
    columns: list[dict[int, str]] = []
    categories: dict[int, str] = {}
    for series in chart.iter(C + "ser"):
        values = _points(series, "val") or _points(series, "yVal")
        if not values or len(values) > _MOST_POINTS:
            continue
        names.append(clean(" ".join(_values_of(series.find(C + "tx")))))
        columns.append(values)
        for place, label in (_points(series, "cat") or _points(series, "xVal")).items():
            categories.setdefault(place, label)
    places = sorted({place for values in columns for place in values} | set(categories) if columns else ())
    if not places:
        return None
    rows = tuple((categories.get(place, ""), *(values.get(place, "") for values in columns)) for place in places)
    title = chart.find(f"{C}chart/{C}title")
    caption = _words(title) if title is not None else ""
    return Table(("", *names), rows, caption, page)


def diagram_lines(data: etree._Element) -> Iterator[tuple[str, int]]:
    """The texts of a diagram's data model with their depth (0 the outermost), each below the one that it belongs to."""
    points = {point.get("modelId", ""): point for point in data.iter(DGM + "pt")}
    below: dict[str, list[tuple[int, str]]] = {}
    for link in data.iter(DGM + "cxn"):
        if link.get("type", "parOf") == "parOf":
            below.setdefault(link.get("srcId", ""), []).append((int(link.get("srcOrd", "0")), link.get("destId", "")))
    roots = [key for key, point in points.items() if point.get("type") == "doc"]
    waiting = [(key, -1) for key in reversed(roots)]
    seen: set[str] = set()
    while waiting:
        key, depth = waiting.pop()
        if key in seen or key not in points:
            continue
        seen.add(key)
        text = clean(" ".join(filter(None, map(_words, points[key].iter(A + "p")))))
        if text and points[key].get("type", "node") in ("node", "asst"):
            yield text, max(0, depth)
        waiting.extend((child, depth + 1) for _, child in sorted(below.get(key, []), reverse=True))


def _words(element: etree._Element) -> str:
    return clean("".join(text.text or "" for text in element.iter(A + "t")))


def _points(series: etree._Element, name: str) -> dict[int, str]:
    """Position and text of each point; of labels in several levels the innermost after those around it."""
    part = series.find(C + name)
    if part is None:
        return {}
    levels = list(part.iter(C + "lvl"))
    if not levels:
        form = part.findtext(f".//{C}formatCode") or ""
        return {place: _shown(text, form) for place, text in _of(part)}
    whole: dict[int, str] = dict(_of(levels[0]))
    for level in levels[1:]:
        outer = dict(_of(level))
        for place in whole:
            name_above = next((outer[p] for p in sorted(outer, reverse=True) if p <= place), "")
            whole[place] = clean(f"{name_above} {whole[place]}")
    return whole


def _of(element: etree._Element) -> Iterator[tuple[int, str]]:
    for point in element.iter(C + "pt"):
        if (index := point.get("idx", "")).isdigit():
            yield int(index), clean(point.findtext(C + "v") or "")


def _values_of(element: etree._Element | None) -> Iterator[str]:
    for value in element.iter(C + "v", A + "t") if element is not None else ():
        yield value.text or ""


def _shown(text: str, form: str) -> str:
    """A value without the noise of binary fractions; a share as people see it."""
    try:
        number = float(text)
    except ValueError:
        return text
    return f"{number * 100:.10g} %" if "%" in form else f"{number:.12g}"
