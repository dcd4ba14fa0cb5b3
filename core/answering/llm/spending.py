"""What a question's calls to the model take."""

from core.answering.llm.chat import Counted
from core.reply import Usage

_MILLION = 1_000_000


class Spending:
    """Adds up the calls of one question. Prices are of a million tokens."""

    def __init__(self, model: str, price_in: float, price_out: float) -> None:
        self._usage = Usage(model)
        self._price_in = price_in
        self._price_out = price_out

    def add(self, counted: Counted) -> None:
        """Count a call."""
        before = self._usage
        tokens_in, tokens_out = before.tokens_in + counted.tokens_in, before.tokens_out + counted.tokens_out
        self._usage = Usage(
            model=before.model,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            calls=before.calls + 1,
            cost=round((tokens_in * self._price_in + tokens_out * self._price_out) / _MILLION, 8),
            estimated=before.estimated or counted.estimated,
        )

    @property
    def usage(self) -> Usage | None:
        """All so far; None where the model wasn't asked."""
        return self._usage if self._usage.calls else None
