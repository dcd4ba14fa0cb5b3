"""`/verify` on the last answer, and follow-ups that a model rewrites."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pytest

from bot.replies import Answer, Notice
from bot.texts import Text
from bot.understanding import Understanding
from core.answering.llm.second_look import SecondLook
from core.documents.chunk import Language
from core.errors import ModelUnavailable
from core.ports import Rewriting
from core.reply import Reply, Usage
from storage.conversations import ConversationStore
from tests.bot.conftest import Bot, open_door
from tests.corpora import follow_ups


class Look:
    """A second look that finds what it is told."""

    def __init__(self, bot: Bot) -> None:
        self._answers = bot.answers
        self.changes: dict[str, object] = {}
        self.is_down = False

    async def verify(self, answer_id: str) -> Reply | None:
        if self.is_down:
            raise ModelUnavailable("down")
        stored = await self._answers.get(answer_id)
        return replace(Reply.from_json(stored), **self.changes) if stored else None  # type: ignore[arg-type]


@pytest.fixture
def look(bot: Bot) -> Look:
    look = Look(bot)
    bot.conversation._personal._second_look = cast(SecondLook, look)
    return look


async def test_without_a_model_one_is_told_so(bot: Bot) -> None:
    assert (await bot.send("/verify")).text == Text.VERIFY_NO_MODEL.say("fr")


@pytest.mark.parametrize("command", ["/verify", "/vérifier", "/تحقق"])
async def test_what_stands_is_said_to_stand(bot: Bot, look: Look, command: str) -> None:
    await bot.send("tarif azur 480")
    look.changes = {"verified": True}
    notice = await bot.send(command)
    assert notice == Notice(Text.VERIFIED.say("ar" if "ت" in command else "fr"), notice.language)


async def test_what_fell_gives_the_answer_that_is_left(bot: Bot, look: Look) -> None:
    await bot.send("tarif azur 480")
    look.changes = {"verified": True, "rejected": ("absent: 7",), "text": "Le modem est offert [1]."}
    answer = await bot.send("/verify")
    assert isinstance(answer, Answer)
    assert answer.reply.text == "Le modem est offert [1]."


async def test_nothing_to_verify_and_no_way_to(bot: Bot, look: Look) -> None:
    assert (await bot.send("/verify")).text == Text.NO_ANSWER_YET.say("fr")
    await bot.send("météo")
    assert (await bot.send("/verify")).text == Text.VERIFY_NOTHING.say("fr")
    look.is_down = True
    down = await bot.send("/verify")
    assert (down.text, down.is_error) == (Text.VERIFY_DOWN.say("fr"), True)


class Rewrites:
    """A rewriter that gives what it is told."""

    def __init__(self, whole: str | None) -> None:
        self.whole = whole
        self.earlier: Sequence[str] = ()

    async def rewrite(self, text: str, earlier: Sequence[str], language: Language) -> Rewriting:
        self.earlier = earlier
        return Rewriting(self.whole, Usage("m", 80, 12, 1, 0.5))


@pytest.mark.parametrize(
    ("whole", "asked"),
    [
        ("tarif azur max pour 600 Mbps", "tarif azur max pour 600 Mbps"),
        ("", "et pour 600 Mbps ?"),
        (None, "tarif azur 600 Mbps"),
    ],
    ids=["rewritten", "stands alone", "left to the rules"],
)
async def test_a_follow_up_is_rewritten_or_left_to_the_rules(bot: Bot, whole: str | None, asked: str) -> None:
    rewrites = Rewrites(whole)
    store = ConversationStore(bot.database, lambda: 0.0)
    bot.conversation._understanding = Understanding(bot.engine, store, follow_ups(), open_door(), rewrites)
    await bot.send("tarif azur 480 Mbps")
    answer = await bot.send("et pour 600 Mbps ?")
    assert bot.engine.asked[-1].text == asked
    assert answer.completed == (asked if whole != "" else "")
    assert answer.understanding == Usage("m", 80, 12, 1, 0.5)
    assert rewrites.earlier == ["tarif azur 480 Mbps"]
