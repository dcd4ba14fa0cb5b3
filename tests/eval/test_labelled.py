import json
from pathlib import Path
from typing import Any

import pytest

from eval.labelled import QuestionFileError, category_of, groups_of, read_labelled
from tests.eval.replies import foreign, labelled

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "questions"


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def test_the_projects_own_questions_can_be_read() -> None:
    assert len(read_labelled([ROOT / "eval" / "questions.json"])) > 100


@pytest.mark.skipif(not SHARED.exists(), reason="../shared/questions is not here to read")
def test_the_shared_questions_can_be_read_together() -> None:
    assert len(read_labelled(sorted(SHARED.glob("*.json")))) > 100


def test_only_what_is_needed_has_to_be_there(tmp_path: Path) -> None:
    bare = {name: labelled()[name] for name in ("id", "question", "language", "expected", "documents")}
    assert read_labelled([write(tmp_path / "q.json", [bare])]) == [bare]


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    path.write_text(json.dumps([foreign()]), encoding="utf-8-sig")
    assert read_labelled([path]) == [foreign()]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (3, "no object"),
        (labelled(question=" "), "no question"),
        (labelled(language=None), "no language"),
        (labelled() | {"id": 2}, "its id is no text"),
        (labelled(expected="maybe"), "neither answer nor refuse"),
        (labelled(documents=[]), "names no documents"),
        (labelled(documents="Offres/a.docx"), "documents is no list"),
        (labelled(must_include=["2 560"]), "must_include"),
        (labelled(must_include=[[]]), "must_include"),
        (labelled(must_not_include=[""]), "must_not_include"),
        (labelled(kind=3), "category and kind"),
    ],
)
def test_what_is_wrong_with_a_question_is_told_with_its_place(tmp_path: Path, entry: Any, said: str) -> None:
    path = write(tmp_path / "q.json", [labelled("first"), entry])
    with pytest.raises(QuestionFileError, match=said) as caught:
        read_labelled([path])
    assert "question 2" in str(caught.value)


@pytest.mark.parametrize("content", [b"{}", b"[", b"\xff[]", b"[]"], ids=["object", "broken", "encoding", "empty"])
def test_a_file_that_holds_no_questions_says_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "q.json"
    path.write_bytes(content)
    with pytest.raises(QuestionFileError, match=r"q\.json"):
        read_labelled([path])


def test_a_missing_file_and_an_id_that_stands_twice_say_so(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match="can't be read"):
        read_labelled([tmp_path / "none.json"])
    path = write(tmp_path / "q.json", [labelled()])
    with pytest.raises(QuestionFileError, match="'q1' stands more than once"):
        read_labelled([path, path])


def test_groups_by_category_language_and_side() -> None:
    assert category_of(labelled(category="offers")) == "offers"
    assert set(groups_of(labelled())) == {"price", "price/fr", "answerable", "answerable/fr", "all/fr"}
    assert "refuse:near-domain/fr" in groups_of(foreign())
