"""Real questions to a real model over the sample. What it says is its own affair: asserted is what is shown of it."""

import asyncio
import re
from decimal import Decimal
from pathlib import Path

import pytest

from core.answering.checks import in_language, is_introduction
from core.answering.citations import cited, without_citations
from core.answering.phrases import phrases
from core.documents.chunk import Language
from core.reply import Event, Sentence, Stage
from core.text.numbers import find_quantities
from tests.e2e.llm.conftest import AskingBy, Heard
from tests.e2e.llm.local_model import LocalModel, running_model

pytestmark = pytest.mark.e2e

PRICE, PROCEDURE = "prix de la box 4g", "comment activer la box 4g"
QUESTIONS: dict[str, Language] = {
    PRICE: "fr",
    "garantie wifi 7": "fr",
    "شحال سعر الألياف 440 للزبائن الخواص": "ar",
    "مدة الالتزام في عرض الفيبر العادي": "ar",
}
_STEP = re.compile(r"^\W*\d{1,2}[.)]\s")


@pytest.fixture(scope="module")
def heard(model: LocalModel, asking_by: AskingBy) -> list[Heard]:
    """All questions, asked once for all tests of what is shown."""

    async def ask_all() -> list[Heard]:
        async with asking_by(model.url) as asked:
            return [await asked.ask(text) for text in QUESTIONS]

    return asyncio.run(ask_all())


@pytest.fixture(scope="module")
def own_words(model: LocalModel, asking_by: AskingBy) -> dict[str, str]:
    """What the documents answer to each question without the model."""

    async def ask_all() -> dict[str, str]:
        async with asking_by(model.url, answerer="extractive") as asked:
            return {text: (await asked.ask(text)).reply.text for text in QUESTIONS}

    return asyncio.run(ask_all())


def test_the_stream_has_its_shape(heard: list[Heard]) -> None:
    for one in heard:
        assert one.stages == ["retrieve", "gate", "answer"]
        assert one.reply.text.startswith("\n".join(one.streamed)), "what was shown stays"
        assert one.reply.kind in ("answer", "quote", "refusal")
        assert one.reply.usage is not None
        assert one.reply.usage.tokens_in > 100
        assert one.reply.usage.tokens_out > 0
        assert not one.reply.usage.estimated, "llama.cpp counts itself"


def test_some_answers_are_the_models_own(heard: list[Heard], own_words: dict[str, str]) -> None:
    own = [one for one in heard if one.reply.kind == "answer" and one.reply.text != own_words[one.question]]
    assert own, [one.reply for one in heard]
    assert not all(one.reply.degraded for one in own)


def test_the_answer_is_in_the_questions_language(heard: list[Heard]) -> None:
    for one in heard:
        language = QUESTIONS[one.question]
        assert one.reply.language == language
        for line in one.reply.text.splitlines() if one.reply.kind == "answer" else ():
            assert in_language(line, language), line


def test_every_sentence_cites_and_citations_are_numbered_from_one(heard: list[Heard]) -> None:
    for one in heard:
        if one.reply.kind == "refusal":
            continue
        numbers = cited(one.reply.text)
        assert numbers == tuple(range(1, len(numbers) + 1))
        assert {citation.n for citation in one.reply.citations} == set(numbers)
        passed = {candidate.document for candidate in one.reply.candidates if candidate.passed}
        assert {citation.document for citation in one.reply.citations} <= passed
        for line in one.streamed:
            assert cited(line) or is_introduction(line, one.question), line


def test_no_number_is_shown_that_its_sources_lack(heard: list[Heard]) -> None:
    for one in heard:
        held = {c.n: _values(f"{c.title}\n{c.section}\n{c.text}") for c in one.reply.citations}
        for line in one.reply.text.splitlines():
            known = _values(one.question).union(*(held[n] for n in cited(line)))
            assert _values(_STEP.sub("", without_citations(line))) <= known, line


def _values(text: str) -> set[Decimal]:
    return {quantity.value for quantity in find_quantities(text)}


async def test_a_verified_answer_is_shown_after_the_second_look(
    model: LocalModel, asking_by: AskingBy, own_words: dict[str, str]
) -> None:
    async with asking_by(model.url, verify=True) as asked:
        reply = (await asked.ask(PRICE)).reply
    assert reply.usage is not None
    if reply.kind == "refusal" or reply.text == own_words[PRICE]:
        return  # nothing of the model's is shown
    assert reply.verified, "a grammar holds the model to the form of a judgement"
    assert reply.usage.calls >= 2
    for rejected in reply.rejected:
        verdict, _, claim = rejected.partition(": ")
        assert verdict in ("contradicted", "absent")
        assert claim not in reply.text


async def test_an_answer_that_is_too_long_shows_no_half_sentence(model: LocalModel, asking_by: AskingBy) -> None:
    async with asking_by(model.url, llm_max_tokens=32) as asked:
        heard = await asked.ask(PROCEDURE)
    for line in heard.streamed:
        assert cited(line) or is_introduction(line, PROCEDURE), line


async def test_more_than_the_model_can_read_is_answered_by_the_documents(
    model: LocalModel, asking_by: AskingBy
) -> None:
    """The settings promise a larger context than the server has."""
    room = {"llm_context_tokens": 32768, "max_passages": 20, "gate_candidates": 20, "gate_threshold": 0.0}
    async with asking_by(model.url, **room) as asked:
        reply = (await asked.ask(PRICE)).reply
    assert reply.degraded
    assert reply.usage is None
    assert phrases("fr").extracted in reply.text


async def test_a_foreign_question_never_reaches_the_model(asking_by: AskingBy) -> None:
    async with asking_by("http://127.0.0.1:9/v1") as asked:
        reply = (await asked.ask("quelle est la capitale du Pérou ?")).reply
    assert reply.kind == "refusal"
    assert reply.usage is None
    assert not reply.degraded


@pytest.mark.parametrize("limit", ["llm_first_token_s", "llm_timeout_s"])
async def test_a_model_that_takes_too_long_is_not_waited_for(
    model: LocalModel, asking_by: AskingBy, limit: str
) -> None:
    async with asking_by(model.url, **{limit: 0.01}) as asked:
        reply = (await asked.ask(PRICE)).reply
    assert reply.degraded
    assert phrases("fr").extracted in reply.text
    assert cited(reply.text)


async def test_a_model_that_dies_while_it_reads(model_file: Path, asking_by: AskingBy) -> None:
    with running_model(model_file) as mortal:

        def kill_soon(event: Event) -> None:
            if event == Stage("answer"):
                asyncio.get_running_loop().call_later(1.0, mortal.kill)

        async with asking_by(mortal.url) as asked:
            first = (await asked.ask(PRICE, kill_soon)).reply
            second = (await asked.ask(PRICE)).reply
    for reply in (first, second):
        assert reply.degraded
        assert reply.kind == "answer"
        assert phrases("fr").extracted in reply.text


async def test_a_model_that_dies_while_it_speaks(model_file: Path, asking_by: AskingBy) -> None:
    with running_model(model_file) as mortal:

        def kill(event: Event) -> None:
            if isinstance(event, Sentence):
                mortal.kill()

        async with asking_by(mortal.url, max_passages=1) as asked:
            heard = await asked.ask(PROCEDURE, kill)
    assert heard.streamed, "this model lists the steps of a procedure"
    assert heard.reply.text.startswith(heard.streamed[0])
    assert cited(heard.streamed[0])
    if heard.reply.degraded:  # unless it had said all by then
        assert heard.reply.text.endswith(phrases("fr").broken_off)
