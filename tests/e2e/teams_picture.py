"""Pictures of a real conversation in Teams' test client, for the README.

usage: python -m tests.e2e.teams_picture [FOLDER]     (docs/pictures; needs node, chromium and `make e2e`'s packages)
"""

import sys
from pathlib import Path

from core.settings import PROJECT_ROOT
from tests.e2e.driver.playground import Client, before, running_playground, running_teams_bot, what_is_missing

HEIGHT = 1500


def conversation(client: Client, question: str, follow_up: str) -> None:
    """A question, its source, a follow-up."""
    client.ask(question)
    button = client.wait(lambda message: len(message["buttons"]) == 1, "the button to the sources")
    client.do("press", label=button["buttons"][0])
    client.wait(lambda message: "▸" in message["text"], "the source")
    client.ask(follow_up)
    client.quiet()


def main() -> None:
    if missing := what_is_missing():
        sys.exit(missing)
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PROJECT_ROOT / "docs" / "pictures"
    with (
        running_teams_bot() as bot,
        running_playground(bot.endpoint) as playground,
        before(playground) as client,
    ):
        client.open()
        client.ask("prix forfait pro max")  # the models are loaded with the first question
        for name, question, follow_up in (
            ("teams-fr", "tarif rimal fibre 220 mega residentiel", "et pour 440 mega ?"),
            ("teams-ar", "ما هو سعر 110 ميغا للمستأجر", "و 220؟"),
        ):
            client.open()
            conversation(client, question, follow_up)
            client.do("photograph", path=str(folder / f"{name}.png"), height=HEIGHT)


if __name__ == "__main__":
    main()
