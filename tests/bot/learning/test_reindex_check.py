"""A document changed for the worse: `reindex --check` lets the old version answer, says why, and waits.

One small corpus through the commands as a person starts them; its questions also calibrate the gate.
"""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.calibrating import ENOUGH_QUESTIONS, for_setting
from core.index.held import held_version
from core.index.store import current_version
from eval.history import runs
from tests.bot.test_cli import run_bot

pytestmark = pytest.mark.slow

TOWNS = (
    "Azrou Belda Cherfa Dirah Ensar Ferka Guelba Hadja Imouz Jedra Kasba Louta Metla Nedra Oulha Palmar Qodra Rahba "
    "Sedra Talha Umran Varda Wahra Yasra Zohra Amrine Bourka Chaaba Dellya Elmina Fetha Garmi Hassna Iflis Jbala Kerma "
    "Lahdab Mezrab Nahla Osmane Roumba Sabkha Tizra Wifaq"
).split()
CANARY = "zzkanari"
QUESTION = "Quels sont les frais d'installation à {town} ?"
PROSE = """L'offre Azur Fibre est destinée aux clients résidentiels qui disposent d'une ligne éligible.

Le client se présente à l'agence avec une pièce d'identité et un justificatif de domicile, puis il signe le contrat et
paie les frais d'installation qui dépendent de la commune. Le technicien prend ensuite rendez-vous avec lui pour poser
la prise optique, installer le modem et vérifier que la connexion fonctionne dans toutes les pièces."""


def fee(number: int) -> str:
    return f"{3 + number} 5{number:02} DA"


def document(broken: bool = False) -> str:
    """A table of fees; broken, the export lost the towns' rows."""
    rows = "".join(f"| {town} | {fee(number)} |\n" for number, town in enumerate(TOWNS))
    table = "| Commune | Frais d'installation |\n|---|---|\n" + rows
    return f"# Offre Azur Fibre\n\n{PROSE}\n\n## Frais par commune\n\n{'Voir en agence.' if broken else table}\n"


def questions() -> list[dict[str, Any]]:
    return [
        {
            "id": f"q-{number:02}",
            "question": QUESTION.format(town=town) + f" {CANARY}" * (number == 0),
            "language": "fr",
            "expected": "answer",
            "category": "fees",
            "documents": ["Offres/Azur FR.md"],
            "must_include": [[fee(number)]],
            "evidence": CANARY,
        }
        for number, town in enumerate(TOWNS)
    ]


class Place:
    """The folders of a bot, and its command line."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "data" / "Offres" / "Azur FR.md"
        self.path.parent.mkdir(parents=True)
        self.questions = folder / "q.json"
        self.put_questions()

    def put_questions(self) -> None:
        self.questions.write_text(json.dumps(questions(), ensure_ascii=False), encoding="utf-8")

    def run(self, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
        return run_bot(arguments, self.folder, QUESTIONS_FILE=str(self.questions), **more)

    def chat(self, line: str) -> str:
        """What an admin is told who types a line."""
        done = run_bot(("chat",), self.folder, f"{line}\n", QUESTIONS_FILE=str(self.questions))
        assert done.returncode == 0, done.stderr
        return done.stdout

    def put(self, text: str) -> None:
        self.path.write_text(text, encoding="utf-8")
        assert self.run("ingest").returncode == 0

    @property
    def current(self) -> str:
        return current_version(self.folder / "db")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    place = Place(tmp_path_factory.mktemp("checked"))
    place.put(document())
    done = place.run("reindex")
    assert done.returncode == 0, done.stderr
    yield place


def test_a_drop_is_held_told_and_confirmed(place: Place) -> None:
    good = place.current
    place.put(document(broken=True))
    held = place.run("reindex", "--check")
    assert held.returncode == 1
    assert "waits for a confirmation" in held.stderr
    asked = [question for question in questions() if not for_setting(question["question"])]
    assert f"check    {len(asked)} questions" in held.stdout, "those that set the thresholds measure nothing"
    assert "removed" in held.stdout
    lost = [line for line in held.stdout.splitlines() if line.startswith("lost")]
    assert lost
    assert "beyond what chance gives" in held.stdout
    assert "reindex --confirm" in held.stdout
    assert place.current == good, "the old version answers on"
    told = place.run("ask", asked[-1]["question"])
    assert asked[-1]["must_include"][0][0].replace(" ", "") in told.stdout.replace("\u202f", "").replace(" ", "")

    waiting = held_version(place.folder / "db")
    assert waiting is not None
    assert f"index version {waiting.version} waits" in place.run("doctor").stdout
    confirmed = place.run("reindex", "--confirm")
    assert confirmed.returncode == 0, confirmed.stderr
    assert place.current == waiting.version != good
    assert place.run("reindex", "--confirm").returncode == 1, "nothing waits any more"
    assert [run.kind for run in runs(place.folder / "db")][-1] == "check"


def test_a_gain_is_not_held_and_the_setting_decides_on_a_drop(place: Place) -> None:
    place.put(document())
    better = place.run("reindex", "--check", "--json")
    assert better.returncode == 0, better.stderr
    found = json.loads(better.stdout)
    assert found["check"]["after"] > found["check"]["before"]
    assert not found["held"]
    good = place.current
    place.put(document(broken=True))
    assert place.run("reindex").returncode == 1, "own questions are asked without --check too"
    assert place.current == good
    warned = place.run("reindex", REINDEX_CHECK="warn")
    assert warned.returncode == 0, warned.stderr
    assert "beyond what chance gives" in warned.stdout
    assert place.current != good
    assert held_version(place.folder / "db") is None, "what answers doesn't wait any more"
    place.put(document())
    quiet = place.run("reindex", REINDEX_CHECK="off")
    assert (quiet.returncode, "check" in quiet.stdout, place.current) == (0, False, good)


def test_no_evaluation_question_reaches_what_answers(place: Place) -> None:
    """Neither its text nor its labels lie in what answers are made from, and the file isn't read while answering."""
    assert len(questions()) >= ENOUGH_QUESTIONS, "they do calibrate the gate"
    held = {path: path.read_bytes() for path in (place.folder / "db" / "index").rglob("*") if path.is_file()}
    texts = [CANARY.encode(), b"q-00", *(question["question"].encode() for question in questions())]
    assert not [(path, text) for path, content in held.items() for text in texts if text in content]
    question = questions()[5]["question"]
    first = place.run("ask", "--json", question)
    place.questions.unlink()
    again = place.run("ask", "--json", question)
    for name in ("text", "citations", "candidates", "answer_state"):
        assert json.loads(again.stdout)[name] == json.loads(first.stdout)[name]


def test_an_admin_who_types_reindex_is_told_why_it_waits_and_confirms(place: Place) -> None:
    place.put_questions()
    place.put(document())
    assert place.run("reindex", REINDEX_CHECK="off").returncode == 0
    good = place.current
    place.put(document(broken=True))
    told = place.chat("/reindex")
    assert "/reindex confirm" in told
    assert place.current == good
    waiting = held_version(place.folder / "db")
    assert waiting is not None
    assert waiting.version != good
    place.chat("/reindex confirm")
    assert place.current == waiting.version
    assert "/reindex confirm" not in place.chat("/reindex"), "nothing waits any more"
