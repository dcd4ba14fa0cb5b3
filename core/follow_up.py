"""Completes a follow-up (`et pour 300 mega ?`, `وبالنسبة للطلبة؟`) from the questions before it.

What the follow-up names replaces what is of the same kind in the earlier question; what it doesn't say is taken over. A
text that can stand alone is left as it is.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from core.completing import completed
from core.kinds import ASKED, CUSTOMER, NAME, NUMBER, WHETHER, WORD, KindReader, Part
from core.likeness import WHOM, Said, are_of_one_role
from core.subject import OfSubject, of_subject
from core.text.normalise import fold

_MOST_CHARS = 80
_MOST_PARTS = 4
# `s'il monte à`, before the number that it is about.
_IF = (
    r"(?:s['’](?:il|elle|ils|elles|on)|si (?:on|elle|elles|le client|la cliente))\s+"
    r"(?:est|sont|monte|passe|prend|choisit|veut|reste|descend|opte)\w*\s+"
    r"(?:(?:que|[àa]|en|pour|sur|vers)\s+)?(?:d[ue]\s+)?(?=\d[\d.,]*\s*\w*\s*[?؟!.]*\s*$)"
)
# What joins a text to the one before it; it asks nothing itself. `ou` is left out: people type it for `où`.
_JOINED = re.compile(
    r"^\s*(?:"
    r"(?:(?:ok|oui|ah|bon|merci|donc|alors|d'accord)[\s,]+)*"
    r"(?:et|mais|sinon|w|wa|quid|idem|pareil|m[êe]me chose|concernant|qu['’]en est[- ]il)\b"
    rf"(?:\s+(?:alors|aussi|sinon|concernant))?[\s,:]*(?:{_IF})?"
    rf"|{_IF}"
    r"|(?:non[\s,]+)?(?:pardon[\s,]+)?(?:je (?:parle|parlais|veux dire|voulais dire|disais)|il s['’]agit)\s+"
    r"(?:(?:de|du|des|d['’])\s*)?"
    r"|(?:لا[\s،,]+)?(?:نقصد|[أا]قصد|قصدي|نهدر على|نحكي على|راني نهدر على)\s+"
    r"|و?بالنسبة\s+(?:[إا]ل[ىي]\s+)?|و\s*ماذا عن\s+|و\s+"
    r"|و(?=\d|ال\w{2}|لل\w|ل\w*\s?\d|بال\w|بدون|(?:من|[إا]ل[ىي])\s?\d|(?:في|مع|عند|كم|ما|[إا]ذا|كيف|كيفاش|وين|متى|ب?شحال|قداش)\b|سعر|ثمن|مدة)"
    r")",
    re.IGNORECASE,
)
# A text that begins so, without a question word or measure, is the rest of a sentence that was said before.
_REST = re.compile(
    r"^\s*(?:"
    r"(?:pour|avec|chez|sans|en|[àa]|aux?|vers|sur|dans|l|li|f|fi|ta3)\s+(?!qu|combien|o[ùu]\b)"
    r"|(?:في|مع|عند|على|تاع|بدون)\s+(?!من\b|ماذا|ما\b|كم\b|[أا]ي)|لل\w|ل\s?\d"
    r")",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"[\s?؟!.…،,:]+$")
_LANGUAGES = frozenset("francais arabe anglais عربيه العربيه بالعربيه فرنسيه الفرنسيه بالفرنسيه".split())
# Whom it is for, whoever that is (`pour les pigistes`).
_FOR = re.compile(r"^(?:pour\s|l\s|لل|ل\s)", re.IGNORECASE)
_SAME = frozenset({"meme", "memes", "نفس"})
# Said alone, these leave open of what.
_OPEN = frozenset({NUMBER, ASKED, CUSTOMER, "housing"})


class FollowUps:
    """Completes what can't stand alone. Pure: the earlier questions and the names of documents are handed in."""

    def __init__(self, reader: KindReader) -> None:
        self._reader = reader

    def complete(
        self,
        text: str,
        earlier: Sequence[str],
        names: frozenset[str] = frozenset(),
        is_reply: bool = False,
        titles: Collection[frozenset[str]] = (),
    ) -> str:
        """The question that a follow-up means, or '' where it stands alone or nothing was asked before.

        Args:
            earlier: the questions before, completed ones as completed, the latest first.
            names: stems of the words that documents are called by.
            is_reply: the text was sent as a reply to an answer.
            titles: the stems of each document's title.
        """
        if not earlier or len(text) > _MOST_CHARS:
            return ""
        start = self._joined_until(text, names)
        said = self._follow_up(text[start:], names)
        if not self._is_open(text, said, is_joined=start > 0, is_reply=is_reply):
            return ""
        before = [_with_variants(said, self._said(question, names), titles) for question in earlier]
        whole = completed(said, before)
        return "" if fold(whole) == fold(said.text) else whole

    def of_subject(self, text: str, before: str, names: frozenset[str]) -> OfSubject | None:
        """A text that doesn't say what it is about, asked of what the question before it was about."""
        said = self._said(text, names)
        if len(text) > _MOST_CHARS or _LANGUAGES & set(fold(said.text).split()):
            return None
        return of_subject(said, self._said(before, names))

    def is_answered(self, found: OfSubject, passages: Iterable[str]) -> bool:
        """Whether passages speak of what the text asks, and not of its subject alone."""
        return any(found.is_said_in(self._reader.read(passage)) for passage in passages)

    def _said(self, text: str, names: frozenset[str]) -> Said:
        stripped = _CLOSING.sub("", text).strip()
        return Said(stripped, self._reader.read(stripped, names))

    def _joined_until(self, text: str, names: frozenset[str]) -> int:
        """Where the text begins behind what joins it to the one before; 0 where nothing does."""
        if joined := _JOINED.match(text):
            return joined.end()
        # `وزعفران` is a name behind `and`.
        with_and = re.match(r"\s*و(?=\w{4})", text)
        return with_and.end() if with_and and self._reader.begins_with_name(text[with_and.end() :], names) else 0

    def _follow_up(self, text: str, names: frozenset[str]) -> Said:
        """As `_said`, without what it says to be the same (`même débit`); behind `pour`, a word that nothing is known
        of says whom it is for."""
        said = self._said(text, names)
        if others := tuple(part for part in said.parts if part.before not in _SAME):
            said = Said(said.text, others)
        if not _FOR.match(said.text):
            return said
        parts = (replace(part, kind=WHOM) if part.kind == WORD else part for part in said.parts)
        return Said(said.text, tuple(parts))

    def _is_open(self, text: str, said: Said, *, is_joined: bool, is_reply: bool) -> bool:
        """Whether the text leaves open what only the questions before can say."""
        kinds = {part.kind for part in said.parts}
        if (
            not kinds
            or sum(part.group != WHETHER for part in said.parts) > _MOST_PARTS
            or _LANGUAGES & set(fold(said.text).split())
        ):
            return False
        if any(part.group != WHETHER for part in said.of(ASKED)) and not kinds <= _OPEN:
            return False  # it says what is asked, and of what
        if is_joined:
            return True
        if is_reply or (_REST.match(text) and ASKED not in kinds):
            return kinds != {WORD}
        return len(kinds) == 1 and kinds <= _OPEN


def _with_variants(said: Said, before: Said, titles: Collection[frozenset[str]]) -> Said:
    """The earlier question, where an audience that an offer is called by is a name if there is a variant of that offer
    for the follow-up's customer (`Gamers`, `Gamers Locataire`)."""

    def kept(part: Part) -> bool:
        return any(
            not are_of_one_role(part, other) and any({*part.stems, *other.stems} <= title for title in titles)
            for other in said.of(CUSTOMER)
        )

    parts = (replace(part, kind=NAME) if part.kind == CUSTOMER and kept(part) else part for part in before.parts)
    return Said(before.text, tuple(parts))
