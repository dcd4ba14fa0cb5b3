"""What a reviewer says of a question as an entry of the evaluation: right documents and facts, or to be refused."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.commands import REFUSE_WORDS
from bot.learning.personal_data import holds_personal_data, masked
from bot.learning.question_file import PROMOTED
from core.documents.chunk import Language
from core.errors import InputError
from core.text.language import is_arabizi
from core.text.normalise import clean, count_letters

_NOT = re.compile(r"\s*(?:≠|!=?)\s*")


@dataclass(frozen=True)
class Verdict:
    """How a question must be answered: refused, or from any of these documents (paths, names or numbers of the list
    shown), with these facts (each a list of spellings) and without those."""

    refuse: bool = False
    documents: tuple[str, ...] = ()
    facts: tuple[tuple[str, ...], ...] = ()
    wrong: tuple[str, ...] = ()


def read_verdict(text: str) -> Verdict:
    """What is typed in a chat: `refus`, or `1, Nom = fait | autre graphie ; fait ; ≠ faux` (each part may lack).

    Raises:
        InputError: `unreadable`: a refusal with facts, or an empty fact.
    """
    named, _, told = text.partition("=") if not _NOT.match(text) else ("", "", text)
    documents = [part.strip() for part in re.split(r"[,،]", named) if part.strip()]
    if len(documents) == 1 and documents[0].casefold() in REFUSE_WORDS:
        if told.strip():
            raise InputError("unreadable", "a refusal has no facts")
        return Verdict(refuse=True)
    facts: list[tuple[str, ...]] = []
    wrong: list[str] = []
    for part in filter(None, (part.strip() for part in re.split(r"[;؛]", told))):
        is_wrong = _NOT.match(part)
        ways = tuple(way.strip() for way in _NOT.sub("", part, count=1 if is_wrong else 0).split("|") if way.strip())
        if not ways:
            raise InputError("unreadable", f"{part!r} is no fact")
        if is_wrong:
            wrong += ways
        else:
            facts.append(ways)
    return Verdict(False, tuple(documents), tuple(facts), tuple(wrong))


def entry_of(question: str, language: Language, verdict: Verdict, key: str) -> dict[str, Any]:
    """The entry, in the form of eval/README.md, without a trace of who asked; `key` is that of the masked wording.

    Raises:
        InputError: `personal`: a fact holds a telephone number or an address.
    """
    facts = [way for ways in verdict.facts for way in ways]
    if any(holds_personal_data(text) for text in (*facts, *verdict.wrong)):
        raise InputError("personal", "a fact holds a telephone number, an address or a long number")
    entry: dict[str, Any] = {
        "id": f"{PROMOTED}{key}",
        "question": question,
        "language": _language(question, language),
        "expected": "refuse" if verdict.refuse else "answer",
        "kind": "vote",
        "category": "votes",
        "documents": sorted(verdict.documents),
        "must_include": [list(ways) for ways in verdict.facts],
        "must_not_include": list(verdict.wrong),
    }
    return entry


def question_to_keep(question: str, language: Language) -> str:
    """The question as it may stand in a shared file, on one line."""
    return masked(" ".join(clean(question).split()), language)


def missing_fact(verdict: Verdict, texts: Sequence[str]) -> str:
    """The first fact that stands in none of the right documents' passages, in no spelling; '' where all do."""
    from eval.facts import holds

    for ways in verdict.facts:
        if not any(holds(text, way) for text in texts for way in ways):
            return ways[0]
    return ""


def _language(question: str, language: Language) -> str:
    """As labelled questions name it: `mixed` has both scripts, `arabizi` is Algerian in Latin letters."""
    latin, arabic = count_letters(question)
    if latin and arabic:
        return "mixed"
    return "arabizi" if is_arabizi(question) else "ar" if arabic else "fr" if latin else language
