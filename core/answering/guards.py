"""What a draft is held against before it is told: the thing, the number and the people that the question asks about.

Another thing's price, another tier's or another person's is worse than none: what is told must be what was asked; where
it isn't, what tells that takes its place, or nothing does.
"""

from collections.abc import Sequence

from core.answering.asked_number import asked_number
from core.answering.asked_things import asked_things
from core.answering.base import Draft, Passage
from core.answering.bounds import bounds
from core.answering.citations import without_citations
from core.answering.family import is_for_family
from core.answering.intent import Intent
from core.answering.material import Material, standing
from core.answering.meant import meant_units
from core.answering.missing_keys import lacks_amount, lacks_tier, missing_key
from core.answering.page import Page
from core.answering.phrases import phrases
from core.answering.products import lacks_product, tells_product
from core.answering.rows import choose_rows, leaves_out
from core.answering.same_rows import told_apart
from core.answering.scoring import Scorer
from core.answering.second_measure import with_other_measure
from core.answering.statement import tell_statement
from core.answering.telling_nothing import costs_nothing, tells_nothing
from core.answering.things import said_by_draft, said_by_unit
from core.answering.units import Unit, without_mark
from core.retrieval import Ranking
from core.text.tokens import Analyser


class Guards:
    """Keeps drafts to the question; `answer_chars` is the most characters of what takes a draft's place."""

    def __init__(self, analyser: Analyser, material: Material, answer_chars: int) -> None:
        self._analyser = analyser
        self._material = material
        self._answer_chars = answer_chars

    def kept(self, draft: Draft, ranking: Ranking, passages: Sequence[Passage], intent: Intent) -> Draft:
        """The draft where it tells what is asked, what does in its place, or that the documents don't."""
        if draft.reason is None and intent.shape != "procedure":
            draft = self._of_what_is_asked(draft, ranking, passages, intent)
        if draft.reason is None and intent.shape != "procedure" and draft.sources:
            draft = self._of_the_number_asked(draft, ranking, intent)
        if draft.reason is None:
            draft = self._of_whom_is_asked(draft, ranking, passages, intent)
        if draft.reason is None and intent.shape == "value" and draft.sources:
            draft = with_other_measure(draft, ranking, intent, self._material)
        if draft.reason is None and not is_for_family(draft, ranking, self._material):
            return nothing(self._answer_chars)
        if draft.reason is None and tells_nothing(draft.sentences, ranking, intent, self._material.reader):
            return nothing(self._answer_chars)
        return draft

    def _of_what_is_asked(self, draft: Draft, ranking: Ranking, passages: Sequence[Passage], intent: Intent) -> Draft:
        """The draft where it tells of the thing that a value is asked of, else what does; nothing where nothing does:
        another thing's price is worse than none."""
        reader, things = self._material.reader, asked_things(ranking, self._analyser)
        if things.are_said_by(said_by_draft(draft, reader), ranking) or tells_product(ranking, draft):
            return draft
        if not things.is_asked:
            return nothing(self._answer_chars)
        passages = self._material.with_siblings(self._material.with_twins(ranking, passages))
        asked_about = self._material.asked_about(ranking, passages)
        scorer = Scorer(ranking, intent, reader, standing(passages, asked_about))
        meant = meant_units(self._material.units(passages), ranking, reader)
        said = ((unit, said_by_unit(unit, reader)) for unit in meant)
        units = [
            unit
            for unit, own in said
            if own.names_any(things) and things.are_said_by(own, ranking) and _tells(unit, scorer)
        ]
        if draft.rows:  # of the number that is asked; what doesn't speak of it is no better
            units = [unit for unit in units if unit.kind == "row" or not leaves_out(unit, scorer)]
        if not units:
            return nothing(self._answer_chars)
        page = Page(phrases(ranking.question.language), self._answer_chars)
        choice = choose_rows(units, scorer)
        if choice is None:
            return tell_statement(units, scorer, page, self._material)
        return page.rows(told_apart(choice.units, self._material, scorer)[0], scorer)

    def _of_the_number_asked(self, draft: Draft, ranking: Ranking, intent: Intent) -> Draft:
        """The draft, unless the question gives a number that what is told doesn't go by."""
        if bounds(ranking.asked):
            return draft  # a limit stands in no row
        document = draft.sources[0].document
        units = self._material.units_of(document)
        missing = missing_key(ranking, intent, units, self._material.reader)
        if missing is not None:
            return Page(phrases(ranking.question.language), self._answer_chars).no_such_value(missing)
        tells_another = (
            lacks_tier(ranking, draft) or lacks_product(ranking, draft) or lacks_amount(ranking, intent, units)
        )
        return nothing(self._answer_chars) if intent.shape == "value" and tells_another else draft

    def _of_whom_is_asked(self, draft: Draft, ranking: Ranking, passages: Sequence[Passage], intent: Intent) -> Draft:
        """The draft, unless somebody's number, address or code is asked for that it doesn't tell; then what does."""
        asked, reader = asked_number(ranking, self._analyser), self._material.reader
        if asked is None:
            return draft
        passages = self._material.with_siblings(self._material.with_twins(ranking, passages))
        found = {unit: asked.stands_in(unit, ranking, reader) for unit in self._material.units(passages)}
        units = [unit for unit, values in found.items() if values]
        text = "\n".join(map(without_citations, draft.sentences))
        if any(without_mark(value).strip() in text for unit in units for value in found[unit]):
            return draft
        if not units:
            return nothing(self._answer_chars)
        scorer = Scorer(ranking, intent, reader, standing(passages, self._material.asked_about(ranking, passages)))
        page = Page(phrases(ranking.question.language), self._answer_chars)
        return tell_statement(units, scorer, page, self._material)


def nothing(limit: int) -> Draft:
    """That the documents don't tell."""
    return Draft((), (), limit, reason="not-in-documents")


def _tells(unit: Unit, scorer: Scorer) -> bool:
    """True where a unit holds a value of the kind that is asked for, or that it costs nothing."""
    return not scorer.intent.units or scorer.measured(unit) == 1.0 or costs_nothing(unit.text)
