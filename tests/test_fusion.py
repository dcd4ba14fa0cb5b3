import numpy as np
import pytest

from core.fusion import Fusion, fuse


def scores(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


@pytest.mark.parametrize("how", ["min-max", "reciprocal-ranks"])
def test_the_best_by_both_has_one(how: Fusion) -> None:
    fused = fuse(how, scores(0.9, 0.8, 0.7), scores(12, 3, 0), 0.65)
    assert fused[0] == pytest.approx(1.0)
    assert list(fused) == sorted(fused, reverse=True)


def test_min_max_keeps_distances_and_ranks_do_not() -> None:
    cosine, none = scores(0.9, 0.89, 0.5), scores(0, 0, 0)
    assert fuse("min-max", cosine, none, 1.0) == pytest.approx([1.0, 0.975, 0.0])
    assert fuse("reciprocal-ranks", cosine, none, 1.0) == pytest.approx([1.0, 61 / 62, 61 / 63])


def test_equal_scores_share_a_rank_and_what_was_not_found_has_none() -> None:
    assert fuse("reciprocal-ranks", scores(0, 0, 0), scores(5, 5, 0), 0.0) == pytest.approx([1.0, 1.0, 0.0])


@pytest.mark.parametrize("how", ["min-max", "reciprocal-ranks"])
def test_one_candidate_or_equal_ones_are_no_fault(how: Fusion) -> None:
    assert np.isfinite(fuse(how, scores(0.9), scores(0), 0.65)).all()
    assert len(set(fuse(how, scores(0.9, 0.9), scores(0, 0), 0.65))) == 1
