"""The extractive answer: the documents' own sentences, steps and table rows, chosen and cited without a model."""

from collections.abc import Callable, Sequence

from core.answering.base import Draft, Passage
from core.answering.intent import Intent, read_intent
from core.answering.phrases import phrases
from core.answering.rows import choose_rows, missing_value, show_quantity, tell_row
from core.answering.units import Unit, item_text, take_apart
from core.documents.chunk import Chunk
from core.retrieval import Ranking
from core.text.sentences import cut
from core.text.tokens import Analyser

_VERSION = "extractive/1"
_ROW_CHARS = 320
_MAX_SENTENCES = 3
_MAX_ROWS = 3


class ExtractiveAnswerer:
    """Chooses what to quote. `chunks_of` gives all chunks of a document, in order."""

    def __init__(
        self,
        analyser: Analyser,
        chunks_of: Callable[[str], Sequence[Chunk]],
        *,
        answer_chars: int,
        procedure_chars: int,
    ) -> None:
        self._analyser = analyser
        self._chunks_of = chunks_of
        self._answer_chars = answer_chars
        self._procedure_chars = procedure_chars

    @property
    def name(self) -> str:
        """As in `Answerer`."""
        return f"{_VERSION} {self._answer_chars}/{self._procedure_chars}"

    def answer(self, ranking: Ranking, passages: Sequence[Passage]) -> Draft:
        """The draft for a question; `passages` isn't empty."""
        intent = read_intent(ranking.query)
        passages = self._in_language(ranking, passages)
        if intent.shape == "procedure" and (draft := self._procedure(ranking, passages)):
            return draft
        if intent.shape == "value" and (draft := self._value(ranking, intent, passages)):
            return draft
        return self._statement(ranking, intent, passages)

    # -- passages ------------------------------------------------------------------------------------------------

    def _in_language(self, ranking: Ranking, passages: Sequence[Passage]) -> list[Passage]:
        """Passages with those of the question's language first; one of the other language gives way to its twin's
        passage that says the same, where there is one."""
        language = ranking.question.language
        chosen: list[Passage] = []
        for passage in passages:
            if passage.chunk.language != language and passage.chunk.twin:
                passage = self._twin(ranking, passage) or passage
            if all(passage.chunk.id != other.chunk.id for other in chosen):
                chosen.append(passage)
        return sorted(chosen, key=lambda passage: passage.chunk.language != language)

    def _twin(self, ranking: Ranking, passage: Passage) -> Passage | None:
        """The twin document's chunk that covers the question best."""
        best: tuple[float, Passage] | None = None
        for chunk in self._chunks_of(passage.chunk.twin or ""):
            tokens = frozenset(self._analyser.tokens(chunk.content))
            score = _coverage(ranking, tokens) - 0.01 * abs(chunk.ordinal - passage.chunk.ordinal)
            if best is None or score > best[0]:
                best = score, Passage(chunk, tokens, passage.probability)
        return best[1] if best else None

    def _siblings(self, passages: Sequence[Passage]) -> list[Passage]:
        """The passages, then the other chunks of the first one's document: a table may go on in the next chunk."""
        known = {passage.chunk.id for passage in passages}
        first = passages[0]
        others = [
            Passage(chunk, frozenset(self._analyser.tokens(chunk.content)), first.probability)
            for chunk in self._chunks_of(first.chunk.document)
            if chunk.id not in known
        ]
        return [*passages, *others]

    # -- shapes --------------------------------------------------------------------------------------------------

    def _value(self, ranking: Ranking, intent: Intent, passages: Sequence[Passage]) -> Draft | None:
        """The row that the question means, or that its value doesn't exist; None where no row fits."""
        language = ranking.question.language
        all_passages = [passage for passage in self._siblings(passages) if passage.chunk.language == language]
        units = take_apart([passage.chunk.text for passage in all_passages], self._analyser)
        weight = [self._weight(ranking, passage, i, len(passages)) for i, passage in enumerate(all_passages)]
        if missing := missing_value(ranking, units):
            return self._no_such_value(ranking, missing, units, all_passages)
        choice = choose_rows(units, ranking, intent, weight)
        if choice is None or not choice.exact:
            return None
        best_sentence = max(
            (self._score(ranking, intent, u, all_passages) * weight[u.passage] for u in units if u.kind != "row"),
            default=0.0,
        )
        if choice.score < best_sentence:
            return None
        sentences, rows = [], {}
        for unit in choice.units[:_MAX_ROWS]:
            chunk = all_passages[unit.passage].chunk
            told = tell_row(unit, ranking, intent, phrases(language).separator, _ROW_CHARS)
            sentences.append(f"{_label(chunk)} — {told} [{unit.passage + 1}]")
            rows[unit.passage + 1] = unit.text
        return Draft(tuple(sentences), tuple(all_passages), rows)

    def _no_such_value(self, ranking, missing, units, passages) -> Draft:  # type: ignore[no-untyped-def]
        asked, existing = missing
        words = phrases(ranking.question.language)
        source = next(
            unit.passage
            for unit in units
            if unit.kind == "row" and any(q.unit == existing[0].unit for q in unit.quantities)
        )
        title = passages[source].chunk.title
        text = words.no_such_value.format(value=show_quantity(asked), title=title)
        values = ", ".join(show_quantity(quantity) for quantity in existing)
        sentence = f"{text}. {words.existing.format(values=values)} [{source + 1}]."
        return Draft((sentence,), tuple(passages), reason="no-such-value")

    def _procedure(self, ranking: Ranking, passages: Sequence[Passage]) -> Draft | None:
        """The steps of the best passage in order, and of the chunks of its section that follow it."""
        first = passages[0]
        chain = [first]
        following = [c for c in self._chunks_of(first.chunk.document) if c.ordinal > first.chunk.ordinal]
        for chunk in following:
            if chunk.section != first.chunk.section:
                break
            chain.append(Passage(chunk, frozenset(), first.probability))
        units = [unit for unit in take_apart([p.chunk.text for p in chain], self._analyser) if unit.kind != "row"]
        if sum(unit.kind == "item" for unit in units) < 2:
            return None
        sentences, length = [], 0
        for unit in units:
            sentence = f"{unit.text} [{unit.passage + 1}]"
            if length + len(sentence) > self._procedure_chars:
                break
            sentences.append(sentence)
            length += len(sentence) + 1
        tail = phrases(ranking.question.language).read_on if len(sentences) < len(units) else ""
        return Draft(tuple(sentences), tuple(chain), tail=tail)

    def _statement(self, ranking: Ranking, intent: Intent, passages: Sequence[Passage]) -> Draft:
        """The sentences that say most of what is asked; a list goes whole, with what introduces it."""
        units = take_apart([passage.chunk.text for passage in passages], self._analyser)
        scored = sorted(
            (
                (
                    self._score(ranking, intent, unit, passages)
                    * self._weight(ranking, passages[unit.passage], unit.passage, len(passages)),
                    -i,
                )
                for i, unit in enumerate(units)
            ),
            reverse=True,
        )
        sentences: list[str] = []
        used: set[int] = set()
        length, best = 0, scored[0][0] if scored else 0.0
        for score, negative in scored:
            i = -negative
            if i in used or len(sentences) >= _MAX_SENTENCES and not used or score < 0.6 * best:
                continue
            for line in self._with_list(units, i, used, ranking, passages):
                if length + len(line) > self._answer_chars:
                    break
                sentences.append(line)
                length += len(line) + 1
            if len(sentences) >= _MAX_SENTENCES:
                break
        if not sentences and units:
            unit = units[-scored[0][1]]
            sentences = [f"{cut(unit.text, self._answer_chars - 20)} [{unit.passage + 1}]"]
        return Draft(tuple(sentences), tuple(passages))

    def _with_list(
        self, units: Sequence[Unit], i: int, used: set[int], ranking: Ranking, passages: Sequence[Passage]
    ) -> list[str]:
        """A unit as lines to show: alone, or a list item with its whole list and introduction."""
        unit = units[i]
        n = unit.passage + 1
        if unit.kind == "row":
            used.add(i)
            told = "; ".join(f"{cell.column} : {cell.value}" if cell.column else cell.value for cell in unit.cells)
            return [f"{told} [{n}]"]
        if unit.kind == "sentence" or not unit.introduction:
            used.add(i)
            return [f"{item_text(unit.text)} [{n}]"]
        items = [
            j
            for j, other in enumerate(units)
            if other.kind == "item" and other.passage == unit.passage and other.introduction == unit.introduction
        ]
        used.update(items)
        return [unit.introduction, *(f"- {item_text(units[j].text)} [{n}]" for j in items)]

    # -- scores --------------------------------------------------------------------------------------------------

    def _score(self, ranking: Ranking, intent: Intent, unit: Unit, passages: Sequence[Passage]) -> float:
        """How much of the question a unit says: weighed terms, numbers, a value of the measure that is asked for.

        What the document's and section's titles say already counts for less: every unit there has it.
        """
        chunk = passages[unit.passage].chunk
        titles = frozenset(self._analyser.tokens(f"{chunk.title}\n{chunk.section}\n{unit.introduction}"))
        score = 0.0
        for term in ranking.query.terms:
            if term.stands_in(unit.tokens):
                score += ranking.idf[term.name] * (2.0 if term.kind == "number" else 1.0)
            elif term.stands_in(titles):
                score += 0.3 * ranking.idf[term.name]
        if intent.units and any(quantity.unit in intent.units for quantity in unit.quantities):
            score += 2.0
        return score / (1.0 + 0.002 * len(unit.text))

    def _weight(self, ranking: Ranking, passage: Passage, place: int, passed: int) -> float:
        """What a passage's standing is worth: its probability, and less the further down it came."""
        return (0.5 + 0.5 * passage.probability) * (0.95 ** min(place, passed))


def _coverage(ranking: Ranking, tokens: frozenset[str]) -> float:
    total = sum(ranking.idf.values()) or 1.0
    return sum(ranking.idf[term.name] for term in ranking.query.terms if term.stands_in(tokens)) / total


def _label(chunk: Chunk) -> str:
    return chunk.title
