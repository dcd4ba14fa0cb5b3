"""What the model is told: the texts of `core/answering/prompts/`, filled in."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Literal

from core.answering.phrases import phrases
from core.documents.chunk import Chunk, Language

Purpose = Literal["answer", "verify", "rewrite", "clean"]
PURPOSES: tuple[Purpose, ...] = ("answer", "verify", "rewrite", "clean")
_LANGUAGES: tuple[Language, ...] = ("fr", "ar")
_ORDERS = 1000
"""Tokens that the orders, the glossary and the question take, at most but for very long questions."""
_USER = "=== USER ===\n"
_FIELD = re.compile(r"\{(\w+)\}")
_LABEL = re.compile(r"[\[【［]\s*([\d\u0660-\u0669]{1,3})\s*[\]】］]")
_END: Mapping[Language, str] = {"fr": "fin", "ar": "نهاية"}
_GLOSSARY: Mapping[Language, str] = {"fr": "Synonymes :", "ar": "مرادفات:"}


@dataclass(frozen=True)
class Prompt:
    """What is sent: the standing orders, and what this request is about."""

    system: str
    user: str


def fitting(passages: Sequence[Chunk], context_tokens: int, answer_tokens: int) -> list[Chunk]:
    """As many of the passages, best first, as a model's context holds beside the orders and the answer; one at least.

    Counted in characters, two a token: Arabic has hardly more.
    """
    room = (context_tokens - answer_tokens - _ORDERS) * 2
    kept: list[Chunk] = []
    for passage in passages:
        room -= len(passage.content)
        if kept and room < 0:
            break
        kept.append(passage)
    return kept


class Prompts:
    """All prompts of the package, read once."""

    def __init__(self) -> None:
        folder = resources.files("core.answering.prompts")
        self._texts = {
            (purpose, language): (folder / f"{purpose}.{language}.md").read_text(encoding="utf-8")
            for purpose in PURPOSES
            for language in _LANGUAGES
        }

    @property
    def digest(self) -> str:
        """Changes with any prompt; counts into `answer_state`."""
        return hashlib.sha256("\x1f".join(self._texts.values()).encode()).hexdigest()[:12]

    def answer(
        self, question: str, language: Language, passages: Sequence[Chunk], glossary: Sequence[Sequence[str]]
    ) -> Prompt:
        """To answer a question from passages, numbered from 1."""
        terms = "".join(f"- {' = '.join(entry)}\n" for entry in glossary)
        return self._fill(
            "answer",
            language,
            passages=dict(enumerate(passages, 1)),
            question=question,
            glossary=f"{_GLOSSARY[language]}\n{terms}" if terms else "",
            not_in_documents=phrases(language).not_in_documents,
        )

    def verify(self, question: str, language: Language, passages: Mapping[int, str], claims: Sequence[str]) -> Prompt:
        """To judge claims, numbered from 1, by the passages that they cite."""
        listed = "\n".join(f"{n}. {claim}" for n, claim in enumerate(claims, 1))
        return self._fill(
            "verify", language, passages=passages, question=question, claims=listed, count=str(len(claims))
        )

    def rewrite(self, text: str, language: Language, earlier: Sequence[str]) -> Prompt:
        """To make a text a question that stands alone; `earlier` are the questions before it, the latest first."""
        listed = "\n".join(f"- {question}" for question in reversed(earlier))
        return self._fill("rewrite", language, passages={}, question=text, earlier=listed)

    def clean(self, text: str, language: Language) -> Prompt:
        """To put a passage in order that was read badly."""
        return self._fill("clean", language, passages={1: text})

    def _fill(self, purpose: Purpose, language: Language, passages: Mapping[int, Chunk | str], **fields: str) -> Prompt:
        return filled(self._texts[purpose, language], language, passages, fields)


def filled(text: str, language: Language, passages: Mapping[int, Chunk | str], fields: Mapping[str, str]) -> Prompt:
    """A text with its orders, `=== USER ===` and the request, each `{name}` replaced by the field of that name;
    `{passages}` and `{mark}` as in `fenced`."""
    system, _, user = text.partition(_USER)
    mark, shown = fenced(passages, language)
    values = {**fields, "mark": mark, "passages": shown}

    def value(field: re.Match[str]) -> str:
        return values.get(field[1], field[0])

    return Prompt(_FIELD.sub(value, system).strip(), _FIELD.sub(value, user).strip())


def fenced(passages: Mapping[int, Chunk | str], language: Language) -> tuple[str, str]:
    """The mark that parts the passages, and the passages between marks.

    The mark holds a hash of the passages: none of them can hold it, so none can end itself and speak as another.
    """
    texts = {n: _LABEL.sub(r"(\1)", text if isinstance(text, str) else text.content) for n, text in passages.items()}
    mark = f"#{hashlib.sha256(chr(0).join(texts.values()).encode()).hexdigest()[:10]}"
    return mark, "".join(f"{mark}:{n}\n{text}\n{mark}:{_END[language]}\n\n" for n, text in texts.items())
