"""The extractive answer: the documents' own sentences, steps and table rows, chosen and cited without a model."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from core.answering.base import Draft, Passage
from core.answering.bounds import superlative
from core.answering.coded import missing_code, untold
from core.answering.comparing import differences, pick_rows
from core.answering.disputes import Dispute, Disputes
from core.answering.guards import Guards, nothing
from core.answering.intent import Intent, read_intent
from core.answering.material import Held, Material, standing
from core.answering.meant import meant_units
from core.answering.page import Page
from core.answering.phrases import phrases
from core.answering.plans import asked_plan, lacks_plan
from core.answering.procedures import is_on_screen, tell_procedure
from core.answering.products import missing_product, with_codes
from core.answering.rows import asked_cells, choose_rows, overlooks
from core.answering.same_rows import told_apart
from core.answering.scoring import Scorer
from core.answering.several import SeveralOffers
from core.answering.side_by_side import SideBySide
from core.answering.statement import tell_statement
from core.answering.telling_nothing import costs_nothing
from core.answering.tiers import list_values, missing_value
from core.answering.wanted import speaking, wanted_sentences
from core.documents.chunk import Chunk
from core.retrieval import Ranking
from core.text.tokens import Analyser

_BEST_NAMED = 4
_MOST_COMPARED = 2


class ExtractiveAnswerer:
    """Chooses what to quote; `chunks_of` and `disputes` as in `Material`, `side_by_side` compares two documents,
    `several` finds the offers that have a speed, lengths in characters."""

    def __init__(
        self,
        analyser: Analyser,
        chunks_of: Callable[[str], Sequence[Held]],
        side_by_side: SideBySide,
        several: SeveralOffers,
        *,
        answer_chars: int,
        procedure_chars: int,
        disputes: Disputes | None = None,
    ) -> None:
        self._material = Material(analyser, chunks_of, disputes)
        self._disputes = disputes or Disputes()
        self._guards = Guards(analyser, self._material, answer_chars)
        self._side_by_side = side_by_side
        self._several = several
        self._answer_chars = answer_chars
        self._procedure_chars = procedure_chars

    @property
    def name(self) -> str:
        """As in `Answerer`."""
        return f"extractive {self._answer_chars}/{self._procedure_chars}"

    def disputes_of(self, chunk: Chunk) -> Sequence[Dispute]:
        """As in `Answerer`."""
        return self._disputes.of_chunk(chunk)

    def answer(self, ranking: Ranking, passages: Sequence[Passage]) -> Draft:
        """A procedure's steps, the row that is meant, that its value doesn't exist, or the sentences that say most;
        nothing where these don't tell the value that is asked for."""
        intent = read_intent(ranking.query, ranking.asked)
        alike = _named_alike(ranking)
        compares = "difference" in ranking.query.groups or superlative(ranking.asked) is not None
        if compares and alike > _MOST_COMPARED:
            return nothing(self._answer_chars)  # one's price, or two's, would pass for the answer
        if (compares or alike > 1) and (draft := self._two_documents(ranking, intent)) is not None:
            return draft
        if (draft := self._of_several(ranking, passages, intent)) is not None:
            return draft
        if (tells := wanted_sentences(ranking)) is not None and intent.shape != "procedure":
            return self._speaking(tells, ranking, passages)
        return self._guards.kept(self._draft(ranking, passages, intent), ranking, passages, intent)

    def _draft(self, ranking: Ranking, passages: Sequence[Passage], intent: Intent) -> Draft:
        passages = self._material.with_twins(ranking, passages)
        if intent.shape == "procedure" or is_on_screen(ranking, passages[0].chunk):
            page = Page(phrases(ranking.question.language), self._procedure_chars)
            if (draft := tell_procedure(ranking, passages, intent, self._material, page)) is not None:
                return draft
        everything = self._material.with_siblings(passages)
        asked_about = self._material.asked_about(ranking, passages)
        scorer = Scorer(ranking, intent, self._material.reader, standing(everything, asked_about))
        page = Page(phrases(ranking.question.language), self._answer_chars)
        units = with_codes(meant_units(self._material.units(everything), ranking, self._material.reader), ranking)
        document = asked_about or everything[0].chunk.document
        documents = dict.fromkeys([document, *(passage.chunk.document for passage in passages if not asked_about)])
        for own in documents:
            rows = meant_units(self._material.units_of(own), ranking, self._material.reader)
            if (pick := pick_rows(rows, scorer, named=bool(asked_about))) is not None:
                return page.picked(pick, scorer)
        if (refused := self._refuse(ranking, intent, document, page)) is not None:
            return refused
        if (planned := self._of_plan(ranking, intent, documents, page)) is not None:
            return planned
        if intent.shape == "value":
            if (listing := list_values(units, scorer)) is not None:
                return page.tiers(listing)
            choice = choose_rows(units, scorer)
            telling = [u for u in units if u.kind != "row" and (scorer.measured(u) == 1.0 or costs_nothing(u.text))]
            rivals = telling if intent.units and choice is not None and scorer.measured(choice.units[0]) else units
            sentences = [u for u in rivals if u.kind != "row"]
            if choice is not None:
                sentences = [u for u in sentences if not overlooks(u, choice.units[0], scorer)]
            sentence = max((scorer.of(u, scorer.of_text(u)) for u in sentences), default=0.0)
            if choice is not None and choice.score >= sentence:
                compared = differences(choice.units, scorer) if "difference" in ranking.query.groups else []
                if compared:
                    return page.compared(choice.units, compared, scorer)
                return page.rows(told_apart(choice.units, self._material, scorer)[0], scorer)
        if intent.shape == "statement" and (cells := asked_cells(units, scorer)) is not None:
            return page.cells(cells, scorer)
        return tell_statement(units, scorer, page, self._material)

    def _of_plan(self, ranking: Ranking, intent: Intent, documents: Iterable[str], page: Page) -> Draft | None:
        """What a plan that is named by its price comes to, of one of the documents or of those that the question's
        words name best; None where it names none."""
        named = sorted(ranking.named, key=lambda document: -ranking.named[document])[:_BEST_NAMED]
        reader = self._material.reader
        for units in map(self._material.units_of, dict.fromkeys([*documents, *named])):
            if not units or (units[0].chunk.document in named and units[0].chunk.language != ranking.question.language):
                continue
            if lacks_plan(ranking, intent, units, reader):
                return nothing(self._answer_chars)
            if (plan := asked_plan(ranking, intent, units, reader)) is not None:
                return page.plan(plan)
        return None

    def _speaking(self, tells: re.Pattern[str], ranking: Ranking, passages: Sequence[Passage]) -> Draft:
        """The best of the sentences that speak as the question wants it; nothing where none does."""
        passages = self._material.with_siblings(self._material.with_twins(ranking, passages))
        units = speaking(self._material.units(passages), tells)
        if not units:
            return nothing(self._answer_chars)
        weights = standing(passages, self._material.asked_about(ranking, passages))
        scorer = Scorer(ranking, Intent("statement"), self._material.reader, weights)
        page = Page(phrases(ranking.question.language), self._answer_chars)
        return tell_statement(units, scorer, page, self._material)

    def _two_documents(self, ranking: Ranking, intent: Intent) -> Draft | None:
        """The comparison of two documents that the question names; None where it names no two."""
        return self._side_by_side.of_question(ranking.asked, ranking.question.language, intent.units)

    def _of_several(self, ranking: Ranking, passages: Sequence[Passage], intent: Intent) -> Draft | None:
        """What each of several offers costs at the speed asked for; None where the question means one."""
        if (found := self._several.of_question(ranking, intent)) is None:
            return None
        rows = [
            (unit, price.column_in(unit.cells))
            for price in found.prices
            for unit in self._material.units_of(price.chunk.document)
            if unit.kind == "row" and unit.text == price.line
        ]
        scorer = Scorer(ranking, intent, self._material.reader, standing(passages, ""))
        return Page(phrases(ranking.question.language), self._answer_chars).offers(found.speed, rows, scorer)

    def _refuse(self, ranking: Ranking, intent: Intent, document: str, page: Page) -> Draft | None:
        """That the row or the value which the question names doesn't exist in the document; None where it does."""
        reader = self._material.reader
        units = meant_units(self._material.units_of(document), ranking, reader)
        code = missing_code(ranking, units, reader) or missing_product(ranking, units)
        if code is not None:
            return page.no_such_code(code)
        if intent.shape != "value":
            return None
        if (missing := missing_value(ranking, intent, units)) is not None:
            return page.no_such_value(missing)
        row = untold(ranking, intent, units, reader)
        return page.untold(row) if row is not None else None


def _named_alike(ranking: Ranking) -> int:
    """How many things a question names by one noun and their codes: `convention A et convention C`."""
    nouns = Counter(term.name.rpartition("_")[0] for term in ranking.query.terms if term.kind == "label")
    return max(nouns.values(), default=0)
