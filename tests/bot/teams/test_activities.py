"""Activities in every shape that Teams and its test client send them in."""

from typing import Any

import pytest

from bot.replies import Message
from bot.teams.activities import read
from bot.teams.messages import Feedback, execute_of, feedback_of, message_of, rating_of

Json = dict[str, Any]

BOT = {"id": "28:bot", "name": "Forsa"}
PERSONAL = {"id": "a:1", "conversationType": "personal"}
CHANNEL = {"id": "19:c@thread.tacv2;messageid=7", "conversationType": "channel"}
GROUP = {"id": "19:g@thread.v2", "conversationType": "groupChat"}
MENTION = {"type": "mention", "text": "<at>Forsa</at>", "mentioned": BOT}


def _activity(text: str | None = None, conversation: Json = PERSONAL, **more: Any) -> Json:
    return {
        "type": "message",
        "id": "1",
        "channelId": "msteams",
        "text": text,
        "from": {"id": "29:x", "aadObjectId": "aad", "name": "Nadia"},
        "recipient": BOT,
        "conversation": conversation,
    } | more


def _message(*given: Any, **more: Any) -> Message | None:
    return message_of(read(_activity(*given, **more)))


def _text(*given: Any, **more: Any) -> str:
    message = _message(*given, **more)
    assert message is not None
    return message.text


def test_who_writes_where() -> None:
    assert _message("prix ?") == Message("teams", "aad", "prix ?", chat="a:1", id="1", name="Nadia")


def test_who_has_no_directory_id_is_known_by_the_channel_s() -> None:
    assert read(_activity("x", **{"from": {"id": "29:x"}})).person == "29:x"


@pytest.mark.parametrize(
    ("said", "read_as"),
    [
        ("<at>Forsa</at> prix fibre ?", "prix fibre ?"),
        ("<at>forsa</at>&nbsp;prix &lt; 2 000 &amp; plus", "prix < 2 000 & plus"),
        ("prix <at id='0'>Forsa</at> fibre", "prix   fibre"),
        ("<at>Forsa</at> demande à <at>Karim</at>", "demande à Karim"),
        ("<at>Forsa</at>", ""),
        ("<at>Forsa</at> كم سعر *610#؟", "كم سعر *610#؟"),
        ("<at>Forsa</at> C:\\new (.*) $1 [x]", "C:\\new (.*) $1 [x]"),
    ],
)
def test_the_mention_is_no_part_of_the_question(said: str, read_as: str) -> None:
    for where in (CHANNEL, GROUP):
        for entities in ([MENTION], None):
            assert _text(said, conversation=where, entities=entities) == read_as


def test_a_name_with_odd_signs_is_stripped_too() -> None:
    bot = {"id": "28:bot", "name": "Forsa (test) [+]"}
    mention = {"type": "mention", "text": "<at>Forsa (test) [+]</at>", "mentioned": bot}
    assert _text("<at>Forsa (test) [+]</at> prix", conversation=GROUP, recipient=bot, entities=[mention]) == "prix"


def test_in_a_group_only_a_mention_is_for_the_bot() -> None:
    karim = {"type": "mention", "text": "<at>Karim</at>", "mentioned": {"id": "29:k", "name": "Karim"}}
    for where in (CHANNEL, GROUP, {"id": "x", "isGroup": True}):
        assert _message("bonjour à tous", conversation=where) is None
        assert _message("<at>Karim</at> prix ?", conversation=where, entities=[karim]) is None
        assert _message(None, conversation=where, attachments=[{"contentType": "image/png"}]) is None


def test_an_edit_is_known_as_one_and_is_no_repetition() -> None:
    edited = _activity("prix 480", type="messageUpdate", channelData={"eventType": "editMessage"}, timestamp="t")
    message = message_of(read(edited))
    assert message is not None and message.is_edited and message.id == "1"
    assert read(edited).key != read(_activity("prix 240")).key
    assert read(edited).key == read(dict(edited)).key
    assert message_of(read(edited | {"channelData": {"eventType": "undeleteMessage"}})) is None


@pytest.mark.parametrize(
    ("content_type", "kind"),
    [
        ("image/*", "picture"),
        ("image/png", "picture"),
        ("audio/ogg", "voice"),
        ("video/mp4", "other"),
        ("application/vnd.microsoft.teams.file.download.info", "file"),
        ("application/pdf", "file"),
    ],
)
def test_what_comes_instead_of_words_has_a_kind(content_type: str, kind: str) -> None:
    html = {"contentType": "text/html", "content": "<p></p>"}
    message = _message(None, attachments=[html, {"contentType": content_type}])
    assert message is not None and (message.kind, message.text) == (kind, "")


def test_teams_own_copy_of_a_text_is_no_attachment() -> None:
    message = _message("prix ?", attachments=[{"contentType": "text/html", "content": "<p>prix ?</p>"}])
    assert message is not None and (message.kind, message.text) == ("text", "prix ?")


def test_buttons_say_what_they_send_and_about_which_answer() -> None:
    pressed = _message(None, value={"forsa": {"text": "/sources 2", "about": "a1"}}, conversation=GROUP)
    assert pressed is not None and (pressed.text, pressed.about) == ("/sources 2", "a1")
    chosen = _message(None, value={"msteams": {"type": "imBack", "value": "prix 480"}})
    assert chosen is not None and (chosen.text, chosen.about) == ("prix 480", None)


@pytest.mark.parametrize(
    ("written", "sent"), [("  trop vieux ", "- trop vieux"), ("", None), (" ", None), (None, None)]
)
def test_a_reason_may_be_written_by_hand(written: str | None, sent: str | None) -> None:
    data = {"forsa": {"asks": "reason", "about": "a1"}, "reason": written}
    incoming = read(_activity(type="invoke", name="adaptiveCard/action", value={"action": {"data": data}}))
    message = execute_of(incoming)
    assert (message and message.text) == sent
    assert message is None or message.about == "a1"


@pytest.mark.parametrize(
    ("value", "feedback"),
    [
        ({"reaction": "like", "feedback": '{"feedbackText": "bien"}'}, Feedback(1, "bien")),
        ({"reaction": "dislike", "feedback": '{"feedbackText": ""}'}, Feedback(-1, "")),
        ({"reaction": "dislike", "feedback": "mauvais chiffre"}, Feedback(-1, "mauvais chiffre")),
        ({"reaction": "dislike", "feedback": "1980"}, Feedback(-1, "1980")),
        ({"reaction": "dislike", "feedback": "[[["}, Feedback(-1, "[[[")),
        ({"reaction": "like", "feedback": {"feedbackText": "bien"}}, Feedback(1, "bien")),
        ({"reaction": "like", "feedback": None}, Feedback(1, "")),
        ({"reaction": "like"}, Feedback(1, "")),
        ({"reaction": "love"}, None),
        ("like", None),
    ],
)
def test_thumbs_in_each_form(value: Any, feedback: Feedback | None) -> None:
    incoming = read(_activity(type="invoke", value={"actionName": "feedback", "actionValue": value}))
    assert feedback_of(incoming) == feedback


def test_a_rating_is_a_vote_on_an_answer() -> None:
    incoming = read(_activity(type="invoke"))
    assert rating_of(incoming, Feedback(-1, "mauvais chiffre"), "a1").text == "- mauvais chiffre"
    assert rating_of(incoming, Feedback(1, ""), "").about is None


@pytest.mark.parametrize("type_", ["typing", "event", "conversationUpdate", "messageReaction", "messageDelete", "x"])
def test_what_is_no_message_is_none(type_: str) -> None:
    assert _message("prix ?", type=type_) is None


def test_an_installation_asks_for_the_greeting_and_a_removal_for_nothing() -> None:
    assert _text(type="installationUpdate", action="add") == "/start"
    assert _text(type="installationUpdate", action="add", locale="ar-DZ") == "/بداية"
    assert _message(type="installationUpdate", action="remove") is None


def test_half_a_surrogate_pair_does_no_harm() -> None:
    incoming = read(_activity("\ud83d", id="\udc00", conversation={"id": "\ud83d"}))
    incoming.key.encode()
    incoming.reference.chat.encode()
    message = message_of(incoming)
    assert message is not None
    message.text.encode()
