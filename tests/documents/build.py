"""Real files for the tests: word-processing documents from raw XML, PDF from a page description. No library writes
what the readers read, so that a fault of one can't hide in the other."""

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

_NAMESPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

STYLES = (
    '<w:style w:type="paragraph" w:styleId="Titre1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Titre2"><w:name w:val="heading 2"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="MonTitre"><w:name w:val="Mon titre"/><w:basedOn w:val="Titre2"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Ar1"><w:name w:val="عنوان 1"/></w:style>'
)
NUMBERING = (
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>'
    '<w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/>'
    '<w:lvlText w:val="%2)"/></w:lvl></w:abstractNum>'
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/>'
    '<w:lvlText w:val="\uf0d8"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
    '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/>'
    "</w:lvlOverride></w:num>"
)


def run(text: str, bold: bool = False) -> str:
    properties = "<w:rPr><w:b/></w:rPr>" if bold else ""
    return f'<w:r>{properties}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def p(text: str = "", style: str = "", num: tuple[int, int] | None = None, bold: bool = False, inner: str = "") -> str:
    """A paragraph; `num` is (list, level)."""
    properties = f'<w:pStyle w:val="{style}"/>' if style else ""
    if num is not None:
        properties += f'<w:numPr><w:ilvl w:val="{num[1]}"/><w:numId w:val="{num[0]}"/></w:numPr>'
    return f"<w:p><w:pPr>{properties}</w:pPr>{run(text, bold) if text else ''}{inner}</w:p>"


def tc(content: str = "", span: int = 1, merge: str = "", fill: str = "") -> str:
    """A table cell; `merge` is 'restart' or 'continue'. Content that is no XML becomes a paragraph."""
    properties = f'<w:gridSpan w:val="{span}"/>' if span > 1 else ""
    if merge:
        properties += '<w:vMerge w:val="restart"/>' if merge == "restart" else "<w:vMerge/>"
    if fill:
        properties += f'<w:shd w:fill="{fill}"/>'
    body = content if content.startswith("<w:") else p(content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{body}</w:tc>"


def tbl(rows: Sequence[Sequence[str]], header_rows: int = 0, bidi: bool = False) -> str:
    """A table of cells made by `tc`, or of plain texts."""
    xml = "<w:tbl><w:tblPr>" + ("<w:bidiVisual/>" if bidi else "") + "</w:tblPr>"
    for number, row in enumerate(rows):
        mark = "<w:trPr><w:tblHeader/></w:trPr>" if number < header_rows else ""
        xml += f"<w:tr>{mark}{''.join(cell if cell.startswith('<w:tc') else tc(cell) for cell in row)}</w:tr>"
    return xml + "</w:tbl>"


def text_box(*lines: str) -> str:
    """A run with a text box, as Word writes it: once for itself, once for programs that know no shapes."""
    content = f"<w:txbxContent>{''.join(p(line) for line in lines)}</w:txbxContent>"
    return (
        f'<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>{content}</wps:txbx></w:drawing>'
        f"</mc:Choice><mc:Fallback><w:pict><v:textbox>{content}</v:textbox></w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r>"
    )


def write_docx(path: Path, *body: str) -> Path:
    """Write a document with this body."""
    parts = {
        "[Content_Types].xml": _content_types("document.main", "styles", "numbering"),
        "_rels/.rels": _rels(("officeDocument", "word/document.xml")),
        "word/_rels/document.xml.rels": _rels(("styles", "styles.xml"), ("numbering", "numbering.xml")),
        "word/document.xml": f"<w:document {_NAMESPACES}><w:body>{''.join(body)}</w:body></w:document>",
        "word/styles.xml": f"<w:styles {_NAMESPACES}>{STYLES}</w:styles>",
        "word/numbering.xml": f"<w:numbering {_NAMESPACES}>{NUMBERING}</w:numbering>",
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return path


def _content_types(*kinds: str) -> str:
    """What each part below `word/` is; programs that write documents are strict about it."""
    known = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    parts = "".join(
        f'<Override PartName="/word/{kind.removesuffix(".main")}.xml" ContentType="{known}.{kind}+xml"/>'
        for kind in kinds
    )
    relations = "application/vnd.openxmlformats-package.relationships+xml"
    return (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        f'<Default Extension="rels" ContentType="{relations}"/><Default Extension="xml" ContentType="application/xml"/>'
        f"{parts}</Types>"
    )


def _rels(*relations: tuple[str, str]) -> str:
    items = "".join(
        f'<Relationship Id="r{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(relations)
    )
    return f'<Relationships xmlns="{_RELATIONS}">{items}</Relationships>'


Text = tuple[float, float, float, str]
"""Distance from the left and upper edges, font size (points), text."""


def write_pdf(path: Path, *pages: Sequence[Text], rules: Sequence[tuple[float, float, float, float]] = ()) -> Path:
    """A PDF of A4 pages in Helvetica (`**` before a text for bold), with ruled lines on every page."""
    objects: list[bytes] = [b"", b""]
    fonts = b"/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> "
    fonts += b"/F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>"
    kids = []
    for page in pages:
        content = b""
        for x0, y0, x1, y1 in rules:
            content += f"{x0} {842 - y0} m {x1} {842 - y1} l S\n".encode()
        for x, y, size, text in page:
            font = b"/F2" if text.startswith("**") else b"/F1"
            shown = text.removeprefix("**").encode("cp1252").replace(b"\\", b"\\\\")
            shown = shown.replace(b"(", rb"\(").replace(b")", rb"\)")
            content += b"BT %s %g Tf %g %g Td (%s) Tj ET\n" % (font, size, x, 842 - y, shown)
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << %s >> >> /Contents %d 0 R >>"
            % (fonts, len(objects))
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    data, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    data += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def write_docx_parts(
    path: Path, body: str, parts: Mapping[str, str | bytes], relations: Sequence[tuple[str, str]]
) -> Path:
    """A document with further parts (name below `word/` → content) and relations (kind, target) from `r9` on."""
    write_docx(path, body)
    with zipfile.ZipFile(path) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    more = "".join(
        f'<Relationship Id="r{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(relations, 9)
    )
    rels = "word/_rels/document.xml.rels"
    held[rels] = held[rels].replace(b"</Relationships>", f"{more}</Relationships>".encode())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in held.items():
            archive.writestr(name, data)
        for name, content in parts.items():
            archive.writestr(f"word/{name}", content)
    return path


def notes_part(kind: str, texts: Mapping[int, str]) -> str:
    """The part of all footnotes or endnotes, as Word writes it."""
    notes = "".join(f'<w:{kind} w:id="{number}">{p(text)}</w:{kind}>' for number, text in texts.items())
    return f"<w:{kind}s {_NAMESPACES}>{notes}</w:{kind}s>"


def inline_picture(relation: str, width_cm: float = 8, height_cm: float = 5) -> str:
    """A run with a picture in the text."""
    size = f'cx="{int(width_cm * 360000)}" cy="{int(height_cm * 360000)}"'
    return (
        '<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">'
        f'<wp:extent {size}/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData>'
        '<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill>'
        f'<a:blip xmlns:r="{_OFFICE}" r:embed="{relation}"/></pic:blipFill><pic:spPr><a:xfrm><a:ext {size}/></a:xfrm>'
        "</pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    )


_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
_ODF_NAMESPACES = " ".join(
    [f'xmlns:{name}="{_ODF}{name}:1.0"' for name in ("office", "text", "table", "style", "presentation")]
    + [f'xmlns:draw="{_ODF}drawing:1.0"', f'xmlns:svg="{_ODF}svg-compatible:1.0"']
    + [f'xmlns:fo="{_ODF}xsl-fo-compatible:1.0"', 'xmlns:xlink="http://www.w3.org/1999/xlink"']
    + ['xmlns:dc="http://purl.org/dc/elements/1.1/"']
)


def write_odf(
    path: Path, kind: str, body: str, styles: str = "", parts: Mapping[str, str | bytes] | None = None
) -> Path:
    """An OpenDocument file; `kind` is text or presentation, `styles` its automatic styles."""
    content = (
        f"<office:document-content {_ODF_NAMESPACES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    meta = f"<office:document-meta {_ODF_NAMESPACES}><office:meta><dc:date>2026-03-05T10:00:00</dc:date></office:meta>"
    everything: dict[str, str | bytes] = {
        "mimetype": f"application/vnd.oasis.opendocument.{kind}",
        "content.xml": content,
        "meta.xml": f"{meta}</office:document-meta>",
        **(parts or {}),
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in everything.items():
            archive.writestr(name, data)
    return path
