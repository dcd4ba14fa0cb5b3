"""The emulator refuses what the real service refuses: a test that passes against it says something."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

from tests.e2e.driver.emulator import TOKEN, Emulator, running_emulator, wait_for
from tests.e2e.driver.person import Person

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def shared(packages: None) -> Iterator[Emulator]:
    with running_emulator() as emulator:
        yield emulator


@pytest.fixture
def emulator(shared: Emulator) -> Emulator:
    """One for all of these cases; what the case before left to fetch is gone."""
    shared.api("getUpdates", offset=10**9)
    shared.mend()
    return shared


@pytest.fixture
def person(emulator: Emulator) -> Person:
    someone = Person(emulator)
    someone.say("bonjour")
    return someone


def _result(answer: httpx.Response) -> object:
    assert answer.status_code == 200, answer.text
    return answer.json()["result"]


def _sent(person: Person, text: str = "oui", **more: object) -> dict[str, object]:
    result = _result(person.emulator.api("sendMessage", chat_id=person.chat, text=text, **more))
    assert isinstance(result, dict)
    return result


def _keyboard(data: str) -> dict[str, object]:
    return {"inline_keyboard": [[{"text": "ok", "callback_data": data}]]}


def test_updates_are_given_until_a_later_offset(emulator: Emulator, person: Person) -> None:
    person.say("encore")
    first = _result(emulator.api("getUpdates"))
    assert isinstance(first, list)
    assert [each["message"]["text"] for each in first] == ["bonjour", "encore"]
    assert _result(emulator.api("getUpdates", offset=first[0]["update_id"])) == first
    assert _result(emulator.api("getUpdates", offset=first[1]["update_id"])) == first[1:]
    assert _result(emulator.api("getUpdates", offset=first[1]["update_id"] + 1)) == []
    assert _result(emulator.api("getUpdates")) == []


def test_polling_waits_and_is_ended_by_another_one(emulator: Emulator, person: Person) -> None:
    (update,) = _result(emulator.api("getUpdates"))  # type: ignore[misc]
    answers = []

    def poll() -> None:
        with httpx.Client(trust_env=False) as other:
            given = {"offset": update["update_id"] + 1, "timeout": 20}
            answers.append(other.post(f"{emulator.url}/bot{TOKEN}/getUpdates", json=given))

    thread = threading.Thread(target=poll)
    thread.start()
    while not emulator.state()["polling"]:
        time.sleep(0.01)
    assert emulator.api("getUpdates").status_code == 200
    thread.join()
    assert answers[0].status_code == 409
    thread = threading.Thread(target=poll)
    thread.start()
    while not emulator.state()["polling"]:
        time.sleep(0.01)
    person.say("encore")
    thread.join()
    assert [each["message"]["text"] for each in answers[1].json()["result"]] == ["encore"]


def test_a_webhook_gets_the_messages_of_a_chat_one_after_the_other(emulator: Emulator) -> None:
    brought: list[str] = []
    is_taken = threading.Event()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            brought.append(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["message"]["text"])
            is_taken.wait()
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing to say."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as receiver:
        threading.Thread(target=receiver.serve_forever).start()
        try:
            emulator.api("setWebhook", url=f"http://127.0.0.1:{receiver.server_port}/")
            one, other = Person(emulator), Person(emulator)
            for text in ("un", "deux", "trois"):
                one.say(text)
            other.say("autre")
            wait_for(lambda: len(brought) == 2, "the first message of both chats")
            assert sorted(brought) == ["autre", "un"]
            is_taken.set()
            wait_for(lambda: len(brought) == 4, "the rest")
            assert [text for text in brought if text != "autre"] == ["un", "deux", "trois"]
        finally:
            is_taken.set()
            emulator.api("deleteWebhook")
            receiver.shutdown()


def test_dates_are_seconds_and_messages_come_back(person: Person) -> None:
    sent = _sent(person, "<b>a &amp; b</b> 👍 <i>c</i>", parse_mode="HTML")
    assert sent["text"] == "a & b 👍 c"
    assert sent["entities"] == [
        {"type": "bold", "offset": 0, "length": 5},
        {"type": "italic", "offset": 9, "length": 1},
    ]
    assert abs(int(str(sent["date"])) - time.time()) < 60
    assert sent["chat"] == {"id": person.chat, "type": "private", "first_name": person.about["first_name"]} | {
        "username": f"person_{person.id}"
    }


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({"text": ""}, "message text is empty"),
        ({"text": "<b></b>", "parse_mode": "HTML"}, "message text is empty"),
        ({"text": "a" * 4097}, "message is too long"),
        ({"text": "👍" * 2049}, "message is too long"),
        ({"text": "<b>a", "parse_mode": "HTML"}, "can't parse entities"),
        ({"text": "a < b", "parse_mode": "HTML"}, "can't parse entities"),
        ({"text": "<div>a</div>", "parse_mode": "HTML"}, "can't parse entities"),
        ({"text": "<b><i>a</b></i>", "parse_mode": "HTML"}, "can't parse entities"),
        ({"text": "👍", "entities": [{"type": "bold", "offset": 0, "length": 1}]}, "can't parse entities"),
        ({"text": "a", "reply_markup": _keyboard("ا" * 33)}, "BUTTON_DATA_INVALID"),
        ({"text": "a", "reply_parameters": {"message_id": 999}}, "message to be replied not found"),
        ({"text": "a", "chat_id": 999}, "chat not found"),
    ],
)
def test_bad_messages_are_refused(person: Person, given: dict[str, object], refusal: str) -> None:
    answer = person.emulator.api("sendMessage", **{"chat_id": person.chat, **given})
    assert answer.status_code == 400
    assert refusal in answer.json()["description"]


@pytest.mark.parametrize("text", ["a" * 4096, "👍" * 2048, "<b>" + "a" * 4096 + "</b>"])
def test_length_counts_what_is_shown(person: Person, text: str) -> None:
    _sent(person, text, parse_mode="HTML")


def test_button_data_of_64_bytes_is_taken(person: Person) -> None:
    _sent(person, reply_markup=_keyboard("ا" * 32))


def test_edits(person: Person) -> None:
    sent = _sent(person, reply_markup=_keyboard("x"))
    where = {"chat_id": person.chat, "message_id": sent["message_id"]}
    same = person.emulator.api("editMessageText", **where, text="oui", reply_markup=_keyboard("x"))
    assert same.status_code == 400
    assert "message is not modified" in same.json()["description"]
    edited = _result(person.emulator.api("editMessageText", **where, text="non"))
    assert isinstance(edited, dict)
    assert edited["text"] == "non"
    assert "edit_date" in edited
    assert "reply_markup" not in edited
    (seen,) = person.messages()
    assert [each["text"] for each in seen["history"]] == ["oui"]
    gone = person.emulator.api("editMessageText", **{**where, "message_id": 999}, text="non")
    assert gone.status_code == 400


def test_drafts(person: Person) -> None:
    group = person.in_group(-100123)
    group.say("tous")
    draft = {"chat_id": person.chat, "draft_id": 7, "text": "a"}
    assert person.emulator.api("sendMessageDraft", **draft).status_code == 200
    assert person.emulator.api("sendMessageDraft", **{**draft, "draft_id": 0}).status_code == 400
    assert person.emulator.api("sendMessageDraft", **{**draft, "chat_id": group.chat}).status_code == 400
    drafts = person.emulator.state()["drafts"]
    assert [each["text"] for each in drafts if each["chat"] == person.chat] == ["a"]


def test_presses(person: Person) -> None:
    sent = _sent(person, reply_markup=_keyboard("x"))
    with pytest.raises(AssertionError, match="no such button"):
        person.press(sent, "autre")
    pressed = person.emulator.post("/person/press", person=person.about, message_id=sent["message_id"], label="ok")
    (*_, update) = _result(person.emulator.api("getUpdates"))  # type: ignore[misc]
    query = update["callback_query"]
    assert (query["id"], query["data"]) == (pressed["callback_id"], "x")
    assert query["message"]["message_id"] == sent["message_id"]
    assert person.emulator.api("answerCallbackQuery", callback_query_id=query["id"]).status_code == 200
    assert person.emulator.api("answerCallbackQuery", callback_query_id=query["id"]).status_code == 400


def test_groups_carry_mentions_and_replies(person: Person) -> None:
    group = person.in_group(-100124)
    sent = person.emulator.api("sendMessage", chat_id=group.chat, text="non")
    assert sent.status_code == 400  # the bot isn't in that group yet
    group.say("@forsa_test_bot oui")
    bots = _sent(group, "moi")
    group.say("et lui ?", reply_to=bots["message_id"])
    *_, mention, reply = _result(person.emulator.api("getUpdates"))  # type: ignore[misc]
    assert mention["message"]["entities"] == [{"type": "mention", "offset": 0, "length": 15}]
    assert mention["message"]["chat"]["type"] == "supergroup"
    assert reply["message"]["reply_to_message"]["from"]["is_bot"] is True


@pytest.mark.parametrize("fault", [{"code": 429, "parameters": {"retry_after": 1}}, {"cut": True}])
def test_faults_meet_as_many_calls_as_wanted(person: Person, fault: dict[str, object]) -> None:
    person.emulator.fail("sendMessage", skip=1, times=2, **fault)
    outcomes = []
    for _ in range(4):
        try:
            outcomes.append(person.emulator.api("sendMessage", chat_id=person.chat, text="a").status_code)
        except httpx.TransportError:
            outcomes.append(0)
    assert outcomes == [200, fault.get("code", 0), fault.get("code", 0), 200]


def test_a_performed_fault_takes_effect(person: Person) -> None:
    person.emulator.fail("sendMessage", code=502, performed=True)
    assert person.emulator.api("sendMessage", chat_id=person.chat, text="a").status_code == 502
    assert len(person.messages()) == 1


def test_menus_keep_scope_and_language(emulator: Emulator, person: Person) -> None:
    commands = [{"command": "help", "description": "aide"}]
    scope = {"type": "chat", "chat_id": person.chat}
    emulator.api("setMyCommands", commands=commands, language_code="fr", scope=scope)
    kept = emulator.state()["commands"][-1]
    assert kept == {"scope": scope, "language_code": "fr", "commands": commands}
    bad = emulator.api("setMyCommands", commands=[{"command": "مساعدة", "description": "aide"}])
    assert bad.status_code == 400


def test_documents_keep_their_name(person: Person) -> None:
    files = {"document": ("Offre été.pdf", b"%PDF-", "application/pdf")}
    with httpx.Client(trust_env=False) as client:
        answer = client.post(
            f"{person.emulator.url}/bot{TOKEN}/sendDocument", data={"chat_id": person.chat}, files=files
        )
    sent = _result(answer)
    assert isinstance(sent, dict)
    assert (sent["document"]["file_name"], sent["document"]["file_size"]) == ("Offre été.pdf", 5)
