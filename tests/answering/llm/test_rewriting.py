"""Follow-ups rewritten by a scripted model: only of what the conversation said, and never at the price of a wait."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from core.answering.llm.breaker import CircuitBreaker
from core.answering.llm.calling import Caller
from core.answering.llm.factory import build_chat
from core.answering.llm.prompts import Prompts
from core.answering.llm.rewriting import ModelRewriter
from core.answering.llm.spending import Spending
from core.ports import Rewriting
from core.settings import load_settings
from tests.answering.llm.server import Script, ScriptedServer, serving

EARLIER = ("Quel est le tarif d'Azur Max à 240 Mbps ?", "Quels débits pour Azur Max ?")


@asynccontextmanager
async def rewriter(server: ScriptedServer, timeout_s: float = 5.0) -> AsyncIterator[ModelRewriter]:
    chat = build_chat(load_settings(llm_url=server.url, llm_model="m"))
    breaker = CircuitBreaker(3, 30.0, lambda: 0.0)
    try:
        yield ModelRewriter(Caller(chat, timeout_s), Prompts(), breaker, lambda: Spending("m", 0, 0), timeout_s)
    finally:
        await chat.close()


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Quel est le tarif d'Azur Max à 480 Mbps ?", "Quel est le tarif d'Azur Max à 480 Mbps ?"),
        ("« Tarif d'Azur Max à 480 Mbps ? »\n", "Tarif d'Azur Max à 480 Mbps ?"),
        ("et pour 480 Mbps", ""),
        ("Quel est le tarif d'Azur Max à 480 Mbps et 600 Mbps ?", None),
        ("Quel est le tarif d'Azur Max ?", None),
        ("Quel est le tarif de Play à 480 Mbps ?", None),
        ("Le tarif est de 7 150 DA.", None),
        ("Bien sûr !\nTarif d'Azur Max à 480 Mbps ?", None),
        ("", None),
        ("mot " * 200, None),
    ],
)
async def test_only_what_the_conversation_said_is_taken(said: str, expected: str | None) -> None:
    async with serving(Script(said)) as server, rewriter(server) as model:
        rewriting = await model.rewrite("et pour 480 Mbps ?", EARLIER, "fr")
    assert rewriting.text == expected
    assert rewriting.usage is not None, "it is paid for, whatever it says"
    assert rewriting.usage.calls == 1


async def test_the_questions_are_told_in_order_and_in_the_language_of_the_last() -> None:
    async with serving(Script("ما سعر Azur Max؟")) as server, rewriter(server) as model:
        assert (await model.rewrite("وسعر Azur Max؟", EARLIER, "ar")).text == "ما سعر Azur Max؟"
    user = server.requests[0]["messages"][1]["content"]
    assert user.index(EARLIER[1]) < user.index(EARLIER[0]) < user.index("السؤال الأخير: وسعر Azur Max؟")


async def test_a_long_text_stands_alone() -> None:
    async with serving(Script("?")) as server, rewriter(server) as model:
        assert await model.rewrite("Quel est le tarif " + "vraiment " * 12, EARLIER, "fr") == Rewriting("")
    assert server.requests == []


@pytest.mark.parametrize("fault", [Script(status=500), Script(wait_s=5), Script("Quel", then="hang")])
async def test_a_model_that_fails_leaves_it_to_the_rules(fault: Script) -> None:
    async with serving(fault) as server, rewriter(server, 0.2) as model:
        for _ in range(4):
            assert (await model.rewrite("et pour 480 Mbps ?", EARLIER, "fr")).text is None
    assert len(server.requests) <= 9, "the fourth didn't wait for it"
