"""A real model, and the bot's engine over the sample's index with its answers worded by it."""

import importlib.util
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.app import open_app
from core.engine import Engine
from core.question import read_question
from core.reply import Event, Final, Reply, Sentence, Stage
from core.settings import PROJECT_ROOT, Settings, load_settings
from tests.e2e.llm.local_model import LocalModel, running_model
from tests.e2e.llm.weights import NoWeights, cache_folder, weights

PATIENT = {"llm_first_token_s": 600.0, "llm_timeout_s": 3600.0}
"""On a busy machine the model reads a few words a second: only the tests of time-outs know a hurry."""
SHORT = {"llm_context_tokens": 2048, "llm_max_tokens": 120, "max_passages": 1}


@dataclass
class Heard:
    """What came of a question, in order."""

    question: str
    events: list[Event] = field(default_factory=list)

    @property
    def stages(self) -> list[str]:
        return [event.name for event in self.events if isinstance(event, Stage)]

    @property
    def streamed(self) -> list[str]:
        """The sentences that were shown before the reply was whole."""
        return [event.text for event in self.events if isinstance(event, Sentence)]

    @property
    def reply(self) -> Reply:
        last = self.events[-1]
        assert isinstance(last, Final), "every question ends with a reply"
        return last.reply


@dataclass(frozen=True)
class Asked:
    """An engine whose answers the real model words."""

    engine: Engine
    settings: Settings

    async def ask(self, text: str, on_event: Callable[[Event], None] | None = None) -> Heard:
        """Ask and listen to the end; `on_event` hears each event as it comes."""
        heard = Heard(text)
        async for event in self.engine.ask(read_question(text, settings=self.settings)):
            heard.events.append(event)
            if on_event is not None:
                on_event(event)
        return heard


AskingBy = Callable[..., AbstractAsyncContextManager[Asked]]
"""An engine by a model's URL, with settings."""


@pytest.fixture(scope="session")
def model_file() -> Path:
    """The weights; skips where they or llama.cpp can't be had."""
    if importlib.util.find_spec("xllamacpp") is None:
        pytest.skip("xllamacpp isn't installed: pip install -r requirements-dev.txt")
    try:
        return weights(cache_folder())
    except NoWeights as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def model(model_file: Path) -> Iterator[LocalModel]:
    """The model that most tests ask."""
    with running_model(model_file) as model:
        yield model


@pytest.fixture(scope="session")
def asking_by(models_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> AskingBy:
    @asynccontextmanager
    async def asking(url: str, **values: object) -> AsyncIterator[Asked]:
        db_dir = tmp_path_factory.mktemp("db")
        shutil.copytree(PROJECT_ROOT / "db" / "index", db_dir / "index")
        given = {**PATIENT, **SHORT, "llm_url": url, "llm_model": "local", "encoder_threads": 1, **values}
        settings = load_settings(db_dir=db_dir, models_dir=models_dir, cache_size=0, **given)
        async with open_app(settings) as app:
            yield Asked(app.engine, settings)

    return asking
