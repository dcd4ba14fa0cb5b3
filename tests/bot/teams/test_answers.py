"""From an activity that comes in to the activities that go out."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from bot.replies import Progress
from bot.teams.activities import read
from bot.teams.board import Board
from bot.teams.markdown import escape
from bot.teams.render import progress_activity
from bot.teams.stream import LOOK_EVERY_S
from bot.texts import Text
from core.question import Question
from tests.bot.teams.conftest import Teams, running_teams
from tests.bot.teams.servers import Json, OpenId, RecordingConnector

STOPPED = {"error": {"code": "ContentStreamNotAllowed", "message": "Content stream was cancelled by user."}}
TIMED_OUT = {"error": {"code": "ContentStreamNotAllowed", "message": "Content stream exceeded the time limit."}}
REMOVED = {"error": {"code": "BotNotInConversationRoster", "message": "The bot is not part of the roster."}}


def _stream(activity: Json) -> Json:
    found: list[Json] = [entity for entity in activity.get("entities", []) if entity["type"] == "streaminfo"]
    return found[0] if found else {}


def _is_final(activity: Json) -> bool:
    return _stream(activity).get("streamType") == "final"


def _wait_for_the_stream(teams: Teams) -> None:
    """The answer isn't ready before the first line of the stream was shown or refused."""

    async def shown(_: Question) -> None:
        await teams.connector.until(lambda: bool(teams.connector.activities or teams.connector.refused))
        await asyncio.sleep(0.01)

    teams.bot.engine.before_answer = shown


async def test_a_personal_question_is_streamed_and_ends_with_badge_citations_and_thumbs(teams: Teams) -> None:
    _wait_for_the_stream(teams)
    await teams.say("prix azur 480")
    (final,) = await teams.messages(1)
    first = teams.connector.activities[0]
    assert first["type"] == "typing"
    assert first["text"] == Text.SEARCHING.say("fr")
    assert _stream(first) == {"type": "streaminfo", "streamType": "informative", "streamSequence": 1}
    assert _stream(final) == {"type": "streaminfo", "streamId": "out-1", "streamType": "final"}
    assert final["text"] == "480 Mbps : 7 150 DA [1] [2]."
    label = final["entities"][1]
    assert label["additionalType"] == ["AIGeneratedContent"]
    assert [claim["position"] for claim in label["citation"]] == [1, 2]
    assert label["citation"][0]["appearance"]["name"] == "Offre Azur › Tarifs"
    assert final["channelData"] == {"feedbackLoopEnabled": True}
    assert "attachments" not in final  # Teams would make two messages of it, and tell the id of neither
    await teams.until_done(1)
    below = teams.connector.messages[1]
    assert set(below) & {"text", "entities", "channelData"} == set()
    assert [button["title"] for button in teams.connector.buttons] == ["Sources (2)"]
    assert final["recipient"]["id"] == "29:agent"
    assert "replyToId" not in final
    assert teams.connector.authorizations == {"Bearer our token"}


async def test_an_arabic_question_is_answered_in_arabic_with_isolated_numbers(teams: Teams) -> None:
    _wait_for_the_stream(teams)
    await teams.say("ما هو سعر أزور")
    (final,) = await teams.messages(1)
    assert teams.connector.activities[0]["text"] == Text.SEARCHING.say("ar")
    assert "\u20667 150\u2069" in final["text"].replace("\u202f", " ")
    assert [claim["position"] for claim in final["entities"][1]["citation"]] == [1, 2]


async def test_a_stream_sends_one_activity_a_second(teams: Teams) -> None:
    _wait_for_the_stream(teams)
    await teams.say("prix azur 480")
    await teams.messages(1)
    paused = sum(seconds for seconds in teams.clock.slept if seconds > LOOK_EVERY_S)
    assert paused == pytest.approx(1.0 * (len(teams.connector.activities) - 1))


async def test_the_sentences_of_a_quick_answer_are_the_first_to_be_seen(teams: Teams) -> None:
    await teams.say("prix azur 480")
    (final,) = await teams.messages(1)
    first = teams.connector.activities[0]
    assert _stream(first) == {"type": "streaminfo", "streamType": "streaming", "streamSequence": 1}
    assert first["text"] == final["text"]
    assert _is_final(final)


async def test_in_a_channel_one_message_in_the_thread_quotes_the_question(teams: Teams) -> None:
    await teams.post(teams.in_group("prix azur 480"))
    (answer,) = await teams.messages(1)
    assert answer["text"].startswith("> prix azur 480\n\n480 Mbps")
    assert answer["replyToId"] == "in-1"
    assert "messageid" in teams.connector.taken[0][1]
    assert [activity["type"] for activity in teams.connector.activities] == ["message"]


async def test_talk_in_a_group_that_does_not_mention_the_bot_is_left_alone(teams: Teams) -> None:
    group = {"id": "19:g", "conversationType": "groupChat", "isGroup": True}
    mention = {"type": "mention", "text": "<at>Karim</at>", "mentioned": {"id": "29:karim", "name": "Karim"}}
    assert (
        await teams.post(teams.activity("<at>Karim</at> prix ?", conversation=group, entities=[mention]))
    ).status == 200
    await teams.say("prix azur 480")
    await teams.messages(1)
    assert [question.text for question in teams.bot.engine.asked] == ["prix azur 480"]


async def test_what_comes_twice_is_answered_once_also_after_a_restart(
    database_path: Path, connector: RecordingConnector, openid: OpenId
) -> None:
    async with running_teams(database_path, connector, openid) as teams:
        activity = teams.activity("prix azur 480")
        assert [(await teams.post(activity)).status for _ in range(3)] == [200] * 3
        await teams.until_done(1)
    async with running_teams(database_path, connector, openid) as teams:
        assert (await teams.post(activity)).status == 200
        await teams.say("prix azur 240", id="another")
        await teams.until_done(1)
    assert len(connector.texts) == 2


async def test_it_is_acknowledged_before_it_is_answered_and_answered_after_a_restart(
    database_path: Path, connector: RecordingConnector, openid: OpenId, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.teams.channel.FINISH_S", 0.05)  # a stop that can't wait for the answer
    async with running_teams(database_path, connector, openid) as teams:

        async def never(_: Question) -> None:
            await asyncio.sleep(3600)

        teams.bot.engine.before_answer = never
        await teams.say("prix azur 480")
    assert connector.messages == []
    async with running_teams(database_path, connector, openid) as teams:
        (answer,) = await teams.messages(1)
        assert "7 150 DA" in answer["text"].replace("\u202f", " ")
        await teams.until_done(1)
    assert len(connector.texts) == 1


async def test_faults_of_the_connector_are_waited_out_and_the_answer_arrives_once(teams: Teams) -> None:
    _wait_for_the_stream(teams)
    teams.connector.fail(500, "<html>", when=_is_final)
    teams.connector.fail(429, {"error": {"code": "TooMany", "message": "later"}}, when=_is_final, Retry_After="7")
    teams.connector.fail(502, "bad gateway", when=_is_final)
    await teams.say("prix azur 480")
    await teams.messages(1)
    await teams.until_done(1)
    assert len(teams.connector.texts) == 1
    assert 7.0 in teams.clock.slept


async def test_a_stream_that_teams_refuses_ends_in_an_ordinary_message(teams: Teams) -> None:
    _wait_for_the_stream(teams)
    teams.connector.fail(405, "", when=lambda activity: activity["type"] == "typing")
    await teams.say("prix azur 480")
    (answer,) = await teams.messages(1)
    assert _stream(answer) == {}
    assert answer["channelData"] == {"feedbackLoopEnabled": True}


async def test_a_stream_that_took_too_long_ends_in_an_ordinary_message(teams: Teams) -> None:
    _wait_for_the_stream(teams)
    teams.connector.fail(403, TIMED_OUT, when=_is_final)
    await teams.say("prix azur 480")
    (answer,) = await teams.messages(1)
    assert _stream(answer) == {}


async def test_stop_is_an_ending(teams: Teams, caplog: pytest.LogCaptureFixture) -> None:
    _wait_for_the_stream(teams)
    teams.connector.fail(403, STOPPED, when=_is_final)
    await teams.say("prix azur 480")
    await teams.until_done(1)
    assert teams.connector.messages == []
    assert teams.outcomes.of("message", "sent") == 0
    assert [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []


async def test_stop_during_the_work_ends_it(teams: Teams) -> None:
    _wait_for_the_stream(teams)
    teams.connector.fail(403, STOPPED, when=lambda activity: activity["type"] == "typing")
    await teams.say("prix azur 480")
    await teams.until_done(1)
    assert teams.connector.activities == []
    assert await teams.inbox.waiting() == []


@pytest.mark.parametrize(("status", "body"), [(403, REMOVED), (404, {"error": {"code": "ConversationNotFound"}})])
async def test_a_bot_that_was_removed_stops_trying(
    teams: Teams, status: int, body: Any, caplog: pytest.LogCaptureFixture
) -> None:
    teams.connector.fail(status, body, times=9)
    await teams.say("prix azur 480")
    await teams.until_done(1)
    assert await teams.inbox.waiting() == []
    assert [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []


async def test_thumbs_store_a_vote_on_the_rated_answer_in_both_payload_forms(teams: Teams) -> None:
    await teams.say("prix azur 240")
    await teams.say("prix azur 480")
    first = (await teams.messages(2))[0]
    await teams.until_done(2)
    assert first is teams.connector.texts[0]
    rated = next(f"out-{place + 1}" for place, taken in enumerate(teams.connector.activities) if taken is first)

    def press(reaction: str, feedback: Any, **more: Any) -> Json:
        value = {"actionName": "feedback", "actionValue": {"reaction": reaction, "feedback": feedback}}
        return teams.activity(None, type="invoke", name="message/submitAction", value=value, **more)

    in_teams = press("dislike", json.dumps({"feedbackText": "ce tarif est ancien"}), replyToId=rated)
    assert (await teams.post(in_teams)).status == 200
    in_playground = press("like", "très bien")
    assert (await teams.post(in_playground)).status == 200
    await teams.until_done(4)
    assert await _vote(teams, "a1") == (-1, "ce tarif est ancien")
    assert await _vote(teams, "a2") == (1, "très bien")


async def _vote(teams: Teams, answer_id: str) -> tuple[int, str]:
    database = teams.bot.feedback._database
    row: tuple[int, str] = await database.read(
        lambda db: db.conn.execute("SELECT value, reason FROM votes WHERE answer_id = ?", (answer_id,)).fetchone()
    )
    return row


async def test_sources_are_turned_in_the_card_itself(teams: Teams) -> None:
    await teams.say("prix azur 480")
    await teams.until_done(1)
    card = await _execute(teams, teams.connector.buttons[0])
    assert card["body"][0]["text"] == "Source 1 sur 2"
    assert "rtl" not in card
    cited = next(block for block in card["body"] if block["type"] == "Container")
    assert [item["text"] for item in cited["items"]] == ["▸ Débit : 480 Mbps", "▸ Tarif : 7\u202f150 DA"]
    following = await _execute(teams, card["actions"][-1])
    assert following["body"][0]["text"] == "Source 2 sur 2"
    assert following["rtl"] is True
    assert [action["title"] for action in following["actions"]] == ["‹ 1/2"]
    assert len(teams.connector.messages) == 2


async def _execute(teams: Teams, action: Json) -> Json:
    assert action["type"] == "Action.Execute"
    activity = teams.activity(None, type="invoke", name="adaptiveCard/action", value={"action": action})
    async with teams.session.post(
        teams.url,
        json=activity,
        headers={"Authorization": f"Bearer {teams.openid.token(teams.connector.url)}"},
    ) as response:
        assert response.status == 200
        told = await response.json()
    assert (told["statusCode"], told["type"]) == (200, "application/vnd.microsoft.card.adaptive")
    card: Json = told["value"]
    return card


async def test_a_button_that_is_not_ours_is_told_so(teams: Teams) -> None:
    activity = teams.activity(None, type="invoke", name="adaptiveCard/action", value={"action": {"data": "?"}})
    headers = {"Authorization": f"Bearer {teams.openid.token(teams.connector.url)}"}
    async with teams.session.post(teams.url, json=activity, headers=headers) as response:
        assert (response.status, (await response.json())["statusCode"]) == (200, 400)


async def test_an_unknown_invoke_is_not_implemented(teams: Teams) -> None:
    assert (await teams.post(teams.activity(None, type="invoke", name="composeExtension/query"))).status == 501


async def test_an_installation_is_greeted_once(teams: Teams) -> None:
    await teams.post(
        teams.activity(None, type="conversationUpdate", membersAdded=[{"id": "28:bot"}, {"id": "29:agent"}])
    )
    await teams.post(teams.activity(None, type="installationUpdate", action="add"))
    (welcome,) = await teams.messages(1)
    assert welcome["text"].startswith("Bonjour")
    example = Text.EXAMPLE_PRICE.say("fr")
    assert welcome["suggestedActions"]["actions"][0] == {"type": "imBack", "title": example, "value": example}
    await teams.until_done(1)
    assert len(teams.connector.texts) == 1


async def test_odd_values_in_what_is_only_handed_back_do_no_harm(teams: Teams) -> None:
    where = {"id": "a:1", "isGroup": [1], "name": {"x": 1}, "tenantId": None, "properties": "?"}
    await teams.say("prix azur 480", conversation=where, **{"from": {"id": "29:x", "name": 7, "role": ["x"]}})
    (answer,) = await teams.messages(1)
    assert answer["conversation"] == {"id": "a:1"}


async def test_messages_of_one_person_are_answered_in_order(teams: Teams) -> None:
    for speed in ("240", "480", "120"):
        await teams.say(f"prix azur {speed}")
    await teams.until_done(3)
    assert [question.text for question in teams.bot.engine.asked] == [f"prix azur {n}" for n in ("240", "480", "120")]
    assert len(teams.connector.texts) == 3


@pytest.mark.parametrize(("status", "is_kept"), [(401, True), (400, False)])
async def test_what_is_refused_is_kept_only_where_a_later_try_can_help(
    teams: Teams, status: int, is_kept: bool
) -> None:
    teams.connector.fail(status, {"error": {"code": "x", "message": "y"}}, times=9)
    await teams.say("prix azur 480")
    await teams.until_done(1)
    assert bool(await teams.inbox.waiting()) == is_kept
    assert teams.connector.messages == []


async def test_a_connector_that_is_down_for_long_gets_the_answer_at_the_next_start(
    database_path: Path, connector: RecordingConnector, openid: OpenId
) -> None:
    connector.fail(503, "", times=200)
    async with running_teams(database_path, connector, openid) as teams:
        await teams.say("prix azur 480")
        await teams.until_done(1)
        assert max(teams.clock.slept) <= 45.0
    connector.faults.clear()
    async with running_teams(database_path, connector, openid) as teams:
        (answer,) = await teams.messages(1)
        assert answer["text"] == "480 Mbps : 7 150 DA [1] [2]."
        await teams.until_done(1)
        assert teams.bot.engine.asked == []  # it was answered before: only the delivery was missing


async def test_a_card_that_must_wait_says_so_and_is_answered_by_a_message(
    teams: Teams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.teams.channel.CARD_WITHIN_S", 0.05)
    let = asyncio.Event()

    async def wait(_: Question) -> None:
        await let.wait()

    await teams.say("prix azur 240")
    await teams.until_done(1)
    teams.bot.engine.before_answer = wait
    await teams.say("prix azur 480")
    action = teams.connector.buttons[0]
    activity = teams.activity(None, type="invoke", name="adaptiveCard/action", value={"action": action})
    headers = {"Authorization": f"Bearer {teams.openid.token(teams.connector.url)}"}
    async with teams.session.post(teams.url, json=activity, headers=headers) as response:
        told = await response.json()
    assert told == {
        "statusCode": 200,
        "type": "application/vnd.microsoft.activity.message",
        "value": Text.CARD_LATER.say("fr"),
    }
    let.set()
    await teams.until_done(3)
    cards = [message["attachments"][0]["content"] for message in teams.connector.messages if "text" not in message]
    assert [card["body"][0]["text"] for card in cards if card["body"]] == ["Source 1 sur 2"]


async def test_a_press_is_answered_once_and_also_after_a_crash(
    database_path: Path, connector: RecordingConnector, openid: OpenId
) -> None:
    async with running_teams(database_path, connector, openid) as teams:
        await teams.say("prix azur 480")
        await teams.until_done(1)
        pressed = teams.activity(
            None, type="invoke", name="adaptiveCard/action", value={"action": connector.buttons[0]}, id="press-1"
        )
        # As a crash leaves it: it is kept, and nobody has answered it.
        await teams.inbox.add([(read(pressed).key, json.dumps(pressed))])
    async with running_teams(database_path, connector, openid) as teams:
        await teams.until_done(1)
        assert (await teams.post(pressed)).status == 200
        await teams.say("prix azur 240", id="another")
        await teams.until_done(2)
    cards = [message["attachments"][0]["content"] for message in connector.messages if "text" not in message]
    assert [card["body"][0]["text"] for card in cards if card["body"]] == ["Source 1 sur 2"]


QUOTE_IN_HTML = (
    '<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="{id}"><strong itemprop="mri">Forsa</strong>'
    '<p itemprop="preview">240 Mbps…</p></blockquote><p>sources</p>'
)


@pytest.mark.parametrize("form", ["entity", "html", "replyToId"])
async def test_what_is_said_to_a_quoted_answer_is_about_that_answer(teams: Teams, form: str) -> None:
    await teams.say("prix azur 240")
    await teams.until_done(1)
    place = teams.connector.activities.index(teams.connector.texts[0])
    quoted = f"out-{place + 1}"
    await teams.say("il va pleuvoir demain ?")
    await teams.until_done(2)
    entity = {"type": "quotedReply", "quotedReply": {"messageId": quoted}}
    html = {"contentType": "text/html", "content": QUOTE_IN_HTML.format(id=quoted)}
    more: Json = {
        "entity": {"text": f'<quoted messageId="{quoted}"/> sources', "entities": [entity]},
        "html": {"attachments": [html]},
        "replyToId": {"replyToId": quoted},
    }[form]
    await teams.post(teams.activity("sources") | more)
    await teams.until_done(3)
    assert teams.connector.messages[-1]["attachments"][0]["content"]["body"][0]["text"] == "Source 1 sur 2"
    await teams.post(teams.activity("- mauvais chiffre") | {k: v for k, v in more.items() if k != "text"})
    await teams.until_done(4)
    assert await _vote(teams, "a1") == (-1, "wrong-figure")


async def test_a_person_s_long_work_is_one_card_that_is_edited(teams: Teams) -> None:
    board = Board(teams.sender, read(teams.activity("x")).reference)
    for done in range(4):
        await board.show(progress_activity(Progress(f"Lecture… {done}/4", "fr", done, 4)))
        teams.clock.now += 1.1
    await board.close()
    assert [method for method, _, _ in teams.connector.taken] == ["POST", "PUT", "PUT"]
    last = teams.connector.activities[-1]
    assert teams.connector.taken[-1][1].endswith("/activities/out-1")
    assert last["attachments"][0]["content"]["body"][0]["text"] == "Lecture… 3/4"


async def test_thumbs_without_words_stand_when_pressed_again_and_those_down_ask_for_the_reason(teams: Teams) -> None:
    await teams.say("prix azur 240")
    await teams.messages(1)
    await teams.until_done(1)
    for place, reaction in enumerate(("like", "like", "dislike", "dislike")):
        value = {"actionName": "feedback", "actionValue": {"reaction": reaction, "feedback": '{"feedbackText": ""}'}}
        await teams.post(teams.activity(None, type="invoke", name="message/submitAction", value=value))
        await teams.until_done(2 + place)
        assert await _vote(teams, "a1") == (1 if reaction == "like" else -1, "")
    # Teams shows the vote itself; the question for the reason is the only message.
    asked = teams.connector.messages[-1]["attachments"][0]["content"]
    assert asked["body"][0]["text"] == escape(Text.VOTED_DOWN.say("fr"))
    thanked = await _execute(teams, asked["actions"][0])
    assert await _vote(teams, "a1") == (-1, "wrong-figure")
    assert "actions" not in thanked
    asking = await _execute(teams, asked["actions"][-1])
    own = asking["actions"][0]
    await _execute(teams, own | {"data": own["data"] | {"reason": "tarif de l'an dernier"}})
    assert await _vote(teams, "a1") == (-1, "tarif de l'an dernier")


@pytest.mark.slow
async def test_a_hundred_conversations_at_once_lose_and_double_nothing(teams: Teams) -> None:
    sent = [
        teams.activity(f"prix azur {n}", conversation={"id": f"a:{n}"}, **{"from": {"id": f"29:{n}", "name": "x"}})
        for n in range(100)
    ]
    teams.connector.fail(500, "", when=lambda activity: activity["type"] == "message", times=20)
    statuses = await asyncio.gather(*(teams.post(activity) for activity in sent + sent))
    assert {response.status for response in statuses} == {200}
    await teams.until_done(100)
    chats = sorted(
        path for _, path, activity in teams.connector.taken if activity.get("entities", ({},))[-1].get("@id") == ""
    )
    assert chats == sorted(f"/v3/conversations/a:{n}/activities" for n in range(100))


async def test_a_note_that_the_disk_refuses_for_a_moment_does_not_send_the_answer_twice(
    database_path: Path, connector: RecordingConnector, openid: OpenId
) -> None:
    async with running_teams(database_path, connector, openid) as teams:
        inbox = teams.inbox
        # As a full disk does: what grows the table is refused, then let.
        await inbox._database.write(
            lambda db: db.conn.execute(
                "CREATE TRIGGER full BEFORE DELETE ON outbox BEGIN SELECT raise(ABORT, 'no room'); END"
            )
        )
        await teams.say("prix azur 480")
        async with asyncio.timeout(20):
            while not teams.outcomes.of("storage", "retried"):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        await inbox._database.write(lambda db: db.conn.execute("DROP TRIGGER full"))
        await teams.until_done(1)
        first = len(connector.messages)
    async with running_teams(database_path, connector, openid) as teams:
        await teams.say("prix azur 480", id="another")
        await teams.until_done(1)
    assert len(connector.messages) == 2 * first
