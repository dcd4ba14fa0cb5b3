"""What `core/` needs kept, as small Protocols that `storage/` fulfils. Plain data only: storage knows no model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from core.documents.chunk import Language
from core.reply import Usage


class AnswerStore(Protocol):
    """Answers as they were given, so that sources can be shown later and after a reindex."""

    async def save(self, answer: Mapping[str, Any]) -> None:
        """Keep a reply object (`Reply.to_json`), under its `answer_id`. Raises StorageError."""
        ...

    async def get(self, answer_id: str) -> dict[str, Any] | None:
        """The reply object, or None."""
        ...


class ReplyCache(Protocol):
    """Complete, checked replies by cache key. Bounded; the least recently used go first."""

    async def get(self, key: str) -> dict[str, Any] | None: ...

    async def put(self, key: str, answer_state: str, answer: Mapping[str, Any]) -> None: ...

    async def forget_other_states(self, answer_state: str) -> int:
        """Remove entries of any other state; returns how many went."""
        ...


@dataclass(frozen=True)
class Rewriting:
    """What a follow-up means: the whole question; '' where the text stands alone; None where it can't be told, and
    rules must do. `usage` is what telling it took; None where no model was asked."""

    text: str | None
    usage: Usage | None = None


class Rewriter(Protocol):
    """Makes a follow-up a question that stands alone."""

    async def rewrite(self, text: str, earlier: Sequence[str], language: Language) -> Rewriting:
        """The question that the text means.

        Args:
            earlier: the questions before it, the latest first; at least one.
        """
        ...


class PinStore(Protocol):
    """Answers that are given again as they are, while the passages that they cite stand."""

    async def revision(self) -> int:
        """Changes whenever a pin is set or taken away; cheap enough for every question. Raises StorageError."""
        ...

    async def pins(self) -> Sequence[Mapping[str, Any]]:
        """The reply objects (`Reply.to_json`) that are pinned, in a fixed order."""
        ...


class EmbeddingStore(Protocol):
    """Vectors by content and model, so that only new text is encoded. Used by one indexing process at a time."""

    def get(self, encoder: str, digests: Sequence[str]) -> dict[str, bytes]:
        """Little-endian float32 bytes by SHA-256 of the text, for those that are known."""
        ...

    def put(self, encoder: str, vectors: Mapping[str, bytes]) -> None:
        """Keep vectors; durable when this returns."""
        ...
