"""A run as a page that people read: tables with intervals, then each fault with what was expected and given."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from eval.faults import TITLES
from eval.result import Result
from eval.summary import FIGURES, STAGES

_ANSWERABLE = (
    "hit1 hit3 mrr ndcg10 facts facts_passed_on facts_in_passages wrong refused language_ok cited_precision passages "
    "chars error"
).split()
_TO_REFUSE = "refused answered says_no invents_nothing cites_nothing clean language_ok error".split()
_SIDES = ("answerable", "unanswerable")
_SHOWN_CHARS = 500


def report(result: Result) -> str:
    """The whole page, as Markdown."""
    figures = result.summary["figures"]
    to_refuse = [group for group in figures if group.startswith(("refuse:", "unanswerable"))]
    answerable = [group for group in figures if group not in to_refuse and not group.startswith("all/")]
    parts = [f"# Evaluation: {result.label}", _head(result)]
    for title, groups, names in (
        ("Questions that the documents answer", answerable, _ANSWERABLE),
        ("Questions to refuse", to_refuse, _TO_REFUSE),
    ):
        for suffix, split in (("", False), (", by category and language", True)):
            # `answerable/fr` is a language of all categories: it belongs to the first table.
            shown = [g for g in groups if ("/" in g and not g.startswith(_SIDES)) is split]
            if shown:
                parts += [f"## {title}{suffix}", figures_table(figures, sorted(shown, key=_sides_first), names)]
    if result.summary["timings_ms"]:
        parts += ["## Milliseconds a stage", _timings(result.summary["timings_ms"])]
    parts += ["## Faults", *_faults(result)]
    return "\n\n".join(parts) + "\n"


def _sides_first(group: str) -> tuple[bool, str]:
    return not group.startswith(_SIDES), group


def overview(result: Result) -> str:
    """The figures of all languages together, for a terminal."""
    lines = []
    for group, found in result.summary["figures"].items():
        if "/" not in group:
            count = max(estimate["count"] for estimate in found.values())
            told = "  ".join(
                f"{name} {_value(name, estimate)}" for name, estimate in found.items() if _says(name, found)
            )
            lines.append(f"{group:22s} n={count:4d}  {told}")
    counts = result.summary["faults"]
    lines += [f"{counts[kind]:5d}  {title}" for kind, title in TITLES.items() if kind in counts]
    return "\n".join(lines)


def figures_table(figures: Mapping[str, Any], groups: Sequence[str], names: Sequence[str]) -> str:
    """A row a group, a column a figure that any of them has and that says something."""
    shown = [name for name in names if any(_says(name, figures[group]) for group in groups)]
    rows = []
    for group in groups:
        found = figures[group]
        count = max(estimate["count"] for estimate in found.values())
        cells = [_cell(name, found[name], count) if name in found else "" for name in shown]
        rows.append([group.removeprefix("refuse:"), str(count), *cells])
    return table(["", "n", *(FIGURES[name].title for name in shown)], rows)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; bars in its cells are escaped."""
    lines = [head, ["---"] * len(head), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def one_line(text: str, limit: int = _SHOWN_CHARS) -> str:
    """A text on one line, cut where it is long."""
    text = " ⏎ ".join(line for line in text.splitlines() if line.strip())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _head(result: Result) -> str:
    changed = ", ".join(f"`{name.upper()}={value}`" for name, value in result.changed.items()) or "none"
    return "\n".join(
        [
            f"- {result.date}, {len(result.rows)} questions of {', '.join(result.questions)}",
            f"- index version `{result.index_version}`, answer state `{result.answer_state}`",
            f"- settings changed for this run: {changed}",
            f"- {result.machine}; {result.seconds:.1f} s",
            "",
            "In brackets: the 95 % bootstrap interval. A figure over fewer questions than its row has its own n; where "
            "all values are alike the interval has no width, however few they are.",
        ]
    )


def _says(name: str, found: Mapping[str, Any]) -> bool:
    return name in found and (name != "error" or found[name]["value"] > 0)


def _value(name: str, estimate: Mapping[str, Any]) -> str:
    return f"{estimate['value']:.3f}" if FIGURES[name].is_share else f"{estimate['value']:.1f}"


def _cell(name: str, estimate: Mapping[str, Any], count: int) -> str:
    digits = 2 if FIGURES[name].is_share else 0 if name == "chars" else 1
    value, low, high = (f"{estimate[part]:.{digits}f}" for part in ("value", "low", "high"))
    own = f", n={estimate['count']}" if estimate["count"] != count else ""
    return f"{value} ({low}–{high}{own})"


def _timings(timings: Mapping[str, Any]) -> str:
    def cell(estimate: Mapping[str, float]) -> str:
        return f"{estimate['value']:.1f} ({estimate['low']:.1f}–{estimate['high']:.1f})"

    rows = [[stage, cell(timings[stage]["median"]), cell(timings[stage]["p95"])] for stage in STAGES]
    note = "Many questions were under way at a time and waited for one another; alone: `eval/benchmark.py`."
    return table(["stage", "median", "p95"], rows) + f"\n\n{note}"


def _faults(result: Result) -> Iterable[str]:
    counts = result.summary["faults"]
    if not counts:
        yield "None."
        return
    yield "A question may have several. Which document is right, and all else of a question, stands in the JSON file."
    for kind, title in TITLES.items():
        if kind in counts:
            yield f"### {title}: {counts[kind]}"
            yield "\n".join(_fault(row) for row in result.rows if kind in row["faults"])


def _fault(row: Mapping[str, Any]) -> str:
    lines = [f"- **{row['id']}** ({row['language']}, {row['category']}): {one_line(row['question'])}"]
    lines.append(f"  - expected: {_expected(row)}")
    reason = f", {row['reason']}" if row["reason"] else ""
    lines.append(f"  - given ({row['reply_kind']}{reason}): {one_line(row['text'])}")
    missing = [fact for fact in row["facts"] if not fact["text"]]
    if missing:
        lines.append("  - missing: " + "; ".join(f"{fact['fact']} ({_stands_in(fact)})" for fact in missing))
    if row["score"] is not None:
        lines.append(
            f"  - gate {row['score']:.3f} of {row['gate']['threshold']:.3f}; {len(row['passages'])} passages passed on"
            + (f"; right document {row['rank'] or 'not ranked'}" if row["expected"] == "answer" else "")
        )
    first = row["candidates"][0]["document"] if row["candidates"] else ""
    if first and row["expected"] == "answer" and row["rank"] != 1:
        lines.append(f"  - first: {first}")
    cited = ", ".join(f"[{c['n']}] {c['document']}{'' if c['right'] else ' (other)'}" for c in row["citations"])
    return "\n".join([*lines, *([f"  - cited: {cited}"] if cited else [])])


def _expected(row: Mapping[str, Any]) -> str:
    if row["expected"] == "refuse":
        return "a refusal"
    facts = "; ".join(ways[0] for ways in row.get("must_include") or ())
    others = ", ".join((row.get("must_not_include") or ())[:3])
    said = [facts] * bool(facts) + [f"not {others}"] * bool(others)
    return "; ".join([*said, f"from {' or '.join(row['documents'])}"])


def _stands_in(fact: Mapping[str, Any]) -> str:
    if fact["passed_on"]:
        return "stands in a passage passed on"
    return "stands in a candidate" if fact["candidates"] else "stands in no candidate"
