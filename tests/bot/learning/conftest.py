"""The whole bot over the sample, and people on two channels who talk to it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.app import App, open_app
from bot.replies import Answer, Message, Preview, Working
from core.settings import PROJECT_ROOT, Settings, load_settings

BOSS = ("teams", "boss-77")


@dataclass(frozen=True)
class People:
    """Those who talk to one running bot."""

    app: App
    settings: Settings

    async def say(self, channel: str, person: str, text: str, **more: Any) -> Any:
        """The last reply that stays."""
        message = Message(channel, person, text, chat=f"chat-{person}", name=f"Nom-{person}", **more)
        replies = [reply async for reply in self.app.conversation.handle(message)]
        return [reply for reply in replies if not isinstance(reply, Working | Preview)][-1]

    async def ask(self, channel: str, person: str, question: str) -> Answer:
        told = await self.say(channel, person, question)
        assert isinstance(told, Answer), told
        return told

    async def order(self, text: str) -> Any:
        """What an admin says, and what the bot answers."""
        return await self.say(*BOSS, text)

    async def groups(self) -> dict[str, str]:
        """Ids of the groups by their question."""
        return {group.question: group.id for group in await self.app.desk.groups()}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The sample's chunks and index, as they are committed; what is written lies elsewhere."""
    data, gen, db = (tmp_path / name for name in ("data", "gen", "db"))
    for folder in (data, gen, db):
        folder.mkdir()
    for source in (PROJECT_ROOT / "gen").iterdir():
        (gen / source.name).symlink_to(source)
    (db / "index").symlink_to(PROJECT_ROOT / "db" / "index")
    return load_settings(
        data_dir=data,
        gen_dir=gen,
        db_dir=db,
        questions_file=tmp_path / "questions.json",
        access="open",
        admins=":".join(BOSS),
    )


@pytest.fixture
async def people(settings: Settings) -> AsyncIterator[People]:
    async with open_app(settings) as app:
        yield People(app, settings)
