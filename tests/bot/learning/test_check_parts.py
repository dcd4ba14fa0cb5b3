"""Parts of the check that need no index: when there is one, and what happens to questions that can't be asked."""

from pathlib import Path

import pytest

from bot.learning.reindex_check import check_for
from core.errors import SettingsError
from core.settings import Settings
from eval.labelled import QuestionFileError


def test_the_sample_is_checked_on_demand_only_and_ones_own_questions_always(tmp_path: Path) -> None:
    own = Settings(data_dir=tmp_path, questions_file=tmp_path / "q.json")
    assert check_for(Settings(), is_asked=False) is None
    assert check_for(Settings(), is_asked=True) is not None
    assert check_for(own, is_asked=False) is not None
    assert check_for(own.model_copy(update={"reindex_check": "off"}), is_asked=False) is None
    assert check_for(own.model_copy(update={"reindex_check": "off"}), is_asked=True) is not None
    with pytest.raises(SettingsError):
        check_for(Settings(data_dir=tmp_path), is_asked=True)


@pytest.mark.parametrize("content", ["[]", "{}", '[{"question": "prix azur", "expected": "answer"}]'])
def test_questions_that_cannot_be_asked_stop_no_reindex_but_one_that_must_compare(tmp_path: Path, content: str) -> None:
    path = tmp_path / "q.json"
    path.write_text(content, encoding="utf-8")
    settings = Settings(data_dir=tmp_path, db_dir=tmp_path, questions_file=path)
    check = check_for(settings, is_asked=False)
    assert check is not None
    assert check.admit("0" * 16, "1" * 16)
    assert check.report is not None
    assert "q.json" in check.report.told["problem"]
    asked = check_for(settings, is_asked=True)
    assert asked is not None
    with pytest.raises(QuestionFileError):
        asked.admit("0" * 16, "1" * 16)
