"""Text boxes as Word writes them: in DrawingML, and in VML for old readers."""

from __future__ import annotations

import re
from typing import Any, Final
from xml.sax.saxutils import escape

from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import qn

from eval.samples.lettering import Lettering

NAMESPACES: Final = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "wp": ("http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"),
        "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "v": "urn:schemas-microsoft-com:vml",
        "o": "urn:schemas-microsoft-com:office:office",
        "w10": "urn:schemas-microsoft-com:office:word",
    }.items()
)


def text_box(
    lines: list[tuple[str, int, bool]], letters: Lettering, *, number: int, size: tuple[float, float], fill: str
) -> Any:
    """Return the run that anchors a text box.

    Args:
        lines: each paragraph's text, size in points, and whether it is bold.
        number: which of the document's boxes this is, from 1.
        size: width and height in centimetres.
        fill: the colour behind the text, as ``RRGGBB``.
    """
    content = "".join(_paragraph(*line, letters) for line in lines)
    width, height = (round(cm * 360_000) for cm in size)
    points = f"width:{size[0] * 28.35:.1f}pt;height:{size[1] * 28.35:.1f}pt"
    xml = f"""<w:r {NAMESPACES}><w:rPr><w:noProof/></w:rPr><mc:AlternateContent>
<mc:Choice Requires="wps"><w:drawing><wp:anchor distT="0" distB="71755" distL="114300"
 distR="114300" simplePos="0" relativeHeight="{251659264 + number}" behindDoc="0"
 locked="0" layoutInCell="1" allowOverlap="0"><wp:simplePos x="0" y="0"/>
<wp:positionH relativeFrom="margin"><wp:align>center</wp:align></wp:positionH>
<wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>
<wp:extent cx="{width}" cy="{height}"/><wp:effectExtent l="0" t="0" r="0" b="0"/>
<wp:wrapTopAndBottom/><wp:docPr id="{number}" name="Zone de texte {number}"/>
<wp:cNvGraphicFramePr/><a:graphic><a:graphicData
 uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp>
<wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/>
<a:ext cx="{width}" cy="{height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/>
</a:prstGeom><a:solidFill><a:srgbClr val="{fill}"/></a:solidFill><a:ln><a:noFill/>
</a:ln></wps:spPr><wps:txbx><w:txbxContent>{content}</w:txbxContent></wps:txbx>
<wps:bodyPr lIns="180000" tIns="72000" rIns="180000" bIns="72000" anchor="ctr">
<a:noAutofit/></wps:bodyPr></wps:wsp></a:graphicData></a:graphic></wp:anchor>
</w:drawing></mc:Choice><mc:Fallback><w:pict>
<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202"
 path="m,l,21600r21600,l21600,xe"/><v:shape id="zone{number}"
 type="#_x0000_t202" style="position:absolute;{points};mso-position-horizontal:center"
 fillcolor="#{fill}" stroked="f"><v:textbox><w:txbxContent>{content}</w:txbxContent>
</v:textbox><w10:wrap type="topAndBottom"/></v:shape></w:pict></mc:Fallback>
</mc:AlternateContent></w:r>"""
    xml = re.sub(r"\n(?=<)", "", xml)
    return parse_xml(xml)


def _paragraph(text: str, size: int, bold: bool, letters: Lettering) -> str:
    """Return one centred paragraph of a text box, as XML."""
    holder = Document().add_paragraph()
    letters.fill(holder, text)
    runs = []
    for run in holder.runs:
        weight = "<w:b/><w:bCs/>" if bold else ""
        rtl = "<w:rtl/>" if run._r.find(".//" + qn("w:rtl")) is not None else ""
        runs.append(
            f'<w:r><w:rPr><w:rFonts w:ascii="{letters.font["latin"]}" '
            f'w:hAnsi="{letters.font["latin"]}" w:cs="{letters.font["arabic"]}"/>'
            f'{weight}<w:color w:val="FFFFFF"/><w:sz w:val="{size * 2}"/>'
            f'<w:szCs w:val="{size * 2}"/>{rtl}</w:rPr>'
            f'<w:t xml:space="preserve">{escape(run.text)}</w:t></w:r>'
        )
    bidi = "<w:bidi/>" if letters.rtl else ""
    return (
        f'<w:p><w:pPr>{bidi}<w:spacing w:before="0" w:after="40"/><w:jc w:val="center"/></w:pPr>{"".join(runs)}</w:p>'
    )
