"""From votes to evaluation, from end to end: three people on two channels, a reviewer, the file of questions."""

import asyncio
import json
from dataclasses import replace

import pytest

from bot.app import open_app
from bot.learning.acceptance import Verdict
from bot.learning.desk import NotOpen
from bot.learning.question_file import AlreadyThere
from bot.learning.texts import ReviewText
from bot.texts import Text
from core.question import Question
from eval.labelled import read_labelled
from storage.pins import PinStore
from tests.bot.learning.conftest import BOSS, People

pytestmark = pytest.mark.slow

FIGURE = "Quel est le prix de Box XL pour le client 0555 12 34 56 ?"
DOCUMENT = "سعر عرض الألياف للمستأجرين 880 ميغا"
REFUSED = "tarif Rimal Fibre Résidentiel 750 mega"
TENANTS = "Offres/Offre Rimal Fibre Locataire V3 FR.docx"


async def test_three_votes_on_two_channels_become_evaluation_questions(people: People) -> None:
    await people.ask("telegram", "amina-1", FIGURE)
    await people.say("telegram", "amina-1", "- mauvais chiffre")
    await people.ask("teams", "yacine-2", DOCUMENT)
    await people.say("teams", "yacine-2", "- الوثيقة خاطئة")
    assert (await people.ask("telegram", "sara-3", REFUSED)).reply.kind == "refusal"
    await people.say("telegram", "sara-3", "-")
    await people.say("telegram", "sara-3", "/feedback le palier 750 existe, demandez à 0661 00 11 22")

    listed = await people.order("/review")
    assert "À examiner : 3" in listed.text
    ids = await people.groups()
    assert set(ids) == {FIGURE, DOCUMENT, REFUSED}
    assert [choice.split()[-1] for choice in listed.choices] == [ids[REFUSED], ids[DOCUMENT], ids[FIGURE]]

    shown = await people.order(f"/review {ids[FIGURE]}")
    for part in ("Mauvais chiffre ×1", "Réponse (answer)", "1. ", "Tri :"):
        assert part in shown.text
    shown = await people.order(f"/review {ids[REFUSED]}")
    assert "le palier 750 existe" in shown.text
    assert Text.REASON_DOCUMENT.say("ar") in (await people.order(f"/مراجعة {ids[DOCUMENT]}")).text

    told = await people.order(f"/review accept {ids[FIGURE]} 1 = 3 870 | 3870 ; ≠ 2 130")
    assert told.text.startswith(f"{'v-'}"), told
    assert ReviewText.REVIEW_MASKED.say("fr") in told.text
    assert not (await people.order(f"/مراجعة قبول {ids[DOCUMENT]} {TENANTS} = 4 090")).is_error
    assert not (await people.order(f"/review accept {ids[REFUSED]} refus")).is_error
    assert (await people.order("/review")).text == ReviewText.REVIEW_NOTHING.say("fr")

    assert people.settings.questions_file is not None
    entries = read_labelled([people.settings.questions_file])
    by_language = {entry["language"]: entry for entry in entries if entry["expected"] == "answer"}
    assert by_language["ar"]["documents"] == [TENANTS]
    assert by_language["ar"]["must_include"] == [["4 090"]]
    assert by_language["fr"]["must_include"] == [["3 870", "3870"]]
    assert by_language["fr"]["must_not_include"] == ["2 130"]
    assert by_language["fr"]["question"] == "Quel est le prix de Box XL pour le client [téléphone] ?"
    assert [entry["question"] for entry in entries if entry["expected"] == "refuse"] == [REFUSED]
    content = people.settings.questions_file.read_text(encoding="utf-8")
    for personal in ("amina", "yacine", "sara", "Nom-", "chat-", "telegram", "teams", "boss", "0555", "0661"):
        assert personal not in content


async def test_what_cannot_be_accepted_is_told_and_nothing_is_written(people: People) -> None:
    await people.ask("telegram", "a", "prix recharge Box L")
    await people.say("telegram", "a", "-")
    [group_id] = (await people.groups()).values()
    how = ReviewText.REVIEW_ACCEPT_HOW.say("fr")
    for said, expected in [
        ("", how),
        ("refus = 3", how),
        ("1 = 0555123456", ReviewText.REVIEW_NO_FACT.say("fr", why="0555123456")),
        ("1 = 9 999 999", ReviewText.REVIEW_NO_FACT.say("fr", why="9 999 999")),
        ("azertyuiop", ReviewText.REVIEW_NO_DOCUMENT.say("fr", why="x")),
        ("Offres", ReviewText.REVIEW_NO_DOCUMENT.say("fr", why="Offres")),
        ("1 = 2 130 ; ≠ l.b@rimal.example", ReviewText.REVIEW_PERSONAL.say("fr")),
    ]:
        told = await people.order(f"/review accept {group_id} {said}")
        assert told.is_error
        assert told.text.startswith(expected[:25]), said
    assert (await people.order("/review accept 0000000000 refus")).text == ReviewText.REVIEW_UNKNOWN.say("fr")
    assert (await people.order("/review frobnicate x")).text == ReviewText.REVIEW_USAGE.say("fr")
    assert people.settings.questions_file is not None
    assert not people.settings.questions_file.exists()
    refused = await people.say("telegram", "a", "/review")
    assert refused.text == Text.ADMINS_ONLY.say("fr", command="/review")


async def test_discard_open_edit(people: People) -> None:
    await people.ask("telegram", "a", "prix recharge Box L")
    await people.say("telegram", "a", "-")
    [group_id] = (await people.groups()).values()
    await people.order(f"/review discard {group_id}")
    assert (await people.order("/review")).text == ReviewText.REVIEW_NOTHING.say("fr")
    assert (await people.order(f"/review accept {group_id} refus")).is_error
    await people.order(f"/مراجعة فتح {group_id}")
    await people.order(f"/review edit {group_id} Combien coûte la recharge de la Box L ?")
    await people.order(f"/review accept {group_id} 1 = 2 130")
    assert people.settings.questions_file is not None
    [entry] = read_labelled([people.settings.questions_file])
    assert entry["question"] == "Combien coûte la recharge de la Box L ?"
    again = await people.order(f"/review accept {group_id} 1")
    assert again.text == ReviewText.REVIEW_NOT_OPEN.say("fr", state="acceptée")


async def test_two_reviewers_at_once_decide_once(people: People) -> None:
    await people.ask("telegram", "a", "prix recharge Box L")
    await people.say("telegram", "a", "-")
    [group_id] = (await people.groups()).values()
    async with open_app(people.settings) as other:  # as another process would
        results = await asyncio.gather(
            people.app.desk.accept(group_id, Verdict(refuse=True)),
            other.desk.accept(group_id, Verdict(False, ("1",), (("2 130",),))),
            people.app.desk.accept(group_id, Verdict(refuse=True)),
            return_exceptions=True,
        )
    assert sum(isinstance(result, NotOpen | AlreadyThere) for result in results) == 2
    assert people.settings.questions_file is not None
    assert len(read_labelled([people.settings.questions_file])) == 1


async def test_a_praised_answer_becomes_a_question_and_a_pin(people: People) -> None:
    question = "prix recharge Box L"
    first = (await people.ask("telegram", "a", question)).reply
    await people.say("telegram", "a", "+")
    [group_id] = (await people.groups()).values()
    assert (await people.order("/review")).text == ReviewText.REVIEW_NOTHING.say("fr")
    assert group_id in (await people.order("/review good")).text
    assert not (await people.order(f"/review accept {group_id} = 2 130")).is_error
    assert not (await people.order(f"/review pin {group_id}")).is_error
    given = (await people.ask("teams", "b", question)).reply
    assert given.pinned
    assert given.text == first.text
    pins = await people.order("/review pins")
    assert question in pins.text
    assert ReviewText.REVIEW_PIN_HOLDS.say("fr") in pins.text
    await people.order(f"/review unpin {group_id}")
    assert not (await people.ask("teams", "b", question)).reply.pinned
    assert people.settings.questions_file is not None
    [entry] = json.loads(people.settings.questions_file.read_text(encoding="utf-8"))
    assert entry["documents"] == sorted({citation.document for citation in first.citations})


async def test_a_pin_whose_passage_changed_is_put_up_for_review_again(people: People) -> None:
    question = "prix recharge Box L"
    first = (await people.ask("telegram", "a", question)).reply
    await people.say("telegram", "a", "+")
    [group_id] = (await people.groups()).values()
    # As if the index had another text now.
    cited = replace(first.citations[0], text=first.citations[0].text.replace("2 130", "2 100"))
    pins = PinStore(people.app.database, lambda: 1.0)
    await pins.pin(Question(question, "fr").folded, group_id, replace(first, citations=(cited,)).to_json())
    assert not (await people.ask("teams", "b", question)).reply.pinned
    listed = await people.order("/review")
    assert group_id in listed.text
    assert ReviewText.REVIEW_PIN_STALE.say("fr") in listed.text
    assert ReviewText.REVIEW_PIN_CHANGED.say("ar") in (await people.order("/مراجعة مثبتة")).text
    await people.order(f"/review pin {group_id}")  # the answer of today takes its place
    assert (await people.ask("teams", "b", question)).reply.pinned
    assert (await people.order("/review")).text == ReviewText.REVIEW_NOTHING.say("fr")


async def test_what_was_voted_down_or_refused_is_not_pinned(people: People) -> None:
    await people.ask("telegram", "a", "prix recharge Box L")
    await people.say("telegram", "a", "+")
    await people.ask("telegram", "b", "prix recharge Box L")
    await people.say("telegram", "b", "-")
    [group_id] = (await people.groups()).values()
    assert (await people.order(f"/review pin {group_id}")).text == ReviewText.REVIEW_NO_PRAISE.say("fr")


async def test_lists_are_paged_by_buttons_in_the_askers_script(people: People) -> None:
    for speed in range(701, 708):
        await people.ask("telegram", "a", f"tarif Rimal Fibre Résidentiel {speed} mega")
    await people.ask("telegram", "b", "tarif Rimal Fibre Résidentiel 701 mega")
    first = await people.order("/مراجعة")
    assert first.choices[-1] == "/مراجعة الأحدث 2"
    second = await people.order(first.choices[-1])
    assert second.language == "ar"
    assert len(second.choices) == 3
    frequent = await people.order("/review frequent")
    assert "701" in frequent.text.split("\n\n")[1]
    assert "Offres/" in (await people.order("/review documents")).text
    noted = await people.app.database.read(
        lambda db: db.conn.execute("SELECT count(*) FROM admin_log WHERE action LIKE 'review%'").fetchone()[0]
    )
    assert noted == 4


@pytest.mark.parametrize("door", ["list", "export", "promote"])
async def test_the_commands_see_the_same(people: People, door: str, capsys: pytest.CaptureFixture[str]) -> None:
    from bot.learning import command

    question = "prix recharge Box L pour 0555 12 34 56"
    await people.ask("telegram", "amina", question)
    await people.say("telegram", "amina", "- appelez le 0661 00 11 22")
    [group_id] = (await people.groups()).values()
    settings = people.settings
    if door == "list":
        await asyncio.to_thread(command.run_list, settings, "open", "recent", False)
        assert f"{group_id}  open  down 1" in capsys.readouterr().out
    elif door == "export":
        await asyncio.to_thread(command.run_export, settings, "all", False, None)
        written = capsys.readouterr().out
        [exported] = json.loads(written)
        assert exported["answers"][0]["candidates"]
        assert exported["reasons"] == ["appelez le [téléphone]"]
        assert not any(personal in written for personal in ("amina", "0661", "0555", *BOSS))
    else:
        verdict = Verdict(False, ("fiche offre 2026 FR",), command.read_facts(["2 130|2130"]), ())
        await asyncio.to_thread(command.run_promote, settings, group_id, verdict, "prix de la recharge Box L")
        assert settings.questions_file is not None
        [entry] = read_labelled([settings.questions_file])
        assert entry["id"] in capsys.readouterr().out
