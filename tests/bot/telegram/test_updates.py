"""What is a message to the bot, and what isn't."""

from typing import Any

import pytest
from telegram import Update, User

from bot.telegram.buttons import Pressed
from bot.telegram.updates import Received, read_update
from tests.bot.telegram.api import ANN, ME, press_update, text_update

BOT = User.de_json(ME, None)
GROUP = -100


def read(update: dict[str, Any]) -> Received | None:
    return read_update(Update.de_json(update, None), BOT)


def mention(text: str, name: str) -> dict[str, Any]:
    offset = len(text[: text.index(name)].encode("utf-16-le")) // 2
    return {"entities": [{"type": "mention", "offset": offset, "length": len(name)}]}


def command(word: str) -> dict[str, Any]:
    return {"entities": [{"type": "bot_command", "offset": 0, "length": len(word)}]}


def by(user: dict[str, Any], id_: int = 900) -> dict[str, Any]:
    return {"reply_to_message": {"message_id": id_, "date": 1, "from": user, "chat": {"id": 42, "type": "private"}}}


def test_a_text_in_private() -> None:
    got = read(text_update(1, "prix azur"))
    assert got is not None
    message = got.message
    assert (message.channel, message.person, message.chat, message.text) == ("telegram", "42", "42", "prix azur")
    assert (message.name, message.kind, message.id, message.is_edited) == ("Ann B", "text", "10", False)
    assert got.is_private


def test_an_edited_question_keeps_its_id() -> None:
    update = text_update(2, "prix azur 480")
    got = read({"update_id": 2, "edited_message": update["message"]})
    assert got is not None
    assert got.message.is_edited
    assert got.message.id == "20"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ({"voice": {"file_id": "f", "file_unique_id": "u", "duration": 1}}, "voice"),
        ({"photo": [{"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1}], "caption": "c"}, "picture"),
        ({"location": {"latitude": 1.0, "longitude": 1.0}}, "place"),
        ({"document": {"file_id": "f", "file_unique_id": "u"}}, "file"),
        ({"contact": {"phone_number": "1", "first_name": "A"}}, "other"),
        (
            {
                "sticker": {
                    "file_id": "f",
                    "file_unique_id": "u",
                    "width": 1,
                    "height": 1,
                    "is_animated": False,
                    "is_video": False,
                    "type": "regular",
                }
            },
            "sticker",
        ),
    ],
    ids=["voice", "photo", "location", "document", "contact", "sticker"],
)
def test_other_kinds(content: dict[str, Any], kind: str) -> None:
    update = text_update(1, "")
    del update["message"]["text"]
    update["message"] |= content
    got = read(update)
    assert got is not None
    assert got.message.kind == kind
    # A shared position is edited as its owner walks: that is no new message.
    assert read({"update_id": 2, "edited_message": update["message"]}) is None
    update["message"]["chat"] = {"id": GROUP, "type": "group"}
    assert read(update) is None


def test_service_messages_and_other_bots_are_nobodys_question() -> None:
    joined = text_update(1, "")
    del joined["message"]["text"]
    joined["message"]["new_chat_members"] = [ANN]
    assert read(joined) is None
    assert read(text_update(1, "prix", **{"from": {**ANN, "is_bot": True}})) is None


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("prix azur", {}, None),
        ("@ForsaBot prix azur", mention("@ForsaBot prix azur", "@ForsaBot"), "prix azur"),
        ("🙂 @forsabot سعر أزور", mention("🙂 @forsabot سعر أزور", "@forsabot"), "🙂  سعر أزور"),
        ("@OtherBot prix", mention("@OtherBot prix", "@OtherBot"), None),
        ("/help@ForsaBot", command("/help@ForsaBot"), "/help"),
        ("/HELP@forsabot x", command("/HELP@forsabot"), "/HELP x"),
        ("/help@OtherBot", command("/help@OtherBot"), None),
        ("/help", command("/help"), "/help"),
        ("/roll", command("/roll"), None),
        ("et pour 300 ?", by(ME), "et pour 300 ?"),
        ("d'accord", by(ANN), None),
    ],
)
def test_in_a_group_the_bot_is_called_by_name_command_or_reply(
    text: str, more: dict[str, Any], said: str | None
) -> None:
    got = read(text_update(1, text, chat=GROUP, **more))
    assert (got.message.text if got else None) == said


def test_a_mention_by_id_calls_the_bot_too() -> None:
    entities = [{"type": "text_mention", "offset": 0, "length": 5, "user": ME}]
    got = read(text_update(1, "Forsa prix azur", chat=GROUP, entities=entities))
    assert got is not None
    assert got.message.text == "prix azur"


def test_a_command_for_another_bot_is_left_to_it_in_private_too() -> None:
    assert read(text_update(1, "/help@OtherBot", **command("/help@OtherBot"))) is None


def test_a_reply_to_the_bot() -> None:
    got = read(text_update(1, "et 300 ?", **by(ME, 901)))
    assert got is not None
    assert (got.message.is_reply, got.replied_to) == (True, 901)


@pytest.mark.parametrize(
    ("data", "text", "about"),
    [("+:abc", "+", "abc"), ("-:abc", "-", "abc"), ("s1:abc", "/sources 1", "abc"), ("p3:abc", "/sources 3", "abc")],
)
def test_a_press_is_a_message_about_its_answer(data: str, text: str, about: str) -> None:
    got = read(press_update(1, data, 77))
    assert got is not None
    assert (got.message.text, got.message.about, got.button_on, got.query) == (text, about, 77, "q1")


def test_a_button_of_another_version_says_nothing() -> None:
    received = read(press_update(1, "zzz", 77))
    assert received is not None and received.pressed == Pressed("", "", "nothing")
