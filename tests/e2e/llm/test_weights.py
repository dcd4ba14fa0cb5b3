"""What becomes of weights that aren't those that were expected. Needs no model."""

from pathlib import Path

import pytest

from tests.e2e.llm.weights import FILE, NoWeights, cache_folder, weights


def test_another_file_is_not_served(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"something else")
    with pytest.raises(NoWeights, match="remove it"):
        weights(tmp_path)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(NoWeights, match="can't be kept"):
        weights(tmp_path / "file" / "folder")


def test_the_folder_can_be_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORSA_MODELS_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("FORSA_MODELS_CACHE")
    assert cache_folder().is_relative_to(Path.home())
