"""Questions to begin with: such as the corpus that answers now does answer, in each language."""

import hashlib
import re
from collections.abc import Iterator, Sequence

from core.answering.compose import compose
from core.corpus import Corpus
from core.documents.chunk import Chunk, Language
from core.engine import Asked, gate_batch
from core.made_questions import heading
from core.models.worker import BatchWorker
from core.question import Question
from core.retrieval import Ranking
from core.source import CorpusSource

COUNT = 3
_MOST_TRIED = 10
"""Of those made out of headings; each costs about what a question costs."""
_LONGEST = 90
_NUMBER = re.compile(r"^\S{1,8}[.)]\s+")  # `II.`, `ثالثًا.`
_MARKS: dict[Language, tuple[str, str]] = {"fr": (", ", " ?"), "ar": ("، ", "؟")}


class Examples:
    """Finds the examples of a corpus once, and keeps them until another answers.

    Args:
        source: gives the corpus that answers now.
        worker: the engine's own.
    """

    def __init__(self, source: CorpusSource, worker: BatchWorker[Asked, Ranking]) -> None:
        self._source = source
        self._worker = worker
        self._state = ""
        self._found: dict[Language, tuple[str, ...]] = {}

    async def of(self, language: Language, preferred: Sequence[str]) -> tuple[str, ...]:
        """Three questions that are answered: of the preferred ones, then of those made out of headings, one a document.
        Fewer where no more are found.

        Raises:
            IndexUnavailable: there is no corpus.
        """
        corpus = await self._source.current()
        if corpus.answer_state != self._state:
            self._state, self._found = corpus.answer_state, {}
        if language not in self._found:
            self._found[language] = await self._answered(corpus, language, preferred)
        return self._found[language]

    async def _answered(self, corpus: Corpus, language: Language, preferred: Sequence[str]) -> tuple[str, ...]:
        made = made_examples([entry.chunk for entry in corpus.index.chunks], language)[:_MOST_TRIED]
        found: list[str] = []
        for text in (*preferred, *made):
            if len(found) < COUNT and await self._is_answered(corpus, Question(text, language)):
                found.append(text)
        return tuple(found)

    async def _is_answered(self, corpus: Corpus, question: Question) -> bool:
        ranking, _ = await self._worker.submit((corpus, question))
        gated = await self._worker.submit_to(gate_batch, (corpus, ranking))
        if not gated.passages:
            return False
        draft = await self._worker.call(corpus.answerer.answer, ranking, gated.passages)
        best = gated.passages[0].chunk
        return compose(draft, best, question=question.text, language=question.language).kind == "answer"


def made_examples(chunks: Sequence[Chunk], language: Language) -> list[str]:
    """A heading with the title of its document, one a document, families by turns; always the same for the same
    chunks."""
    by_family: dict[str, dict[str, str]] = {}
    for chunk in sorted(chunks, key=lambda chunk: _hash(f"{chunk.document}/{chunk.section}")):
        if chunk.language == language and (text := _asked(chunk)):
            by_family.setdefault(chunk.family, {}).setdefault(chunk.document, text)
    turns = [list(texts.values()) for _, texts in sorted(by_family.items())]
    return list(dict.fromkeys(_by_turns(turns)))


def _asked(chunk: Chunk) -> str:
    """`Documents à fournir, Offre Azur ?`, or '' where that would be no question of a readable length."""
    comma, mark = _MARKS[chunk.language]
    topic = _NUMBER.sub("", heading(chunk)).rstrip(" ?؟")
    text = f"{topic}{comma}{chunk.title}{mark}"
    return text if topic and chunk.title and len(text) <= _LONGEST else ""


def _by_turns(lists: Sequence[Sequence[str]]) -> Iterator[str]:
    for place in range(max(map(len, lists), default=0)):
        yield from (texts[place] for texts in lists if place < len(texts))


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
