"""What an earlier question is about, for a text that says nothing of that itself (`quels papiers il doit ramener`)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.kinds import ASKED, CUSTOMER, DEALING, DEVICE, NAME, NUMBER, TOPIC, WHETHER, WORD, Part
from core.likeness import Said
from core.naming import NO_NAMES

# What points back at what was asked of before.
_ENTITLED = re.compile(
    r"\b(?:(?:ils?|elles?|on)\s+)?(?:y|en)\s+(?:a|as|ont|avez|avons|aura|auront)(?:\s+aussi)?\s+droit\b", re.IGNORECASE
)
_POINTS = re.compile(
    rf"{_ENTITLED.pattern}|\b(?:en (?:profite|b[ée]n[ée]fici)\w*"
    r"|(?:cette|cet|ce) (?:offre|convention|promo(?:tion)?|formule|proc[ée]dure|op[ée]ration)"
    r"|(?:هذا|هذه|هاد|هاذ|هاذي|هادي|had|hadi) (?:ال)?(?:عرض|اتفاقية|تخفيض|عملية|l?offre|l?3ard))\b",
    re.IGNORECASE,
)
# What parts a question from all before it; it asks nothing itself.
_ELSE = re.compile(
    r"\s*(?:(?:ok|oui|bon|merci|sinon|alors|et|donc|شكرا|طيب)[\s,،.]+)*(?:(?:une\s+)?autre\s+(?:chose|question|sujet)"
    r"|(?:je\s+)?chang(?:e|eons|ement)\s+de\s+sujet|rien\s+[àa]\s+voir|(?:سؤال|موضوع|شيء)\s+[آا]خر|حاجة\s+[أا]خر[ىي]"
    r"|[7h]aja\s+[ou]khra)\s*[,،:;.!؛-]\s*(?=.*\w)",
    re.IGNORECASE | re.DOTALL,
)
_ELIGIBLE = "éligible"
_SUBJECTS = frozenset({NAME, TOPIC, CUSTOMER, DEALING, DEVICE, "means", "change", "technology"})
# A text that says more than so much beside what it asks can stand alone.
_MOST_SAID = 3


@dataclass(frozen=True)
class OfSubject:
    """A text, asked of the subject of an earlier question. `points` where it points back at one; `own` is what it says
    itself that a passage can say too, in stems and synonym groups; `is_of_trade` where it says a word of the trade."""

    text: str
    points: bool
    own: frozenset[str]
    is_of_trade: bool

    def is_said_in(self, passage: Sequence[Part]) -> bool:
        """Whether a passage speaks of what the text says, not of its subject alone."""
        return self.points or not self.own or not self.own.isdisjoint(_sayings(passage))


def of_subject(said: Said, before: Said) -> OfSubject | None:
    """The text asked of what the question before it was about; None where it says itself what it is about, or the
    question before didn't."""
    pointing = _POINTS.search(said.text)
    own = [part for part in said.parts if not (pointing and pointing.start() <= part.start < pointing.end())]
    if not said.parts or any(map(_names, own)) or sum(part.kind not in (ASKED, NUMBER) for part in own) > _MOST_SAID:
        return None
    subject = _subject(before, said)
    text = _ENTITLED.sub(_ELIGIBLE, said.text)  # `there` is that subject
    if not subject:
        return None
    of_trade = any(part.group and part.group != WHETHER and not part.group.startswith("q_") for part in own)
    return OfSubject(f"{text} {subject}", pointing is not None, _sayings(own), of_trade)


def behind_else(text: str) -> str:
    """What is asked behind words that part it from all before (`autre chose, …`); '' where there are none."""
    parting = _ELSE.match(text)
    return text[parting.end() :] if parting else ""


def _sayings(parts: Sequence[Part]) -> frozenset[str]:
    """Their synonym groups, or stems where they are in none; without numbers, and what is asked of anything."""
    told = [part for part in parts if part.kind != NUMBER and part.group not in NO_NAMES | {WHETHER}]
    groups = {part.group for part in told if part.group and not part.group.startswith("q_")}
    return frozenset(groups | {stem for part in told if not part.group for stem in part.stems})


def _names(part: Part) -> bool:
    """Whether documents are called by what the part says, beyond what is asked of any."""
    return part.kind == NAME or (part.kind == ASKED and part.is_named and part.group not in NO_NAMES)


def _subject(before: Said, said: Said) -> str:
    """The words of a question that tell what it is about, without those that the text says too; '' where none tells
    one document from others."""
    told: list[Part] = []
    for part in before.parts:
        is_told = _names(part) or (part.kind in _SUBJECTS and (part.kind != TOPIC or part.is_named))
        is_next = bool(told) and part.start == told[-1].end + 1
        goes_on = is_next and part.kind == WORD and told[-1].kind == NAME
        # A letter alone tells one of a series (`établissement B`, `box L`).
        if goes_on or (is_told and (is_next or part.end - part.start > 1)):
            told.append(part)
    if not any(_names(part) or (part.is_named and part.kind == CUSTOMER) for part in told):
        return ""
    known = {part.stems for part in said.parts}
    new = dict.fromkeys(before.text[part.start : part.end] for part in told if part.stems not in known)
    return " ".join(new)
