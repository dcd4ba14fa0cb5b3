"""The whole channel: what a person gets, whatever the network and the process do meanwhile."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot import working
from bot.replies import Answer, BotReply, Choice, Message, Preview, Progress, VoteNotice, Working
from bot.texts import Text
from core.errors import SettingsError, StorageError
from core.question import Question
from core.reply import Reply
from tests.bot.conftest import until
from tests.bot.telegram.api import ANN, ME, FakeApi, press_update, text_update
from tests.bot.telegram.conftest import inbox_at, serving

GROUP = -100
MENTION = {"entities": [{"type": "mention", "offset": 0, "length": 9}]}


def bob(id_: int, text: str) -> dict[str, Any]:
    return text_update(id_, text, chat=43, **{"from": {**ANN, "id": 43, "first_name": "Bob"}})


def buttons(call: dict[str, Any]) -> list[list[str]]:
    rows = json.loads(call["reply_markup"])["inline_keyboard"]
    return [[button["text"] for button in row] for row in rows]


class Scripted:
    """A conversation that gives what it is told; the real one has tests of its own."""

    def __init__(self, *replies: BotReply | float) -> None:
        self.replies = replies
        self.messages: list[Message] = []

    async def handle(self, message: Message) -> AsyncIterator[BotReply]:
        self.messages.append(message)
        for reply in self.replies:
            if isinstance(reply, float):
                await asyncio.sleep(reply)
            else:
                yield reply


async def test_a_question_is_answered(database_path: Path, api: FakeApi) -> None:
    async with serving(database_path, api):
        api.push(text_update(1, "prix azur 480"))
        [sent] = await api.wait("sendMessage")
    assert "7\u202f150\u00a0DA" in sent["text"]
    assert buttons(sent) == [["👍", "👎", "Sources"]]
    assert [call["action"] for call in api.of("sendChatAction")] == ["typing"]


async def test_the_menu_is_set_in_both_languages_and_longer_for_admins(database_path: Path, api: FakeApi) -> None:
    async with serving(database_path, api, admins=(42,)):
        await api.wait("getUpdates")
    menus = {
        (call.get("language_code"), call.get("scope")): [c["command"] for c in json.loads(call["commands"])]
        for call in api.of("setMyCommands")
    }
    assert {code for code, _ in menus} == {None, "fr", "ar"}
    named = [set(re.findall(r"^/([a-z]+)", text.say("fr"), re.MULTILINE)) for text in (Text.HELP, Text.HELP_ADMIN)]
    assert set(menus["ar", None]) == {"start", "help"} | named[0]
    assert set(menus["ar", '{"chat_id": 42, "type": "chat"}']) == set(menus["ar", None]) | named[1]


async def test_an_update_brought_twice_is_answered_once(database_path: Path, api: FakeApi) -> None:
    for _ in range(2):
        async with serving(database_path, api) as served:
            api.updates = [text_update(1, "prix azur"), text_update(1, "prix azur")]
            await api.wait("getUpdates", len(api.of("getUpdates")) + 3)
            await asyncio.gather(*served.channel._worker._running._running)  # type: ignore[union-attr]
    assert len(api.texts()) == 1


async def test_an_update_is_kept_before_it_is_acknowledged(database_path: Path, api: FakeApi) -> None:
    async with serving(database_path, api) as served:
        api.push(text_update(5, "prix azur"))
        await until(lambda: 6 in api.offsets)
        assert await served.inbox.add([("5", "")]) == []


async def test_what_was_begun_when_the_process_died_is_answered_at_the_next_start(
    database_path: Path, api: FakeApi
) -> None:
    async with inbox_at(database_path) as inbox:
        await inbox.add([("7", json.dumps(text_update(7, "prix azur 480")))])
    async with serving(database_path, api) as served:
        await api.wait("sendMessage")
        await served.done(1)
    async with serving(database_path, api):
        await api.wait("getUpdates", len(api.of("getUpdates")) + 2)
    assert len(api.texts()) == 1


async def test_what_was_held_when_the_process_died_is_delivered_and_not_answered_again(
    database_path: Path, api: FakeApi
) -> None:
    async with inbox_at(database_path) as inbox:
        await inbox.add([("7", json.dumps(text_update(7, "prix azur 480")))])
        parts = [json.dumps({"kind": "message", "chat": 42, "plain": text, "keyboard": []}) for text in ("un", "deux")]
        await inbox.hold("7", parts)
        await inbox.delivered("7", 0, "42", "900", {})
    async with serving(database_path, api) as served:
        await served.done(1)
        assert served.bot.engine.asked == []
    assert api.texts() == ["deux"]


async def test_what_waited_too_long_is_to_be_asked_again_once_a_chat(
    database_path: Path, api: FakeApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inbox_at(database_path) as inbox:
        for id_ in (7, 8):
            await inbox.add([(str(id_), json.dumps(text_update(id_, "سعر أزور")))])
        await inbox.add([("9", json.dumps(press_update(9, "+:a1", 77)))])
    monkeypatch.setattr(working, "TOO_OLD_S", -1.0)
    async with serving(database_path, api) as served:
        await served.done(3)
    assert api.texts() == [Text.ASK_AGAIN.say("ar")]


async def test_what_may_have_ended_the_program_several_times_is_let_be(database_path: Path, api: FakeApi) -> None:
    async with inbox_at(database_path) as inbox:
        await inbox.add([("7", json.dumps(text_update(7, "prix azur")))])
        for _ in range(working.MOST_TRIES):
            await inbox.waiting()
    async with serving(database_path, api) as served:
        await served.done(1)
    assert api.texts() == [Text.ASK_AGAIN.say("fr")]


async def test_one_slow_answer_delays_nobody_else_and_a_persons_come_in_order(
    database_path: Path, api: FakeApi
) -> None:
    async with serving(database_path, api) as served:
        let = asyncio.Event()

        async def wait(question: Question) -> None:
            if "lente" in question.text:
                await let.wait()

        served.bot.engine.before_answer = wait
        for update in (text_update(1, "question lente"), text_update(2, "/privacy"), bob(3, "prix azur")):
            api.push(update)
        [first] = await api.wait("sendMessage")
        assert first["chat_id"] == "43"
        let.set()
        sent = await api.wait("sendMessage", 3)
    anns = [call["text"] for call in sent if call["chat_id"] == "42"]
    assert "7\u202f150" in anns[0]
    assert anns[1].startswith(Text.PRIVACY.say("fr"))


async def test_a_flood_delays_an_answer_and_loses_nothing(database_path: Path, api: FakeApi) -> None:
    for _ in range(3):
        api.fail("sendMessage", 429, "Too Many Requests", retry_after=1)
    async with serving(database_path, api) as served:
        for id_ in (1, 2, 3):
            api.push(text_update(id_, f"/{'help' if id_ == 2 else 'privacy'}"))
        await served.done(3)
    answered = api.texts()[-3:]
    assert [text.startswith(Text.PRIVACY.say("fr")) for text in answered] == [True, False, True]
    assert served.outcomes.of("message", "sent") == 3


@pytest.mark.parametrize(
    "method",
    ["getMe", "setMyCommands", "deleteWebhook", "getUpdates", "sendChatAction", "sendMessageDraft", "sendMessage"],
)
@pytest.mark.parametrize("status", [500, 429, 400])
async def test_a_fault_at_any_call_costs_nobody_the_answer(
    database_path: Path, api: FakeApi, method: str, status: int
) -> None:
    api.fail(method, status, "Bad Request: told to", **({"retry_after": 1} if status == 429 else {}))
    async with serving(database_path, api) as served:
        api.push(text_update(1, "prix azur 480"))
        await served.done(1)
    assert len([text for text in api.texts() if "7\u202f150" in text]) >= 1
    assert api.failures == []
    assert served.outcomes.of("message", "sent") == 1


async def test_a_preview_grows_while_the_answer_is_made(database_path: Path, api: FakeApi) -> None:
    previews = [Preview(text, "fr") for text in ("Un.", "Un. Deux.", "Un. Deux. Trois.")]
    scripted = Scripted(Working("retrieve"), previews[0], 1.5, *previews[1:], 0.3)
    async with serving(database_path, api, conversation=scripted) as served:
        api.push(text_update(1, "prix"))
        await served.done(1)
    drafts = api.of("sendMessageDraft")
    assert [draft["text"] for draft in drafts] == ["Un.", "Un. Deux. Trois."]
    assert len({draft["draft_id"] for draft in drafts}) == 1


async def test_in_a_group_the_preview_becomes_the_answer(database_path: Path, api: FakeApi) -> None:
    reply = Reply("prix", "fr", "answer", None, "7150 DA.", answer_id="a1")
    scripted = Scripted(Working("retrieve"), Preview("7150", "fr"), 0.5, Answer(reply))
    async with serving(database_path, api, conversation=scripted) as served:
        api.push(text_update(1, "@ForsaBot prix azur 480", chat=GROUP, **MENTION))
        await served.done(1)
    assert api.of("sendMessageDraft") == []
    [preview], [answer] = api.of("sendMessage"), api.of("editMessageText")
    assert (preview["text"], answer["text"], answer["message_id"]) == ("7150", "7150\u00a0DA.", "1000")
    assert '"message_id": 10' in preview["reply_parameters"]
    assert buttons(answer) == [["👍", "👎"]]


async def test_after_a_crash_the_answer_takes_the_place_of_its_preview(database_path: Path, api: FakeApi) -> None:
    async with inbox_at(database_path) as inbox:
        await inbox.add([("7", json.dumps(text_update(7, "@ForsaBot prix azur", chat=GROUP, **MENTION)))])
        await inbox.note_shown("7", "555")
    async with serving(database_path, api) as served:
        await served.done(1)
    assert api.texts() == []
    assert {call["message_id"] for call in api.of("editMessageText")} == {"555"}


async def test_a_preview_that_cannot_be_noted_costs_nobody_the_answer(database_path: Path, api: FakeApi) -> None:
    reply = Reply("prix", "fr", "answer", None, "7150 DA.", answer_id="a1")
    scripted = Scripted(Preview("7150", "fr"), 0.5, Answer(reply))
    async with serving(database_path, api, conversation=scripted) as served:

        async def refuse(*_: object) -> None:
            raise StorageError("no room left")

        served.inbox.note_shown = refuse  # type: ignore[method-assign]
        api.push(text_update(1, "@ForsaBot prix azur 480", chat=GROUP, **MENTION))
        await served.done(1)
    assert api.of("editMessageText")[-1]["text"] == "7150\u00a0DA."


async def test_progress_is_one_message_and_does_not_hold_its_admin_up(database_path: Path, api: FakeApi) -> None:
    scripted = Scripted(Progress("1/4", "fr", 1, 4), 1.6, Progress("3/4", "fr", 3, 4), 0.3)
    async with serving(database_path, api, conversation=scripted) as served:
        api.push(text_update(1, "/reindex"))
        api.push(text_update(2, "/reindex"))
        await served.done(2)
    assert [text.split("\n")[0] for text in api.texts()] == ["1/4", "1/4"]
    assert [call["text"].split("\n")[0] for call in api.of("editMessageText")] == ["3/4", "3/4"]


async def test_a_press_votes_on_its_answer_and_the_button_says_so(database_path: Path, api: FakeApi) -> None:
    async with serving(database_path, api) as served:
        api.push(text_update(1, "prix azur 480"))
        await served.done(1)
        for id_, data in ((2, "+:a1"), (3, "-:a1"), (4, "-:a1")):
            api.push(press_update(id_, data, 1000))
            await served.done(id_)
        assert (await served.bot.feedback.vote_of("a1", "telegram", "42")).value is None
    marked = [buttons(call)[0] for call in api.of("editMessageReplyMarkup")]
    assert marked == [["👍 ✓", "👎", "Sources"], ["👍", "👎 ✓", "Sources"], ["👍", "👎", "Sources"]]
    assert [call.get("text") for call in api.of("answerCallbackQuery")] == [
        text.say("fr") for text in (Text.VOTED_UP, Text.VOTED_DOWN, Text.VOTE_WITHDRAWN)
    ]
    assert len(api.texts()) == 1


async def test_reasons_are_chosen_by_buttons_or_written(database_path: Path, api: FakeApi) -> None:
    scripted = Scripted(Answer(Reply("prix", "fr", "answer", None, "7150 DA.", answer_id="a1")))
    async with serving(database_path, api, conversation=scripted) as served:
        api.push(text_update(1, "prix azur 480"))
        await served.done(1)
        reasons = (Choice("Chiffre", "- figure"), Choice("Autre", "- other"))
        scripted.replies = (VoteNotice("Pourquoi ?", "fr", "a1", -1, reasons),)
        api.push(press_update(2, "-:a1", 1000))
        await served.done(2)
        assert buttons(api.of("editMessageReplyMarkup")[0]) == [["👍", "👎 ✓"], ["Chiffre"], ["Autre"]]
        scripted.replies = (VoteNotice("Écrivez.", "fr", "a1", -1, (), True),)
        api.push(press_update(3, "c1", 1000))
        await served.done(3)
        assert '"force_reply": true' in api.of("sendMessage")[1]["reply_markup"]
        scripted.replies = (VoteNotice("Merci.", "fr", "a1", -1),)
        prompt = {"message_id": 1001, "date": 1, "from": ME, "chat": {"id": 42, "type": "private"}}
        api.push(text_update(4, "le prix a changé", reply_to_message=prompt))
        await served.done(4)
    assert [(m.text, m.about) for m in scripted.messages[1:]] == [
        ("-", "a1"),
        ("- other", "a1"),
        ("- le prix a changé", "a1"),
    ]
    assert api.texts()[1:] == ["Écrivez.", "Merci."]


async def test_a_reply_to_an_answer_is_about_it(database_path: Path, api: FakeApi) -> None:
    async with serving(database_path, api) as served:
        for id_, text in ((1, "prix azur 480"), (2, "prix azur 120")):
            api.push(text_update(id_, text))
            await served.done(id_)
        first = {"message_id": 1000, "date": 1, "from": ME, "chat": {"id": 42, "type": "private"}}
        api.push(text_update(3, "+", reply_to_message=first))
        await served.done(3)
        assert (await served.bot.feedback.vote_of("a1", "telegram", "42")).value == 1
        assert (await served.bot.feedback.vote_of("a2", "telegram", "42")).value is None


async def test_sources_open_and_turn(database_path: Path, api: FakeApi) -> None:
    async with serving(database_path, api) as served:
        api.push(text_update(1, "prix azur 480"))
        await served.done(1)
        api.push(press_update(2, "s1:a1", 1000))
        await served.done(2)
        api.push(press_update(3, "p2:a1", 1001))
        await served.done(3)
    assert api.texts()[1].startswith("<i>Source 1 sur 2</i>")
    [turned] = api.of("editMessageText")
    assert (turned["message_id"], turned["text"][:22]) == ("1001", "<i>Source 2 sur 2</i>\n")


async def test_examples_ask_when_pressed_and_show_what_was_asked(database_path: Path, api: FakeApi) -> None:
    async with serving(database_path, api) as served:
        api.push(text_update(1, "/start"))
        await served.done(1)
        api.push(press_update(2, "c1", 1000))
        await served.done(2)
        example = Text.EXAMPLE_CONDITIONS.say("fr")
        assert [question.text for question in served.bot.engine.asked] == [example]
        api.push(press_update(3, "c9", 1000))
        await served.done(3)
    assert api.texts()[1].startswith(f"<i>→ {example}</i>")
    assert len(api.texts()) == 2


async def test_stopping_finishes_what_runs(database_path: Path, api: FakeApi) -> None:
    async with serving(database_path, api) as served:
        begun = asyncio.Event()

        async def wait(question: Question) -> None:
            begun.set()
            await asyncio.sleep(0.5)

        served.bot.engine.before_answer = wait
        api.push(text_update(1, "prix azur"))
        await begun.wait()
    assert len(api.texts()) == 1


async def test_what_stopping_does_not_finish_is_answered_at_the_next_start(
    database_path: Path, api: FakeApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.channel.FINISH_S", 0.1)
    async with serving(database_path, api) as served:
        begun = asyncio.Event()

        async def wait(question: Question) -> None:
            begun.set()
            await asyncio.Event().wait()

        served.bot.engine.before_answer = wait
        api.push(text_update(1, "prix azur"))
        await begun.wait()
    assert api.texts() == []
    async with serving(database_path, api):
        await api.wait("sendMessage")
    assert len(api.texts()) == 1


async def test_a_refused_token_ends_the_start_and_is_not_shown(database_path: Path, api: FakeApi) -> None:
    api.fail("getMe", 401, "Unauthorized")
    with pytest.raises(SettingsError) as error:
        async with serving(database_path, api) as served:
            await asyncio.wait([served.running], timeout=20)
    assert "TEST" not in f"{error.value}{error.value.hint}{error.value.__cause__}"


async def test_an_answer_that_cannot_be_shown_is_said(database_path: Path, api: FakeApi) -> None:
    broken: Any = Answer(None)  # type: ignore[arg-type]
    async with serving(database_path, api, conversation=Scripted(broken)) as served:
        api.push(text_update(1, "سعر أزور"))
        await served.done(1)
    assert api.texts() == [Text.TROUBLE.say("ar")]
