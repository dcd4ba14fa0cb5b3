"""Two runs side by side, figure by figure, with paired tests, and the questions that changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.errors import ForsaError
from eval.paired import NOISE, Difference, difference, holm
from eval.report import one_line, table
from eval.result import Result
from eval.summary import FIGURES, STAGES, better, grouped

_CHANGES = ("hit1", "hit3", "facts", "facts_passed_on", "wrong", "refused", "clean", "language_ok", "error")

Row = Mapping[str, Any]
Pair = tuple[Row, Row]


class NothingInCommon(ForsaError):
    """Two runs share no question."""

    hint = "compare runs over the same questions"


@dataclass(frozen=True)
class Compared:
    """One figure of one group in both runs; `corrected` is `found.p` for having tested all figures of the table."""

    group: str
    figure: str
    better: int
    found: Difference
    corrected: float


def compare(a: Result, b: Result) -> str:
    """The comparison as Markdown.

    Raises:
        NothingInCommon: no question has the same id and the same words in both.
    """
    pairs = paired_rows(a, b)
    left_out = len(a.rows) + len(b.rows) - 2 * len(pairs)
    head = f"# {a.label} → {b.label}\n\n{len(pairs)} questions in both" + (f", {left_out} in one only" * bool(left_out))
    found = differences(pairs)
    parts = [head, _runs(a, b), _table(a, b, found), _notes(found), _medians(a, b)]
    changed = _changes(pairs)
    parts += [f"## {len(changed)} questions changed", "\n".join(changed) or "None."]
    return "\n\n".join(parts)


def paired_rows(a: Result, b: Result) -> list[Pair]:
    """The rows of the questions that both runs asked. Raises NothingInCommon."""
    own: dict[tuple[str, str], Row] = {(row["id"], row["question"]): row for row in a.rows}
    pairs: list[Pair] = [(own[key], row) for row in b.rows if (key := (row["id"], row["question"])) in own]
    if not pairs:
        raise NothingInCommon(f"{a.label} and {b.label} have no question in common")
    return pairs


def differences(pairs: Sequence[Pair]) -> list[Compared]:
    """Every figure of every group, languages together."""
    before = {row["id"]: row for row, _ in pairs}
    tested: list[tuple[str, str, int, Difference]] = []
    for group, rows in grouped(row for _, row in pairs).items():
        if "/" in group:
            continue
        for name in FIGURES:
            both = [
                (before[row["id"]]["figures"][name], row["figures"][name])
                for row in rows
                if name in row["figures"] and name in before[row["id"]]["figures"]
            ]
            if both and any(value for values in both for value in values):
                way = better(name, rows[0]["expected"])
                tested.append((group, name, way, difference(*zip(*both, strict=True))))
    corrected = holm([found.p for *_, found in tested])
    return [Compared(*parts, p) for parts, p in zip(tested, corrected, strict=True)]


def _runs(a: Result, b: Result) -> str:
    names = sorted({name for name in {**a.settings, **b.settings} if a.settings.get(name) != b.settings.get(name)})
    rows = [
        ["date", a.date, b.date],
        ["index version", a.index_version, b.index_version],
        ["answer state", a.answer_state, b.answer_state],
        ["machine", a.machine, b.machine],
        *([name.upper(), str(a.settings.get(name)), str(b.settings.get(name))] for name in names),
    ]
    return table(["", a.label, b.label], [row for row in rows if row[1] != row[2]])


def _table(a: Result, b: Result, found: Sequence[Compared]) -> str:
    rows = []
    for one in found:
        digits = 3 if FIGURES[one.figure].is_share else 1
        diff = one.found
        change = f"{diff.b - diff.a:+.{digits}f} ({diff.low:+.{digits}f} to {diff.high:+.{digits}f})"
        values = (f"{value:.{digits}f}" for value in (diff.a, diff.b))
        title = FIGURES[one.figure].title
        rows.append([one.group, title, str(diff.count), *values, change, f"{diff.p:.3f}", verdict(one)])
    return table(["", "figure", "n", a.label, b.label, "difference", "p", ""], rows)


def verdict(one: Compared) -> str:
    """What may be said of a difference: nothing, perhaps, or that it is beyond noise."""
    change = one.found.b - one.found.a
    if one.found.p >= NOISE or not change:
        return ""
    way = "changed" if not one.better else "better" if change * one.better > 0 else "worse"
    return f"**{way}, beyond noise**" if one.corrected < NOISE else f"{way}, perhaps"


def _notes(found: Sequence[Compared]) -> str:
    return (
        "`p`: McNemar's exact test for figures of 0 and 1, else a permutation test; in brackets the paired bootstrap "
        f"interval of 95 %. `perhaps`: p < {NOISE}, as about {NOISE * len(found):.0f} of these {len(found)} tests "
        "would have it by chance if nothing had changed; `beyond noise`: so still after Holm's correction for their number. "
        "A difference without either may be noise."
    )


def _medians(a: Result, b: Result) -> str:
    rows = [
        [stage, *(f"{result.summary['timings_ms'][stage]['median']['value']:.1f}" for result in (a, b))]
        for stage in STAGES
        if all(stage in result.summary["timings_ms"] for result in (a, b))
    ]
    note = "Not tested: how busy the machine was differs between runs. Side by side: `eval/benchmark.py`."
    return f"{table(['median ms', a.label, b.label], rows)}\n\n{note}"


def _changes(pairs: Sequence[Pair]) -> list[str]:
    """A list item for each question of which a figure of `_CHANGES` differs."""
    lines = []
    for before, after in pairs:
        moved = [
            f"{FIGURES[name].title} {before['figures'].get(name, 0):.0f} → {after['figures'].get(name, 0):.0f}"
            f" ({'better' if change * way > 0 else 'worse' if change * way < 0 else 'changed'})"
            for name in _CHANGES
            if (change := after["figures"].get(name, 0) - before["figures"].get(name, 0))
            and (name in after["figures"] and name in before["figures"])
            and (way := better(name, after["expected"])) is not None
        ]
        if moved:
            lines.append(
                f"- **{after['id']}** ({after['language']}, {after['category']}): {one_line(after['question'])}"
            )
            lines.append(f"  - {'; '.join(moved)}")
    return lines
