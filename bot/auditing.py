"""`audit` on the command line: where documents contradict each other, and what was decided on it."""

from collections import Counter

from bot.edge import fail, write_json
from core.audit.audit import Audit, audit_folder
from core.audit.decisions import VERDICTS, Decisions, Verdict, load_decisions
from core.audit.finding import Finding
from core.audit.report_page import counted, to_json, undecided, without_effect, write_audit
from core.errors import InputError
from core.settings import Settings

_SHOWN = 10


def run_audit(settings: Settings, as_json: bool) -> None:
    """Compare the documents, write the report and print a summary."""
    audit, decisions = audit_folder(settings.gen_dir), load_decisions(settings.data_dir)
    page = write_audit(audit, decisions, settings.gen_dir)
    if as_json:
        write_json(to_json(audit, decisions))
    else:
        print(describe_audit(audit, decisions))
        print(f"report   {page}")


def renew_audit(settings: Settings) -> int:
    """Write the report anew; how many contradictions wait for a decision."""
    audit, decisions = audit_folder(settings.gen_dir), load_decisions(settings.data_dir)
    write_audit(audit, decisions, settings.gen_dir)
    return len(undecided(audit, decisions))


def run_decide(settings: Settings, finding_id: str, said: str, note: str) -> None:
    """Keep a decision, and say so. Ends with status 2 where no finding has this id, or the decision is none."""
    try:
        verdict = parse_verdict(said)
        left = decide(settings, finding_id, verdict, note)
    except InputError as error:
        fail(f"{error} ({error.hint})", 2)
    print(f"{finding_id}: {verdict}; {left} to decide")


def decide(settings: Settings, finding_id: str, verdict: Verdict, note: str) -> int:
    """Keep a decision, and write the report anew; how many contradictions still wait for one.

    Raises:
        InputError: no finding has this id.
    """
    audit, decisions = audit_folder(settings.gen_dir), load_decisions(settings.data_dir)
    decided = decisions.with_decision(_finding(audit, finding_id), verdict, note)
    decided.save(settings.data_dir)
    write_audit(audit, decided, settings.gen_dir)
    return len(undecided(audit, decided))


def parse_verdict(said: str) -> Verdict:
    """`holds=left`, `holds=right`, `not-a-contradiction`, in any case.

    Raises:
        InputError: it is something else.
    """
    bare = said.strip().lower().removeprefix("holds=")
    for verdict in VERDICTS:
        if bare == verdict:
            return verdict
    raise InputError("unreadable", f"`{said}` is no decision", f"write holds=left, holds=right or {VERDICTS[-1]}")


def describe_audit(audit: Audit, decisions: Decisions) -> str:
    """The audit for a person: counts, then the first contradictions to decide."""
    waiting = undecided(audit, decisions)
    kinds = Counter(finding.kind for finding in audit.contradictions)
    told = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    apart = len(audit.findings) - len(audit.contradictions)
    lines = [
        f"{counted(audit.documents, 'document')}, {counted(audit.twins, 'pair')} in two languages",
        f"{counted(len(audit.contradictions), 'contradiction')}{f' ({told})' if told else ''}, "
        f"{len(waiting)} to decide; "
        f"{apart} said by one document only",
    ]
    for finding in waiting[:_SHOWN]:
        lines += [f"{finding.id}  {finding.kind}: {finding.left.shown} / {finding.right.shown}", *_places(finding)]
    if len(waiting) > _SHOWN:
        lines.append(f"… and {len(waiting) - _SHOWN} more in the report")
    if gone := without_effect(audit, decisions):
        lines.append(f"without effect, the texts changed: {', '.join(sorted(gone))}")
    return "\n".join(lines)


def _places(finding: Finding) -> list[str]:
    return [f"            {side.place.chunk}" for side in (finding.left, finding.right)]


def _finding(audit: Audit, finding_id: str) -> Finding:
    for finding in audit.findings:
        if finding.id == finding_id:
            return finding
    raise InputError("unreadable", f"no finding has the id {finding_id}", "run `python bot.py audit` for the ids")
