"""`/compare A | B` in a conversation."""

import pytest

from bot.replies import Answer, Notice, SourcesPage, VoteNotice
from bot.texts import Text
from core.errors import NoIndexError
from tests.bot.conftest import Bot


@pytest.mark.parametrize(
    "message",
    [
        "/compare Azur 240 | Azur 480",
        "/comparer Azur 240|Azur 480",
        "/compare Azur 240 vs Azur 480",
        "/Compare  Azur 240  ¦  Azur 480 ",
    ],
)
async def test_two_names_are_compared(bot: Bot, message: str) -> None:
    answer = await bot.send(message)
    assert isinstance(answer, Answer)
    assert answer.reply.question == "Azur 240 | Azur 480"
    assert answer.reply.language == "fr"


@pytest.mark.parametrize("message", ["/مقارنة Azur 240 | Azur 480", "/compare عرض Azur 240 للزبائن | عرض Azur 480"])
async def test_an_arabic_word_or_name_is_answered_in_arabic(bot: Bot, message: str) -> None:
    assert (await bot.send(message)).reply.language == "ar"


async def test_a_fixed_language_holds(bot: Bot) -> None:
    await bot.send("/lang fr")
    assert (await bot.send("/مقارنة Azur 240 | Azur 480")).reply.language == "fr"


async def test_sources_and_votes_are_of_the_comparison(bot: Bot) -> None:
    await bot.send("tarif azur")
    compared = await bot.send("/compare Azur 240 | Azur 480")
    page = await bot.send("/sources")
    assert isinstance(page, SourcesPage)
    assert page.answer_id == compared.reply.answer_id
    vote = await bot.send("+")
    assert isinstance(vote, VoteNotice)
    assert vote.answer_id == compared.reply.answer_id


@pytest.mark.parametrize("argument", ["", "Azur 240", "Azur 240 |", "| Azur", "a | b | c"])
async def test_anything_but_two_names_is_told_how(bot: Bot, argument: str) -> None:
    notice = await bot.send(f"/compare {argument}")
    assert isinstance(notice, Notice)
    assert notice.text == Text.COMPARE_USAGE.say("fr")
    assert not bot.engine.asked


async def test_an_unknown_side_offers_what_is_near(bot: Bot) -> None:
    notice = await bot.send("/compare Azur 240 | Zéphyr")
    assert notice.is_error
    assert "« Zéphyr »" in notice.text
    assert "Offres/Azur.docx" in notice.text


async def test_a_name_of_endless_length_is_refused(bot: Bot) -> None:
    assert (await bot.send(f"/compare Azur | {'x' * 5000}")).is_error
    assert not bot.engine.asked


async def test_no_index_is_told(bot: Bot) -> None:
    bot.engine.failure = NoIndexError("there is no index")
    assert (await bot.send("/compare Azur | Azur 480")).text == Text.NO_INDEX.say("fr")
