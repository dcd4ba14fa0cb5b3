"""Of two values that are asked for at once (`prix et validité`) the one that what is told leaves out."""

from collections.abc import Sequence
from dataclasses import replace

from core.answering.base import Draft
from core.answering.cells import row_keys
from core.answering.citations import relabel
from core.answering.intent import MEASURES, Intent
from core.answering.material import Material
from core.answering.page import Page
from core.answering.phrases import phrases
from core.answering.said import cell_quantities
from core.answering.scoring import Scorer
from core.answering.telling_nothing import told_values
from core.answering.units import Unit, UnitReader, without_mark
from core.documents.rows import Cell
from core.retrieval import Ranking


def with_other_measure(draft: Draft, ranking: Ranking, intent: Intent, material: Material) -> Draft:
    """The draft, and what its document says elsewhere of a measure that is asked for and not told."""
    chunks = material.chunks(draft.sources[0].document)
    units = [unit for chunk in chunks for unit in material.reader.units(chunk)]
    for measure in _untold(draft, ranking, intent):
        wanted = replace(intent, units=MEASURES[measure][1], each=())
        scorer = Scorer(ranking, wanted, material.reader, dict.fromkeys((chunk.id for chunk in chunks), 1.0))
        if (row := _told_row(measure, draft, units)) is not None:
            page = Page(phrases(ranking.question.language), draft.limit)
            page.row(row, scorer)
            return page.draft()
        found = _telling(measure, ranking, units, material.reader)
        if not found:
            continue
        best = max(found, key=lambda unit: scorer.of(unit, scorer.of_text(unit)))
        page = Page(phrases(ranking.question.language), draft.limit - sum(map(len, draft.sentences)))
        if best.kind == "row":
            page.row(best, scorer)
        else:
            page.tell(f"- {without_mark(best.text)}", best)
        draft = _joined(draft, page.draft())
    return draft


def _untold(draft: Draft, ranking: Ranking, intent: Intent) -> list[str]:
    """The measures asked for of which what is told holds no value besides those that the question gives."""
    asked = ranking.query.quantities
    told = {
        quantity.unit
        for column, value in told_values(draft.sentences)
        for quantity in cell_quantities(Cell(column, value))
        if not any(quantity.matches(other) for other in asked)
    }
    return [measure for measure in intent.each if not MEASURES[measure][1] & told]


def _told_row(measure: str, draft: Draft, units: Sequence[Unit]) -> Unit | None:
    """The one row of which what is told tells a cell, where another of its cells holds the measure."""
    rows = [unit for unit in units if unit.kind == "row" and unit.text in draft.rows.values()]
    holds = len(rows) == 1 and any(quantity.unit in MEASURES[measure][1] for quantity in rows[0].quantities)
    return rows[0] if holds and len(draft.sentences) == 1 else None


def _telling(measure: str, ranking: Ranking, units: Sequence[Unit], reader: UnitReader) -> list[Unit]:
    """The units that say a measure by its name and hold a value of it; rows only as far as the question's numbers name
    them."""
    terms = [term for term in ranking.query.terms if term.name in MEASURES[measure][0]]
    keys = row_keys(ranking, units)
    return [
        unit
        for unit in units
        if any(term.stands_in(unit.tokens | frozenset(reader.tokens(unit.introduction))) for term in terms)
        and any(quantity.unit in MEASURES[measure][1] for quantity in unit.quantities)
        and (unit.kind != "row" or (keys and all(any(key.matches(q) for q in unit.quantities) for key in keys)))
    ]


def _joined(draft: Draft, other: Draft) -> Draft:
    """One draft of two, the second one's sources behind the first one's."""
    sources = [*draft.sources, *(chunk for chunk in other.sources if chunk not in draft.sources)]
    order = {n: sources.index(chunk) + 1 for n, chunk in enumerate(other.sources, 1)}
    first = len(draft.sentences)
    return replace(
        draft,
        sentences=(*draft.sentences, *(relabel(sentence, order) for sentence in other.sentences)),
        sources=tuple(sources),
        rows={**{order[n]: row for n, row in other.rows.items()}, **draft.rows},
        cells={**{order[n]: cell for n, cell in other.cells.items() if order[n] not in draft.rows}, **draft.cells},
        notes={
            **draft.notes,
            **{first + at: [(order[n], note) for n, note in notes] for at, notes in other.notes.items()},
        },
        narrowed={
            **draft.narrowed,
            **{first + at: {order[n]: part for n, part in parts.items()} for at, parts in other.narrowed.items()},
        },
    )
