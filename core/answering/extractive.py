"""The extractive answer: the documents' own sentences, steps and table rows, chosen and cited without a model."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile

from core.answering.base import Draft, Passage
from core.answering.coded import missing_code, untold
from core.answering.comparing import differences, pick_rows
from core.answering.intent import LISTS, Intent, read_intent
from core.answering.material import Held, Material, standing
from core.answering.page import Page
from core.answering.phrases import phrases
from core.answering.rows import asked_cells, choose_rows
from core.answering.scoring import OTHER_LANGUAGE, Scorer
from core.answering.tiers import list_values, missing_value
from core.answering.units import Unit, is_step, without_mark
from core.documents.chunk import Chunk
from core.retrieval import Ranking
from core.text.tokens import Analyser

_MAX_SENTENCES = 3
# A further sentence must say nearly as much as the best one, or it only dilutes it.
_WORTH_ADDING = 0.85
_WORTH_ANOTHER = 0.97
# From this share of the best score on, a line is taken for the beginning of the steps.
_BEGINS = 0.8
_STANDS_OUT = 1.5
_LATER = 0.95
# What the document's title alone says of a question is said of each of its procedures.
_BY_TITLE = 0.7


class ExtractiveAnswerer:
    """Chooses what to quote; `chunks_of` as in `Material`, lengths in characters."""

    def __init__(
        self,
        analyser: Analyser,
        chunks_of: Callable[[str], Sequence[Held]],
        *,
        answer_chars: int,
        procedure_chars: int,
    ) -> None:
        self._material = Material(analyser, chunks_of)
        self._answer_chars = answer_chars
        self._procedure_chars = procedure_chars

    @property
    def name(self) -> str:
        """As in `Answerer`."""
        return f"extractive {self._answer_chars}/{self._procedure_chars}"

    def answer(self, ranking: Ranking, passages: Sequence[Passage]) -> Draft:
        """A procedure's steps, the row that is meant, that its value doesn't exist, or the sentences that say most."""
        intent = read_intent(ranking.query)
        passages = self._material.with_twins(ranking, passages)
        if intent.shape == "procedure" and (draft := self._procedure(ranking, passages)):
            return draft
        everything = self._material.with_siblings(passages)
        asked_about = self._material.asked_about(ranking, passages)
        scorer = Scorer(ranking, intent, self._material.reader, standing(everything, asked_about))
        page = Page(phrases(ranking.question.language), self._answer_chars)
        units = self._material.units(everything)
        document = asked_about or everything[0].chunk.document
        for own in dict.fromkeys([document, *(passage.chunk.document for passage in passages if not asked_about)]):
            if (pick := pick_rows(self._material.units_of(own), scorer, named=bool(asked_about))) is not None:
                return page.picked(pick, scorer)
        if (refused := self._refuse(ranking, intent, document, page)) is not None:
            return refused
        if intent.shape == "value":
            if (listing := list_values(units, scorer)) is not None:
                return page.tiers(listing)
            choice = choose_rows(units, scorer)
            sentence = max((scorer.of(u, scorer.of_text(u)) for u in units if u.kind != "row"), default=0.0)
            if choice is not None and choice.score >= sentence:
                compared = differences(choice.units, scorer) if "difference" in ranking.query.groups else []
                return page.compared(choice.units, compared, scorer) if compared else page.rows(choice, scorer)
        if intent.shape == "statement" and (cells := asked_cells(units, scorer)) is not None:
            return page.cells(cells, scorer)
        return self._statement(units, scorer, page)

    def _refuse(self, ranking: Ranking, intent: Intent, document: str, page: Page) -> Draft | None:
        """That the row or the value which the question names doesn't exist in the document; None where it does."""
        units, reader = self._material.units_of(document), self._material.reader
        if (code := missing_code(ranking, units, reader)) is not None:
            return page.no_such_code(code)
        if intent.shape != "value":
            return None
        if (missing := missing_value(ranking, intent, units)) is not None:
            return page.no_such_value(missing)
        row = untold(ranking, intent, units, reader)
        return page.untold(row) if row is not None else None

    def _procedure(self, ranking: Ranking, passages: Sequence[Passage]) -> Draft | None:
        """The steps of the best passage in order, and of the chunks of its section that follow; None without steps."""
        first = self._with_steps(ranking, passages)
        if first is None:
            return None
        following = (chunk for chunk in self._material.chunks(first.document) if chunk.ordinal > first.ordinal)
        chain = [first, *takewhile(lambda chunk: chunk.section == first.section, following)]
        units = [unit for chunk in chain for unit in self._material.reader.units(chunk) if unit.kind != "row"]
        page = Page(phrases(ranking.question.language), self._procedure_chars)
        for unit in units[self._beginning(ranking, units) :]:
            if not page.add(unit.text, unit.chunk):
                page.tail = page.words.read_on
                break
        return page.draft()

    def _with_steps(self, ranking: Ranking, passages: Sequence[Passage]) -> Chunk | None:
        """The passage whose steps are asked for: of those with steps the one that says most of the question, earlier
        ones and those of its language first; to cancel a payment isn't to take one."""
        best: tuple[float, Chunk] | None = None
        for place, passage in enumerate(passages):
            steps = sum(is_step(unit.text) for unit in self._material.reader.units(passage.chunk))
            own = self._material.reader.own_tokens(passage.chunk)
            said = sum(
                ranking.idf[term.name] * (1.0 if term.stands_in(own) else _BY_TITLE * term.stands_in(passage.tokens))
                for term in ranking.query.terms
            )
            language = 1.0 if passage.chunk.language == ranking.question.language else OTHER_LANGUAGE
            score = said * language * _LATER**place
            if steps >= 2 and (best is None or score > best[0]):
                best = score, passage.chunk
        return best[1] if best else None

    def _beginning(self, ranking: Ranking, units: Sequence[Unit]) -> int:
        """Where the steps begin: at the line that says most of the question (`Pour saisir …`) or, where that is a step
        itself, at the first step; covers come before."""
        scorer = Scorer(ranking, read_intent(ranking.query), self._material.reader, {})
        scores = [scorer.of_terms(unit) for unit in units]
        start = next(i for i, score in enumerate(scores) if score >= _BEGINS * max(scores))
        if not is_step(units[start].text):
            return start
        return next(i for i, unit in enumerate(units) if is_step(unit.text))

    def _statement(self, units: Sequence[Unit], scorer: Scorer, page: Page) -> Draft:
        """The sentences that say most of what is asked, best first; a list goes whole, with what introduces it."""
        if scorer.intent.wants_list and (listed := self._whole_list(units, scorer)):
            page.listing(listed[0].introduction, listed)
            return page.draft()
        own = {unit: 0.0 if scorer.repeats(unit) else scorer.of_text(unit) for unit in units}
        ranked = sorted(units, key=lambda unit: -scorer.of(unit, own[unit]))
        best = scorer.of(ranked[0], own[ranked[0]])
        shown: set[Unit] = set()
        for unit in ranked[:_MAX_SENTENCES]:
            # Two documents' sentences below each other read as if they were of one: another's must be as good.
            worth = _WORTH_ADDING if unit.chunk.document == ranked[0].chunk.document else _WORTH_ANOTHER
            if unit in shown or scorer.of(unit, own[unit]) < worth * best:
                continue
            if unit.kind == "row":
                page.row(unit, scorer)
            elif unit.kind == "item":
                items = [o for o in units if o.kind == "item" and _same_list(o, unit)]
                if not scorer.intent.wants_list and _stands_out(unit, items, own):
                    items = [unit]
                page.listing(unit.introduction, items)
                shown.update(items)
            else:
                page.add(without_mark(unit.text), unit.chunk)
        return page.draft()

    def _whole_list(self, units: Sequence[Unit], scorer: Scorer) -> list[Unit]:
        """The list that is asked for: of the document that stood first one below a title or line that says so
        (`Conditions`), else that of the passage that stood first; no item needs to say it again."""
        asked = [term for term in scorer.ranking.query.terms if term.name in LISTS]
        lists: dict[tuple[str, str], list[Unit]] = {}
        for unit in units:
            if unit.kind == "item" and unit.chunk.document == units[0].chunk.document:
                lists.setdefault((unit.chunk.id, unit.introduction), []).append(unit)
        long = [items for items in lists.values() if len(items) >= 2]
        first = [items for items in long if items[0].chunk is units[0].chunk]
        if not first and asked:
            headed = self._material.reader.headed_tokens
            first = [items for items in long if any(term.stands_in(headed(items[0])) for term in asked)][:1]
        return max(first, key=len, default=[])


def _same_list(unit: Unit, other: Unit) -> bool:
    return unit.chunk.id == other.chunk.id and unit.introduction == other.introduction


def _stands_out(unit: Unit, items: Iterable[Unit], own: Mapping[Unit, float]) -> bool:
    """True where one item of a list says what is asked and the others don't."""
    others = [own[item] for item in items if item is not unit]
    return own[unit] > _STANDS_OUT * max(others, default=0.0)
