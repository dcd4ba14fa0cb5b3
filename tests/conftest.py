"""What several parts' tests use."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def models_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tests of a run share the converted encoder: each with a DB_DIR of its own would convert it again."""
    return tmp_path_factory.mktemp("models")


@pytest.fixture(autouse=True)
def settings_of_the_test_alone(monkeypatch: pytest.MonkeyPatch, models_dir: Path) -> None:
    """Whoever runs the tests may have settings of their own in the environment: they don't count here."""
    from core.settings import Settings

    for name in list(os.environ):
        if name.lower() in Settings.model_fields:
            monkeypatch.delenv(name)
    monkeypatch.setenv("MODELS_DIR", str(models_dir))
    monkeypatch.setitem(Settings.model_config, "env_file", None)
