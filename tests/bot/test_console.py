"""The console channel over a pipe: lines in, replies out, a clean end."""

import asyncio
import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.admin_texts import AdminText
from bot.console.channel import Console
from bot.console.render import Style, render
from bot.replies import Notice
from bot.texts import Text
from tests.bot.conftest import Bot


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    read, write = os.pipe()
    yield read, write
    for fd in (read, write):
        try:
            os.close(fd)
        except OSError:
            continue


async def _talk(bot: Bot, pipe: tuple[int, int], lines: bytes, *, ends: bool = True) -> str:
    output = io.StringIO()
    os.write(pipe[1], lines)
    if ends:
        os.close(pipe[1])
    async with asyncio.timeout(5):
        await Console(bot.conversation, "p", pipe[0], output).run()
    return output.getvalue()


async def test_lines_are_answered_in_order_without_prompts(bot: Bot, pipe: tuple[int, int]) -> None:
    shown = await _talk(bot, pipe, "tarif azur 480\n\n/sources 2\n+\nكم سعر الباقة؟".encode())
    assert shown.startswith("480 Mbps : 7 150 DA [1] [2].\n[1] Offre Azur › Tarifs, p. 2\n[2] ")
    assert (
        shown.index("Source 2 sur 2") < shown.index(Text.VOTED_UP.say("fr")) < shown.index("السعر \u20667 150\u2069 دج")
    )
    assert "›  " not in shown
    assert "\x1b" not in shown
    assert [question.text for question in bot.engine.asked] == ["tarif azur 480", "كم سعر الباقة؟"]


async def test_quit_ends_it_at_once(bot: Bot, pipe: tuple[int, int]) -> None:
    assert await _talk(bot, pipe, b"/quit\ntarif azur\n", ends=False) == ""
    assert bot.engine.asked == []


async def test_bytes_that_are_not_utf8_get_a_sentence(bot: Bot, pipe: tuple[int, int]) -> None:
    shown = await _talk(bot, pipe, b"prix \xe9t\xe9\ntarif azur 480\n")
    assert shown.startswith(Text.UNREADABLE.say("fr"))
    assert "7 150 DA" in shown


async def test_the_person_at_the_console_is_admin_and_may_ask_during_a_reindex(bot: Bot, pipe: tuple[int, int]) -> None:
    shown = await _talk(bot, pipe, b"/reindex\ntarif azur 480\n")
    assert AdminText.REINDEX_STARTED.say("fr") in shown
    assert "7 150 DA" in shown
    assert "58 s" in shown, "the end of the input waits for what still runs"


async def test_an_empty_input_says_nothing(bot: Bot, pipe: tuple[int, int]) -> None:
    assert await _talk(bot, pipe, b"") == ""


def test_a_picture_is_told_by_its_path() -> None:
    notice = Notice("Documents : 7", "fr", picture=Path("/d/trend.png"))
    assert render(notice, Style()) == f"Documents : 7\n{Path('/d/trend.png')}"
