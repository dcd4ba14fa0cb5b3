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


def test_admins_are_channel_and_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADMINS", " telegram:12345, Teams:29:abc ,, ")
    assert load_settings().admin_ids == {("telegram", "12345"), ("teams", "29:abc")}
    monkeypatch.setenv("ADMINS", "")
    assert load_settings().admin_ids == frozenset()


@pytest.mark.parametrize("value", ["12345", "telegram:", ":12345", "telegram:1, 2"])
def test_an_admin_without_a_channel_is_named(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("ADMINS", value)
    with pytest.raises(SettingsError, match=r"ADMINS.*telegram:12345"):
        load_settings()


def test_closed_unless_opened() -> None:
    assert load_settings().access == "closed"


@pytest.mark.parametrize(
    ("values", "uses"),
    [
        ({}, False),
        ({"llm_url": "http://127.0.0.1:8000/v1/", "llm_model": "m"}, True),
        ({"llm_url": "http://127.0.0.1:8000/v1", "llm_model": "m", "answerer": "extractive"}, False),
        ({"answerer": "extractive", "llm_model": "m"}, False),
    ],
)
def test_a_language_model_is_used_where_address_and_name_are_set(values: dict[str, object], uses: bool) -> None:
    settings = load_settings(**values)
    assert settings.uses_llm is uses
    assert not settings.llm_url.endswith("/")


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"llm_url": "127.0.0.1:8000"}, "LLM_URL"),
        ({"llm_url": "ftp://example.org"}, "LLM_URL"),
        ({"llm_url": "https://me:secret@example.org/v1"}, "LLM_API_KEY"),
        ({"llm_url": "https://example.org/v1"}, "LLM_MODEL"),
        ({"llm_model": "m"}, "LLM_URL"),
        ({"answerer": "llm"}, "LLM_URL and LLM_MODEL"),
    ],
)
def test_half_a_language_model_is_refused(values: dict[str, object], named: str) -> None:
    with pytest.raises(SettingsError, match=named) as refused:
        load_settings(**values)
    assert "secret" not in str(refused.value)


def test_the_key_is_never_shown_or_handed_on() -> None:
    from bot.reindex_job import job_environment

    settings = load_settings(llm_url="http://127.0.0.1:8000/v1", llm_model="m", llm_api_key="sk-secret")
    assert "sk-secret" not in repr(settings) + str(settings.model_dump(mode="json"))
    assert "LLM_API_KEY" not in job_environment(settings)
