"""Follow-ups made into questions that stand alone, by the model; what it adds of its own isn't taken."""

import logging
import re
from collections.abc import Callable, Sequence
from contextlib import aclosing

from core.answering.llm.breaker import CircuitBreaker
from core.answering.llm.calling import Caller, Deadline
from core.answering.llm.chat import Counted
from core.answering.llm.prompts import Prompts
from core.answering.llm.spending import Spending
from core.documents.chunk import Language
from core.errors import ModelError
from core.ports import Rewriting
from core.text.normalise import fold
from core.text.numbers import find_quantities, without_quantities

log = logging.getLogger(__name__)

_MOST_CHARS = 300
_SHORT = 80
"""Characters up to which a text may leave something open; longer ones say it all."""
_NAME = re.compile(r"\b[A-ZÀ-Ý0-9][\w+-]*")
_CLOSING = " ?؟!.…"
_AROUND = " \t\"'«»“”*-"


class ModelRewriter:
    """A `Rewriter` (`core/ports.py`); `timeout_s` bounds the wait, after which the rules complete the question."""

    def __init__(
        self,
        caller: Caller,
        prompts: Prompts,
        breaker: CircuitBreaker,
        spending: Callable[[], Spending],
        timeout_s: float,
    ) -> None:
        self._caller = caller
        self._prompts = prompts
        self._breaker = breaker
        self._spending = spending
        self._timeout_s = timeout_s

    async def rewrite(self, text: str, earlier: Sequence[str], language: Language) -> Rewriting:
        """As in `Rewriter`."""
        if len(text) > _SHORT:
            return Rewriting("")
        if not self._breaker.allows():
            return Rewriting(None)
        spent = self._spending()
        try:
            said = await self._said(text, earlier, language, spent)
        except ModelError as error:
            self._breaker.failed()
            log.warning("a follow-up couldn't be rewritten: %s", error)
            return Rewriting(None, spent.usage)
        self._breaker.succeeded()
        if fold(said).rstrip(_CLOSING) == fold(text).rstrip(_CLOSING):
            return Rewriting("", spent.usage)
        return Rewriting(said if _is_of(said, text, earlier) else None, spent.usage)

    async def _said(self, text: str, earlier: Sequence[str], language: Language, spent: Spending) -> str:
        prompt = self._prompts.rewrite(text, language, earlier)
        said = ""
        async with aclosing(self._caller.stream(prompt, Deadline(self._timeout_s), spent)) as parts:
            async for part in parts:
                said += "" if isinstance(part, Counted) else part
                if len(said) > _MOST_CHARS:
                    break
        return said.strip(_AROUND + "\n").strip(_AROUND)


def _is_of(said: str, text: str, earlier: Sequence[str]) -> bool:
    """Whether a rewritten question is one line, holds the text's numbers, and no number or name that nobody said."""
    if not said or "\n" in said or len(said) > _MOST_CHARS:
        return False
    own, new = find_quantities(text), find_quantities(said)
    known = [quantity for said_before in (text, *earlier) for quantity in find_quantities(said_before)]
    words = set(re.findall(r"[\w+-]+", fold("\n".join((text, *earlier)))))
    names = [name[0] for name in _NAME.finditer(without_quantities(said)) if name.start()]
    return (
        all(any(quantity.matches(other) for other in new) for quantity in own)
        and all(any(quantity.matches(other) for other in known) for quantity in new)
        and all(fold(name) in words for name in names)
    )
