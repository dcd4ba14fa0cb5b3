"""Labelled questions, as `eval/README.md` describes them: the project's own file and others of the same form."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from core.errors import ForsaError

OWN_QUESTIONS = Path(__file__).with_name("questions.json")
"""Those on the sample documents."""


class QuestionFileError(ForsaError):
    """A file of questions can't be used."""

    hint = "see eval/README.md for the form"


def read_labelled(paths: Sequence[Path]) -> list[dict[str, Any]]:
    """The questions of one or several files, in order.

    Raises:
        QuestionFileError: a file can't be read, a question lacks something, or an id stands twice.
    """
    questions = [question for path in paths for question in _read(path)]
    twice = [name for name, count in Counter(question["id"] for question in questions).items() if count > 1]
    if twice:
        raise QuestionFileError(f"the id {twice[0]!r} stands more than once")
    if not questions:
        raise QuestionFileError(f"there is no question in {', '.join(map(str, paths))}")
    return questions


def texts_of(path: Path) -> list[str]:
    """What a file's questions ask, in order. Raises QuestionFileError."""
    return [str(question["question"]) for question in read_labelled([path])]


def _read(path: Path) -> list[dict[str, Any]]:
    try:
        entries = json.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise QuestionFileError(f"{path} can't be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise QuestionFileError(f"{path} is not JSON in UTF-8: {error}") from error
    if not isinstance(entries, list):
        raise QuestionFileError(f"{path} holds no list")
    for number, entry in enumerate(entries, 1):
        if fault := _fault(entry):
            name = f" ({entry['id']})" if isinstance(entry, dict) and "id" in entry else ""
            raise QuestionFileError(f"{path}, question {number}{name}: {fault}")
    return entries


def _fault(entry: object) -> str:
    """What is wrong with a question, '' if nothing."""
    if not isinstance(entry, dict):
        return "it is no object"
    for name in ("id", "question", "language"):
        value = entry.get(name)
        if value is None or (isinstance(value, str) and not value.strip()):
            return f"it has no {name}"
        if not isinstance(value, str):
            return f"its {name} is no text"
    if entry.get("expected") not in ("answer", "refuse"):
        return "expected is neither answer nor refuse"
    if not all(isinstance(entry.get(name, ""), str) for name in ("category", "kind")):
        return "category and kind must be words"
    if entry["expected"] == "answer" and not entry.get("documents"):
        return "it names no documents"
    for name in ("documents", "must_not_include"):
        if not _are_texts(entry.get(name) or []):
            return f"{name} is no list of texts"
    facts = entry.get("must_include") or []
    if not isinstance(facts, list) or not all(ways and _are_texts(ways) for ways in facts):
        return "must_include is no list of lists of spellings"
    return ""


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) and text for text in value)


def category_of(question: dict[str, Any]) -> str:
    """Under which head a question is counted: its category, else its kind."""
    return question.get("category") or question.get("kind") or "all"


def groups_of(question: dict[str, Any]) -> Iterable[str]:
    """Every group that a question is counted in; `shared/tools/score.py` has the same, and no `all`."""
    answerable = question["expected"] == "answer"
    label = category_of(question) if answerable else f"refuse:{category_of(question)}"
    language = question["language"]
    side = "answerable" if answerable else "unanswerable"
    return (label, f"{label}/{language}", side, f"{side}/{language}", f"all/{language}")
