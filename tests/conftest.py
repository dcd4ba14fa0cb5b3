"""What several parts' tests use."""

import os

import pytest


@pytest.fixture(autouse=True)
def settings_of_the_test_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have settings of their own in the environment: they don't count here."""
    from core.settings import Settings

    for name in list(os.environ):
        if name.lower() in Settings.model_fields:
            monkeypatch.delenv(name)
    monkeypatch.setitem(Settings.model_config, "env_file", None)
