"""`ingest --rewrite` against a scripted model."""

from pathlib import Path
from typing import Any

import pytest

from bot.rewriting import Rewritten, describe, rewrite_passages
from core.cleaning.gen_dir import KEPT_NAME, passages_of
from core.documents.chunks import read_chunks
from core.documents.ingest import ingest
from core.errors import InputError, ModelRefused
from core.settings import Settings, load_settings
from tests.answering.llm.server import Script, ScriptedServer, serving

BROKEN = "Le client rend le\n\nmodem dans les 15 jours . Il paie 3 980 DA"
MENDED = "Le client rend le modem dans les 15 jours. Il paie 3 980 DA."
TABLE = "| Débit | Prix |\n|---|---|\n| 110 Mbps | 1 990 DA |\n"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Two documents, read; one holds prose, one a table."""
    data, gen = tmp_path / "data", tmp_path / "gen"
    data.mkdir()
    (data / "retour.md").write_text(f"# Retour\n\n{BROKEN}\n", encoding="utf-8")
    (data / "prix.md").write_text(f"# Prix\n\n{TABLE}\n", encoding="utf-8")
    ingest(data, gen)
    return load_settings(data_dir=data, gen_dir=gen, llm_model="m", llm_url="http://127.0.0.1:9/v1", llm_price_in=2.0)


async def rewrite(
    settings: Settings, server: ScriptedServer, documents: tuple[str, ...] = ("retour.md",), yes: bool = True
) -> Rewritten | None:
    settings = settings.model_copy(update={"llm_url": server.url})
    return await rewrite_passages(settings, passages_of(settings.gen_dir, documents), yes)


def text_of(settings: Settings, document: str = "retour.md") -> str:
    return "\n".join(chunk.text for chunk in read_chunks(settings.gen_dir) if chunk.document == document)


async def test_a_faithful_text_takes_the_place_of_what_was_read(settings: Settings) -> None:
    async with serving(Script(MENDED)) as server:
        report = await rewrite(settings, server)
        assert report == Rewritten(("retour.md#0",), (), ())
        assert text_of(settings) == MENDED
        assert "15 jours ." in server.requests[0]["messages"][1]["content"]
        assert ingest(settings.data_dir, settings.gen_dir).unchanged == ("prix.md", "retour.md")
        assert text_of(settings) == MENDED, "the next ingest leaves it"
        again = await rewrite(settings, server)
        assert again == Rewritten((), (), ())
        assert len(server.requests) == 1, "what is in order isn't asked for again"


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        (Script(MENDED.replace("15", "30")), "number-lost"),
        (Script(MENDED, then="length"), "cut-off"),
        (Script(" "), "empty"),
    ],
)
async def test_anything_else_leaves_what_was_read_and_is_told(settings: Settings, script: Script, fault: str) -> None:
    before = text_of(settings)
    async with serving(script) as server:
        report = await rewrite(settings, server)
        assert report == Rewritten((), (), (("retour.md#0", fault),))
        assert text_of(settings) == before
        assert "as read  retour.md#0" in describe(report)
        await rewrite(settings, server)
        assert len(server.requests) == 1, "it would say the same again"


async def test_a_run_that_broke_off_goes_on(settings: Settings) -> None:
    async with serving(Script(then="cut"), Script(then="cut"), Script(then="cut"), Script(MENDED)) as server:
        report = await rewrite(settings, server)
        assert report is not None
        assert report.kept == (("retour.md#0", "model"),)
        with (settings.gen_dir / KEPT_NAME).open("a") as file:
            file.write('{"key": "half a li')
        report = await rewrite(settings, server)
    assert report is not None
    assert report.taken == ("retour.md#0",)


async def test_a_model_that_refuses_ends_it(settings: Settings) -> None:
    async with serving(Script(status=401)) as server:
        with pytest.raises(ModelRefused):
            await rewrite(settings, server)


async def test_tables_stay_as_they_were_read(settings: Settings) -> None:
    async with serving(Script(MENDED)) as server:
        assert await rewrite(settings, server, ("prix.md",)) == Rewritten((), (), ())
        assert server.requests == []


def test_without_names_only_what_was_recognised_in_pictures(settings: Settings) -> None:
    assert passages_of(settings.gen_dir, ()) == []
    with pytest.raises(InputError):
        passages_of(settings.gen_dir, ("gone.md",))


@pytest.mark.parametrize("said", ["n", "y"])
async def test_the_cost_is_told_and_asked_for(
    settings: Settings, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[Any] = []

    def answer(*values: Any) -> str:
        asked.append(values)
        return said

    monkeypatch.setattr("click.termui.visible_prompt_func", answer)
    async with serving(Script(MENDED)) as server:
        report = await rewrite(settings, server, yes=False)
        assert (report is None) == (said == "n")
        assert len(server.requests) == (said == "y")
    assert len(asked) == 1
    told = capsys.readouterr().err
    assert "1 of 1 passages for m" in told
    assert "in the currency of LLM_PRICE_IN" in told
