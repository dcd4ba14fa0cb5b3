"""What messages mean: questions, commands and votes, in both languages, in order, and whatever fails behind them."""

import asyncio
import logging
import re
from pathlib import Path
from typing import Any

import pytest

from bot.admin_texts import AdminText
from bot.commands import Press, parse
from bot.console.render import Style, render
from bot.reindex_job import JobDied, JobDone, JobFailed
from bot.replies import Answer, Message, MessageKind, Notice, Preview, Progress, SourcesPage, VoteNotice, Working
from bot.texts import Text
from bot.vote_reasons import choices, reason_of
from core.documents.chunk import Language
from core.errors import IndexDamagedError, ModelDownError, NoIndexError, ReindexRunning, StorageError, TooManyWaiting
from core.question import Question
from storage.database import Database
from storage.feedback import Vote
from tests.bot.conftest import CITATIONS, Bot, open_door


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
    assert await bot.send("/stats") == Notice(Text.ADMINS_ONLY.say("fr", command="/stats"), "fr", is_error=True)


async def test_stats_without_an_index_say_so(bot: Bot) -> None:
    bot.engine.failure = NoIndexError("none")
    assert (await bot.send("/stats", is_admin=True)).text == Text.NO_INDEX.say("fr")


@pytest.mark.parametrize("command", ["/lang", "/lang de"])
async def test_lang_without_a_known_language_says_how(bot: Bot, command: str) -> None:
    assert await bot.send(command) == Notice(Text.LANG_USAGE.say("fr"), "fr")


@pytest.mark.parametrize(
    ("command", "text"),
    [("/مساعدة", Text.HELP), ("/help", Text.HELP)],
)
async def test_commands_answer_in_their_own_script(bot: Bot, command: str, text: Text) -> None:
    language: Language = "fr" if command.isascii() else "ar"
    assert await bot.send(command) == Notice(text.say(language), language)


def plain(text: str) -> str:
    """Without the marks that keep a direction."""
    return re.sub("[\u2066-\u2069]", "", text)


@pytest.mark.parametrize(("command", "language"), [("/خصوصية", "ar"), ("/privacy", "fr")])
async def test_privacy_tells_what_is_kept_how_long_and_whom_to_ask(bot: Bot, command: str, language: Language) -> None:
    said = plain((await bot.send(command)).text).splitlines()
    expected = (Text.PRIVACY.say(language), Text.PRIVACY_KEPT.say(language, days=365))
    assert said == [*map(plain, expected), Text.PRIVACY_ASK.say(language, address="test:p")]


async def test_notices_follow_the_language_of_the_last_answer(bot: Bot) -> None:
    await bot.send("كم السعر؟")
    assert (await bot.send("/help")).language == "ar"


async def test_admins_see_their_commands_too(bot: Bot) -> None:
    assert "/reindex" in (await bot.send("/help", is_admin=True)).text
    assert "/reindex" not in (await bot.send("/help")).text


@pytest.mark.parametrize(("command", "language"), [("/start", "fr"), ("/بداية", "ar")])
async def test_start_offers_examples_that_are_answered(bot: Bot, command: str, language: Language) -> None:
    notice = await bot.send(command)
    assert notice.choices == (Text.EXAMPLE_PRICE.say(language), Text.EXAMPLE_CONDITIONS.say(language))


async def test_start_offers_the_usual_examples_where_nothing_is_indexed_yet(bot: Bot) -> None:
    bot.engine.failure = NoIndexError("none")
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
    again = Bot(other, open_door(data_dir=bot.data_dir))
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
    assert await bot.send("-") == VoteNotice(Text.VOTED_DOWN.say("fr"), "fr", "a1", -1, choices("fr"))
    assert (await bot.send("- mauvais chiffre")).value == -1
    assert await bot.feedback.vote_of("a1", "test", "p") == Vote(-1, "wrong-figure")
    assert (await bot.send("-")).value is None
    assert await bot.feedback.vote_of("a1", "test", "p") == Vote(None)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("- wrong-figure", "wrong-figure"),
        ("- Mauvais chiffre", "wrong-figure"),
        ("- le prix est faux", "wrong-figure"),
        ("- الرقم خاطئ", "wrong-figure"),
        ("- السعر غلط", "wrong-figure"),
        ("- mauvaise source", "wrong-document"),
        ("- الوثيقة خاطئة", "wrong-document"),
        ("- réponse incomplète", "incomplete"),
        ("- ناقص", "incomplete"),
        ("- le prix est faux, c'est 7 200 DA", "le prix est faux, c'est 7 200 DA"),
        ("- il manque l'option", "il manque l'option"),
    ],
)
async def test_a_reason_is_kept_as_its_code_where_it_is_clear(bot: Bot, text: str, reason: str) -> None:
    await bot.send("tarif azur 480")
    notice = await bot.send(text)
    assert (notice.value, notice.reasons, notice.wants_text) == (-1, (), False)
    assert await bot.feedback.vote_of("a1", "test", "p") == Vote(-1, reason)


@pytest.mark.parametrize("language", ["fr", "ar"])
def test_each_reason_fits_a_button_and_is_a_vote(language: Language) -> None:
    assert len(choices(language)) == 4
    for choice in choices(language):
        assert len(choice.sends.encode()) <= 20
        meant = parse(choice.sends)
        assert isinstance(meant, Press)
        assert (meant.value, reason_of(meant.reason)) == (-1, choice.sends.removeprefix("- "))
        assert reason_of(choice.label) == reason_of(meant.reason)


async def test_another_reason_is_asked_for_and_replaces_the_mere_other(bot: Bot) -> None:
    await bot.send("tarif azur 480")
    notice = await bot.send("- other")
    assert notice == VoteNotice(Text.VOTE_TELL.say("fr"), "fr", "a1", -1, wants_text=True)
    told = await bot.send("- la promotion est finie", about="a1")
    assert (told.value, told.wants_text) == (-1, False)
    assert await bot.feedback.vote_of("a1", "test", "p") == Vote(-1, "la promotion est finie")


async def test_a_vote_leaves_that_of_another_person_alone(bot: Bot) -> None:
    await bot.send("tarif azur 480", person="a")
    await bot.send("+", person="b", about="a1")
    await bot.send("- incomplete", person="a")
    assert (await bot.send("+", person="b", about="a1")).value is None
    assert await bot.feedback.vote_of("a1", "test", "a") == Vote(-1, "incomplete")


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
    ("failure", "text"),
    [
        (NoIndexError("none"), Text.NO_INDEX),
        (IndexDamagedError("bad"), Text.INDEX_DAMAGED),
        (TooManyWaiting("600"), Text.BUSY),
        (ModelDownError("503"), Text.MODEL_DOWN),
    ],
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
    assert started == Progress(AdminText.REINDEX_STARTED.say("fr"), "fr")
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
    assert await bot.send("/reindex") == Notice(Text.ADMINS_ONLY.say("fr", command="/reindex"), "fr", is_error=True)


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (ReindexRunning("busy"), AdminText.REINDEX_RUNNING.say("fr")),
        (JobFailed("disque plein"), AdminText.REINDEX_FAILED.say("fr", reason="disque plein")),
        (JobDied("killed"), AdminText.REINDEX_DIED.say("fr")),
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


@pytest.mark.parametrize(
    ("first", "follow_up", "whole", "language"),
    [
        ("tarif azur 480 mega", "et pour 240 mega ?", "tarif azur 240 mega", "fr"),
        ("كم سعر azur 480 ميغا", "و 240؟", "كم سعر azur 240 ميغا", "ar"),
        ("tarif azur 480 mega", "وبالنسبة للطلبة؟", "tarif azur 480 mega للطلبة", "ar"),
        ("كم سعر azur 480 ميغا", "240", "كم سعر azur 240 ميغا", "ar"),
    ],
)
async def test_a_follow_up_is_asked_completed_in_its_own_language(
    bot: Bot, first: str, follow_up: str, whole: str, language: Language
) -> None:
    await bot.send(first)
    answer = await bot.send(follow_up)
    assert (answer.completed, answer.language) == (whole, language)
    assert bot.engine.asked[-1].text == whole
    assert render(answer, Style()).startswith("↳ ")


async def test_what_is_parted_from_all_before_is_asked_by_itself(bot: Bot) -> None:
    await bot.send("tarif azur 480 mega")
    assert (await bot.send("autre chose, et pour 240 mega ?")).completed == ""
    assert bot.engine.asked[-1].text == "et pour 240 mega ?"


async def test_the_fixed_language_stays_for_follow_ups(bot: Bot) -> None:
    await bot.send("/lang fr")
    await bot.send("tarif azur 480 mega")
    assert (await bot.send("و 240؟")).language == "fr"


async def test_follow_ups_follow_each_other_and_outlive_a_restart(bot: Bot, database_path: Path) -> None:
    await bot.send("tarif azur 480 mega")
    await bot.send("et pour 240 mega ?")
    other = Database(database_path, StorageError)
    await other.open()
    assert (await Bot(other, open_door(data_dir=bot.data_dir)).send("et pour les locataires ?")).completed == (
        "tarif azur 240 mega pour les locataires"
    )
    await other.close()


async def test_a_follow_up_to_what_was_off_topic_or_elses_is_none(bot: Bot) -> None:
    await bot.send("quelle météo pour 480 ?")
    await bot.send("tarif azur 480 mega", person="someone else")
    await bot.send("tarif azur 480 mega", chat="group")
    assert (await bot.send("et pour 240 mega ?")).completed == ""


async def test_a_reply_follows_the_answer_that_it_replies_to(bot: Bot) -> None:
    await bot.send("tarif azur 480 mega")
    await bot.send("durée azur 120 mega")
    answer = await bot.send("240 mega ?", about="a1", is_reply=True)
    assert answer.completed == "tarif azur 240 mega"


async def test_an_edited_question_is_answered_anew_and_forgotten_as_it_was(bot: Bot) -> None:
    await bot.send("tarif azur 480 mega", id="m1")
    await bot.send("durée azur 120 mega", id="m2")
    await bot.send("durée azur 60 mega", id="m2", is_edited=True)
    assert bot.engine.asked[-1].text == "durée azur 60 mega"
    assert (await bot.send("le prix ?", id="m3")).completed == "le prix azur 60 mega"


async def test_an_edited_follow_up_follows_what_stood_before_it(bot: Bot) -> None:
    await bot.send("tarif azur 480 mega", id="m1")
    await bot.send("et pour 240 mega ?", id="m2")
    await bot.send("durée box 60 mega", id="m3")
    assert (await bot.send("et pour 120 mega ?", id="m2", is_edited=True)).completed == "tarif azur 120 mega"


@pytest.mark.parametrize("kind", ["voice", "picture", "sticker", "place", "file", "other"])
async def test_what_is_no_text_gets_one_sentence(bot: Bot, kind: MessageKind) -> None:
    await bot.send("/lang ar")
    assert await bot.send("", kind=kind) == Notice(Text.TEXT_ONLY.say("ar"), "ar")
    assert bot.engine.asked == []


@pytest.mark.parametrize("word", ["sources", "Sources", " المصادر ", "مصادر"])
async def test_a_command_may_be_said_as_a_plain_word(bot: Bot, word: str) -> None:
    await bot.send("tarif azur 480")
    assert isinstance(await bot.send(word), SourcesPage)


@pytest.mark.parametrize(("word", "language"), [("aide", "fr"), ("مساعدة", "ar")])
async def test_help_may_be_said_as_a_plain_word(bot: Bot, word: str, language: Language) -> None:
    assert await bot.send(word) == Notice(Text.HELP.say(language), language)


async def test_a_sources_page_offers_the_document_where_it_is_there(bot: Bot) -> None:
    await bot.send("tarif azur 480")
    assert (await bot.send("/sources")).file is None
    file = bot.data_dir / "Offres" / "Azur.docx"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"a document")
    assert (await bot.send("/sources")).file == file.resolve()


async def test_the_engine_is_told_who_asks_so_that_people_take_turns(bot: Bot) -> None:
    await bot.send("tarif azur")
    [asker] = bot.engine.askers
    channel, _, person = asker.partition(":")
    assert channel and person
