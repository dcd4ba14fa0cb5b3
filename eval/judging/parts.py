"""What a judge is asked of a question, at most three calls: prompts, the form of the reply, and how it is read.

The prompts of a question begin alike, with its passages, so that a server that keeps what it read reads them once.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from core.answering.llm.prompts import Prompt, filled
from core.documents.chunk import Chunk, Language
from eval.judging.material import Material

QUESTIONS = 3
"""Made from each answer, as many as RAGAS makes by default."""
_PURPOSES = ("statements", "passages", "questions", "refusal")
_LANGUAGES: tuple[Language, ...] = ("fr", "ar")
_ASPECTS = ("answerable", "polite", "useful")
_FACT: Mapping[Language, str] = {
    "fr": "La réponse à « {question} » contient : {fact}",
    "ar": "جواب «{question}» يتضمن: {fact}",
}
_EXPECTED: Mapping[Language, str] = {"fr": "Réponse attendue : {facts}\n\n", "ar": "الجواب المنتظر: {facts}\n\n"}

Verdict = Mapping[str, Any]
"""As the judge replied: `{"1": {"passage": 2, "supported": true}, …}`, `{"relevant": [2, 1]}`,
`{"questions": […], "noncommittal": false}`, `{"answerable": false, …}`."""


@dataclass(frozen=True)
class Part:
    """A call: `read` gives what of the reply's JSON is after the schema, None where it isn't."""

    name: str
    prompt: Prompt
    schema: Mapping[str, Any]
    read: Callable[[str], Verdict | None]


class JudgePrompts:
    """The texts of `eval/judging/prompts/`, read once."""

    def __init__(self) -> None:
        folder = resources.files("eval.judging.prompts")

        def text(name: str) -> str:
            return (folder / f"{name}.md").read_text(encoding="utf-8")

        self._texts = {
            (purpose, language): f"{text(f'system.{language}')}=== USER ===\n{text(f'judge_{purpose}.{language}')}"
            for purpose in _PURPOSES
            for language in _LANGUAGES
        }

    def parts(self, of: Material) -> list[Part]:
        """What is to be asked; nothing of a claim or a passage where no passage was handed on."""
        parts = []
        if of.passages and (of.claims or of.facts):
            parts.append(self._statements(of))
        if of.passages:
            parts.append(self._passages(of))
        if of.is_refusal:
            prompt = self._prompt("refusal", of, of.refused_by)
            parts.append(
                Part("refusal", prompt, _object({name: {"type": "boolean"} for name in _ASPECTS}), _read_refusal)
            )
        elif of.answer:
            prompt = self._prompt("questions", of, (), count=str(QUESTIONS))
            parts.append(Part("questions", prompt, _QUESTIONS_SCHEMA, _read_questions))
        return parts

    def _statements(self, of: Material) -> Part:
        statements = [*of.claims, *(_fact(of, fact) for fact in of.facts)]
        listed = "\n".join(f"{n}. {statement}" for n, statement in enumerate(statements, 1))
        prompt = self._prompt("statements", of, of.passages, statements=listed, count=str(len(statements)))
        names, most = [str(n) for n in range(1, len(statements) + 1)], len(of.passages)
        passage = {"type": "integer", "minimum": 0, "maximum": most}
        verdict = _object({"passage": passage, "supported": {"type": "boolean"}})
        schema = _object(dict.fromkeys(names, verdict))
        return Part("statements", prompt, schema, lambda text: _read_statements(text, names, most))

    def _passages(self, of: Material) -> Part:
        count = len(of.passages)
        expected = _EXPECTED[of.language].replace("{facts}", " ; ".join(of.facts)) if of.facts else ""
        prompt = self._prompt("passages", of, of.passages, expected=expected, count=str(count))
        number = {"type": "integer", "minimum": 1, "maximum": count}
        schema = _object({"relevant": {"type": "array", "items": number, "maxItems": count}})
        return Part("passages", prompt, schema, lambda text: _read_passages(text, count))

    def _prompt(self, purpose: str, of: Material, passages: Sequence[Chunk], **fields: str) -> Prompt:
        numbered = dict(enumerate(passages, 1))
        all_fields = {**fields, "question": of.question, "answer": of.answer}
        return filled(self._texts[purpose, of.language], of.language, numbered, all_fields)


def _fact(of: Material, fact: str) -> str:
    return _FACT[of.language].format(question=of.question, fact=fact)


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_QUESTIONS_SCHEMA = _object(
    {
        "questions": {
            "type": "array",
            "items": {"type": "string", "maxLength": 200},
            "minItems": QUESTIONS,
            "maxItems": QUESTIONS,
        },
        "noncommittal": {"type": "boolean"},
    }
)


def _read_statements(text: str, names: Sequence[str], most: int) -> Verdict | None:
    value = _read(text)
    if value is None or sorted(value) != sorted(names):
        return None
    for verdict in value.values():
        if not isinstance(verdict, dict) or sorted(verdict) != ["passage", "supported"]:
            return None
        if not _is_number(verdict["passage"], 0, most) or not isinstance(verdict["supported"], bool):
            return None
    return {name: value[name] for name in names}


def _read_passages(text: str, count: int) -> Verdict | None:
    value = _read(text)
    if value is None or list(value) != ["relevant"] or not isinstance(value["relevant"], list):
        return None
    return value if all(_is_number(n, 1, count) for n in value["relevant"]) else None


def _is_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _read_refusal(text: str) -> Verdict | None:
    value = _read(text)
    if value is None or sorted(value) != sorted(_ASPECTS) or not all(isinstance(one, bool) for one in value.values()):
        return None
    return value


def _read_questions(text: str) -> Verdict | None:
    value = _read(text)
    if value is None or sorted(value) != ["noncommittal", "questions"] or not isinstance(value["noncommittal"], bool):
        return None
    made = value["questions"]
    if not isinstance(made, list) or not all(isinstance(one, str) and re.search(r"[^\W\d_]", one) for one in made):
        return None  # not a word of a question: `…`
    return value if len(made) == QUESTIONS else None


def _read(text: str) -> dict[str, Any] | None:
    """A JSON object; a fence around it is forgiven, nothing else."""
    bare = text.strip().removeprefix("```json").removeprefix("```").removesuffix("```").strip()
    try:
        value = json.loads(bare)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
