"""Two offers, two tiers or two versions side by side: line by line what differs and what is the same."""

import logging
from collections.abc import Callable, Sequence

from core.answering.base import Draft
from core.answering.cells import LISTED_UNITS
from core.answering.compose import Composed, citation, compose
from core.answering.phrases import Phrases, phrases
from core.answering.quantities import show_quantity
from core.answering.side_page import SidePage, plain_title, says_version, show_cell
from core.answering.sides import Side, Sides
from core.answering.tier_pairs import Pairing
from core.answering.tier_values import Tier
from core.documents.chunk import Chunk, Language
from core.errors import ChunkFormatError

log = logging.getLogger(__name__)

_SHOWN = 10
"""Tiers that are named where the asked one doesn't exist."""


class SideBySide:
    """Compares the documents of one index version by their tables. For the model worker's thread.

    Args:
        chunks_of: the chunks of a document, in order.
        limit: characters of a comparison.
    """

    def __init__(
        self,
        sides: Sides,
        pairing: Pairing,
        tiers_of: Callable[[str], Sequence[Tier]],
        chunks_of: Callable[[str], Sequence[Chunk]],
        limit: int,
    ) -> None:
        self._sides = sides
        self._pairing = pairing
        self._tiers_of = tiers_of
        self._chunks_of = chunks_of
        self._limit = limit

    def compare(self, one: str, other: str, language: Language) -> Composed:
        """The comparison of what two names mean. Raises UnknownSide as `Sides.read`, ChunkFormatError."""
        left, right = self._sides.read(one, other, language)
        words = phrases(language)
        first, second = self._chunks_of(left.document)[0], self._chunks_of(right.document)[0]
        if (draft := self._missing(left, right, words)) is None:
            # A tier beside nothing of the same document is that document twice.
            if left.document == right.document and (left.tier is right.tier or None in (left.tier, right.tier)):
                said = words.same_side.format(title=plain_title(first))
                return Composed("answer", None, (f"{said} [1]",), (citation(1, first, None),))
            draft = self._draft(left, right, words, language, frozenset())
        if draft is None:
            said = words.not_comparable.format(left=plain_title(first), right=plain_title(second))
            return Composed("refusal", "not-in-documents", (said,), ())
        return compose(draft, draft.sources[0], question=_asked(left, right, words), language=language)

    def of_question(self, text: str, language: Language, units: frozenset[str]) -> Draft | None:
        """The comparison that a question asks for, of the measures in these units (all if empty); None where it
        compares no two documents, or their tables say nothing of that, or can't be read: the chunks answer then."""
        try:
            sides = self._sides.of_question(text, language)
            if sides is None:
                return None
            words = phrases(language)
            return self._missing(*sides, words) or self._draft(*sides, words, language, units)
        except ChunkFormatError as error:
            log.error("%s (%s); a question is answered without comparing tables", error, error.hint)
            return None

    def _missing(self, left: Side, right: Side, words: Phrases) -> Draft | None:
        """That a tier which is named doesn't exist, and which do."""
        side = next((side for side in (left, right) if side.missing is not None), None)
        if side is None or side.missing is None:
            return None
        tiers = self._tiers_of(side.document)
        chunks = list(dict.fromkeys(value.chunk for tier in tiers for value in tier.values))
        units = {side.missing.unit} if side.missing.unit else LISTED_UNITS
        alike = [tier for tier in tiers if tier.name.unit in units] or tiers
        said = words.no_such_value.format(value=show_quantity(side.missing, words), title=plain_title(chunks[0]))
        names = ", ".join(dict.fromkeys(show_cell(tier.name, words) for tier in alike[:_SHOWN]))
        labels = "".join(f"[{n}]" for n in range(1, len(chunks) + 1))
        text = f"{said}. {words.existing.format(values=names)} {labels}"
        return Draft((text,), tuple(chunks), self._limit, reason="no-such-value")

    def _draft(
        self, left: Side, right: Side, words: Phrases, language: Language, units: frozenset[str]
    ) -> Draft | None:
        """The lines of what both sides tell, what matters most first; None where they have nothing in common."""
        if left.tier is not None and right.tier is not None:
            pairs = [(left.tier, right.tier)]
        else:
            pairs = self._pairing.tiers(self._tiers_of(left.document), self._tiers_of(right.document))
        lines = [line for pair in pairs for line in self._pairing.lines(*pair)]
        asked = [line for line in lines if {line.ours.cell.unit, line.theirs.cell.unit} & units]
        if not (lines := asked or lines):
            return None
        ours, theirs = [line.ours.chunk for line in lines], [line.theirs.chunk for line in lines]
        if left.document != right.document and ours[0].title == theirs[0].title:
            # Versions of one sheet: cited with where they say which they are.
            ours += [chunk for chunk in self._chunks_of(left.document) if says_version(chunk)][:1]
            theirs += [chunk for chunk in self._chunks_of(right.document) if says_version(chunk)][:1]
        chunks = list(dict.fromkeys([*ours, *theirs]))
        page = SidePage(words, chunks, self._limit, language)
        page.head(ours, theirs)
        page.lines(lines)
        return page.draft()


def _asked(left: Side, right: Side, words: Phrases) -> str:
    """The number that a side names and its document doesn't have: it may be repeated, as a question's."""
    missing = next((side.missing for side in (left, right) if side.missing is not None), None)
    return "" if missing is None else show_quantity(missing, words)
