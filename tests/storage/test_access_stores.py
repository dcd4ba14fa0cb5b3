"""People, invitations, what is counted of them, and what admins did: kept over restarts, right at every edge."""

import asyncio
from pathlib import Path

import pytest

from core.errors import StorageError
from storage.admin_log import AdminLog
from storage.answers import AnswerStore
from storage.attempts import AttemptStore, Limit
from storage.conversations import ConversationStore, Turn
from storage.database import Database
from storage.feedback import FeedbackStore
from storage.invitations import InvitationStore, new_code, read_code
from storage.people import PeopleStore
from storage.usage import Usage, UsageStore

DAY = 86_400.0


class StandingClock:
    """Time that goes on only when the test says so."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def now() -> StandingClock:
    return StandingClock()


async def test_an_invitation_lets_one_person_in_with_its_role(database: Database, now: StandingClock) -> None:
    invitations, people = InvitationStore(database, now), PeopleStore(database, now)
    made = await invitations.invite("admin", DAY, "console", "root")
    assert made.expires == now.seconds + DAY
    assert await invitations.redeem(made.code, "telegram", "1", "Amine") == "redeemed"
    assert await invitations.redeem(made.code, "telegram", "2", "Lina") == "used"
    person = await people.find("telegram", "1")
    assert person is not None
    assert (person.name, person.role, person.is_admitted, person.is_blocked) == ("Amine", "admin", True, False)
    assert await people.get(person.number) == person
    assert await people.find("telegram", "2") is None


async def test_of_two_who_press_at_the_same_moment_one_is_let_in(path: Path, now: StandingClock) -> None:
    first, second = Database(path, StorageError), Database(path, StorageError)
    await first.open()
    await second.open()  # as another process has it
    made = await InvitationStore(first, now).invite("agent", DAY, "console", "root")
    outcomes = await asyncio.gather(
        *(
            InvitationStore(database, now).redeem(made.code, "telegram", f"{place}{number}", "")
            for place, database in (("a", first), ("b", second))
            for number in range(5)
        )
    )
    assert sorted(outcomes) == ["redeemed"] + ["used"] * 9
    assert await PeopleStore(second, now).count() == 1
    await first.close()
    await second.close()


@pytest.mark.parametrize(("passed", "outcome"), [(DAY - 0.001, "redeemed"), (DAY, "expired")])
async def test_an_invitation_ends_at_its_moment(
    database: Database, now: StandingClock, passed: float, outcome: str
) -> None:
    invitations = InvitationStore(database, now)
    made = await invitations.invite("agent", DAY, "console", "root")
    now.seconds += passed
    assert await invitations.redeem(made.code, "telegram", "1", "") == outcome


async def test_a_code_outlives_a_restart_and_is_not_kept_readable(path: Path, now: StandingClock) -> None:
    database = Database(path, StorageError)
    await database.open()
    made = await InvitationStore(database, now).invite("agent", DAY, "console", "root")
    await database.close()
    kept = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert made.code.encode() not in kept
    assert made.code.replace("-", "").encode() not in kept
    again = Database(path, StorageError)
    await again.open()
    assert await InvitationStore(again, now).redeem(made.code, "telegram", "1", "") == "redeemed"
    await again.close()


async def test_an_unknown_code_lets_nobody_in(database: Database, now: StandingClock) -> None:
    assert await InvitationStore(database, now).redeem(new_code(), "telegram", "1", "") == "wrong"
    assert await PeopleStore(database, now).count() == 0


async def test_an_invitation_unblocks_nobody(database: Database, now: StandingClock) -> None:
    invitations, people = InvitationStore(database, now), PeopleStore(database, now)
    await people.see("telegram", "1", "Amine", None)
    await people.set_blocked(1, True)
    made = await invitations.invite("agent", DAY, "console", "root")
    await invitations.redeem(made.code, "telegram", "1", "Amine")
    person = await people.find("telegram", "1")
    assert person is not None
    assert person.is_blocked


def test_codes_are_read_however_they_are_typed() -> None:
    code = new_code()
    assert code != new_code()
    for typed in (
        code,
        code.lower(),
        f" {code}\n",
        code.replace("-", " "),
        code.replace("-", ""),
        code[:5] + "–" + code[6:],
    ):
        assert read_code(typed) == code
    for text in (
        "",
        "tarif fibre",
        code[:-1],
        code + "A",
        f"mon code {code}",
        "ABCDE-FGH1J",
        "ABCDE-FGHOJ",
        "سعر العرض",
    ):
        assert read_code(text) is None


async def test_people_are_listed_admins_first_blocked_last(database: Database, now: StandingClock) -> None:
    people = PeopleStore(database, now)
    for number in range(1, 5):
        now.seconds += 1
        await people.see("telegram", str(number), f"P{number}", None)
    await people.set_role(2, "admin")
    await people.set_blocked(4, True)
    assert [person.number for person in await people.page(0, 10)] == [2, 3, 1, 4]
    assert [person.number for person in await people.page(1, 2)] == [3, 1]
    assert await people.count() == 4


async def test_when_someone_was_seen_is_kept_to_some_minutes(database: Database, now: StandingClock) -> None:
    people = PeopleStore(database, now)
    await people.see("telegram", "1", "Amine", None)
    begin = now.seconds
    for passed, told, name, seen in (
        (599, "Amine", "Amine", 0),
        (599, "Amine B.", "Amine B.", 599),
        (1199, "Amine B.", "Amine B.", 1199),
        (1799, "", "Amine B.", 1799),
    ):
        now.seconds = begin + passed
        await people.see("telegram", "1", told, await people.find("telegram", "1"))
        person = await people.find("telegram", "1")
        assert person is not None
        assert (person.name, person.seen - begin, person.created) == (name, seen, begin)


async def test_a_limit_lets_the_next_one_when_the_first_is_old_enough(database: Database, now: StandingClock) -> None:
    attempts, limits = AttemptStore(database, now), (Limit(2, 60.0),)
    key = ("telegram", "1", "question")
    assert await attempts.take(*key, limits) == 0
    now.seconds += 20
    assert await attempts.take(*key, limits) == 0
    now.seconds += 10
    assert await attempts.take(*key, limits) == 30
    assert await attempts.take(*key, limits) == 30, "what was held back isn't counted"
    for other in (("telegram", "2", "question"), ("teams", "1", "question"), ("telegram", "1", "code")):
        assert await attempts.wait(*other, limits) == 0
    now.seconds += 29.5
    assert await attempts.take(*key, limits) == 0.5
    now.seconds += 0.5
    assert await attempts.take(*key, limits) == 0
    assert await attempts.take(*key, limits) == 20, "the second one counts on"


async def test_the_longest_wait_of_several_limits_is_told(database: Database, now: StandingClock) -> None:
    attempts, limits = AttemptStore(database, now), (Limit(1, 60.0), Limit(2, DAY))
    for _ in range(2):
        assert await attempts.take("telegram", "1", "question", limits) == 0
        now.seconds += 60
    assert await attempts.take("telegram", "1", "question", limits) == DAY - 120


async def test_limits_outlive_a_restart_and_old_attempts_go(path: Path, now: StandingClock) -> None:
    for expected in (0, 60):
        database = Database(path, StorageError)
        await database.open()
        assert await AttemptStore(database, now).take("telegram", "1", "question", (Limit(1, 60.0),)) == expected
        await database.close()
    now.seconds += DAY
    await database.open()
    await AttemptStore(database, now).note("telegram", "2", "code")
    kept = await database.read(lambda db: db.conn.execute("SELECT person, kind FROM attempts").fetchall())
    assert kept == [("2", "code")]
    await database.close()


async def test_questions_at_the_same_moment_do_not_pass_a_limit(database: Database, now: StandingClock) -> None:
    attempts = AttemptStore(database, now)
    waits = await asyncio.gather(*(attempts.take("telegram", "1", "question", (Limit(3, 60.0),)) for _ in range(10)))
    assert sorted(waits) == [0.0] * 3 + [60.0] * 7


async def test_what_admins_did_is_kept(database: Database, now: StandingClock) -> None:
    log = AdminLog(database, now)
    await log.note("telegram", "1", "block", "telegram:2")
    await log.note("console", "root", "reindex")
    rows = await database.read(lambda db: db.conn.execute("SELECT * FROM admin_log ORDER BY id").fetchall())
    assert [row[1:] for row in rows] == [
        (now.seconds, "telegram", "1", "block", "telegram:2"),
        (now.seconds, "console", "root", "reindex", ""),
    ]


async def test_usage_counts_what_was_given_since(database: Database, now: StandingClock) -> None:
    usage = UsageStore(database)
    assert await usage.since(0) == Usage(0, 0, {}, 0, 0)
    people, answers = PeopleStore(database, now), AnswerStore(database, now)
    turns, feedback = ConversationStore(database, now), FeedbackStore(database, now)
    for person in ("1", "2"):
        await people.see("telegram", person, "", None)
    await people.set_blocked(2, True)
    for answer_id, kind in (("old", "answer"), ("a", "answer"), ("r", "refusal")):
        await answers.save({"answer_id": answer_id, "question": "q", "language": "fr", "kind": kind})
        await turns.add_turn("telegram", "1", "", Turn(answer_id, "fr"))
        await feedback.vote(answer_id, "telegram", "1", 1 if kind == "answer" else -1)
        now.seconds += DAY
    await turns.add_turn("telegram", "2", "", Turn("old", "fr"))  # from the cache: given again
    told = await usage.since(1_000_000.0 + DAY)
    assert told == Usage(2, 1, {"answer": 2, "refusal": 1}, 1, 1)
    assert told.questions == 3
