"""The extractive answer: the documents' own sentences, steps and table rows, chosen and cited without a model."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from core.answering.base import Draft, Passage
from core.answering.intent import read_intent
from core.answering.phrases import Phrases, phrases
from core.answering.rows import (
    Listing,
    Missing,
    RowChoice,
    choose_rows,
    list_values,
    missing_value,
    show_quantity,
    tell_row,
)
from core.answering.scoring import Scorer
from core.answering.units import Unit, UnitReader, is_step, without_mark
from core.documents.chunk import Chunk
from core.retrieval import Ranking
from core.text.sentences import cut
from core.text.tokens import Analyser

_ROW_CHARS = 320
_MAX_SENTENCES = 3
_MAX_ROWS = 8
# A further sentence must say nearly as much as the best one, or it only dilutes it.
_WORTH_ADDING = 0.85
# From this share of the best score on, a line is taken for the beginning of the steps.
_BEGINS = 0.8
_STANDS_OUT = 1.5
# From this share of its name on, and that much before the next, a document is the one that is asked about.
_NAMED = 0.55
_CLEARLY = 1.2
_ELSEWHERE = 0.7
# A chunk of the best document that didn't pass itself: a table may go on there.
_SIBLING = 0.95

Held = tuple[Chunk, frozenset[str]]


class ExtractiveAnswerer:
    """Chooses what to quote. `chunks_of` gives the chunks of a document with their tokens, in order."""

    def __init__(
        self,
        analyser: Analyser,
        chunks_of: Callable[[str], Sequence[Held]],
        *,
        answer_chars: int,
        procedure_chars: int,
    ) -> None:
        self._reader = UnitReader(analyser)
        self._chunks_of = chunks_of
        self._answer_chars = answer_chars
        self._procedure_chars = procedure_chars

    @property
    def name(self) -> str:
        """As in `Answerer`."""
        return f"extractive {self._answer_chars}/{self._procedure_chars}"

    def answer(self, ranking: Ranking, passages: Sequence[Passage]) -> Draft:
        """A procedure's steps, the row that is meant, that its value doesn't exist, or the sentences that say most."""
        intent = read_intent(ranking.query)
        passages = self._with_twins(ranking, passages)
        if intent.shape == "procedure" and (draft := self._procedure(ranking, passages)):
            return draft
        everything = self._with_siblings(passages)
        asked_about = self._asked_about(ranking, passages)
        scorer = Scorer(ranking, intent, self._reader, _standing(everything, asked_about))
        page = _Page(phrases(ranking.question.language), self._answer_chars)
        units = self._units(everything)
        if intent.shape == "value":
            document = asked_about or everything[0].chunk.document
            own = self._units(replace(everything[0], chunk=chunk, tokens=t) for chunk, t in self._chunks_of(document))
            if (missing := missing_value(ranking, intent, own)) is not None:
                return page.no_such_value(missing)
            if (listing := list_values(units, scorer)) is not None:
                return page.tiers(listing)
            choice = choose_rows(units, scorer)
            sentence = max((scorer.of(u, scorer.of_text(u)) for u in units if u.kind != "row"), default=0.0)
            if choice is not None and choice.score >= sentence:
                return page.rows(choice, scorer)
        return self._statement(units, scorer, page)

    def _asked_about(self, ranking: Ranking, passages: Sequence[Passage]) -> str:
        """The document of the question's language that the question names clearly, if one of its passages passed; ''
        where there is none."""
        own = [d for d in ranking.named if self._language(d) == ranking.question.language]
        best = sorted(own, key=lambda document: -ranking.named[document])[:2]
        if not best or ranking.named[best[0]] < _NAMED:
            return ""
        alone = len(best) == 1 or ranking.named[best[0]] > _CLEARLY * ranking.named[best[1]]
        passed = any(passage.chunk.document == best[0] for passage in passages)
        return best[0] if alone and passed else ""

    def _language(self, document: str) -> str:
        held = self._chunks_of(document)
        return held[0][0].language if held else ""

    # -- what may be quoted --------------------------------------------------------------------------------------

    def _with_twins(self, ranking: Ranking, passages: Sequence[Passage]) -> list[Passage]:
        """The passages, those of the other language followed by the chunk of their twin that covers most of the
        question; each once. The question's language stands first among equals."""
        found: dict[str, Passage] = {}
        for passage in passages:
            foreign = passage.chunk.language != ranking.question.language
            if foreign and (twin := self._best_of(ranking, passage.chunk.twin, passage)):
                found.setdefault(twin.chunk.id, twin)
            found.setdefault(passage.chunk.id, passage)
        return list(found.values())

    def _best_of(self, ranking: Ranking, document: str | None, passage: Passage) -> Passage | None:
        """The document's chunk that covers most of the question, near the passage's own place among equals."""
        best: tuple[float, Passage] | None = None
        for chunk, tokens in self._chunks_of(document or ""):
            covered = sum(ranking.idf[term.name] for term in ranking.query.terms if term.stands_in(tokens))
            score = covered - 0.01 * abs(chunk.ordinal - passage.chunk.ordinal)
            if best is None or score > best[0]:
                best = score, replace(passage, chunk=chunk, tokens=tokens)
        return best[1] if best else None

    def _with_siblings(self, passages: Sequence[Passage]) -> list[Passage]:
        """The passages, then the other chunks of the first one's document."""
        known = {passage.chunk.id for passage in passages}
        first = passages[0]
        return [
            *passages,
            *(
                replace(first, chunk=chunk, tokens=tokens, score=first.score * _SIBLING)
                for chunk, tokens in self._chunks_of(first.chunk.document)
                if chunk.id not in known
            ),
        ]

    def _units(self, passages: Iterable[Passage]) -> list[Unit]:
        """Units of all passages, each text once."""
        units: dict[str, Unit] = {}
        for passage in passages:
            for unit in self._reader.units(passage.chunk):
                # The same row may stand in two offers' tables; the same sentence says the same anywhere.
                key = f"{unit.chunk.title}\n{unit.text}" if unit.kind == "row" else unit.text
                units.setdefault(key, unit)
        return list(units.values())

    # -- answers -------------------------------------------------------------------------------------------------

    def _procedure(self, ranking: Ranking, passages: Sequence[Passage]) -> Draft | None:
        """The steps of the best passage in order, and of the chunks of its section that follow; None without steps."""
        first = passages[0].chunk
        following = [c for c, _ in self._chunks_of(first.document) if c.ordinal > first.ordinal]
        chain = [first]
        for chunk in following:
            if chunk.section != first.section:
                break
            chain.append(chunk)
        units = [unit for chunk in chain for unit in self._reader.units(chunk) if unit.kind != "row"]
        if sum(is_step(unit.text) for unit in units) < 2:
            return None
        page = _Page(phrases(ranking.question.language), self._procedure_chars)
        for unit in units[self._beginning(ranking, units) :]:
            if not page.add(unit.text, unit.chunk):
                page.tail = page.words.read_on
                break
        return page.draft()

    def _beginning(self, ranking: Ranking, units: Sequence[Unit]) -> int:
        """Where the steps begin: at the line that says most of the question (`Pour saisir …`) or, where that is a step
        itself, at the first step; covers come before."""
        scorer = Scorer(ranking, read_intent(ranking.query), self._reader, {})
        scores = [scorer.of_terms(unit) for unit in units]
        start = next(i for i, score in enumerate(scores) if score >= _BEGINS * max(scores))
        if not is_step(units[start].text):
            return start
        return next(i for i, unit in enumerate(units) if is_step(unit.text))

    def _statement(self, units: Sequence[Unit], scorer: Scorer, page: "_Page") -> Draft:
        """The sentences that say most of what is asked, best first; a list goes whole, with what introduces it."""
        if scorer.intent.wants_list and (listed := self._whole_list(units)):
            page.listing(listed[0].introduction, listed)
            return page.draft()
        own = {unit: 0.0 if scorer.repeats(unit) else scorer.of_text(unit) for unit in units}
        ranked = sorted(units, key=lambda unit: -scorer.of(unit, own[unit]))
        best = scorer.of(ranked[0], own[ranked[0]])
        shown: set[Unit] = set()
        for unit in ranked[:_MAX_SENTENCES]:
            if unit in shown or scorer.of(unit, own[unit]) < _WORTH_ADDING * best:
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

    def _whole_list(self, units: Sequence[Unit]) -> list[Unit]:
        """The list of the passage that stood first, if it is one: its title asks what the question asks, so no item
        needs to say it again."""
        first = units[0].chunk
        items = [unit for unit in units if unit.chunk is first and unit.kind == "item"]
        lists = Counter(unit.introduction for unit in items).most_common(1)
        return [unit for unit in items if unit.introduction == lists[0][0]] if lists and lists[0][1] >= 2 else []


class _Page:
    """Collects sentences up to a length and numbers their sources."""

    def __init__(self, words: Phrases, limit: int) -> None:
        self.words = words
        self.tail = ""
        self._limit = limit
        self._length = 0
        self._sentences: list[str] = []
        self._sources: list[Chunk] = []
        self._rows: dict[int, str] = {}

    def add(self, text: str, *chunks: Chunk) -> bool:
        """Add a sentence with its sources; the first one is cut to fit, a later one that doesn't fit is refused."""
        self._sources += [chunk for chunk in chunks if chunk not in self._sources]
        label = " " + "".join(f"[{self._sources.index(chunk) + 1}]" for chunk in chunks)
        room = self._limit - self._length - len(label)
        if len(text) > room:
            if self._sentences:
                return False
            text = cut(text, room)
        self._sentences.append(text + label)
        self._length += len(text) + len(label) + 1
        return True

    def row(self, unit: Unit, scorer: Scorer, titled: bool = True) -> bool:
        """Add a table row, below its document's title, as the row that the answer rests on."""
        told = tell_row(unit, scorer.ranking, scorer.intent, self.words, _ROW_CHARS)
        added = self.add(f"{unit.chunk.title} — {told}" if titled else f"- {told}", unit.chunk)
        if added:
            self._rows.setdefault(self._sources.index(unit.chunk) + 1, unit.text)
        return added

    def rows(self, choice: RowChoice, scorer: Scorer) -> Draft:
        """Rows that fit equally well, each document's title once."""
        title = ""
        for unit in choice.units[:_MAX_ROWS]:
            if not self.row(unit, scorer, titled=unit.chunk.title != title):
                self.tail = self.words.read_on
                break
            title = unit.chunk.title
        return self.draft()

    def listing(self, introduction: str, items: Sequence[Unit]) -> None:
        """Add a list as far as it fits, below what introduces it."""
        if introduction:
            self._sentences.append(introduction)
            self._length += len(introduction) + 1
        for item in items:
            if not self.add(f"- {without_mark(item.text)}", item.chunk):
                self.tail = self.words.read_on
                break

    def tiers(self, listing: Listing) -> Draft:
        """Tell all values of a column, with a citation of every chunk that holds one."""
        chunks = list(dict.fromkeys(row.chunk for row in listing.rows))
        self.add(f"{chunks[0].title} — {listing.column} : {', '.join(listing.values)}", *chunks)
        return self.draft()

    def no_such_value(self, missing: Missing) -> Draft:
        """Say that the asked value doesn't exist, and which do, with a citation of every chunk that lists them."""
        chunks = list(dict.fromkeys(row.chunk for row in missing.rows))
        said = self.words.no_such_value.format(value=show_quantity(missing.asked, self.words), title=chunks[0].title)
        values = ", ".join(show_quantity(quantity, self.words) for quantity in missing.existing)
        self.add(f"{said}. {self.words.existing.format(values=values)}", chunks[0], *chunks[1:])
        return replace(self.draft(), reason="no-such-value")

    def draft(self) -> Draft:
        """What was collected."""
        return Draft(tuple(self._sentences), tuple(self._sources), self._rows, tail=self.tail)


def _same_list(unit: Unit, other: Unit) -> bool:
    return unit.chunk.id == other.chunk.id and unit.introduction == other.introduction


def _stands_out(unit: Unit, items: Iterable[Unit], own: Mapping[Unit, float]) -> bool:
    """True where one item of a list says what is asked and the others don't."""
    others = [own[item] for item in items if item is not unit]
    return own[unit] > _STANDS_OUT * max(others, default=0.0)


def _standing(passages: Sequence[Passage], asked_about: str) -> dict[str, float]:
    """Each chunk's weight: part for having passed, more by its merged score against the best one's; less in other
    documents than the one that is asked about."""
    best = max((passage.score for passage in passages), default=0.0) or 1.0
    return {
        passage.chunk.id: (0.4 + 0.6 * max(0.0, passage.score) / best)
        * (1.0 if asked_about in ("", passage.chunk.document, passage.chunk.twin) else _ELSEWHERE)
        for passage in passages
    }
