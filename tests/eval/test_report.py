from pathlib import Path
from typing import Any

import pytest

from eval.faults import TITLES
from eval.report import overview, report
from eval.result import ResultError, load_result, save_result
from eval.summary import summarise
from tests.eval.replies import FIBRE, PLAY, foreign, labelled, refusal, reply, result_of, rows_of

FAILED = {"kind": "error", "reason": "too-long", "text": "Question trop longue."}
CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "error": (labelled(), FAILED),
    "answered-near-domain": (foreign(), reply()),
    "answered-off-topic": (foreign(kind="off-topic"), reply()),
    "answered-other": (foreign(kind="medical"), reply()),
    "unclean-refusal": (foreign(), refusal("Rien ici, ailleurs 9 900 DA")),
    "refused-by-name": (labelled(), refusal(unknown="Rimal")),
    "refused-by-label": (labelled(), refusal(best=0.9, deciding=0.2)),
    "refused-by-value": (labelled(), refusal("220 ne figure pas", reason="no-such-value", best=0.9)),
    "refused-by-score": (labelled(), refusal()),
    "wrong-value": (labelled(), reply("2 560 DA ou 2 970 DA")),
    "facts-not-found": (labelled(must_include=[["9 999"]]), reply()),
    "facts-not-passed-on": (labelled(must_include=[["3 380"]]), reply()),
    "facts-not-told": (labelled(), reply("Voir le document [1]")),
    "not-in-three": (labelled(), reply("2 560 DA", "a#0", "b#0", "c#0", f"{FIBRE}#0", passed=4)),
    "not-first": (labelled(), reply("2 560 DA", f"{PLAY}#0", f"{FIBRE}#0", passed=2)),
    "wrong-language": (labelled(language="ar"), reply()),
    "no-right-citation": (labelled(), reply(cited=[f"{PLAY}#0"])),
    "other-citations": (labelled(), reply(cited=[f"{PLAY}#0", f"{FIBRE}#0"])),
}


def test_there_is_a_case_of_each_kind_of_fault() -> None:
    assert CASES.keys() == TITLES.keys()


@pytest.mark.parametrize("kind", CASES)
def test_each_kind_of_fault_is_told_from_the_others(kind: str) -> None:
    assert rows_of(CASES[kind])[0]["faults"] == [kind]


def test_what_is_right_has_no_fault() -> None:
    assert [row["faults"] for row in rows_of((labelled(), reply()), (foreign(), refusal()))] == [[], []]


def test_the_score_is_what_decided_whatever_the_threshold() -> None:
    row = rows_of(CASES["refused-by-label"])[0]
    assert (row["score"], row["refused_by"]) == (0.2, "label")


def test_figures_are_summed_up_by_group_with_intervals() -> None:
    rows = rows_of(
        (labelled("a"), reply()),
        (labelled("b", language="ar"), refusal("غير متوفر")),
        (foreign("c"), refusal()),
        (foreign("d", "off-topic"), reply()),
    )
    summary = summarise(rows)
    figures = summary["figures"]
    assert figures["answerable"]["refused"]["value"] == 0.5
    assert figures["answerable"]["refused"]["count"] == 2
    assert figures["price/fr"]["facts"]["value"] == 1
    assert figures["refuse:near-domain"]["answered"]["value"] == 0
    assert figures["refuse:off-topic"]["answered"]["value"] == 1
    assert figures["unanswerable"]["refused"]["low"] <= 0.5 <= figures["unanswerable"]["refused"]["high"]
    assert summary["timings_ms"]["total"]["median"]["value"] == 28
    assert summary["faults"] == {"refused-by-score": 1, "answered-off-topic": 1}


def test_the_page_has_tables_and_every_fault_with_what_was_expected_and_given() -> None:
    given = reply("2 970 DA | par mois [1]", f"{PLAY}#0", f"{FIBRE}#1")
    rows = rows_of((labelled("a"), given), (foreign("b"), refusal()))
    page = report(result_of("essai", rows, changed={"SEMANTIC_WEIGHT": "0.5"}))
    assert "# Evaluation: essai" in page
    assert "`SEMANTIC_WEIGHT=0.5`" in page
    assert "| answerable | 1 | 0.00 (0.00–0.00) | 1.00 (1.00–1.00) |" in page
    assert "### A wrong value given: 1" in page
    assert "expected: 2 560; not 2 970; from Offres/Rimal Fibre FR.docx or" in page
    assert "given (answer): 2 970 DA | par mois [1]" in page
    assert "missing: 2 560 (stands in no candidate)" in page
    assert f"first: {PLAY}" in page
    told = overview(result_of("essai", rows))
    assert "answerable" in told
    assert "A wrong value given" in told


def test_a_run_of_failed_questions_has_a_page_too() -> None:
    page = report(result_of("essai", rows_of((labelled(), FAILED))))
    assert "### No reply: 1" in page


def test_a_result_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    kept = result_of("essai-1", rows_of((labelled(question="كم السعر؟", language="ar"), reply())))
    path = save_result(kept, tmp_path)
    assert path == tmp_path / "essai-1.json"
    assert load_result("essai-1", tmp_path) == load_result(str(path)) == kept


@pytest.mark.parametrize("name", ["../essai", "a/b", "", ".hidden"])
def test_a_label_is_a_plain_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(ResultError, match="can't be a label"):
        save_result(result_of(name, []), tmp_path)


def test_a_result_that_is_missing_or_is_none_says_so(tmp_path: Path) -> None:
    save_result(result_of("one", []), tmp_path)
    with pytest.raises(ResultError, match="'two'") as caught:
        load_result("two", tmp_path)
    assert "one" in caught.value.hint
    (tmp_path / "bad.json").write_text('{"rows": []}', encoding="utf-8")
    with pytest.raises(ResultError, match="no result"):
        load_result("bad", tmp_path)
