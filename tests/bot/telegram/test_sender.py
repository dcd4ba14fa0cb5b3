"""Deliveries arrive whatever Telegram answers; previews never stand in their way."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from telegram import Bot

from bot.outcomes import Outcomes
from bot.telegram.buttons import Button
from bot.telegram.client import build_bot
from bot.telegram.delivery import Delivery
from bot.telegram.pace import GROUP_CALLS_A_MINUTE, Pace
from bot.telegram.sender import LONGEST_WAIT_S, Sender
from tests.bot.telegram.api import TOKEN, FakeApi

HELLO = Delivery("message", 42, "<b>a</b> &amp; b", "a & b")


class Sending:
    """A sender whose waits are noted, and cost no time."""

    def __init__(self, bot: Bot) -> None:
        self.waits: list[float] = []
        self.outcomes = Outcomes()
        self.now = 0.0
        self.sender = Sender(bot, self.outcomes, Pace(lambda: self.now), self.sleep)
        self.bot = bot

    async def sleep(self, seconds: float) -> None:
        self.waits.append(round(seconds, 1))
        self.now += seconds


@pytest.fixture
async def sending(api: FakeApi) -> AsyncIterator[Sending]:
    bot = build_bot(TOKEN, api.url)
    await bot.initialize()
    yield Sending(bot)
    await bot.shutdown()


async def test_a_message_with_its_buttons(api: FakeApi, sending: Sending) -> None:
    sent = await sending.sender.deliver(replace(HELLO, keyboard=((Button("👍", "+:a"),),), replies_to=7))
    [call] = api.of("sendMessage")
    assert (call["text"], call["parse_mode"]) == ("<b>a</b> &amp; b", "HTML")
    assert "+:a" in call["reply_markup"]
    assert '"allow_sending_without_reply": true' in call["reply_parameters"]
    assert sent == 1000
    assert sending.outcomes.all() == {"message": {"sent": 1}}


async def test_a_flood_is_waited_out_as_told(api: FakeApi, sending: Sending) -> None:
    for seconds in (3, 5, 1):
        api.fail("sendMessage", 429, "Too Many Requests", retry_after=seconds)
    assert await sending.sender.deliver(HELLO) is not None
    assert sending.waits == [3.1, 5.1, 1.1]
    assert len(api.of("sendMessage")) == 4
    assert sending.outcomes.of("message", "flood") == 3


async def test_while_a_chat_waits_previews_are_left_out_and_others_go_on(api: FakeApi, sending: Sending) -> None:
    async def typing(chat: int) -> object:
        return await sending.sender.attempt("typing", chat, lambda: sending.bot.send_chat_action(chat, "typing"))

    api.fail("sendChatAction", 429, "Too Many Requests", retry_after=3)
    assert await typing(42) is None
    assert await typing(42) is None
    assert await typing(43)
    assert len(api.of("sendChatAction")) == 2
    assert sending.outcomes.all() == {"typing": {"flood": 1, "left-out": 1, "sent": 1}}
    await sending.sender.deliver(HELLO)
    assert sending.waits == [3.1]  # the answer waits too, as told


async def test_a_network_that_is_down_is_tried_again_more_and_more_rarely(api: FakeApi, sending: Sending) -> None:
    for _ in range(9):
        api.fail("sendMessage", 502, "Bad Gateway")
    assert await sending.sender.deliver(HELLO) is not None
    assert sending.waits == [0.5, 1, 2, 4, 8, 16, LONGEST_WAIT_S, LONGEST_WAIT_S, LONGEST_WAIT_S]


async def test_a_server_that_is_not_there_is_tried_again(sending: Sending) -> None:
    bot = build_bot(TOKEN, "http://127.0.0.1:1")
    gave_up = asyncio.Event()

    async def sleep(seconds: float) -> None:
        gave_up.set()
        await asyncio.Event().wait()

    task = asyncio.create_task(Sender(bot, sending.outcomes, Pace(), sleep).deliver(HELLO))
    async with asyncio.timeout(10):
        await gave_up.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert sending.outcomes.of("message", "retried") == 1
    await bot.shutdown()


async def test_refused_markup_is_sent_once_as_plain_text(api: FakeApi, sending: Sending) -> None:
    api.fail("sendMessage", 400, "Bad Request: can't parse entities: unmatched end tag")
    assert await sending.sender.deliver(HELLO) is not None
    assert [(call["text"], call.get("parse_mode")) for call in api.of("sendMessage")] == [
        ("<b>a</b> &amp; b", "HTML"),
        ("a & b", None),
    ]


async def test_an_edit_of_a_message_that_has_gone_is_sent_anew(api: FakeApi, sending: Sending) -> None:
    api.fail("editMessageText", 400, "Bad Request: message to edit not found")
    assert await sending.sender.deliver(replace(HELLO, edits=7)) == 1000
    assert [method for method, _ in api.calls[1:]] == ["editMessageText", "sendMessage"]


async def test_an_edit_that_changes_nothing_is_done(api: FakeApi, sending: Sending) -> None:
    api.fail("editMessageText", 400, "Bad Request: message is not modified: same content")
    assert await sending.sender.deliver(replace(HELLO, edits=7)) == 7


async def test_who_blocked_the_bot_is_let_be(api: FakeApi, sending: Sending) -> None:
    api.fail("sendMessage", 403, "Forbidden: bot was blocked by the user")
    assert await sending.sender.deliver(HELLO) is None
    assert sending.outcomes.all() == {"message": {"undeliverable": 1}}
    assert len(api.of("sendMessage")) == 1


async def test_a_chat_that_is_gone_ends_after_the_simpler_forms(api: FakeApi, sending: Sending) -> None:
    for _ in range(3):
        api.fail("sendMessage", 400, "Bad Request: chat not found")
    assert await sending.sender.deliver(replace(HELLO, replies_to=3)) is None
    assert len(api.of("sendMessage")) == 3


async def test_a_group_that_moved_gets_it_at_its_new_place(api: FakeApi, sending: Sending) -> None:
    api.fail("sendMessage", 400, "Bad Request: group chat was upgraded", migrate_to_chat_id=-1005)
    await sending.sender.deliver(replace(HELLO, chat=-5))
    assert [call["chat_id"] for call in api.of("sendMessage")] == ["-5", "-1005"]


async def test_a_document_or_a_sentence_that_says_why_not(api: FakeApi, sending: Sending, tmp_path: Path) -> None:
    document = tmp_path / "عرض Azur.docx"
    document.write_bytes(b"content")
    delivery = Delivery("document", 42, plain="plus là", document=str(document))
    assert await sending.sender.deliver(delivery) == 1000
    document.unlink()
    assert await sending.sender.deliver(delivery) == 1001
    assert api.texts() == ["plus là"]
    document.write_bytes(b"content")
    api.fail("sendDocument", 413, "Request Entity Too Large")
    assert await sending.sender.deliver(delivery) == 1003 - 1
    assert api.texts() == ["plus là", "plus là"]


async def test_a_photo_or_a_sentence_that_says_why_not(api: FakeApi, sending: Sending, tmp_path: Path) -> None:
    picture = tmp_path / "trend.png"
    picture.write_bytes(b"content")
    delivery = Delivery("photo", 42, plain="plus là", document=str(picture))
    assert await sending.sender.deliver(delivery) is not None
    assert len(api.of("sendPhoto")) == 1
    api.fail("sendPhoto", 400, "Bad Request: PHOTO_INVALID_DIMENSIONS")
    assert await sending.sender.deliver(delivery) is not None
    picture.unlink()
    assert await sending.sender.deliver(delivery) is not None
    assert api.texts() == ["plus là", "plus là"]


async def test_previews_leave_room_for_answers_in_a_group(sending: Sending) -> None:
    pace = Pace()
    taken = 0
    while await pace.take_spare(-5):
        taken += 1
    assert 0 < taken < GROUP_CALLS_A_MINUTE
    async with asyncio.timeout(5):
        await pace.take(-5)  # an answer still goes at once
