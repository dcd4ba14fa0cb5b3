"""A message that doesn't say what it is about is asked of what was asked before, where that is answered."""

from dataclasses import replace

import pytest

from bot.replies import Answer, Preview
from core.reply import Citation, Reply
from tests.bot.conftest import CITATIONS, Bot

FIRST = "prix azur locataire 480"
TEXT = "quels papiers il doit ramener ?"
WHOLE = "quels papiers il doit ramener azur locataire"
PAPERS = replace(CITATIONS[0], section="Dossier à fournir", text="Pièce d'identité", row=None)
ELSEWHERE = replace(PAPERS, document="Conventions/B.docx")


def refused(question: str) -> Reply:
    return Reply(question, "fr", "refusal", "not-in-documents", "Non disponible.")


def answered(question: str, citation: Citation) -> Reply:
    return Reply(question, "fr", "answer", None, "- Pièce d'identité [1]", (citation,))


async def second(bot: Bot, text: str = TEXT) -> tuple[str, list[str]]:
    """What the message was understood as ('' as it stands), and what the engine was asked for it."""
    await bot.send(FIRST)
    before = len(bot.engine.asked)
    answer = await bot.send(text)
    assert isinstance(answer, Answer)
    return answer.completed, [question.text for question in bot.engine.asked[before:]]


async def test_what_is_refused_by_itself_is_asked_of_the_subject_before(bot: Bot) -> None:
    bot.engine.scripted = {TEXT: refused(TEXT), WHOLE: answered(WHOLE, PAPERS)}
    assert await second(bot) == (WHOLE, [TEXT, WHOLE])
    assert (await bot.send("et pour 240 ?")).completed, "the conversation goes on from the whole question"


async def test_what_is_answered_by_itself_stays(bot: Bot) -> None:
    bot.engine.scripted = {TEXT: answered(TEXT, replace(PAPERS, document="Offres/Play.docx"))}
    assert await second(bot) == ("", [TEXT])


async def test_a_partners_agreement_that_nobody_named_does_not_answer(bot: Bot) -> None:
    bot.engine.partners = frozenset({ELSEWHERE.document})
    bot.engine.scripted = {TEXT: answered(TEXT, ELSEWHERE), WHOLE: answered(WHOLE, PAPERS)}
    assert await second(bot) == (WHOLE, [TEXT, WHOLE])


@pytest.mark.parametrize(
    "whole",
    [
        refused(WHOLE),
        answered(WHOLE, ELSEWHERE),
        answered(WHOLE, replace(PAPERS, section="Tarifs", text="5 900 DA")),
        Reply(WHOLE, "fr", "quote", "check-failed", "« Pièce d'identité » [1]", (PAPERS,)),
    ],
    ids=["refused", "by another document", "by a passage of something else", "by a quote"],
)
async def test_the_refusal_stays_where_the_subject_does_not_answer(bot: Bot, whole: Reply) -> None:
    bot.engine.scripted = {TEXT: refused(TEXT), WHOLE: whole}
    assert await second(bot) == ("", [TEXT, WHOLE])


async def test_what_has_nothing_to_do_with_the_documents_is_not_asked_of_them(bot: Bot) -> None:
    text = "il va pleuvoir demain ?"
    bot.engine.scripted = {text: Reply(text, "fr", "refusal", "off-topic", "Hors sujet.")}
    assert await second(bot, text) == ("", [text])


async def test_what_says_a_word_of_the_trade_is_however_far_it_is_alone(bot: Bot) -> None:
    off_topic = Reply(TEXT, "fr", "refusal", "off-topic", "Hors sujet.")
    bot.engine.scripted = {TEXT: off_topic, WHOLE: answered(WHOLE, PAPERS)}
    assert await second(bot) == (WHOLE, [TEXT, WHOLE])


async def test_what_points_back_is_asked_of_the_subject_first(bot: Bot) -> None:
    text, whole = "les étudiants ils y ont droit ?", "les étudiants éligible azur locataire"
    bot.engine.scripted = {whole: answered(whole, PAPERS)}
    assert await second(bot, text) == (whole, [whole])
    bot.engine.scripted = {whole: refused(whole)}
    assert await second(bot, text) == ("", [whole, text])


async def test_nothing_of_the_reading_that_is_dropped_is_shown(bot: Bot) -> None:
    bot.engine.scripted = {TEXT: refused(TEXT), WHOLE: answered(WHOLE, PAPERS)}
    await bot.send(FIRST)
    assert not [reply for reply in await bot.replies(TEXT) if isinstance(reply, Preview)]


async def test_who_asked_the_same_in_other_letters_changes_nothing_of_what_is_told(bot: Bot) -> None:
    bot.engine.scripted = {TEXT: refused(TEXT.upper()), WHOLE: answered(WHOLE.upper(), PAPERS)}
    assert await second(bot) == (WHOLE, [TEXT, WHOLE])
    bot.engine.scripted = {TEXT: refused(TEXT.upper()), WHOLE: refused(WHOLE.upper())}
    assert (await second(bot))[0] == ""


async def test_without_a_question_before_a_message_stands_alone(bot: Bot) -> None:
    bot.engine.scripted = {TEXT: refused(TEXT)}
    assert (await bot.send(TEXT)).completed == ""
