"""What was decided is kept beside the data, and holds until a text changes."""

from pathlib import Path

import pytest

from core.audit.audit import Audit, audit
from core.audit.decisions import Decisions, load_decisions
from core.audit.report_page import undecided, without_effect
from core.documents.corrections import DECISIONS_NAME
from core.documents.ingest import ingest
from core.errors import SettingsError
from tests.audit.twins import AR_ROWS, arabic, french
from tests.corpora import corpus_of
from tests.documents.build import p, write_docx


def audited(price: str) -> Audit:
    return audit([*french(), *arabic(table=((AR_ROWS[0][0], price, AR_ROWS[0][2]), *AR_ROWS[1:]))])


def test_a_decision_is_kept_until_a_text_changes(tmp_path: Path) -> None:
    assert load_decisions(tmp_path) == Decisions()
    found = audited("1 950 دج")
    Decisions().with_decision(found.findings[0], "left", "la note de février").save(tmp_path)
    kept = load_decisions(tmp_path)
    assert kept.by_id[found.findings[0].id].holds == "left"
    assert kept.by_id[found.findings[0].id].note == "la note de février"
    assert undecided(audited("1 950 دج"), kept) == ()
    changed = audited("1 960 دج")
    assert len(undecided(changed, kept)) == 1
    assert without_effect(changed, kept) == {found.findings[0].id}


def test_a_person_can_read_the_file(tmp_path: Path) -> None:
    Decisions().with_decision(audited("1 950 دج").findings[0], "not-a-contradiction").save(tmp_path)
    text = (tmp_path / DECISIONS_NAME).read_text(encoding="utf-8")
    assert "Rimal Fibre FR.docx: 1 750 DA / Offres/Rimal Fibre AR.docx: 1 950 DA" in text


def test_the_digest_changes_with_every_decision_and_no_note(tmp_path: Path) -> None:
    finding = audited("1 950 دج").findings[0]
    left, right = (Decisions().with_decision(finding, side) for side in ("left", "right"))
    assert len({Decisions().digest, left.digest, right.digest}) == 3
    assert left.with_decision(finding, "left", "parce que").digest == left.digest


def test_a_decision_changes_the_answer_state(tmp_path: Path) -> None:
    none = Decisions()
    one = none.with_decision(audited("1 950 دج").findings[0], "left")
    states = {corpus_of(tmp_path, french(), decisions=each).answer_state for each in (none, one)}
    assert len(states) == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("decisions: [", "line 1"),
        ("decisions: {0123456789: {holds: maybe}}", "0123456789"),
        ("decisions: text", "one line a finding"),
        (b"\xff\xfe", "UTF-8"),
    ],
)
def test_what_cannot_be_followed_is_said(content: str | bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / DECISIONS_NAME
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(SettingsError, match=said) as raised:
        load_decisions(tmp_path)
    assert raised.value.hint


@pytest.mark.parametrize("content", ["", "decisions:", "decisions: {}"])
def test_an_empty_file_decides_nothing(content: str, tmp_path: Path) -> None:
    (tmp_path / DECISIONS_NAME).write_text(content, encoding="utf-8")
    assert load_decisions(tmp_path) == Decisions()


def test_the_file_is_no_document(tmp_path: Path) -> None:
    data = tmp_path / "data"
    write_docx(data / "Rimal.docx", p("Rimal Fibre est une offre de Rimal Télécom."))
    (data / DECISIONS_NAME).write_text("decisions: {}", encoding="utf-8")
    assert ingest(data, tmp_path / "gen").skipped == ()
