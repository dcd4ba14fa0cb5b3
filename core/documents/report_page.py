"""The ingest report for people: Markdown, and the same as a page of HTML. For programs it is JSON (`report.py`)."""

import html
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from markdown_it import MarkdownIt

from core.documents.report import DocumentSummary, IngestReport, Skipped
from core.durable import replace_file, writing

REPORT_NAME = "ingest-report"
"""In GEN_DIR, with .md, .html and .json."""

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #1d2733 }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100%; font-size: 13px }
th, td { border-bottom: 1px solid #d5dbe2; padding: .35rem .6rem; text-align: start; vertical-align: top }
th { background: #f1f4f7; position: sticky; top: 0 }
td, li { unicode-bidi: plaintext; overflow-wrap: anywhere }
@media (prefers-color-scheme: dark) {
  body { background: #14181d; color: #dbe2ea } th { background: #232a32 } th, td { border-color: #39424d }
}
"""
# Left out for good reasons; nothing has to be done about them.
_HARMLESS = frozenset({"lock-file", "hidden", "duplicate", "link", "ignored"})


def write_report(report: IngestReport, gen_dir: Path) -> Path:
    """Write the report in its three forms into GEN_DIR; the HTML page's path.

    Raises:
        StorageError: GEN_DIR can't be written.
    """
    markdown = to_markdown(report)
    contents = {
        ".md": markdown,
        ".json": json.dumps(report.to_json(), ensure_ascii=False, indent=1) + "\n",
        ".html": to_html(markdown),
    }
    for suffix, content in contents.items():
        path = gen_dir / f"{REPORT_NAME}{suffix}"
        with writing(f"writing {path}"):
            replace_file(path, content.encode())
    return gen_dir / f"{REPORT_NAME}.html"


def to_html(markdown: str) -> str:
    """The Markdown as a page that needs nothing from elsewhere. Names that hold HTML stay text."""
    body = MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown)
    title = html.escape(markdown.partition("\n")[0].lstrip("# "))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )


def to_markdown(report: IngestReport) -> str:
    """What needs a person first, then every document, then what was left out for a good reason."""
    return "\n".join(
        [
            "# Documents: what was read",
            "",
            *_counts(report),
            *_warnings(report.warnings),
            *_to_mend([item for item in report.skipped if item.reason not in _HARMLESS]),
            *_pictures(report.documents),
            *_alike(report.alike),
            *_documents(report),
            *_left_out([item for item in report.skipped if item.reason in _HARMLESS]),
        ]
    )


def _counts(report: IngestReport) -> Iterator[str]:
    files = len(report.documents) + len(report.skipped)
    tables = sum(summary.tables for summary in report.documents)
    unread = sum(summary.pictures_unread for summary in report.documents)
    yield f"{files} files: {len(report.documents)} documents with {report.chunks} chunks and {tables} tables; "
    yield f"{len(report.skipped)} files left out; {unread} pictures not read."
    yield ""
    yield (
        f"This run: {len(report.read)} new, {len(report.replaced)} changed, {len(report.unchanged)} unchanged, "
        f"{len(report.removed)} removed."
    )
    yield from (f"\n- removed: {escaped(document)}" for document in report.removed)
    yield ""


def _to_mend(skipped: Sequence[Skipped]) -> Iterator[str]:
    if not skipped:
        return
    yield from ("## Not read: what to do", "")
    yield from table_lines(("file", "why", "what to do"), ((item.document, item.reason, item.hint) for item in skipped))


def _pictures(documents: Sequence[DocumentSummary]) -> Iterator[str]:
    """Documents of which a part is missing, the most first."""
    partial = sorted((one for one in documents if one.pictures_unread), key=lambda one: -one.pictures_unread)
    if not partial:
        return
    yield from ("## Pictures not read", "")
    rows = ((one.document, str(one.pictures_unread), str(one.pictures_read or "")) for one in partial)
    yield from table_lines(("document", "not read", "read"), rows)


def _warnings(warnings: Sequence[str]) -> Iterator[str]:
    if warnings:
        yield from ("## Corrections that can't be followed", "")
        yield from (f"- {escaped(warning)}" for warning in warnings)
        yield ""


def _alike(alike: Sequence[tuple[str, str]]) -> Iterator[str]:
    if alike:
        yield from ("## Nearly the same text", "")
        yield from table_lines(("document", "what is alike"), alike)


def _documents(report: IngestReport) -> Iterator[str]:
    status = {
        **dict.fromkeys(report.read, "new"),
        **dict.fromkeys(report.replaced, "changed"),
        **dict.fromkeys(report.unchanged, "unchanged"),
    }
    for family in dict.fromkeys(one.family for one in report.documents):
        yield from (f"## {escaped(family) or 'Documents'}", "")
        yield from table_lines(
            ("title", "file", "status", "language", "pages", "chunks", "tables", "facts", "twin", "notes"),
            (
                (
                    one.title,
                    one.document,
                    status.get(one.document, ""),
                    one.language,
                    str(one.pages or ""),
                    str(one.chunks),
                    str(one.tables or ""),
                    _facts(one),
                    one.twin or "",
                    "\n".join(one.notes),
                )
                for one in report.documents
                if one.family == family
            ),
        )


def _facts(one: DocumentSummary) -> str:
    """Reference, version, date and partner, and which other version there is."""
    said = [one.reference, one.version, one.date or "", one.partner]
    said += [f"newer: {one.newer}"] if one.newer else []
    said += [f"older: {one.older}"] if one.older else []
    return "\n".join(filter(None, said))


def _left_out(skipped: Sequence[Skipped]) -> Iterator[str]:
    if not skipped:
        return
    yield from ("## Left out, nothing to do", "")
    yield from table_lines(("file", "why", ""), ((item.document, item.reason, item.hint) for item in skipped))


def table_lines(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table in Markdown; the cells are texts, whatever they hold."""
    yield f"| {' | '.join(header)} |"
    yield f"|{'---|' * len(header)}"
    yield from (f"| {' | '.join(map(escaped, row))} |" for row in rows)
    yield ""


def escaped(text: str) -> str:
    """A text inside Markdown: its own marks escaped, line breaks as separators."""
    marked = "".join(f"\\{character}" if character in "\\`*_[]<>#|~&" else character for character in text)
    return " · ".join(filter(None, marked.split("\n")))
