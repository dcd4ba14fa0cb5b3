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
    for measure in intent.each:
        wanted = replace(intent, units=MEASURES[measure][1], each=())
        scorer = Scorer(ranking, wanted, material.reader, dict.fromkeys((chunk.id for chunk in chunks), 1.0))
        left_out = [sentence for sentence in draft.sentences if not _tells(sentence, measure, ranking)]
        if not left_out:
            continue
        if rows := _told_rows(measure, draft, units):
            page = Page(phrases(ranking.question.language), draft.limit)
            for row in rows:
                page.row(row, scorer, titled=row == rows[0])
            return page.draft()
        found = _telling(measure, ranking, units, material.reader) if left_out == [*draft.sentences] else []
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


def _tells(sentence: str, measure: str, ranking: Ranking) -> bool:
    """Whether a sentence holds a value of a measure besides those that the question gives."""
    return any(
        quantity.unit in MEASURES[measure][1] and not any(quantity.matches(other) for other in ranking.query.quantities)
        for column, value in told_values([sentence])
        for quantity in cell_quantities(Cell(column, value))
    )


def _told_rows(measure: str, draft: Draft, units: Sequence[Unit]) -> list[Unit]:
    """The rows of which what is told tells a cell each, where others of their cells hold the measure; else none."""
    first = next((unit for unit in units if unit.kind == "row" and unit.text in draft.rows.values()), None)
    if first is None:
        return []
    table = [unit for unit in units if unit.kind == "row" and unit.chunk == first.chunk and unit.cells]
    named = [[row for row in table if row.cells[0].value in sentence] for sentence in draft.sentences]
    whole = [max(rows, key=lambda row: len(row.cells[0].value)) for rows in named if rows]
    rows = [first] if len(draft.sentences) == 1 else whole
    hold = all(any(quantity.unit in MEASURES[measure][1] for quantity in row.quantities) for row in rows)
    return rows if hold and len(rows) == len(draft.sentences) else []


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
