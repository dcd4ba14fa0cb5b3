import pytest

from core.errors import SettingsError
from core.settings import Settings
from eval import overrides
from eval.overrides import changed_settings, read_changes


def test_settings_are_changed_by_the_names_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAX_PASSAGES", "3")
    monkeypatch.setenv("GATE_THRESHOLD", "0.7")
    changes = read_changes(["SEMANTIC_WEIGHT=0.5", "gate_threshold="])
    settings = changed_settings(changes)
    assert changes == {"semantic_weight": "0.5", "gate_threshold": ""}
    assert (settings.semantic_weight, settings.max_passages) == (0.5, 3)
    assert settings.gate_threshold is None, "an empty value is the default"


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("SEMANTIC_WEIGHT", "not KEY=VALUE"),
        ("SEMANTIC_WIEGHT=0.5", "SEMANTIC_WEIGHT"),
        ("CHUNK_CHARS=500", "changes nothing"),
        ("CACHE_SIZE=5", "can't be set"),
        ("=5", "no setting"),
    ],
)
def test_what_cannot_be_changed_says_why(pair: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_changes([pair])
    assert said in f"{caught.value} {caught.value.hint}"


def test_a_malformed_value_is_named_with_where_to_correct_it() -> None:
    with pytest.raises(SettingsError, match="SEMANTIC_WEIGHT") as caught:
        changed_settings(read_changes(["SEMANTIC_WEIGHT=much"]))
    assert "--set" in caught.value.hint


def test_settings_that_do_not_count_while_asking_exist() -> None:
    assert Settings.model_fields.keys() >= overrides._BEFORE_ASKING | overrides._FIXED
