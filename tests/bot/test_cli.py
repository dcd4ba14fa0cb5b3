"""The command line from outside: what stands on which stream, and the exit status, whatever is thrown at it."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.edge import edge
from bot.texts import Text
from core.errors import StorageError
from core.settings import PROJECT_ROOT

pytestmark = pytest.mark.slow

FRENCH = """# Offre Azur Fibre

## Tarifs

L'offre Azur Fibre 480 Mbps coûte 7 150 DA par mois.

L'engagement est de 12 mois.
"""
ARABIC = """# عرض أزور فايبر

## الأسعار

سعر عرض أزور فايبر 480 ميغا هو 7150 دج شهريا.
"""
Run = Callable[..., "subprocess.CompletedProcess[str]"]


def folders_of(folder: Path) -> dict[str, str]:
    """The environment of a bot over the folders `data`, `gen` and `db` below `folder`."""
    return {f"{name.upper()}_DIR": str(folder / name) for name in ("data", "gen", "db")}


def run_bot(
    arguments: Sequence[str | bytes], folder: Path, given: str = "", **environment: str
) -> "subprocess.CompletedProcess[str]":
    """`bot.py` as a person starts it."""
    return subprocess.run(
        [sys.executable, str(PROJECT_ROOT / "bot.py"), *arguments],
        cwd=folder,
        env={**os.environ, **folders_of(folder), **environment},
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )


@pytest.fixture
def run_here(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """The same command in this process, for what doesn't depend on the process: it spares most of its time, the
    imports. Of each kind one is run as a person starts it."""

    def run(arguments: Sequence[str | bytes], folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
        for name, value in {**folders_of(folder), **environment}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(folder)
        capfd.readouterr()
        with pytest.raises(SystemExit) as end:
            main([os.fsdecode(argument) for argument in arguments], prog_name="bot.py")
        written = capfd.readouterr()
        status = end.value.code if isinstance(end.value.code, int) else int(bool(end.value.code))
        return subprocess.CompletedProcess(arguments, status, written.out, written.err)

    return run


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sample with its index, as it is committed."""
    folder = tmp_path_factory.mktemp("indexed")
    for name in ("data", "gen", "db/index"):
        shutil.copytree(PROJECT_ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two small documents, and nothing made of them yet."""
    folder = tmp_path_factory.mktemp("written")
    (folder / "data" / "Offres").mkdir(parents=True)
    (folder / "data" / "Offres" / "Azur FR.md").write_text(FRENCH, encoding="utf-8")
    (folder / "data" / "Offres" / "Azur AR.md").write_text(ARABIC, encoding="utf-8")
    (folder / "data" / "Offres" / "~$Azur FR.docx").write_bytes(b"lock")
    return folder


@pytest.fixture(scope="module")
def indexed_by_commands(written: Path) -> Path:
    """Those, ingested and indexed by the commands themselves."""
    for command in ("ingest", "reindex"):
        done = run_bot([command, "--json"], written)
        assert done.returncode == 0, done.stderr
        assert isinstance(json.loads(done.stdout), dict)
    return written


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path


def _one_line(done: "subprocess.CompletedProcess[str]", status: int) -> str:
    assert done.returncode == status, (done.stdout, done.stderr)
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr.strip()


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("", Text.EMPTY.say("fr")),
        (" \t\n", Text.EMPTY.say("fr")),
        ("🙂🙂", Text.UNREADABLE.say("fr")),
        ("\x01\x02", Text.UNREADABLE.say("fr")),
        ("[1] [2]", Text.UNREADABLE.say("fr")),
        ("a" * 2001, Text.TOO_LONG.say("fr", limit=2000)),
        ("ا" * 2001, Text.TOO_LONG.say("ar", limit="\u20662000\u2069")),
        (b"prix \xe9t\xe9", Text.UNREADABLE.say("fr")),
    ],
    ids=["empty", "blank", "emoji", "controls", "labels", "long", "long-arabic", "not-utf8"],
)
def test_what_cannot_be_asked_is_one_sentence_and_status_2(
    empty: Path, run_here: Run, question: str | bytes, sentence: str
) -> None:
    assert _one_line(run_here(["ask", "--json", question], empty), 2) == sentence


def test_the_sentence_comes_in_the_language_asked_for(empty: Path) -> None:
    assert _one_line(run_bot(["ask", "--lang", "ar", " "], empty), 2) == Text.EMPTY.say("ar")


def test_bytes_that_are_not_utf8_are_found_in_any_locale(empty: Path) -> None:
    done = run_bot(["ask", b"\xff\xfe"], empty, LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert _one_line(done, 2) == Text.UNREADABLE.say("fr")


@pytest.mark.parametrize(
    "arguments", [["ask"], ["ask", "q", "--batch", "f"], ["ask", "q", "--lang", "de"], ["nothing"]]
)
def test_wrong_use_is_status_2(empty: Path, run_here: Run, arguments: list[str]) -> None:
    done = run_here(arguments, empty)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "content",
    [None, b"", b"{", b'{"id": 1, "question": "q"}', b"\xff\xfe[]", b"[" * 100_000, b'[{"id": NaN}]'],
    ids=["missing", "empty", "no-json", "no-list", "not-utf8", "too-deep", "no-number"],
)
def test_a_batch_file_that_cannot_be_used_is_one_line_and_status_2(
    empty: Path, run_here: Run, content: bytes | None
) -> None:
    if content is not None:
        (empty / "batch.json").write_bytes(content)
    assert "batch.json" in _one_line(run_here(["ask", "--batch", "batch.json", "--json"], empty), 2)


def test_no_index_yet_is_one_line_that_says_what_to_do(empty: Path, run_here: Run) -> None:
    assert "reindex" in _one_line(run_here(["ask", "prix azur"], empty), 1)


def test_a_batch_without_an_index_has_its_lines_and_status_1(empty: Path, run_here: Run) -> None:
    (empty / "batch.json").write_text('[{"id": 1, "question": "prix"}, {"id": 2, "question": "السعر"}]')
    done = run_here(["ask", "--batch", "batch.json", "--json"], empty)
    assert done.returncode == 1
    assert [json.loads(line)["reason"] for line in done.stdout.splitlines()] == ["no-index"] * 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(("name", "value"), [("LOG_LEVEL", "LOUD"), ("SEMANTIC_WEIGHT", "2"), ("CHUNK_CHARS", "many")])
def test_a_wrong_setting_is_named_in_one_line(empty: Path, run_here: Run, name: str, value: str) -> None:
    assert name in _one_line(run_here(["ask", "prix"], empty, **{name: value}), 1)


def test_a_damaged_index_or_database_is_one_line_and_status_1(indexed: Path, tmp_path: Path, run_here: Run) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(indexed, folder)
    for vectors in (folder / "db").rglob("vectors.faiss"):
        vectors.write_bytes(vectors.read_bytes()[:-10])
    assert "reindex" in _one_line(run_bot(["ask", "prix azur"], folder), 1)
    (folder / "db" / "forsa.sqlite").write_bytes(b"no database" * 1000)
    assert "damaged" in _one_line(run_here(["ask", "prix azur"], folder), 1)
    doctor = run_here(["doctor"], folder)
    assert doctor.returncode == 1
    assert sum(line.startswith("fail") for line in doctor.stdout.splitlines()) == 2
    assert "Traceback" not in doctor.stderr


def test_ingest_writes_its_report_as_one_object(written: Path, tmp_path: Path) -> None:
    shutil.copytree(written / "data", tmp_path / "data")
    done = run_bot(["ingest", "--json"], tmp_path)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["read"] == ["Offres/Azur AR.md", "Offres/Azur FR.md"]
    assert [item["reason"] for item in report["skipped"]] == ["lock-file"]


def test_what_the_commands_indexed_answers(indexed_by_commands: Path) -> None:
    done = run_bot(["ask", "quel est le prix de l'offre Azur Fibre 480 Mbps ?"], indexed_by_commands)
    assert (done.returncode, done.stderr) == (0, "")
    assert "7" in done.stdout
    assert "[1] " in done.stdout
    assert run_bot(["doctor"], indexed_by_commands).returncode == 0


def test_doctor_is_content_with_a_sound_set_up(indexed: Path, run_here: Run) -> None:
    done = run_here(["doctor"], indexed)
    assert done.returncode == 0, done.stdout
    assert not [line for line in done.stdout.splitlines() if line.startswith("fail")]


def test_an_answer_is_readable_and_names_its_source(indexed: Path, run_here: Run) -> None:
    done = run_here(["ask", "prix recharge Box L"], indexed)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"2\s130", done.stdout)
    assert "[1] " in done.stdout


def test_a_reply_object_has_every_field(indexed: Path) -> None:
    done = run_bot(["ask", "شحال سومة Box L ؟", "--json"], indexed)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1
    reply = json.loads(done.stdout)
    assert reply["language"] == "ar"
    assert {
        "question",
        "kind",
        "reason",
        "text",
        "citations",
        "candidates",
        "gate",
        "scope",
        "cached",
        "degraded",
    } <= set(reply)
    assert {"dropped", "index_version", "answer_state", "timings_ms", "answer_id"} <= set(reply)


def test_a_scope_narrows_and_an_unknown_one_is_one_sentence(indexed: Path, run_here: Run) -> None:
    reply = json.loads(run_here(["ask", "prix 440 mega", "--json", "--scope", "Locataire V3 FR"], indexed).stdout)
    assert reply["scope"] == "Offres/Offre Rimal Fibre Locataire V3 FR.docx"
    assert {candidate["document"] for candidate in reply["candidates"]} == {
        "Offres/Offre Rimal Fibre Locataire V3 FR.docx"
    }
    said = _one_line(run_here(["ask", "السعر", "--json", "--scope", "inconnu"], indexed), 2)
    assert "inconnu" in said
    assert said.startswith("لا أعرف")


def test_a_batch_answers_in_order_and_bad_items_stop_nothing(indexed: Path) -> None:
    items: list[Any] = [{"id": n, "question": f"prix fibre {n}", "more": "ignored"} for n in range(40)]
    items[3:3] = [
        {"id": "blank", "question": " "},
        {"id": "none"},
        {"id": "number", "question": 5},
        {"question": "no id"},
        "no object",
        {"id": "half a pair \ud800", "question": "prix \ud800"},
        {"id": None, "question": "ا" * 2001},
    ]
    (indexed / "batch.json").write_text(json.dumps(items), encoding="utf-8")
    done = run_bot(["ask", "--batch", "batch.json", "--json"], indexed)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    ids = [item.get("id") if isinstance(item, dict) else None for item in items]
    assert [line["id"] for line in lines] == ids
    errors = [line for line in lines if line["kind"] == "error"]
    assert [error["reason"] for error in errors] == [
        "empty", "empty", "unreadable", "unreadable", "unreadable", "unreadable", "too-long",
    ]  # fmt: skip
    assert all(set(error) == {"id", "kind", "reason", "text"} for error in errors)
    assert {error["text"] for error in errors[2:5]} == {Text.UNREADABLE_ITEM.say("fr")}
    assert errors[-1]["text"] == Text.TOO_LONG.say("ar", limit=2000)


def test_a_batch_with_an_unknown_scope_has_its_lines_and_status_2(indexed: Path, run_here: Run) -> None:
    (indexed / "batch.json").write_text('[{"id": 1, "question": "prix azur"}]')
    done = run_here(["ask", "--batch", "batch.json", "--scope", "inconnu"], indexed)
    assert done.returncode == 2
    assert json.loads(done.stdout)["reason"] == "unknown-scope"
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("target", ["/dev/full", None], ids=["full", "closed"])
def test_output_that_takes_nothing_is_no_traceback(empty: Path, target: str | None) -> None:
    command = f"'{sys.executable}' '{PROJECT_ROOT / 'bot.py'}' doctor {'>&-' if target is None else '>' + target}"
    environment = {**os.environ, **folders_of(empty)}
    done = subprocess.run(["sh", "-c", command], cwd=empty, env=environment, capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1


def test_chat_over_a_pipe(indexed: Path) -> None:
    given = "prix recharge Box L\n/sources\n+\n/مساعدة\n"
    done = run_bot(["chat"], indexed, given)
    assert (done.returncode, done.stderr) == (0, "")
    assert Text.VOTED_UP.say("fr") in done.stdout
    assert "\x1b" not in done.stdout
    again = run_bot(["chat"], indexed, "/sources\n/quit\n/help\n")
    assert again.stdout.startswith("Source 1"), "the last answer is known after a restart"
    assert "/lang" not in again.stdout


def test_chat_reindexes_in_a_process_of_its_own(indexed_by_commands: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(indexed_by_commands, folder)
    (folder / "data" / "Nouveau.md").write_text("# Offre Zéphyr\n\nL'offre Zéphyr coûte 990 DA par mois.\n")
    done = run_bot(["chat"], folder, "/reindex\n")
    assert done.returncode == 0, done.stderr
    assert "1 document(s) nouveau(x)" in done.stdout
    reply = json.loads(run_bot(["ask", "prix offre Zéphyr", "--json"], folder).stdout)
    assert reply["candidates"][0]["document"] == "Nouveau.md"


def test_the_reader_of_a_batch_may_go_away(indexed: Path) -> None:
    items = [{"id": n, "question": f"prix azur {n}"} for n in range(200)]
    (indexed / "long.json").write_text(json.dumps(items), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "bot.py", "ask", "--batch", str(indexed / "long.json"), "--json"],
        cwd=PROJECT_ROOT, env={**os.environ, **folders_of(indexed)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["id"] == 0
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(30) == 141


def test_kill_9_in_the_middle_of_a_batch_loses_no_answer_that_was_given(
    indexed_by_commands: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(indexed_by_commands, folder)
    items = [{"id": n, "question": f"prix azur fibre {n}"} for n in range(500)]
    (folder / "long.json").write_text(json.dumps(items), encoding="utf-8")
    given = []
    with subprocess.Popen(
        [sys.executable, str(PROJECT_ROOT / "bot.py"), "ask", "--batch", "long.json", "--json"],
        cwd=folder, env={**os.environ, **folders_of(folder)}, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            given.append(json.loads(line)["answer_id"])
            if len(given) == 30:
                process.kill()
                break
    with sqlite3.connect(folder / "db" / "forsa.sqlite") as connection:
        kept = {row[0] for row in connection.execute("SELECT id FROM answers")}
    connection.close()
    assert set(given) <= kept
    assert run_bot(["ask", "prix azur"], folder).returncode == 0


@pytest.mark.parametrize(("arguments", "status"), [(["chat"], 0), (["ask", "--batch", "long.json", "--json"], 130)])
def test_ctrl_c_ends_it_without_a_traceback(indexed: Path, arguments: list[str], status: int) -> None:
    items = [{"id": n, "question": f"combien coûte azur {n} par mois"} for n in range(2000)]
    (indexed / "long.json").write_text(json.dumps(items), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(PROJECT_ROOT / "bot.py"), *arguments],
        cwd=indexed, env={**os.environ, **folders_of(indexed)}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        # What runs in the background of a shell is deaf to Ctrl-C, and so would be what the tests start there.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("/help\n")
        process.stdin.flush()
        process.stdout.readline()  # it runs
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
        assert (process.returncode, said) == (status, "")


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (StorageError("no room", "free some"), 1, "no room (free some)"),
        (KeyboardInterrupt(), 130, ""),
        (ZeroDivisionError("ours"), 1, "internal error: ZeroDivisionError: ours"),
    ],
    ids=["known", "interrupt", "unexpected"],
)
def test_errors_at_the_edge(error: BaseException, status: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end, edge():
        raise error
    shown = capsys.readouterr().err
    assert end.value.code == status
    assert shown.startswith(said)
    assert "Traceback" not in shown
    assert len(shown.splitlines()) <= 1


def test_an_unexpected_error_shows_where_at_debug(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    with pytest.raises(SystemExit), edge():
        raise ZeroDivisionError("ours")
    assert "Traceback" in caplog.text
