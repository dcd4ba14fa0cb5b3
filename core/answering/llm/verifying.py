"""The second look: a call of its own judges each claim of an answer by the passages that it cites."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.answering.llm.calling import Caller, Deadline
from core.answering.llm.prompts import Prompts
from core.answering.llm.spending import Spending
from core.documents.chunk import Language
from core.errors import ModelUnusable

Judgement = Literal["supported", "contradicted", "absent"]
_TRIES = 2


class _Claim(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    n: Annotated[int, Field(ge=1)]
    verdict: Judgement


class _Claims(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    claims: list[_Claim]


class Verifier:
    """Judges claims with the model."""

    def __init__(self, caller: Caller, prompts: Prompts) -> None:
        self._caller = caller
        self._prompts = prompts

    async def judge(
        self,
        question: str,
        language: Language,
        claims: Sequence[str],
        passages: Mapping[int, str],
        until: Deadline,
        spent: Spending,
    ) -> list[Judgement]:
        """One judgement a claim, in order.

        Args:
            claims: at least one, each with its `[n]`.
            passages: by the number that cites them.

        Raises:
            ModelError: the model can't be asked, or gave no judgement of every claim, twice.
        """
        prompt = self._prompts.verify(question, language, passages, claims)
        schema = _schema(len(claims))
        for _ in range(_TRIES):
            text = await self._caller.complete(prompt, schema, until, spent)
            if (judgements := _parse(text, len(claims))) is not None:
                return judgements
        raise ModelUnusable("the model didn't judge the answer's claims")


def _schema(count: int) -> dict[str, Any]:
    claim = {
        "type": "object",
        "properties": {
            "n": {"type": "integer"},
            "verdict": {"type": "string", "enum": ["supported", "contradicted", "absent"]},
        },
        "required": ["n", "verdict"],
        "additionalProperties": False,
    }
    claims = {"type": "array", "items": claim, "minItems": count, "maxItems": count}
    return {"type": "object", "properties": {"claims": claims}, "required": ["claims"], "additionalProperties": False}


def _parse(text: str, count: int) -> list[Judgement] | None:
    """The judgements, or None where the text isn't just that: a fence around it is forgiven, nothing else."""
    bare = text.strip().removeprefix("```json").removeprefix("```").removesuffix("```").strip()
    try:
        claims = _Claims.model_validate_json(bare).claims
    except ValidationError:
        return None
    by_number = {claim.n: claim.verdict for claim in claims}
    if len(claims) != count or sorted(by_number) != list(range(1, count + 1)):
        return None
    return [by_number[n] for n in sorted(by_number)]
