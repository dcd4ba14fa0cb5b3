from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from eval.result import save_result
from eval.sweep import point, read_scores, recommend, shares_below
from eval.threshold_sweep import main
from tests.eval.replies import foreign, labelled, refusal, reply, result_of, rows_of


def scored_rows():  # type: ignore[no-untyped-def]
    """100 answerable questions scored 0.40 to 0.895, foreign ones below and above, three refused by other things."""
    answerable = [(labelled(f"a{i}"), reply(best=0.4 + i / 200)) for i in range(100)]
    near = [(foreign(f"n{i}"), refusal(best=0.3) if i < 6 else reply(best=0.6)) for i in range(10)]
    off = [(foreign(f"o{i}", "off-topic"), refusal(best=0.05)) for i in range(5)]
    apart = [
        (labelled("name"), refusal(best=0.9, unknown="Orbite")),
        (foreign("name 2"), refusal(best=0.9, unknown="Orbite")),
        (foreign("value"), refusal("500 ne figure pas", reason="no-such-value", best=0.7)),
    ]
    return rows_of(*answerable, *near, *off, *apart)


def test_refusals_by_name_and_by_value_are_told_from_those_by_score() -> None:
    scores = read_scores(scored_rows())
    assert len(scores.answerable) == 100
    assert {name: len(values) for name, values in scores.foreign.items()} == {"near-domain": 11, "off-topic": 5}
    assert (scores.answerable_by_name, scores.foreign_by_name) == (1, {"near-domain": 1, "off-topic": 0})
    assert (scores.answerable_by_value, scores.foreign_by_value["near-domain"]) == (0, 1)
    assert scores.threshold == 0.4


def test_what_a_threshold_refuses() -> None:
    found = point(read_scores(scored_rows()), 0.5)
    assert found.false_refusals.value == pytest.approx(0.2)
    assert found.refused["near-domain"].value == pytest.approx(6 / 11)
    assert found.refused["off-topic"].value == 1
    assert shares_below(np.array([0.1, 0.5, 0.5]), np.array([0.1, 0.5, 0.51])).tolist() == [0, 1 / 3, 1]


@pytest.mark.parametrize(("wanted", "threshold"), [(0.0, 0.4), (0.03, 0.415), (0.1, 0.45), (0.99, 0.895)])
def test_the_recommended_threshold_keeps_to_the_wanted_rate(wanted: float, threshold: float) -> None:
    scores = read_scores(scored_rows())
    found = recommend(scores.answerable, wanted)
    assert found.threshold == pytest.approx(threshold)
    assert found.low <= found.threshold <= found.high
    assert point(scores, found.threshold).false_refusals.value <= wanted + 1e-9


def test_scores_alike_are_all_kept() -> None:
    assert recommend(np.array([0.5] * 10), 0.5).threshold == 0.5


@pytest.mark.slow
def test_the_command_prints_the_table_and_draws_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save_result(result_of("run", scored_rows()), tmp_path)
    picture = tmp_path / "pictures" / "gate.png"
    main([str(path), "--wanted-false-refusals", "0.1", "--picture", str(picture)])
    told = capsys.readouterr().out
    assert "| 0.450 **recommended** | 0.100 (" in told
    assert "| 0.400 (of the run) | 0.000 (" in told
    assert "no document knows: 1 answerable, 1 near-domain." in told
    with Image.open(picture) as image:
        assert image.format == "PNG"
        assert image.width > 1000


def test_results_over_one_index_count_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = save_result(result_of("own", rows_of((labelled(), reply()))), tmp_path)
    more = save_result(result_of("more", rows_of((foreign("f", "foreign"), refusal()))), tmp_path)
    main([str(own), str(more)])
    assert "foreign refused (n=1)" in capsys.readouterr().out
    other = save_result(result_of("other", rows_of((labelled(), reply())), index_version="f" * 16), tmp_path)
    with pytest.raises(SystemExit) as ended:
        main([str(own), str(other)])
    assert ended.value.code == 2
    assert "different index versions" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (rows_of((foreign(), refusal())), "no answerable question"),
        (rows_of((labelled(), {"kind": "error", "reason": "empty", "text": ""})), "no question has a score"),
    ],
)
def test_nothing_to_sweep_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: list[dict[str, object]], said: str
) -> None:
    path = save_result(result_of("run", rows), tmp_path)
    with pytest.raises(SystemExit):
        main([str(path)])
    assert said in capsys.readouterr().err


def test_a_rate_is_a_share(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["x.json", "--wanted-false-refusals", "3"])
    assert "no share" in capsys.readouterr().err
