"""The measure of follow-ups, as its command runs it over the sample."""

import re
import subprocess
import sys

import pytest

from core.settings import PROJECT_ROOT


@pytest.mark.slow
def test_the_command_asks_all_and_counts() -> None:
    done = subprocess.run(
        [sys.executable, "eval/follow_ups.py"], cwd=PROJECT_ROOT, capture_output=True, text=True, check=True
    )
    told = re.search(r"completed rightly: (\d+)/(\d+), answered rightly too: (\d+)/\2", done.stdout)
    assert told, done.stdout
    completed, asked, answered = map(int, told.groups())
    assert asked >= completed >= answered > asked / 2
