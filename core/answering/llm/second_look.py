"""What a second look leaves of an answer, and the look at one that was given already."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from core.answering.checks import is_introduction
from core.answering.citations import cited, renumber, without_citations
from core.answering.compose import Composed, without_lone_introductions
from core.answering.llm.calling import Deadline
from core.answering.llm.spending import Spending
from core.answering.llm.verifying import Judgement, Verifier
from core.answering.phrases import phrases
from core.ports import AnswerStore, ReplyCache
from core.question import Question
from core.reply import Citation, Reply, Usage
from core.text.numbers import find_quantities
from core.text.sentences import cut

_QUOTE_CHARS = 400


def claims_of(sentences: Sequence[str], question: str) -> list[str]:
    """The sentences that claim something: not those that introduce, nor the line that says where to read on."""
    return [
        sentence
        for sentence in sentences
        if not is_introduction(sentence, question) and (cited(sentence) or find_quantities(without_citations(sentence)))
    ]


def grounds(citations: Sequence[Citation]) -> dict[int, str]:
    """What claims are judged by: the cited passages below their titles, by number."""
    return {c.n: "\n".join(part for part in (c.title, c.section, c.text) if part) for c in citations}


def rejected_of(judgements: Mapping[str, Judgement]) -> tuple[str, ...]:
    """The claims that don't stand, each after its judgement."""
    return tuple(f"{judgement}: {claim}" for claim, judgement in judgements.items() if judgement != "supported")


def without_rejected(composed: Composed, judgements: Mapping[str, Judgement], question: str) -> Composed | None:
    """The answer without the claims that don't stand, renumbered; None where none is left."""
    kept = [sentence for sentence in composed.sentences if judgements.get(sentence, "supported") == "supported"]
    kept = without_lone_introductions(kept, question)
    if not any(map(cited, kept)):
        return None
    sentences, order = renumber(kept)
    citations = tuple(
        replace(citation, n=order[citation.n])
        for citation in sorted(composed.citations, key=lambda c: order.get(c.n, 0))
        if citation.n in order
    )
    return replace(composed, sentences=tuple(sentences), citations=citations)


class SecondLook:
    """Judges answers that were given: what doesn't stand is taken out of them, for whoever asks again too."""

    def __init__(
        self,
        verifier: Verifier,
        answers: AnswerStore,
        cache: ReplyCache,
        spending: Callable[[], Spending],
        timeout_s: float,
    ) -> None:
        self._verifier = verifier
        self._answers = answers
        self._cache = cache
        self._spending = spending
        self._timeout_s = timeout_s

    async def verify(self, answer_id: str) -> Reply | None:
        """The answer as it stands after the look, None where there is no such answer. One that isn't `verified` then
        had nothing to judge: refusals and quotations are the documents' own words.

        Raises:
            ModelError: the model can't judge now; the answer stays as it was.
            StorageError
        """
        stored = await self._answers.get(answer_id)
        if stored is None:
            return None
        reply = Reply.from_json(stored)
        lines = reply.text.split("\n")
        claims = claims_of(lines, reply.question)
        if reply.kind != "answer" or reply.verified or not claims:
            return reply
        spent = self._spending()
        judged = await self._verifier.judge(
            reply.question, reply.language, claims, grounds(reply.citations), Deadline(self._timeout_s), spent
        )
        judgements = dict(zip(claims, judged, strict=True))
        looked = replace(
            _left(reply, lines, judgements),
            verified=True,
            rejected=(*reply.rejected, *rejected_of(judgements)),
            usage=_sum(reply.usage, spent.usage),
        )
        await self._answers.save(looked.to_json())
        if not looked.degraded:
            key = Question(reply.question, reply.language, reply.scope).cache_key(reply.answer_state)
            await self._cache.put(key, reply.answer_state, looked.to_json())
        return looked


def _left(reply: Reply, lines: Sequence[str], judgements: Mapping[str, Judgement]) -> Reply:
    """The reply without what was rejected; its first source's words where nothing is left."""
    composed = Composed("answer", None, tuple(lines), reply.citations)
    if (left := without_rejected(composed, judgements, reply.question)) is not None:
        return replace(reply, text=left.text, citations=left.citations)
    first = reply.citations[0]
    line = phrases(reply.language).check_failed.format(text=cut(first.text.replace("\n", " "), _QUOTE_CHARS))
    return replace(
        reply, kind="quote", reason="check-failed", text=f"{line} [1]", citations=(replace(first, n=1, row=None),)
    )


def _sum(before: Usage | None, now: Usage | None) -> Usage | None:
    if before is None or now is None:
        return before or now
    return replace(
        now,
        tokens_in=before.tokens_in + now.tokens_in,
        tokens_out=before.tokens_out + now.tokens_out,
        calls=before.calls + now.calls,
        cost=round(before.cost + now.cost, 8),
        estimated=before.estimated or now.estimated,
    )
