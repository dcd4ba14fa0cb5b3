"""The audit for people: Markdown, and the same as a page of HTML; for programs JSON. Beside the ingest report."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from core.audit.audit import Audit
from core.audit.decisions import Decision, Decisions
from core.audit.finding import Finding, Place, Side
from core.documents.dates import written
from core.documents.report_page import escaped, table_lines, to_html
from core.durable import replace_file, writing

AUDIT_NAME = "audit"
"""In GEN_DIR, with .md, .html and .json."""

_FSI, _PDI = "\u2068", "\u2069"
_SHOWN_CHARS = 600
_HOW = "Decide with `python bot.py audit --decide ID holds=left`, `holds=right` or `not-a-contradiction`."


def to_json(audit: Audit, decisions: Decisions) -> dict[str, Any]:
    """For `--json`: counts, then every finding with its decision, or null."""
    return {
        "documents": audit.documents,
        "twins": audit.twins,
        "contradictions": len(audit.contradictions),
        "undecided": len(undecided(audit, decisions)),
        "without_effect": sorted(without_effect(audit, decisions)),
        "findings": [
            {**finding.to_json(), "decision": _decision(decisions.by_id.get(finding.id))} for finding in audit.findings
        ],
    }


def counted(count: int, name: str) -> str:
    """`1 pair`, `2 pairs`."""
    return f"{count} {name}{'' if count == 1 else 's'}"


def undecided(audit: Audit, decisions: Decisions) -> tuple[Finding, ...]:
    """Contradictions on which nobody decided."""
    return tuple(finding for finding in audit.contradictions if finding.id not in decisions.by_id)


def without_effect(audit: Audit, decisions: Decisions) -> frozenset[str]:
    """Decisions on texts that have changed or gone."""
    return frozenset(decisions.by_id) - {finding.id for finding in audit.findings}


def write_audit(audit: Audit, decisions: Decisions, gen_dir: Path) -> Path:
    """Write the audit in its three forms into GEN_DIR; the HTML page's path.

    Raises:
        StorageError: GEN_DIR can't be written.
    """
    markdown = to_markdown(audit, decisions)
    contents = {
        ".md": markdown,
        ".json": json.dumps(to_json(audit, decisions), ensure_ascii=False, indent=1) + "\n",
        ".html": to_html(markdown),
    }
    for suffix, content in contents.items():
        path = gen_dir / f"{AUDIT_NAME}{suffix}"
        with writing(f"writing {path}"):
            replace_file(path, content.encode())
    return gen_dir / f"{AUDIT_NAME}.html"


def to_markdown(audit: Audit, decisions: Decisions) -> str:
    """What is to be decided first, then what only one document says, then what was decided."""
    waiting = undecided(audit, decisions)
    apart = [
        finding for finding in audit.findings if not finding.is_contradiction and finding.id not in decisions.by_id
    ]
    decided = [finding for finding in audit.findings if finding.id in decisions.by_id]
    return "\n".join(
        [
            "# Documents that disagree",
            "",
            f"{counted(audit.documents, 'document')}, {counted(audit.twins, 'pair')} in two languages: "
            f"{counted(len(audit.contradictions), 'contradiction')}, {len(waiting)} to decide.",
            "",
            _HOW,
            "",
            *_section("To decide", waiting),
            *_section("Said by one document only", apart),
            *_decided(decided, decisions),
        ]
    )


def _section(title: str, findings: Sequence[Finding]) -> Iterator[str]:
    """A title, then a table a pair of documents."""
    if not findings:
        return
    yield from (f"## {title}", "")
    for (left, right), held in groupby(sorted(findings, key=_pair), key=_pair):
        yield from (f"### {_name(left)} / {_name(right)}", "")
        yield from table_lines(("id", "kind", "what", "left", "right"), map(_row, held))


def _pair(finding: Finding) -> tuple[str, str]:
    return finding.left.place.document, finding.right.place.document


def _row(finding: Finding) -> tuple[str, ...]:
    what = isolated(finding.what)
    return finding.id, finding.kind, what, _side(finding.left), _side(finding.right)


def _side(side: Side) -> str:
    """What it says, where, and the whole text; each part keeps its own direction."""
    text = side.text if len(side.text) <= _SHOWN_CHARS else f"{side.text[:_SHOWN_CHARS]}…"
    lines = [side.shown, *text.splitlines(), where(side.place)]
    return "\n".join(map(isolated, dict.fromkeys(filter(None, lines))))


def where(place: Place) -> str:
    """A place for a person: section, page, chunk's number, the document's date."""
    ordinal = place.chunk.rpartition("#")[2]
    parts = [
        place.section and isolated(place.section),
        f"page {place.page}" if place.page else "",
        f"passage {ordinal}",
    ]
    parts.append(written(place.date) if place.date else "")
    return f"[{', '.join(filter(None, parts))}]"


def _decided(findings: Iterable[Finding], decisions: Decisions) -> Iterator[str]:
    findings = list(findings)
    if not findings:
        return
    yield from ("## Decided", "")
    yield from table_lines(
        ("id", "kind", "left", "right", "decision", "note"),
        (
            (
                finding.id,
                finding.kind,
                f"{isolated(finding.left.place.document)}\n{isolated(finding.left.shown)}",
                f"{isolated(finding.right.place.document)}\n{isolated(finding.right.shown)}",
                decisions.by_id[finding.id].holds,
                isolated(decisions.by_id[finding.id].note),
            )
            for finding in findings
        ),
    )


def _name(document: str) -> str:
    return escaped(isolated(document))


def isolated(text: str) -> str:
    """A text that pulls none of its neighbours into its own direction."""
    return f"{_FSI}{text}{_PDI}" if text else ""


def _decision(decision: Decision | None) -> dict[str, str] | None:
    return {"holds": decision.holds, "note": decision.note} if decision else None
