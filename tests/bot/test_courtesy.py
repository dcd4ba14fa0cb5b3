"""Thanks, greetings and the like are told from questions, and answered in a sentence that asks for nothing."""

from pathlib import Path

import pytest

from bot.replies import Notice
from bot.texts import Text
from core.documents.chunk import Language
from core.errors import StorageError
from core.settings import PROJECT_ROOT, Settings
from core.text.courtesy import Courtesy, courtesy
from eval.labelled import texts_of
from storage.database import Database
from tests.bot.conftest import Bot


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("merci bcp", Courtesy.THANKS),
        ("Merciiii !!", Courtesy.THANKS),
        ("ok merci خويا", Courtesy.THANKS),
        ("bonjour, merci pour votre aide", Courtesy.THANKS),
        ("merci, bonne journée 😊", Courtesy.THANKS),
        ("شكرا جزيلا", Courtesy.THANKS),
        ("شُكْرًا لك", Courtesy.THANKS),
        ("بارك الله فيك خويا", Courtesy.THANKS),
        ("ya3tik saha khouya", Courtesy.THANKS),
        ("🙏🙏", Courtesy.THANKS),
        ("d'accord", Courtesy.AGREED),
        ("D’accord.", Courtesy.AGREED),
        ("ok, c'est bon", Courtesy.AGREED),
        ("👍👍", Courtesy.AGREED),
        ("👍🏽", Courtesy.AGREED),
        ("تمام", Courtesy.AGREED),
        ("bonjour", Courtesy.GREETING),
        ("Bonjour, ça va ?", Courtesy.GREETING),
        ("salam", Courtesy.GREETING),
        ("سلام", Courtesy.GREETING),
        ("السلام عليكم ورحمة الله وبركاته", Courtesy.GREETING),
        ("au revoir et bonne journée", Courtesy.FAREWELL),
        ("مع السلامة", Courtesy.FAREWELL),
        ("merci, et le prix de box L ?", None),
        ("ok et le 880 ?", None),
        ("ok 440", None),
        ("bonjour prix locataire", None),
        ("سلام شحال السعر", None),
        ("شكرا، والسعر؟", None),
        ("oui", None),
        ("pour votre aide", None),
        ("🙂🙂", None),
        ("merci " * 11, None),
        ("?", None),
        ("", None),
    ],
)
def test_only_a_message_that_says_nothing_else_is_one(text: str, expected: Courtesy | None) -> None:
    assert courtesy(text) is expected


def test_no_labelled_question_is_one() -> None:
    assert [text for text in texts_of(PROJECT_ROOT / "eval" / "questions.json") if courtesy(text)] == []


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("merci bcp", "fr", Text.THANKED),
        ("شكرا جزيلا", "ar", Text.THANKED),
        ("d'accord", "fr", Text.AGREED),
        ("سلام", "ar", Text.GREETED),
        ("salam", "fr", Text.GREETED),
        ("à bientôt", "fr", Text.GOODBYE),
        ("🙏", "fr", Text.THANKED),
    ],
)
async def test_it_is_returned_in_its_language(bot: Bot, text: str, language: Language, expected: Text) -> None:
    assert await bot.replies(text) == [Notice(expected.say(language), language)]
    assert bot.engine.asked == []


async def test_who_fixed_their_language_hears_that(bot: Bot) -> None:
    await bot.send("/lang ar")
    assert await bot.send("merci") == Notice(Text.THANKED.say("ar"), "ar")


async def test_what_was_asked_before_it_is_still_what_counts(bot: Bot) -> None:
    await bot.send("prix azur 240 mega")
    await bot.send("merci bcp")
    answer = await bot.send("et pour 300 mega ?")
    assert answer.completed == "prix azur 300 mega"
    assert (await bot.send("+")).value == 1


async def test_it_is_no_question_that_a_limit_counts(database_path: Path) -> None:
    database = Database(database_path, StorageError)
    await database.open()
    bot = Bot(database, Settings(access="open", questions_per_day=1))
    for text in ("salam", "merci", "prix azur 240"):
        assert not getattr(await bot.send(text), "is_error", False)
    assert (await bot.send("merci")).text == Text.THANKED.say("fr")
    assert (await bot.send("prix azur 480")).is_error
    await database.close()
