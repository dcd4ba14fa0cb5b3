"""Run by test_question_file.py: `python -m tests.bot.learning.crash FOLDER`.

Kills (-9) the insertion of a question before each of its operations on files, one a fork, and looks at what is left.
Prints one JSON object: after how many kills the old and after how many the new file was there.
"""

import json
import os
import signal
import sys
from collections import Counter
from pathlib import Path

from bot.learning.acceptance import Verdict, entry_of
from bot.learning.question_file import AlreadyThere, insert, written

ON_FILES = ("open", "os.", "shutil.", "fcntl.")
OLD = [{"id": "fr-01", "question": "prix azur 240", "expected": "refuse", "language": "fr"}]
NEW = entry_of("prix azur 480", "fr", Verdict(refuse=True), "0000000000")


def insert_until(path: Path, moment: int) -> None:
    left = moment

    def kill_in_time(event: str, arguments: object) -> None:
        nonlocal left
        if event.startswith(ON_FILES) and event != "os.kill":
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(kill_in_time)
    insert(path, NEW, str, path.parent / "lock")


def main(folder: Path) -> None:
    path, found = folder / "questions.json", Counter[str]()
    before, after = written(OLD), written([*OLD, NEW])
    for moment in range(200):
        path.write_bytes(before)
        child = os.fork()
        if child == 0:
            insert_until(path, moment)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        content = path.read_bytes()
        assert content in (before, after), content
        found["old" if content == before else "new"] += 1
        try:
            insert(path, NEW, str, folder / "lock")  # and another try is possible
        except AlreadyThere:
            assert content == after
        assert path.read_bytes() == after
        assert not list(folder.glob(".tmp-*"))
        if os.waitstatus_to_exitcode(status) == 0:
            break
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
