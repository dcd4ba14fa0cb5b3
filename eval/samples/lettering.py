"""How the sample documents' text is set: spaces, fonts, and runs of one script each, as Word writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, Literal

from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph

Language = Literal["fr", "ar"]

LANGUAGES: Final[tuple[Language, ...]] = ("fr", "ar")
SPACES: Final = {
    "no-break": "\u00a0",
    "narrow": "\u202f",
    "plain": " ",
    "none": "",
}
FONTS: Final = {
    "docx": {"latin": "Arial", "arabic": "Arial"},
    "pdf": {"latin": "Liberation Sans", "arabic": "Noto Naskh Arabic"},
}

#: Latin words, with the numbers that belong to them (``Wi-Fi 6``), in Arabic text.
LATIN_RUN: Final = re.compile(
    r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ0-9.'’/&+_-]*(?:[ \u00a0][A-Za-zÀ-ÿ0-9&+][\w.'’/&+-]*)*",
    re.ASCII,
)
BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
#: Vowel signs. Guides and sheets in PDF go without, as most Arabic print does;
#: PDF readers also tear them from their letters.
MARKS: Final = re.compile("[\u064b-\u0652]")
THOUSANDS: Final = re.compile(r"(?<![\d.,])(\d{1,3}) (?=\d{3}(?!\d))")


class Lettering:
    """Sets the text of one document of a pair, in one language."""

    def __init__(self, pair: dict[str, Any], language: Language) -> None:
        self.language: Language = language
        self.rtl = language == "ar"
        self.font = FONTS[pair["format"]]
        self._bare = self.rtl and pair["format"] == "pdf"
        # An ordinary space would swap the two halves of a number in Arabic.
        kind = self.pick(pair.get("thousands", "no-break"))
        self._space = SPACES["no-break" if self.rtl and kind == "plain" else kind]

    def pick(self, value: Any) -> Any:
        """Return the part of ``value`` that is meant for this language."""
        return value[self.language] if isinstance(value, dict) else value

    def text(self, value: Any) -> str:
        """Return a text in this language, with no-break spaces where they belong."""
        text = " ".join(str(self.pick(value)).split())
        text = THOUSANDS.sub(lambda found: found[1] + self._space, text)
        text = text.replace("« ", "«\u00a0").replace(" »", "\u00a0»")
        if self._bare:
            text = MARKS.sub("", text)
        if not self.rtl:
            text = re.sub(r" (?=[:;?!%])", "\u00a0", text)
        return text

    def fill(self, paragraph: Paragraph, text: str) -> None:
        """Write ``text`` into a paragraph; ``**…**`` is bold."""
        if self.rtl:
            p_pr = paragraph._p.get_or_add_pPr()
            p_pr.insert_element_before(
                OxmlElement("w:bidi"),
                "w:adjustRightInd",
                "w:spacing",
                "w:ind",
                "w:jc",
                "w:rPr",
            )
        for index, part in enumerate(BOLD.split(text)):
            for run in self.runs(part):
                paragraph._p.append(run)
                if index % 2:
                    r_pr = run.get_or_add_rPr()
                    r_pr.insert(0, OxmlElement("w:b"))
                    r_pr.insert(1, OxmlElement("w:bCs"))

    def runs(self, text: str) -> Iterator[Any]:
        """Yield runs; in Arabic documents one for each stretch of one script."""
        for part, latin in self._stretches(text):
            run = OxmlElement("w:r")
            if self.rtl and not latin:
                set_child(run.get_or_add_rPr(), "w:rtl")
            t = OxmlElement("w:t")
            t.text = part
            t.set(qn("xml:space"), "preserve")
            run.append(t)
            yield run

    def _stretches(self, text: str) -> Iterator[tuple[str, bool]]:
        """Split a text into stretches of Latin and of other letters."""
        if not self.rtl:
            if text:
                yield text, True
            return
        position = 0
        for found in LATIN_RUN.finditer(text):
            if found.start() > position:
                yield text[position : found.start()], False
            yield found[0], True
            position = found.end()
        if position < len(text):
            yield text[position:], False


def set_child(parent: Any, tag: str, value: str | None = None) -> Any:
    """Append a child element, in the place of an equal one."""
    for old in parent.findall(qn(tag)):
        parent.remove(old)
    element = OxmlElement(tag)
    if value is not None:
        element.set(qn("w:val"), value)
    parent.append(element)
    return element
