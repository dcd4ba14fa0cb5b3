"""One person before their phone."""

import itertools
import re
import time
from collections.abc import Callable
from typing import Any

from tests.e2e.driver.emulator import Emulator, wait_for

QUIET_S = 0.3
"""A bot that has said nothing for so long, and is working on nothing, has said what it had to."""
PRESSED_QUIET_S = 0.8
"""The same after a press: what ends its waiting says nothing of the work that follows, which may take a while."""

_ids = itertools.count(int(time.time()) % 100_000 * 1000 + 1000)
_ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069\u200e\u200f"))


def new_id() -> int:
    """Of a person or a group that nobody in this run has been."""
    return next(_ids)


def plain(text: str) -> str:
    """A text as one would type it: no isolates, common blanks."""
    return re.sub("[\u00a0\u202f\u2009]", " ", text.translate(_ISOLATES))


def buttons(message: dict[str, Any]) -> list[str]:
    """What the buttons under a message show, row by row."""
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [button["text"] for row in rows for button in row]


def text_of(message: dict[str, Any]) -> str:
    return plain(message.get("text") or message.get("caption") or "")


class Person:
    """Writes in their own chat, or in a group where one is given."""

    def __init__(self, emulator: Emulator, language: str = "fr", group: int | None = None, number: int = 0) -> None:
        self.emulator = emulator
        self.id = number or new_id()
        self.about = {"id": self.id, "first_name": f"Person {self.id}", "language_code": language}
        self.group = {"id": group, "type": "supergroup", "title": "Agence"} if group is not None else None
        self.chat = group if group is not None else self.id

    def _post(self, what: str, **wish: Any) -> Any:
        place = {"chat": self.group} if self.group else {}
        return self.emulator.post(f"/person/{what}", person=self.about, **place, **wish)

    def in_group(self, group: int) -> "Person":
        """The same person, writing in a group."""
        return Person(self.emulator, self.about["language_code"], group, self.id)  # type: ignore[arg-type]

    def say(self, text: str, **more: Any) -> int:
        """Write, and don't wait; the message's id."""
        return int(self._post("send", text=text, **more)["message_id"])

    def say_update(self, text: str) -> dict[str, int]:
        """Write, and don't wait; {message_id, update_id}."""
        return dict(self._post("send", text=text))

    def attach(self, kind: str, text: str = "") -> list[dict[str, Any]]:
        """Send a voice, photo, sticker, location …; what the bot said to it."""
        return self.replies(int(self._post("send", attached=kind, text=text)["message_id"]))

    def ask(self, text: str, **more: Any) -> list[dict[str, Any]]:
        """Write; what the bot said to it, oldest first, once it has said all. At least one message."""
        return self.replies(self.say(text, **more))

    def answer(self, text: str, **more: Any) -> dict[str, Any]:
        """Write; the last that the bot said to it."""
        return self.ask(text, **more)[-1]

    def edit(self, message_id: int, text: str) -> None:
        self._post("edit", message_id=message_id, text=text)

    def press(self, message: dict[str, Any], label: str, **more: Any) -> dict[str, Any]:
        """Press the button that shows this label, wait until the bot has dealt with it; the answer to the press."""
        return self.press_data(message, label=label, **more)

    def press_data(self, message: dict[str, Any], **wish: Any) -> dict[str, Any]:
        pressed = self._post("press", message_id=message["message_id"], **wish)
        assert "error" not in pressed, pressed
        number = pressed["callback_id"]
        answer = wait_for(lambda: self.emulator.state()["presses"][number].get("answer"), f"the answer to press {wish}")
        self._quiet(answer["at"] / 1000, PRESSED_QUIET_S)
        return dict(answer)

    def messages(self, after: int = 0) -> list[dict[str, Any]]:
        """What the bot has said in this chat after a message, and not taken back."""
        said = self.emulator.chat(self.chat)
        return [each for each in said if each["is_bot"] and not each["deleted"] and each["message_id"] > after]

    def transcript(self) -> str:
        """All that stands in this chat, a line each: when it was written, in seconds since 1970, by whom, and what."""
        lines = (
            f"  {each['at'] / 1000:.3f} {'bot' if each['is_bot'] else 'person'}: {text_of(each)[:200]}"
            for each in self.emulator.chat(self.chat)
        )
        return "\n".join([f"chat {self.chat}", *lines])

    def now(self, message: dict[str, Any]) -> dict[str, Any]:
        """The same message as it stands now."""
        return next(each for each in self.messages() if each["message_id"] == message["message_id"])

    def replies(self, after: int) -> list[dict[str, Any]]:
        """What the bot said after a message, once it has said all."""
        wait_for(lambda: self.messages(after), f"a reply to message {after} of {self.id}")
        self._quiet()
        return self.messages(after)

    def wait(self, fits: Callable[[dict[str, Any]], bool], what: str, after: int = 0) -> dict[str, Any]:
        """The first message of the bot that fits, as soon as there is one."""
        return wait_for(lambda: next((each for each in self.messages(after) if fits(each)), None), what)

    def silence(self, seconds: float = 1.0) -> bool:
        """Whether the bot says nothing in this chat for a while."""
        before = self._of_this_chat()
        time.sleep(seconds)
        return self._of_this_chat() == before

    def _quiet(self, since: float = 0.0, seconds: float = QUIET_S) -> None:
        """Wait until the bot has done nothing in this chat for some seconds, at the earliest from `since` (seconds
        since 1970) on, and was not typing last."""

        def is_quiet() -> bool:
            mine = self._of_this_chat()
            last = mine[-1] if mine else None
            is_working = last is not None and last["method"] in ("sendChatAction", "sendMessageDraft")
            latest = max(since, last["at"] / 1000 if last else 0.0)
            return not is_working and time.time() - latest > seconds

        wait_for(is_quiet, f"the bot to finish with {self.id}")

    def _of_this_chat(self) -> list[dict[str, Any]]:
        return self.emulator.calls(chat=self.chat)
