"""How the soak counts: what is lost, what came twice, what was an error, and what was sent again at a kill."""

from typing import Any

import pytest

from bot.texts import Text
from eval.soak_counting import Count, resent_at, told_of

NOT_KEPT = Text.NOT_KEPT.say("fr")


@pytest.mark.parametrize(
    ("asked", "said", "lost", "doubled", "errors"),
    [
        (2, ["a", "b"], 0, 0, 0),
        (2, ["a"], 1, 0, 0),
        (2, ["a", "b", "b"], 0, 1, 0),
        (2, ["a", NOT_KEPT, "b"], 0, 0, 1),
        (1, [NOT_KEPT], 1, 0, 1),
        (1, [Text.TROUBLE.say("ar")], 0, 0, 1),
        (0, [], 0, 0, 0),
    ],
)
def test_every_question_is_owed_one_message(asked: int, said: list[str], lost: int, doubled: int, errors: int) -> None:
    count = Count()
    count.add(asked, said)
    assert (count.lost, count.doubled, count.told.total()) == (lost, doubled, errors)


def test_a_vote_that_failed_is_told_and_doubles_nothing() -> None:
    count = Count()
    count.add(1, ["a", Text.TROUBLE.say("fr")], presses=1)
    assert (count.lost, count.doubled) == (0, 0)
    count.add(1, ["a", "a"], presses=1)
    assert count.doubled == 1


def _message(text: str, seconds: float) -> dict[str, Any]:
    return {"text": text, "at": 1000 * seconds}


@pytest.mark.parametrize(
    ("second", "kills", "resent"),
    [
        (_message("a", 30.0), [10.5], 1),
        (_message("b", 30.0), [10.5], 0),
        (_message("a", 30.0), [], 0),
        (_message("a", 30.0), [9.0], 0),
        (_message("a", 30.0), [20.0], 0),
        (_message("a", 10.2), [10.5], 0),
    ],
    ids=["sent-before-a-kill", "another-text", "no-kill", "kill-before", "kill-long-after", "both-before"],
)
def test_only_what_a_kill_explains_counts_as_sent_again(
    second: dict[str, Any], kills: list[float], resent: int
) -> None:
    assert resent_at([_message("a", 10.0), second], kills) == resent


def test_texts_are_known_in_both_languages() -> None:
    assert told_of(f"x {Text.TROUBLE.say('ar')}", (Text.NOT_KEPT, Text.TROUBLE)) == "trouble"
    assert told_of("un tarif", (Text.NOT_KEPT, Text.TROUBLE)) == ""
