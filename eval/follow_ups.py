"""How many follow-ups are completed rightly, and how many of the completed questions are then answered rightly.

usage: python eval/follow_ups.py [--alone QUESTIONS.json …]

Each entry of `follow_ups.json` is a conversation of its own, held with the whole bot over the indexed documents.
`--alone` also asks questions that stand alone, one after the other in one conversation a file, and counts those that
were completed all the same: there should be none.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bot.app import App, open_app
from bot.replies import Answer, Message
from core.settings import Settings, load_settings
from eval.facts import holds
from eval.labelled import texts_of

FOLLOW_UPS = Path(__file__).with_name("follow_ups.json")


async def main(entries: Sequence[dict[str, Any]], alone: Mapping[str, Sequence[str]], settings: Settings) -> None:
    """Print what goes wrong, then the shares."""
    with tempfile.TemporaryDirectory() as records:
        async with open_app(settings, Path(records)) as app:
            await measure_follow_ups(app, entries)
            for name, texts in alone.items():
                await measure_alone(app, name, texts)


async def measure_follow_ups(app: App, entries: Sequence[dict[str, Any]]) -> None:
    completed = answered = 0
    for entry in entries:
        for question in entry["questions"]:
            await ask(app, entry["id"], question)
        answer = await ask(app, entry["id"], entry["follow_up"])
        is_completed = is_right(answer.completed, entry) and answer.language == entry["language"]
        is_answered = all(any(holds(answer.reply.text, fact) for fact in facts) for facts in entry["facts"])
        completed += is_completed
        answered += is_completed and is_answered
        if not (is_completed and is_answered):
            print(f"{entry['id']}  {entry['follow_up']} → {answer.completed or 'not completed'}\n  {answer.reply.text}")
    print(f"follow-ups completed rightly: {completed}/{len(entries)}, answered rightly too: {answered}/{len(entries)}")


async def measure_alone(app: App, name: str, texts: Sequence[str]) -> None:
    answers = [(text, await ask(app, name, text)) for text in texts]
    changed = [(text, answer.completed) for text, answer in answers if answer.completed]
    for text, whole in changed:
        print(f"completed though it stands alone: {text} → {whole}")
    print(f"{name}: {len(changed)} of {len(texts)} questions that stand alone were completed")


async def ask(app: App, person: str, text: str) -> Answer:
    """The answer in the conversation of this person."""
    replies = [reply async for reply in app.conversation.handle(Message("eval", person, text, is_admin=True))]
    return next(reply for reply in replies if isinstance(reply, Answer))


def is_right(completed: str, entry: dict[str, Any]) -> bool:
    """Whether a completed question says all that it needs to, and nothing that the follow-up replaced."""
    needs = all(any(holds(completed, need) for need in needs) for needs in entry["needs"])
    return needs and not any(holds(completed, dropped) for dropped in entry["drops"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--alone", nargs="*", type=Path, default=[], help="files of questions that stand alone")
    files = parser.parse_args().alone
    entries = json.loads(FOLLOW_UPS.read_text(encoding="utf-8"))
    asyncio.run(main(entries, {path.name: texts_of(path) for path in files}, load_settings()))
