"""What messages mean: questions, commands and votes, in both languages, in order, and whatever fails behind them."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.console.render import Style, render
from bot.reindex_job import JobDied, JobDone, JobFailed
from bot.replies import Answer, Message, Notice, Preview, Progress, SourcesPage, VoteNotice, Working
from bot.texts import Text
from core.documents.chunk import Language
from core.errors import IndexDamagedError, NoIndexError, ReindexRunning, StorageError
from core.question import Question
from storage.database import Database
from storage.feedback import Vote
from tests.bot.conftest import CITATIONS, Bot


async def test_a_question_is_worked_on_previewed_and_answered(bot: Bot) -> None:
    working, preview, answer = await bot.replies("tarif azur 480")
    assert isinstance(working, Working)
    assert preview == Preview("480 Mbps : 7 150 DA [1] [2].", "fr")
    assert isinstance(answer, Answer)
    assert answer.reply.citations == CITATIONS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Text.EMPTY.say("fr")),
        (" \t ", Text.EMPTY.say("fr")),
        ("🙂🙂", Text.UNREADABLE.say("fr")),
        ("\x00\x01", Text.UNREADABLE.say("fr")),
        ("prix " * 500, Text.TOO_LONG.say("fr", limit=2000)),
        ("كم السعر " * 300, Text.TOO_LONG.say("ar", limit=2000)),
        ("prix \udce9", Text.UNREADABLE.say("fr")),
    ],
    ids=["empty", "blank", "emoji", "controls", "long-french", "long-arabic", "broken-encoding"],
)
async def test_what_cannot_be_asked_gets_one_sentence(bot: Bot, text: str, expected: str) -> None:
    notice = await bot.send(text)
    assert isinstance(notice, Notice)
    assert (notice.text, notice.is_error) == (expected, True)
    assert bot.engine.asked == []


@pytest.mark.parametrize(
    ("command", "language", "asked"),
    [("/lang ar", "ar", "ar"), ("/لغة fr", "fr", "fr"), ("/lang العربية", "ar", "ar"), ("/LANG AR", "ar", "ar")],
)
async def test_lang_fixes_the_language_of_answers_and_notices(
    bot: Bot, command: str, language: str, asked: str
) -> None:
    assert (await bot.send(command)).language == language
    await bot.send("tarif azur" if language == "ar" else "كم السعر")
    assert bot.engine.asked[-1].language == asked
    assert (await bot.send("/help")).language == language


async def test_lang_auto_frees_it_again(bot: Bot) -> None:
    await bot.send("/lang ar")
    assert isinstance(await bot.send("/lang auto"), Notice)
    await bot.send("tarif azur")
    assert bot.engine.asked[-1].language == "fr"


@pytest.mark.parametrize(("command", "words"), [("/stats", "sont refusées à tort"), ("/إحصائيات", "يُرفض خطأً")])
async def test_an_admin_sees_what_is_indexed_and_how_often_the_gate_is_wrong(
    bot: Bot, command: str, words: str
) -> None:
    notice = await bot.send(command, is_admin=True)
    assert words in notice.text
    assert all(figure in notice.text for figure in ("7", "42", "QUESTIONS_FILE", "0123456789abcdef"))


async def test_stats_are_for_admins(bot: Bot) -> None:
    assert await bot.send("/stats") == Notice(Text.STATS_NOT_ALLOWED.say("fr"), "fr", is_error=True)


async def test_stats_without_an_index_say_so(bot: Bot) -> None:
    bot.engine.failure = NoIndexError("none")
    assert (await bot.send("/stats", is_admin=True)).text == Text.NO_INDEX.say("fr")


@pytest.mark.parametrize("command", ["/lang", "/lang de"])
async def test_lang_without_a_known_language_says_how(bot: Bot, command: str) -> None:
    assert await bot.send(command) == Notice(Text.LANG_USAGE.say("fr"), "fr")


@pytest.mark.parametrize(
    ("command", "text"),
    [("/مساعدة", Text.HELP), ("/help", Text.HELP), ("/خصوصية", Text.PRIVACY), ("/privacy", Text.PRIVACY)],
)
async def test_commands_answer_in_their_own_script(bot: Bot, command: str, text: Text) -> None:
    language: Language = "fr" if command.isascii() else "ar"
    assert await bot.send(command) == Notice(text.say(language), language)


async def test_notices_follow_the_language_of_the_last_answer(bot: Bot) -> None:
    await bot.send("كم السعر؟")
    assert (await bot.send("/help")).language == "ar"


async def test_admins_see_their_commands_too(bot: Bot) -> None:
    assert "/reindex" in (await bot.send("/help", is_admin=True)).text
    assert "/reindex" not in (await bot.send("/help")).text


async def test_start_offers_three_examples(bot: Bot) -> None:
    notice = await bot.send("/start")
    assert isinstance(notice, Notice)
    assert len(notice.choices) == 3


async def test_an_unknown_command_leads_to_help(bot: Bot) -> None:
    notice = await bot.send("/prix fibre")
    assert isinstance(notice, Notice)
    assert "/prix" in notice.text
    assert "/help" in notice.text
    assert bot.engine.asked == []


async def test_sources_show_the_passages_as_they_were_one_a_page(bot: Bot) -> None:
    await bot.send("tarif azur 480")
    assert await bot.send("/sources") == SourcesPage("a1", CITATIONS[0], 1, 2, "fr")
    assert await bot.send("/sources 2") == SourcesPage("a1", CITATIONS[1], 2, 2, "fr")
    assert await bot.send("/مصادر ٢") == SourcesPage("a1", CITATIONS[1], 2, 2, "ar")
    for wrong in ("/sources 3", "/sources 0", "/sources -1", "/sources abc", "/sources 99999999999"):
        assert await bot.send(wrong) == Notice(Text.NO_SUCH_SOURCE.say("fr", count=2), "fr")


async def test_sources_of_the_answer_replied_to(bot: Bot) -> None:
    await bot.send("tarif azur 480")
    await bot.send("quelle météo ?")
    assert await bot.send("/sources") == Notice(Text.NO_SOURCES.say("fr"), "fr")
    assert isinstance(await bot.send("/sources", about="a1"), SourcesPage)


@pytest.mark.parametrize("text", ["/sources", "+", "-"])
async def test_nothing_to_show_or_vote_on_yet(bot: Bot, text: str) -> None:
    assert await bot.send(text) == Notice(Text.NO_ANSWER_YET.say("fr"), "fr")


async def test_sources_and_preferences_outlive_a_restart(bot: Bot, database_path: Path) -> None:
    await bot.send("كم السعر؟")
    await bot.send("/lang fr")
    other = Database(database_path, StorageError)
    await other.open()
    again = Bot(other)
    assert isinstance(await again.send("/sources"), SourcesPage)
    assert (await again.send("/help")).language == "fr"
    await other.close()


async def test_people_do_not_see_each_others_answers(bot: Bot) -> None:
    await bot.send("tarif azur 480", person="a")
    assert isinstance(await bot.send("/sources", person="b"), Notice)
    assert isinstance(await bot.send("/sources", person="a", chat="group"), Notice)


async def test_votes_change_and_are_withdrawn(bot: Bot) -> None:
    await bot.send("tarif azur 480")
    assert await bot.send("+") == VoteNotice(Text.VOTED_UP.say("fr"), "fr", "a1", 1)
    assert await bot.send("-") == VoteNotice(Text.VOTED_DOWN.say("fr"), "fr", "a1", -1)
    assert (await bot.send("- mauvais chiffre")).value == -1
    assert await bot.feedback.vote_of("a1", "test", "p") == Vote(-1, "mauvais chiffre")
    assert (await bot.send("-")).value is None
    assert await bot.feedback.vote_of("a1", "test", "p") == Vote(None)


@pytest.mark.parametrize("text", ["👍", "👎", "−", " + "])
async def test_thumbs_and_typographic_signs_are_votes(bot: Bot, text: str) -> None:
    await bot.send("tarif azur 480")
    assert isinstance(await bot.send(text), VoteNotice)


@pytest.mark.parametrize("text", ["-5 DA de remise ?", "+213 est-il gratuit ?", "prix - azur"])
async def test_signs_within_a_question_are_no_votes(bot: Bot, text: str) -> None:
    await bot.send(text)
    assert bot.engine.asked[-1].text == text


async def test_scope_narrows_until_all(bot: Bot) -> None:
    assert isinstance(await bot.send("/scope azur"), Notice)
    await bot.send("tarif 480")
    assert bot.engine.asked[-1].scope == "Offres/Azur.docx"
    assert "Offres/Azur.docx" in (await bot.send("/scope")).text
    await bot.send("/نطاق الكل")
    await bot.send("tarif 480")
    assert bot.engine.asked[-1].scope is None


async def test_an_unknown_scope_offers_what_is_near(bot: Bot) -> None:
    notice = await bot.send("/scope zzz")
    assert isinstance(notice, Notice)
    assert "Offres/Azur.docx" in notice.text


async def test_arabic_names_do_not_turn_a_french_sentence_round(bot: Bot) -> None:
    bot.engine.known_scopes = ["Offres", "Offres/عرض أزور.docx"]
    shown = render(await bot.send("/scope زرقاء"), Style())
    assert shown.startswith("Je ne connais pas « \u2068زرقاء\u2069 »")
    assert shown.endswith("Offres, \u2068Offres/عرض أزور.docx\u2069.")


async def test_a_scope_that_a_reindex_took_away_is_told_and_dropped(bot: Bot) -> None:
    await bot.send("/scope azur")
    bot.engine.known_scopes = ["Guides"]
    gone, *_, answer = await bot.replies("tarif 480")
    assert gone == Notice(Text.SCOPE_GONE.say("fr", scope="Offres/Azur.docx"), "fr")
    assert isinstance(answer, Answer)
    assert bot.engine.asked[-1].scope is None
    assert isinstance(await bot.send("tarif 240"), Answer)


async def test_feedback_is_kept_with_the_answer_it_is_about(bot: Bot, database_path: Path) -> None:
    assert await bot.send("/feedback") == Notice(Text.FEEDBACK_USAGE.say("fr"), "fr")
    await bot.send("tarif azur 480")
    assert await bot.send("/feedback le prix a changé") == Notice(Text.FEEDBACK_KEPT.say("fr"), "fr")


@pytest.mark.parametrize(
    ("failure", "text"), [(NoIndexError("none"), Text.NO_INDEX), (IndexDamagedError("bad"), Text.INDEX_DAMAGED)]
)
async def test_no_index_is_told_in_the_language_of_the_question(bot: Bot, failure: Exception, text: Text) -> None:
    bot.engine.failure = failure
    assert await bot.send("كم السعر؟") == Notice(text.say("ar"), "ar", is_error=True)


@pytest.mark.parametrize("command", ["/scope", "/scope azur"])
async def test_no_index_is_told_to_commands_too(bot: Bot, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_index(*_: object) -> None:
        raise NoIndexError("none")

    monkeypatch.setattr(bot.engine, "scopes", no_index)
    monkeypatch.setattr(bot.engine, "resolve_scope", no_index)
    assert await bot.send(command) == Notice(Text.NO_INDEX.say("fr"), "fr", is_error=True)


async def test_an_internal_error_is_logged_and_told_and_the_next_message_works(
    bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    bot.engine.failure = ZeroDivisionError("a fault of ours")
    with caplog.at_level(logging.ERROR):
        assert await bot.send("tarif azur") == Notice(Text.TROUBLE.say("fr"), "fr", is_error=True)
    assert "a fault of ours" in caplog.text
    bot.engine.failure = None
    assert isinstance(await bot.send("tarif azur"), Answer)


async def test_an_answer_that_cannot_be_noted_is_given_all_the_same(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> None:
        raise StorageError("no room left")

    monkeypatch.setattr(bot.conversation._conversations, "add_turn", full)
    *_, answer, notice = await bot.replies("tarif azur")
    assert isinstance(answer, Answer)
    assert notice == Notice(Text.NOT_KEPT.say("fr"), "fr", is_error=True)


async def test_one_person_in_order_others_side_by_side(bot: Bot) -> None:
    released = asyncio.Event()

    async def wait_for_the_first(question: Question) -> None:
        if "première" in question.text:
            await released.wait()

    bot.engine.before_answer = wait_for_the_first
    first = asyncio.create_task(bot.send("première question"))
    await asyncio.sleep(0.05)
    second = asyncio.create_task(bot.send("seconde question"))
    async with asyncio.timeout(2):
        assert isinstance(await bot.send("une autre personne", person="q"), Answer)
    assert not second.done()
    assert [question.text for question in bot.engine.asked] == ["première question", "une autre personne"]
    released.set()
    await asyncio.gather(first, second)
    assert bot.engine.asked[-1].text == "seconde question"
    assert not bot.conversation._queues._locks, "who has left is forgotten"


async def test_whoever_stops_listening_does_not_block_the_next_message(bot: Bot) -> None:
    replies = bot.conversation.handle(Message("test", "p", "tarif azur"))
    await anext(replies)
    await replies.aclose()
    async with asyncio.timeout(2):
        assert isinstance(await bot.send("tarif azur"), Answer)


async def test_reindex_tells_progress_and_what_changed(bot: Bot) -> None:
    started, reading, encoding, done, unreadable = await bot.replies("/reindex", is_admin=True)
    assert started == Progress(Text.REINDEX_STARTED.say("fr"), "fr")
    assert isinstance(reading, Progress)
    assert (reading.done, reading.total) == (1, 4)
    assert isinstance(encoding, Progress)
    assert "30 s" in encoding.text
    assert isinstance(done, Notice)
    assert all(part in done.text for part in ("58 s", "3 document", "1 modifié", "1 illisible"))
    assert isinstance(unreadable, Notice)
    assert "Offres/cassé.pdf" in unreadable.text


async def test_reindex_tells_admins_of_contradictions(bot: Bot) -> None:
    bot.job.steps = [JobDone(0, 1, 0, (), 2.0, contradictions=3)]
    *_, told = await bot.replies("/reindex", is_admin=True)
    assert isinstance(told, Notice)
    assert "3 (audit.html" in told.text


async def test_reindex_in_arabic(bot: Bot) -> None:
    replies: list[Any] = await bot.replies("/فهرسة", is_admin=True)
    assert {reply.language for reply in replies} == {"ar"}


async def test_reindex_is_for_admins(bot: Bot) -> None:
    assert await bot.send("/reindex") == Notice(Text.REINDEX_NOT_ALLOWED.say("fr"), "fr", is_error=True)


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (ReindexRunning("busy"), Text.REINDEX_RUNNING.say("fr")),
        (JobFailed("disque plein"), Text.REINDEX_FAILED.say("fr", reason="disque plein")),
        (JobDied("killed"), Text.REINDEX_DIED.say("fr")),
    ],
    ids=["running", "failed", "died"],
)
async def test_a_reindex_that_does_not_end_well(bot: Bot, failure: Exception, expected: str) -> None:
    bot.job.steps, bot.job.failure = [], failure
    assert await bot.send("/reindex", is_admin=True) == Notice(expected, "fr", is_error=True)


async def test_an_admin_may_ask_while_a_reindex_runs(bot: Bot) -> None:
    replies = bot.conversation.handle(Message("test", "p", "/reindex", is_admin=True))
    await anext(replies)
    async with asyncio.timeout(2):
        assert isinstance(await bot.send("tarif azur"), Answer)
    await replies.aclose()
