"""QUESTIONS_FILE: a diff that can be read, no question twice, nothing of a person, whole whatever happens."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bot.learning.acceptance import Verdict, entry_of, question_to_keep, read_verdict
from bot.learning.personal_data import holds_personal_data, masked
from bot.learning.question_file import AlreadyThere, insert, questions_path, written
from core.errors import InputError, SettingsError
from core.settings import PROJECT_ROOT, Settings
from core.text.tokens import Analyser
from core.wording import Wording
from eval.labelled import read_labelled

KEY = Wording(Analyser()).key


def entry(question: str) -> dict[str, Any]:
    return entry_of(question, "fr", Verdict(False, ("Offres/Azur.docx",), (("7 150 DA",),)), KEY(question))


def add(path: Path, question: str) -> None:
    insert(path, entry(question), KEY, path.parent / "db" / "lock")


def test_a_question_enters_the_samples_file_as_added_lines_only(tmp_path: Path) -> None:
    path = tmp_path / "questions.json"
    before = (PROJECT_ROOT / "eval" / "questions.json").read_bytes()
    path.write_bytes(before)
    for question in ("prix azur 480", "prix azur 240", "frais de dossier azur"):
        add(path, question)
    old, new = before.decode().splitlines(), path.read_text(encoding="utf-8").splitlines()
    assert [line.rstrip(",") for line in new[: len(old) - 1]] == old[:-1] or new[: len(old) - 2] == old[:-2]
    assert len(new) == len(old) + 3
    ids = [question["id"] for question in read_labelled([path])]
    assert ids[-3:] == sorted(ids[-3:])
    assert all(name.startswith("v-") for name in ids[-3:])


def test_the_order_of_reviewing_changes_nothing(tmp_path: Path) -> None:
    questions = ["prix azur 480", "prix azur 240", "frais de dossier azur"]
    for name, order in (("one", questions), ("two", questions[::-1])):
        for question in order:
            add(tmp_path / f"{name}.json", question)
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_nearly_the_same_wording_enters_once(tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    path.write_bytes(written([{"id": "fr-01", "question": "Prix de l'Azur 480 ?", "expected": "refuse"}]))
    content = path.read_bytes()
    with pytest.raises(AlreadyThere) as caught:
        add(path, "azur 480 prix")
    assert caught.value.id == "fr-01"
    assert path.read_bytes() == content


def test_reviewers_at_the_same_moment_lose_no_question(tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: add(path, f"prix azur {number}"), range(100, 124)))
    assert len(read_labelled([path])) == 24


def test_of_two_who_accept_the_same_question_one_enters_it(tmp_path: Path) -> None:
    path = tmp_path / "q.json"

    def try_it(_: int) -> bool:
        try:
            add(path, "prix azur 480")
        except AlreadyThere:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(try_it, range(4))) == [False, False, False, True]
    assert len(read_labelled([path])) == 1


@pytest.mark.slow
def test_killed_at_any_moment_the_file_is_the_old_or_the_new_one(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bot.learning.crash", str(tmp_path)],
        cwd=PROJECT_ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["old"] > 3
    assert found["new"] >= 1


def test_what_is_no_list_of_questions_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    for content in ("{}", "[1]", "[", '["a"]'):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(SettingsError):
            add(path, "prix azur")
        assert path.read_text(encoding="utf-8") == content


def test_where_questions_go(tmp_path: Path) -> None:
    assert questions_path(Settings()) == PROJECT_ROOT / "eval" / "questions.json"
    assert questions_path(Settings(data_dir=tmp_path, questions_file=tmp_path / "q.json")) == tmp_path / "q.json"
    with pytest.raises(SettingsError, match="QUESTIONS_FILE"):
        questions_path(Settings(data_dir=tmp_path))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("rappeler le client au 0555 12 34 56 svp", "rappeler le client au [téléphone] svp"),
        ("client +213 (0)555-12-34-56", "client [téléphone]"),
        ("0021355512 3456 ligne coupée", "[téléphone] ligne coupée"),
        ("ligne fixe 021 45 67 89", "ligne fixe [téléphone]"),
        ("le ٠٥٥٥١٢٣٤٥٦ ne répond pas", "le [téléphone] ne répond pas"),
        ("écrire à l.b@rimal.example pour azur", "écrire à [e-mail] pour azur"),
        ("contrat 1234567890 bloqué", "contrat [numéro] bloqué"),
        ("prix 1 400 000 DA pour 480 Mbps", "prix 1 400 000 DA pour 480 Mbps"),
        ("composer *610# ou le 12", "composer *610# ou le 12"),
        ("offre du 01/02/2026 à 0,5 Go", "offre du 01/02/2026 à 0,5 Go"),
        ("ligne\nsuivante", "ligne suivante"),
    ],
)
def test_numbers_and_addresses_of_people_are_masked(text: str, kept: str) -> None:
    assert question_to_keep(text, "fr") == kept


def test_masks_are_said_in_arabic_and_facts_with_them_are_refused() -> None:
    assert masked("اتصل على 0555123456", "ar") == "اتصل على [هاتف]"
    assert not holds_personal_data("7 150 DA")
    with pytest.raises(InputError) as caught:
        entry_of("q", "fr", Verdict(False, ("d",), (("0555 12 34 56",),)), "k")
    assert caught.value.reason == "personal"


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [
        ("refus", Verdict(refuse=True)),
        ("رفض", Verdict(refuse=True)),
        ("1", Verdict(documents=("1",))),
        ("1، 3 = 7 150 DA | 7150 DA ؛ ≠ 6 400", Verdict(False, ("1", "3"), (("7 150 DA", "7150 DA"),), ("6 400",))),
        ("Azur Max FR.docx = 12 mois ; gratuit", Verdict(False, ("Azur Max FR.docx",), (("12 mois",), ("gratuit",)))),
        ("= 12 mois", Verdict(False, (), (("12 mois",),))),
        ("", Verdict()),
    ],
)
def test_what_is_typed_in_a_chat(typed: str, verdict: Verdict) -> None:
    assert read_verdict(typed) == verdict


@pytest.mark.parametrize("typed", ["refus = 12 mois", "1 = |", "1 = ≠"])
def test_what_cannot_be_read(typed: str) -> None:
    with pytest.raises(InputError):
        read_verdict(typed)


@pytest.mark.parametrize(
    ("question", "language"),
    [("prix azur", "fr"), ("سعر أزور", "ar"), ("شحال azur", "mixed"), ("ch7al azur", "arabizi")],
)
def test_the_language_is_labelled_as_in_the_evaluation(question: str, language: str) -> None:
    assert entry_of(question, "fr", Verdict(refuse=True), "k")["language"] == language
