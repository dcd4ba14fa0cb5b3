"""The audit for people: Markdown, and the same as a page of HTML; for programs JSON. Beside the ingest report."""

import json
from collections.abc import Iterator, Sequence
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
    """Pair of documents by pair, a small table a finding: a cell holds one text, which keeps its own direction."""
    if not findings:
        return
    yield from (f"## {title}", "")
    for (left, right), held in groupby(sorted(findings, key=_pair), key=_pair):
        yield from (f"### {_isolated(left)} / {_isolated(right)}", "")
        for finding in held:
            told = f": {_isolated(finding.what)}" if finding.what else ""
            yield from (f"`{finding.id}` **{finding.kind}**{told}", "")
            sides = (("left", finding.left), ("right", finding.right))
            yield from table_lines(("which", "says", "text", "where"), ((name, *_side(side)) for name, side in sides))


def _pair(finding: Finding) -> tuple[str, str]:
    return finding.left.place.document, finding.right.place.document


def _side(side: Side) -> tuple[str, str, str]:
    text = side.text if len(side.text) <= _SHOWN_CHARS else f"{side.text[:_SHOWN_CHARS]}…"
    return side.shown, "" if text == side.shown else text, where(side.place)


def where(place: Place) -> str:
    """A place for a person: section, page, the passage's number, the document's date."""
    section = f"{_FSI}{place.section}{_PDI}" if place.section else ""
    page = f"page {place.page}" if place.page else ""
    day = written(place.date) if place.date else ""
    return ", ".join(filter(None, (section, page, f"passage {place.chunk.rpartition('#')[2]}", day)))


def _decided(findings: Sequence[Finding], decisions: Decisions) -> Iterator[str]:
    if not findings:
        return
    yield from ("## Decided", "")
    header = ("id", "kind", "left document", "left", "right document", "right", "decision", "note")
    yield from table_lines(header, (_decided_row(finding, decisions.by_id[finding.id]) for finding in findings))


def _decided_row(finding: Finding, decision: Decision) -> tuple[str, ...]:
    sides = (finding.left, finding.right)
    told = (text for side in sides for text in (side.place.document, side.shown))
    return (finding.id, finding.kind, *told, decision.holds, decision.note)


def _isolated(text: str) -> str:
    """A text that pulls none of its neighbours into its own direction."""
    return f"{_FSI}{escaped(text)}{_PDI}"


def _decision(decision: Decision | None) -> dict[str, str] | None:
    return {"holds": decision.holds, "note": decision.note} if decision else None
