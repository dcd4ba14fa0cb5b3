"""`bot.py audit`: report in three forms, summary, decisions, and what it says to wrong use."""

import json
from pathlib import Path

import pytest
from lxml import html

from bot.auditing import parse_verdict, run_audit, run_decide
from core.documents.chunk import Chunk
from core.documents.chunks import format_chunk
from core.errors import InputError
from core.settings import Settings
from tests.audit.twins import AR_ROWS, arabic, french


def write(chunks: list[Chunk], gen_dir: Path) -> None:
    for chunk in chunks:
        folder = gen_dir / f"{chunk.document.replace('/', '_')}-0123456789ab"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{chunk.ordinal:04}.md").write_text(format_chunk(chunk), encoding="utf-8")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Twins that disagree on one price and on their dates."""
    data, gen = tmp_path / "data", tmp_path / "gen"
    data.mkdir()
    changed = ((AR_ROWS[0][0], "1 950 دج", AR_ROWS[0][2]), *AR_ROWS[1:])
    write([*french(), *arabic(table=changed, date="2026-03-12")], gen)
    return Settings(data_dir=data, gen_dir=gen, db_dir=tmp_path / "db")


def test_the_summary_says_what_and_where(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    run_audit(settings, as_json=False)
    told = capsys.readouterr().out
    assert "2 documents, 1 pair in" in told
    assert "2 contradictions" in told
    assert "1 750 DA / 1 950 DA" in told
    assert "Offres/Rimal Fibre AR.docx#1" in told


def test_the_report_has_three_forms(settings: Settings) -> None:
    run_audit(settings, as_json=False)
    told = json.loads((settings.gen_dir / "audit.json").read_text(encoding="utf-8"))
    assert (told["contradictions"], told["undecided"]) == (2, 2)
    page = html.fromstring((settings.gen_dir / "audit.html").read_text(encoding="utf-8"))
    text = page.text_content()
    for finding in told["findings"]:
        assert finding["id"] in text
        for side in ("left", "right"):
            assert f"\u2068{finding[side]['document']}\u2069" in text
            assert finding[side]["text"] in text
    assert "| which | says | text | where |" in (settings.gen_dir / "audit.md").read_text(encoding="utf-8")


def test_json_goes_to_standard_output(settings: Settings, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    run_audit(settings, as_json=True)
    assert json.loads(capsysbinary.readouterr().out)["documents"] == 2


def test_a_decision_is_taken_and_shown(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    run_audit(settings, as_json=False)
    report = settings.gen_dir / "audit.json"
    first = json.loads(report.read_text(encoding="utf-8"))["findings"][0]["id"]
    run_decide(settings, first, "holds=RIGHT", "vérifié")
    told = json.loads(report.read_text(encoding="utf-8"))
    assert told["findings"][0]["decision"] == {"holds": "right", "note": "vérifié"}
    assert told["undecided"] == 1
    assert "1 to decide" in capsys.readouterr().out


@pytest.mark.parametrize(("finding", "said"), [("0000000000", "holds=left"), ("", "holds=left")])
def test_an_unknown_finding_is_said(
    settings: Settings, finding: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run_decide(settings, finding, said, "")
    assert ended.value.code == 2
    assert "no finding has the id" in capsys.readouterr().err


@pytest.mark.parametrize("said", ["holds=LEFT", "left", "Holds=Left"])
def test_decisions_are_typed_in_any_case(said: str) -> None:
    assert parse_verdict(said) == "left"


@pytest.mark.parametrize("said", ["", "holds=", "holds=both", "yes"])
def test_other_words_are_no_decision(said: str) -> None:
    with pytest.raises(InputError) as raised:
        parse_verdict(said)
    assert raised.value.hint
