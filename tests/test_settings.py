from pathlib import Path

import pytest

from core.errors import SettingsError
from core.settings import Settings, load_settings


def test_an_environment_file_of_another_encoding_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_bytes(b"DATA_DIR=donn\xe9es\n")
    monkeypatch.setitem(Settings.model_config, "env_file", tmp_path / ".env")
    with pytest.raises(SettingsError, match="UTF-8"):
        load_settings()


def test_an_empty_value_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUESTIONS_FILE", "")
    assert load_settings().questions_file is None


@pytest.mark.parametrize(("name", "value"), [("SEMANTIC_WEIGHT", "2"), ("CACHE_SIZE", "many"), ("LOG_LEVEL", "loud")])
def test_a_malformed_value_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=name):
        load_settings()
