"""A version that isn't admitted waits beside the one that answers, until it is confirmed or out of date."""

from pathlib import Path

import pytest

from core.index.build import Admit, ReindexReport, reindex
from core.index.held import Held, NothingHeld, confirm, held_version, hold
from core.index.store import current_version, load_current, versions_folder
from tests.index.helpers import DictEmbeddings, HashEncoder, WordAnalyser, corpus


def build(db_dir: Path, size: int, admit: Admit | None = None) -> ReindexReport:
    return reindex(db_dir, corpus(size), HashEncoder(), WordAnalyser(), DictEmbeddings(), keep=1, admit=admit)


def holding(db_dir: Path) -> Admit:
    def admit(before: str, new: str) -> bool:
        hold(db_dir, Held(new, before, {"lost": 3}))
        return False

    return admit


def test_the_first_version_and_the_same_one_are_not_asked_for(tmp_path: Path) -> None:
    def never(before: str, new: str) -> bool:
        raise AssertionError("nothing is replaced")

    assert not build(tmp_path, 3, never).held
    assert not build(tmp_path, 3, never).held


def test_held_then_confirmed(tmp_path: Path) -> None:
    old = build(tmp_path, 3)
    new = build(tmp_path, 5, holding(tmp_path))
    assert new.held
    assert len(load_current(tmp_path, "hash-1", "words-1").chunks) == 3
    assert held_version(tmp_path) == Held(new.version, old.version, {"lost": 3})
    assert confirm(tmp_path, keep=1).version == new.version
    assert len(load_current(tmp_path, "hash-1", "words-1").chunks) == 5
    assert [path.name for path in versions_folder(tmp_path).iterdir()] == [new.version]
    with pytest.raises(NothingHeld):
        confirm(tmp_path, keep=1)


def test_what_was_held_is_asked_for_again(tmp_path: Path) -> None:
    build(tmp_path, 3)
    build(tmp_path, 5, holding(tmp_path))
    again = build(tmp_path, 5, holding(tmp_path))
    assert (again.held, again.created) == (True, False)
    assert not build(tmp_path, 5, lambda before, new: True).held
    assert held_version(tmp_path) is None


def test_mended_documents_leave_nothing_waiting(tmp_path: Path) -> None:
    old = build(tmp_path, 3)
    build(tmp_path, 5, holding(tmp_path))
    assert build(tmp_path, 3, holding(tmp_path)).version == old.version
    assert held_version(tmp_path) is None
    assert current_version(tmp_path) == old.version


def test_a_version_held_against_another_one_cannot_be_confirmed(tmp_path: Path) -> None:
    build(tmp_path, 3)
    held = build(tmp_path, 5, holding(tmp_path))
    now = build(tmp_path, 4)
    hold(tmp_path, Held(held.version, "0123456789abcdef", {}))
    with pytest.raises(NothingHeld, match="out of date"):
        confirm(tmp_path, keep=3)
    assert current_version(tmp_path) == now.version


def test_an_error_while_asking_leaves_the_old_version(tmp_path: Path) -> None:
    old = build(tmp_path, 3)

    def fail(before: str, new: str) -> bool:
        raise RuntimeError("the questions can't be read")

    with pytest.raises(RuntimeError):
        build(tmp_path, 5, fail)
    assert current_version(tmp_path) == old.version
