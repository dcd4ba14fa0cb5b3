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

_SIDES = ("answerable", "unanswerable")
# Says the same as `refused`, the other way round.
_OTHER_SIDE = {"answered"}
_NOTES = (
    "`p`: McNemar's exact test for figures of 0 and 1, else a permutation test; in brackets the paired bootstrap "
    f"interval of 95 %. `perhaps`: p < {NOISE}, which one test in {1 / NOISE:.0f} has by chance; `beyond noise`: so "
    "still after Holm's correction for the number of tests in the table. A difference without either may be noise."
)

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
    groups = [name for name in grouped(row for _, row in pairs) if "/" not in name]
    main = differences(pairs, [name for name in groups if name == "answerable" or name.startswith("refuse:")])
    by_category = differences(pairs, [name for name in groups if name not in _SIDES and not name.startswith("refuse:")])
    alone = len(a.rows) + len(b.rows) - 2 * len(pairs)
    parts = [f"# {a.label} → {b.label}", f"{len(pairs)} questions in both, {alone} in one only", _runs(a, b)]
    parts += [_table(a, b, main), _NOTES, _medians(a, b)]
    if moved := [one for one in by_category if one.found.a != one.found.b]:
        parts += [f"## By category, where anything differs ({len(by_category)} tests)", _table(a, b, moved)]
    changes = [line for pair in pairs if (line := _change(*pair))]
    return "\n\n".join([*parts, f"## {len(changes)} questions changed", "\n".join(changes) or "None."])


def paired_rows(a: Result, b: Result) -> list[Pair]:
    """The rows of the questions that both runs asked. Raises NothingInCommon."""
    own: dict[tuple[str, str], Row] = {(row["id"], row["question"]): row for row in a.rows}
    pairs: list[Pair] = [(own[key], row) for row in b.rows if (key := (row["id"], row["question"])) in own]
    if not pairs:
        raise NothingInCommon(f"{a.label} and {b.label} have no question in common")
    return pairs


def differences(pairs: Sequence[Pair], groups: Sequence[str]) -> list[Compared]:
    """Every figure of some groups, corrected for their number together."""
    before = {row["id"]: row["figures"] for row, _ in pairs}
    tested: list[tuple[str, str, int, Difference]] = []
    members = grouped(row for _, row in pairs)
    for group in groups:
        for name in (name for name in FIGURES if name not in _OTHER_SIDE):
            own = [(before[row["id"]].get(name), row["figures"].get(name), row) for row in members[group]]
            both = [(old, new) for old, new, _ in own if old is not None and new is not None]
            if any(any(values) for values in both):
                way = better(name, members[group][0]["expected"])
                tested.append((group, name, way, difference(*zip(*both, strict=True))))
    corrected = holm([found.p for *_, found in tested])
    return [Compared(*parts, p) for parts, p in zip(tested, corrected, strict=True)]


def verdict(one: Compared) -> str:
    """What may be said of a difference: nothing, perhaps, or that it is beyond noise."""
    change = one.found.b - one.found.a
    if one.found.p >= NOISE or not change:
        return ""
    way = _way(change * one.better)
    return f"**{way}, beyond noise**" if one.corrected < NOISE else f"{way}, perhaps"


def _way(gain: float) -> str:
    return "better" if gain > 0 else "worse" if gain < 0 else "changed"


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


def _medians(a: Result, b: Result) -> str:
    rows = [
        [stage, *(f"{result.summary['timings_ms'][stage]['median']['value']:.1f}" for result in (a, b))]
        for stage in STAGES
        if all(stage in result.summary["timings_ms"] for result in (a, b))
    ]
    note = "Not tested: how busy the machine was differs between runs. Side by side: `eval/benchmark.py`."
    return f"{table(['median ms', a.label, b.label], rows)}\n\n{note}"


def _change(before: Row, after: Row) -> str:
    """A list item for a question of which a figure of `_CHANGES` differs, else ''."""
    moved = []
    for name in _CHANGES:
        old, new = before["figures"].get(name), after["figures"].get(name)
        if old is not None and new is not None and old != new:
            way = _way((new - old) * better(name, after["expected"]))
            moved.append(f"{FIGURES[name].title} {old:.0f} → {new:.0f} ({way})")
    if not moved:
        return ""
    head = f"- **{after['id']}** ({after['language']}, {after['category']}): {one_line(after['question'])}"
    return f"{head}\n  - {'; '.join(moved)}"
