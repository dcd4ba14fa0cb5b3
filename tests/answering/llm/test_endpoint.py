"""The endpoint as `doctor` sees it, and what of the passages goes into a prompt."""

import asyncio

import pytest

from bot.doctor import language_model
from core.answering.llm.prompts import fitting
from core.errors import ModelError
from core.settings import Settings, load_settings
from tests.answering.llm.server import Script, serving
from tests.answering.sheets import FILE, GUIDE, PRICES


def settings_of(url: str) -> Settings:
    return load_settings(llm_url=url, llm_model="m", llm_first_token_s=2.0)


async def found(settings: Settings) -> str:
    return "\n".join(map(str, await asyncio.to_thread(lambda: list(language_model(settings)))))


@pytest.mark.parametrize(("usage", "told"), [((5, 1), "counts its tokens"), (None, "estimates")])
async def test_doctor_asks_the_endpoint(usage: tuple[int, int] | None, told: str) -> None:
    async with serving(Script("Bonjour", usage=usage)) as server:
        line = await found(settings_of(server.url))
    assert line.startswith("ok")
    assert told in line


async def test_doctor_says_what_the_endpoint_says() -> None:
    async with serving(Script(status=401)) as server:
        with pytest.raises(ModelError, match="401"):
            await found(settings_of(server.url))


async def test_doctor_without_a_model() -> None:
    assert (await found(load_settings())).startswith("ok    no language model")


@pytest.mark.parametrize(("context", "count"), [(8192, 3), (1000 + 300 + 150, 1), (1, 1)])
def test_the_best_passages_fit_into_the_context(context: int, count: int) -> None:
    passages = [PRICES, FILE, GUIDE]
    assert fitting(passages, context, 300) == passages[:count]
