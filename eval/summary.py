"""The figures of a run by group, each with its interval."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from eval.intervals import estimate, median, p95
from eval.labelled import groups_of

STAGES = ("queue", "retrieve", "gate", "answer", "total")


@dataclass(frozen=True)
class Figure:
    """How a figure is headed, and which way is better: 1 up, -1 down, 0 neither."""

    title: str
    better: int
    is_share: bool = True


FIGURES = {
    "hit1": Figure("hit@1", 1),
    "hit3": Figure("hit@3", 1),
    "mrr": Figure("MRR", 1),
    "ndcg10": Figure("nDCG@10", 1),
    "facts": Figure("all facts right", 1),
    "facts_passed_on": Figure("facts in passages passed on", 1),
    "facts_in_passages": Figure("facts in cited passages", 1),
    "wrong": Figure("wrong value given", -1),
    "refused": Figure("refused", 0),
    "answered": Figure("answered", -1),
    "clean": Figure("clean refusal", 1),
    "says_no": Figure("says no", 1),
    "invents_nothing": Figure("invents nothing", 1),
    "cites_nothing": Figure("cites nothing", 1),
    "language_ok": Figure("language right", 1),
    "cited_precision": Figure("citations right", 1),
    "passages": Figure("passages passed on, a question", 0, False),
    "chars": Figure("characters a reply", 0, False),
    "error": Figure("no reply", -1),
}


def better(name: str, expected: str) -> int:
    """Which way a figure is better for questions of one kind: refusing is right where nothing answers."""
    if name == "refused":
        return 1 if expected == "refuse" else -1
    return FIGURES[name].better


def grouped(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    """The rows of each group, groups in alphabetical order."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        for name in groups_of(dict(row)):
            groups.setdefault(name, []).append(row)
    return dict(sorted(groups.items()))


def summarise(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """`figures`: {group: {figure: estimate}}, over the rows that have it; `timings_ms`: {stage: {median, p95}}."""
    return {
        "figures": {
            group: {
                name: asdict(estimate(values)) for name in FIGURES if (values := values_of(members, name)) is not None
            }
            for group, members in grouped(rows).items()
        },
        "timings_ms": _timings([row for row in rows if row["timings_ms"]]),
        "faults": _counts(fault for row in rows for fault in row["faults"]),
    }


def values_of(rows: Iterable[Mapping[str, Any]], name: str) -> list[float] | None:
    """The values of a figure over the rows that have it; None where none has."""
    return [row["figures"][name] for row in rows if name in row["figures"]] or None


def _timings(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    if not rows:
        return {}
    values = {stage: [row["timings_ms"][stage] for row in rows] for stage in STAGES}
    return {
        stage: {"median": asdict(estimate(values[stage], median)), "p95": asdict(estimate(values[stage], p95))}
        for stage in STAGES
    }


def _counts(faults: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for fault in faults:
        counts[fault] = counts.get(fault, 0) + 1
    return counts
