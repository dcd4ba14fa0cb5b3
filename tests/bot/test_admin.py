"""What admins do: people and invitations, the audit, statistics; each with its trace, in both languages."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.admin_texts import AdminText
from bot.auditing import renew_audit
from bot.replies import Invitation, Notice
from bot.texts import Text
from bot.users import PEOPLE_A_PAGE
from core.audit.decisions import load_decisions
from core.audit.last import last_findings
from core.documents.chunk import Chunk
from core.documents.chunks import format_chunk
from core.errors import StorageError
from core.settings import Settings
from storage.database import Database
from tests.audit.twins import AR_ROWS, arabic, french
from tests.bot.conftest import Bot

NOW = 1_930_000_000.0


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Twins that disagree on one price and on their dates; not audited yet."""
    data, gen = tmp_path / "data", tmp_path / "gen"
    data.mkdir()
    changed = ((AR_ROWS[0][0], "1 950 دج", AR_ROWS[0][2]), *AR_ROWS[1:])
    _write([*french(), *arabic(table=changed, date="2026-03-12")], gen)
    return Settings(data_dir=data, gen_dir=gen, db_dir=tmp_path, admins="test:boss")


def _write(chunks: list[Chunk], gen_dir: Path) -> None:
    for chunk in chunks:
        folder = gen_dir / f"{chunk.document.replace('/', '_')}-0123456789ab"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{chunk.ordinal:04}.md").write_text(format_chunk(chunk), encoding="utf-8")


@pytest.fixture
async def bot(settings: Settings, database_path: Path) -> AsyncIterator[Bot]:
    database = Database(database_path, StorageError)
    await database.open()
    yield Bot(database, settings, lambda: NOW)
    await database.close()


async def order(bot: Bot, text: str) -> Any:
    return await bot.send(text, person="boss", name="Nadia")


async def enter(bot: Bot, person: str, name: str, role: str = "") -> None:
    made = await order(bot, f"/users invite {role}")
    await bot.send(made.code, person=person, name=name)


async def logged(bot: Bot) -> list[tuple[str, str, str, str]]:
    return await bot.database.read(
        lambda db: db.conn.execute("SELECT channel, person, action, detail FROM admin_log ORDER BY id").fetchall()
    )


@pytest.mark.parametrize("command", ["/users", "/users invite", "/audit", "/stats", "/مستخدمون", "/تدقيق", "/reindex"])
async def test_who_is_no_admin_is_told_so_and_nothing_is_done(bot: Bot, command: str) -> None:
    await enter(bot, "agent", "Lina")
    before = await logged(bot)
    language: Any = "fr" if command.isascii() else "ar"
    told = await bot.send(command, person="agent")
    assert told == Notice(Text.ADMINS_ONLY.say(language, command=command.split()[0]), language, is_error=True)
    assert await logged(bot) == before


async def test_the_list_says_who_is_there(bot: Bot) -> None:
    await enter(bot, "7", "Lina\nBelkacem")
    await enter(bot, "8", "أمين", "admin")
    await order(bot, "/users block test:7")
    assert (await order(bot, "/users")).text.splitlines() == [
        "Personnes : 3 (page 1 sur 1)",
        "3. \u2068أمين\u2069, test:8, administrateur, vu le 27/02/2031",
        "1. Nadia, test:boss, administrateur (réglages), vu le 27/02/2031",
        "2. Lina Belkacem, test:7, agent, bloqué",
    ]
    assert (await order(bot, "/المستخدمون")).text.splitlines()[3] == "2. Lina Belkacem، test:7، عون، محظور"


async def test_a_long_list_is_paged(bot: Bot) -> None:
    for number in range(PEOPLE_A_PAGE):
        await enter(bot, f"p{number}", f"P{number}")
    first = (await order(bot, "/users")).text.splitlines()
    assert len(first) == PEOPLE_A_PAGE + 2
    assert first[-1] == "Suite : /users 2"
    second = (await order(bot, "/users ٢")).text.splitlines()
    assert len(second) == 2
    assert (await order(bot, "/users 99")).text.splitlines() == second


@pytest.mark.parametrize(
    ("command", "role", "language"),
    [
        ("/users invite", "agent", "fr"),
        ("/users invite admin", "administrateur", "fr"),
        ("/utilisateurs inviter agent", "agent", "fr"),
        ("/مستخدمون دعوة", "عون", "ar"),
        ("/مستخدمون دعوة مسؤول", "مسؤول", "ar"),
    ],
)
async def test_an_invitation_tells_role_and_end(bot: Bot, command: str, role: str, language: str) -> None:
    made = await order(bot, command)
    assert isinstance(made, Invitation)
    assert made.language == language
    assert f"({role})" in made.text
    assert "06/03/2031" in made.text
    assert made.code not in str(await logged(bot)), "the log lets nobody in"


@pytest.mark.parametrize(
    ("block", "unblock"),
    [
        ("/users block 2", "/users unblock 2"),
        ("/users bloquer test:7", "/users débloquer test:7"),
        ("/مستخدمون حظر ٢", "/مستخدمون سماح ٢"),
    ],
)
async def test_blocking_and_unblocking(bot: Bot, block: str, unblock: str) -> None:
    await enter(bot, "7", "Lina")
    language: Any = "fr" if "users" in block else "ar"
    assert (await order(bot, block)).text == AdminText.USER_BLOCKED.say(language, name="Lina", number=2)
    assert await bot.replies("tarif azur", person="7") == []
    assert (await order(bot, unblock)).text == AdminText.USER_UNBLOCKED.say(language, name="Lina")
    assert await bot.replies("tarif azur", person="7") != []


async def test_roles_change(bot: Bot) -> None:
    await enter(bot, "7", "Lina")
    assert (await order(bot, "/users admin 2")).text == AdminText.USER_IS_ADMIN.say("fr", name="Lina")
    assert "Nadia" in (await bot.send("/users", person="7")).text
    assert (await order(bot, "/مستخدمون عون 2")).text == AdminText.USER_IS_AGENT.say("ar", name="Lina")
    assert (await bot.send("/users", person="7")).is_error


async def test_nobody_locks_themself_or_the_settings_admins_out(bot: Bot) -> None:
    await enter(bot, "7", "Lina", "admin")
    for command in ("/users block 1", "/users agent 1", "/users block 2", "/users agent test:7"):
        assert (await bot.send(command, person="7")).text == AdminText.USER_PROTECTED.say("fr")
    assert (await order(bot, "/users block test:boss")).text == AdminText.USER_PROTECTED.say("fr")
    assert "administrateur, vu" in (await order(bot, "/users")).text


@pytest.mark.parametrize("argument", ["block 99", "admin telegram:12345", "unblock Lina", "block 99999999999999999999"])
async def test_who_is_not_known_cannot_be_changed(bot: Bot, argument: str) -> None:
    said = argument.split()[1]
    assert (await order(bot, f"/users {argument}")).text == AdminText.USER_UNKNOWN.say("fr", id=said)
    assert await logged(bot) == []


@pytest.mark.parametrize("argument", ["block", "remove 2", "invite block", "invite chef", "?"])
async def test_what_users_takes_is_told(bot: Bot, argument: str) -> None:
    assert (await order(bot, f"/users {argument}")).text == AdminText.USERS_USAGE.say("fr")


async def test_from_the_console_an_empty_list_says_how_to_begin(bot: Bot) -> None:
    told = await bot.send("/users", person="root", is_admin=True)
    assert told.text == AdminText.USERS_NONE.say("fr")


async def test_all_that_admins_do_is_noted(bot: Bot, settings: Settings) -> None:
    renew_audit(settings)
    await enter(bot, "7", "Lina")
    for command in ("/users", "/users block 2", "/users unblock 2", "/users admin 2", "/users agent 2"):
        await order(bot, command)
    await bot.replies("/reindex", person="boss")
    await order(bot, "/stats")
    await order(bot, "/audit")
    await order(bot, "/audit 0123456789 left")
    assert await logged(bot) == [
        ("test", "boss", action, detail)
        for action, detail in [
            ("invite", "agent"),
            ("list people", "page 1"),
            ("block", "test:7"),
            ("unblock", "test:7"),
            ("admin", "test:7"),
            ("agent", "test:7"),
            ("reindex", ""),
            ("stats", ""),
            ("list findings", ""),
            ("decide", "0123456789 left"),
        ]
    ]


async def test_before_any_audit_that_is_told(bot: Bot) -> None:
    assert (await order(bot, "/audit")).text == AdminText.AUDIT_NOT_YET.say("fr")


async def test_contradictions_are_shown_figures_first_and_decided(bot: Bot, settings: Settings) -> None:
    renew_audit(settings)
    shown = (await order(bot, "/audit")).text
    findings = last_findings(settings.gen_dir) or ()
    price, date = sorted(findings, key=lambda finding: finding.kind != "cell")[:2]
    assert shown.startswith(AdminText.AUDIT_OPEN.say("fr", count=2))
    assert 0 < shown.index(f"{price.id} · case de tableau") < shown.index(f"{date.id} · date")
    assert "1 750 DA · Offres/Rimal Fibre" in shown
    assert shown.endswith(AdminText.AUDIT_HOW.say("fr"))

    decided = await order(bot, f"/audit {price.id.upper()} gauche")
    verdict = AdminText.AUDIT_LEFT_HOLDS.say("fr")
    assert decided.text == AdminText.AUDIT_DECIDED.say("fr", id=price.id, verdict=verdict, count=1)
    assert load_decisions(settings.data_dir).by_id[price.id].holds == "left"
    assert price.id not in (await order(bot, "/audit")).text

    await order(bot, f"/تدقيق {date.id} لا")
    assert load_decisions(settings.data_dir).by_id[date.id].holds == "not-a-contradiction"
    assert (await order(bot, "/تدقيق")).text == AdminText.AUDIT_NOTHING.say("ar")


async def test_the_audit_in_arabic(bot: Bot, settings: Settings) -> None:
    renew_audit(settings)
    shown = await order(bot, "/تدقيق")
    assert shown.language == "ar"
    assert "خانة جدول" in shown.text
    assert "الأول: " in shown.text


@pytest.mark.parametrize("argument", ["0123456789", "0123456789 maybe", "left"])
async def test_how_to_decide_is_told(bot: Bot, argument: str) -> None:
    assert (await order(bot, f"/audit {argument}")).text == AdminText.AUDIT_HOW.say("fr")


async def test_an_unknown_finding_is_told(bot: Bot) -> None:
    told = await order(bot, "/audit 0123456789 right")
    assert told == Notice(AdminText.AUDIT_UNKNOWN.say("fr", id="0123456789"), "fr", is_error=True)


@pytest.mark.parametrize("content", ["{", "[]", '{"findings": [{}]}', '{"findings": 1}'])
async def test_a_damaged_audit_is_an_internal_error(bot: Bot, settings: Settings, content: str) -> None:
    (settings.gen_dir / "audit.json").write_text(content, encoding="utf-8")
    assert (await order(bot, "/audit")).text == Text.TROUBLE.say("fr")


def test_the_last_audit_is_read_as_it_was_written(settings: Settings) -> None:
    from core.audit.audit import audit_folder

    assert last_findings(settings.gen_dir) is None
    renew_audit(settings)
    read = last_findings(settings.gen_dir) or ()
    assert [finding.to_json() for finding in read] == [f.to_json() for f in audit_folder(settings.gen_dir).findings]


async def test_stats_tell_people_questions_and_votes(bot: Bot) -> None:
    await enter(bot, "7", "Lina")
    await bot.send("tarif azur 480", person="7")
    await bot.send("+", person="7")
    await bot.send("quelle météo ?", person="7")
    shown = (await order(bot, "/stats")).text
    assert AdminText.STATS_PEOPLE.say("fr", people=2, blocked=0) in shown
    counts = {"questions": 2, "answers": 1, "quotes": 0, "refusals": 1, "up": 1, "down": 0}
    assert AdminText.STATS_QUESTIONS.say("fr", days=7, **counts) in shown
    assert AdminText.STATS_QUESTIONS.say("ar", days=7, **counts) in (await order(bot, "/إحصائيات")).text
