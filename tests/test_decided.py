"""A decision on a contradiction reaches a running bot at the next question."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import App, open_app
from bot.auditing import run_decide
from core.audit.audit import audit_folder
from core.documents.corrections import DECISIONS_NAME
from core.question import read_question
from core.reply import Final, Reply
from core.settings import PROJECT_ROOT, Settings, load_settings

PRICE = "prix de l'option Wi-Fi invités Rimal Pro"
PRICE_AR = "سعر Wi-Fi للضيوف في Rimal Pro"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The sample's chunks and index, as they are committed; what is written lies elsewhere."""
    data, gen, db = (tmp_path / name for name in ("data", "gen", "db"))
    for folder in (data, gen, db):
        folder.mkdir()
    for source in (PROJECT_ROOT / "gen").iterdir():
        (gen / source.name).symlink_to(source)
    (db / "index").symlink_to(PROJECT_ROOT / "db" / "index")
    return load_settings(data_dir=data, gen_dir=gen, db_dir=db)


@pytest.fixture
async def app(settings: Settings) -> AsyncIterator[App]:
    async with open_app(settings) as running:
        yield running


@pytest.fixture
def finding(settings: Settings) -> str:
    [found] = audit_folder(settings.gen_dir).contradictions
    return found.id


async def reply(app: App, text: str, settings: Settings) -> Reply:
    async for event in app.engine.ask(read_question(text, settings=settings)):
        if isinstance(event, Final):
            return event.reply
    raise AssertionError("no reply")


async def test_the_sample_s_planted_contradiction_is_told_in_both_languages(app: App, settings: Settings) -> None:
    french, arabic = await reply(app, PRICE, settings), await reply(app, PRICE_AR, settings)
    assert ": 560 DA" in french.text
    assert french.text.endswith("⚠ La version arabe indique 590 DA [2] ; à vérifier.")
    assert ": 590 دج" in arabic.text
    assert arabic.text.endswith("⚠ النسخة الفرنسية تذكر 560 دج [2]؛ يُرجى التحقق.")
    for answer in (french, arabic):
        assert [citation.n for citation in answer.citations] == [1, 2]
        assert {citation.language for citation in answer.citations} == {"fr", "ar"}
        assert all("560" in (c.row or "") or "590" in (c.row or "") for c in answer.citations)
        assert all(citation.cell for citation in answer.citations)


async def test_a_decision_answers_at_once_and_no_cached_answer_survives_it(
    app: App, settings: Settings, finding: str
) -> None:
    before = await reply(app, PRICE, settings)
    assert (await reply(app, PRICE, settings)).cached
    run_decide(settings, finding, "holds=right", "")
    after = await reply(app, PRICE, settings)
    assert not after.cached
    assert after.answer_state != before.answer_state
    assert "590" in after.text
    assert "560" not in after.text
    assert "⚠" not in after.text
    run_decide(settings, finding, "holds=left", "")
    other = await reply(app, PRICE, settings)
    assert ("560" in other.text, "590" in other.text, other.cached) == (True, False, False)


async def test_a_decision_taken_back_warns_again(app: App, settings: Settings, finding: str) -> None:
    run_decide(settings, finding, "not-a-contradiction", "")
    assert "⚠" not in (await reply(app, PRICE, settings)).text
    (settings.data_dir / DECISIONS_NAME).unlink()
    assert "⚠" in (await reply(app, PRICE, settings)).text


async def test_a_file_that_cannot_be_read_leaves_the_decisions_as_they_were(
    app: App, settings: Settings, finding: str, caplog: pytest.LogCaptureFixture
) -> None:
    run_decide(settings, finding, "not-a-contradiction", "")
    first = await reply(app, PRICE, settings)
    path = settings.data_dir / DECISIONS_NAME
    path.write_text("decisions: [", encoding="utf-8")
    os.utime(path, ns=(1, 1))
    again = [await reply(app, PRICE, settings) for _ in range(2)]
    assert {each.answer_state for each in again} == {first.answer_state}
    assert len([record for record in caplog.records if "line 1" in record.message]) == 1, "said once"
