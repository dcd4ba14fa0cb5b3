"""A picture of a real conversation, for the README: what the bot sent over Telegram, shown as Telegram shows it.

usage: python -m tests.e2e.picture [FOLDER]     (docs/pictures; needs node, `make e2e`'s packages and chromium)

Texts, entities and keyboards are those that the emulator received. Each message takes the direction of its first strong
letter (`dir=auto`), as in Telegram's clients.
"""

import html
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.settings import PROJECT_ROOT
from tests.e2e.driver.bot import running_bot
from tests.e2e.driver.emulator import running_emulator
from tests.e2e.driver.person import Person, buttons

WIDTH = 944
TAGS = {"bold": "b", "italic": "i", "code": "code", "underline": "u", "text_link": "u"}
STYLE = """
body { margin: 0; padding: 12px; background: #d5e3cf; font: 15px/1.38 "Noto Sans", "Noto Sans Arabic", "DejaVu Sans",
       sans-serif; width: 920px; columns: 2; column-gap: 24px; }
.part { break-inside: avoid; }
.message { max-width: 400px; width: fit-content; margin: 0 0 8px; padding: 7px 11px; border-radius: 12px;
           background: #fff; white-space: pre-wrap; overflow-wrap: anywhere; }
.person { background: #e3fbc6; margin-left: auto; }
.keys { display: grid; gap: 4px; width: 400px; margin: -4px 0 8px; }
.row { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; gap: 4px; }
.key { background: #8aa88acc; color: #fff; text-align: center; border-radius: 8px; padding: 5px; font-size: 14px; }
code { font-family: "DejaVu Sans Mono", monospace; font-size: 13px; }
"""


@dataclass(frozen=True)
class Script:
    """What a person writes, and what the button to the sources is called."""

    price: str
    sources: str
    follow_up: str
    compare: str
    disputed: str
    refused: str


FRENCH = Script(
    "tarif rimal fibre 440 mega residentiel",
    "Sources",
    "et pour 880 ?",
    "/compare Rimal Play 440 | Rimal Play 880",
    "prix Wi-Fi invités Rimal Pro",
    "numéro de téléphone du directeur",
)
ARABIC = Script(
    "شحال سعر Rimal Play 880 في الشهر؟",
    "المصادر",
    "و 440؟",
    "/مقارنة Rimal Play 440 | Rimal Play 880",
    "ما هو سعر خيار Wi-Fi للضيوف في Rimal Pro؟",
    "ما هو رقم هاتف المدير؟",
)


def conversation(person: Person, script: Script) -> None:
    """A price and its source, a follow-up with a 👎 and its reasons, a comparison, a contradiction, a refusal."""
    answer = person.answer(script.price)
    person.press(answer, script.sources)
    person.press(person.answer(script.follow_up), "👎")
    for text in (script.compare, script.disputed, script.refused):
        person.ask(text)


def marked_up(text: str, entities: list[dict[str, Any]]) -> str:
    """The text as HTML. Telegram counts in UTF-16 units."""
    raw = text.encode("utf-16-le")
    marks: dict[int, list[str]] = {}
    for entity in entities:
        tag = TAGS.get(entity["type"])
        if tag:
            marks.setdefault(entity["offset"], []).append(f"<{tag}>")
            marks.setdefault(entity["offset"] + entity["length"], []).insert(0, f"</{tag}>")
    shown, places = "", sorted({0, len(raw) // 2, *marks})
    for place, following in zip(places, [*places[1:], places[-1]], strict=True):
        shown += "".join(marks.get(place, [])) + html.escape(raw[2 * place : 2 * following].decode("utf-16-le"))
    return shown


def page(chat: list[dict[str, Any]]) -> str:
    """A chat as an HTML page."""
    parts = []
    for message in chat:
        text = message.get("text") or message.get("caption") or ""
        kind = "bot" if message["is_bot"] else "person"
        body = marked_up(text, message.get("entities", []))
        part = f'<div class="message {kind}" dir="auto">{body}</div>'
        if buttons(message):
            rows = message["reply_markup"]["inline_keyboard"]
            keys = "".join(
                '<div class="row">'
                + "".join(f'<div class="key" dir="auto">{html.escape(key["text"])}</div>' for key in row)
                + "</div>"
                for row in rows
            )
            part += f'<div class="keys">{keys}</div>'
        parts.append(f'<div class="part">{part}</div>')
    return f'<!doctype html><meta charset="utf-8"><style>{STYLE}</style><body>{"".join(parts)}</body>'


def photograph(content: str, target: Path) -> None:
    """A picture of the page, as high as the page is."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "page.html"
        measured = content + "<script>document.title = document.body.scrollHeight</script>"
        source.write_text(measured, encoding="utf-8")
        browser = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile"]
        told = subprocess.run(
            [*browser, f"--window-size={WIDTH},600", "--dump-dom", source.as_uri()],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        height = int(told.split("<title>")[1].split("</title>")[0])
        shot = [f"--screenshot={target}", f"--window-size={WIDTH},{height}", "--hide-scrollbars", source.as_uri()]
        subprocess.run([*browser, *shot], capture_output=True, check=True)


def main() -> None:
    if shutil.which("chromium") is None:
        sys.exit("chromium isn't installed")
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PROJECT_ROOT / "docs" / "pictures"
    with running_emulator() as emulator, running_bot(emulator):
        french, arab = Person(emulator), Person(emulator, "ar")
        conversation(french, FRENCH)
        conversation(arab, ARABIC)
        for name, person in (("telegram-fr", french), ("telegram-ar", arab)):
            content = page(emulator.chat(person.chat))
            photograph(content, folder / f"{name}.png")


if __name__ == "__main__":
    main()
