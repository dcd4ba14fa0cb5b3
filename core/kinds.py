"""What kind of thing each word of a text says: a number, what is asked, for whom, of what. For follow-ups, in which a
value replaces the one of its kind in the question before."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.answering.intent import LISTS, MEASURES
from core.text.normalise import fold
from core.text.numbers import Quantity, find_quantities
from core.text.synonyms import Synonyms
from core.text.tokens import Analyser

ASKED = "asked"
NUMBER = "number"
CONDITION = "condition"
CUSTOMER = "customer"
DEALING = "dealing"
DEVICE = "device"
NAME = "name"
TOPIC = "topic"
WORD = "word"

# Synonym groups that can stand for each other: who, where, with what, which operation. A group of none of these kinds
# is a topic of its own.
_GROUPS = {
    CUSTOMER: "tenant residential professional company small_company start_up institution school student retired "
    "employee active_staff gamer",
    "housing": "house apartment",
    DEVICE: "modem router optical_terminal sim esim phone wifi",
    "means": "cash bank_card postal_card postal_account online_payment installments",
    DEALING: "sale purchase cashing recharge",
    "change": "subscription activation suspension reactivation termination transfer move holder_change plan_change "
    "modernisation network_connection installation",
    "technology": "fibre fourth_generation landline mobile",
}
_TECHNOLOGIES = frozenset({"adsl", "vdsl"})
_FILLER = frozenset({"customer", "line_holder"})
# What else than a measure is asked of anything.
_ATTRIBUTES = frozenset(
    "commitment guarantee deposit refund free_of_charge gift promotion commission tax_included tax_excluded".split()
)
_KIND_OF = {group: kind for kind, groups in _GROUPS.items() for group in groups.split()} | {
    group: ASKED for groups, _ in MEASURES.values() for group in groups
}
_KIND_OF |= dict.fromkeys(LISTS | _ATTRIBUTES | {"step"}, ASKED)
_WITHOUT = frozenset({"sans", "hors", "بدون", "بلا", "دون", "bla"})
_WITH = "avec"
# A letter behind one of these names it: `établissement A` (elsewhere `a` says nothing).
_SERIES = frozenset({"institution", "company", "school"})
# At the end it asks whether something is so.
_WHETHER = re.compile(
    r"\b(?:ou\s+(?:pas|non)|wel+a\s+la+(?:la)?|(?:و|[أا]و\s|[أا]م\s)\s*لا+)(?=[\s?؟!.…]*$)", re.IGNORECASE
)
WHETHER = "whether"
_RAW = re.compile(r"[^\W_]+(?:['’.+-][^\W_]+)*\+?")


@dataclass(frozen=True)
class Part:
    """What a stretch of a text says: its kind, its stems, and the number if it is one. `before` is the folded word
    before it; `is_named` that names of documents hold it, `group` its synonym group ('' where it is in none), or
    `WHETHER` (`ou pas`)."""

    kind: str
    stems: tuple[str, ...]
    start: int
    end: int
    quantity: Quantity | None = None
    before: str = ""
    is_named: bool = False
    group: str = ""


class KindReader:
    """Takes a text apart into parts, in order; function words are none."""

    def __init__(self, analyser: Analyser, synonyms: Synonyms) -> None:
        self._analyser = analyser
        self._synonyms = synonyms

    def read(self, text: str, names: frozenset[str] = frozenset()) -> tuple[Part, ...]:
        """The parts of a text.

        Args:
            names: stems of the words that the corpus's documents are called by.
        """
        # The digits of a name (`AX30`) count nothing.
        quantities = [q for q in find_quantities(text) if not text[max(0, q.start - 1) : q.start].isalpha()]
        raws = [
            raw
            for raw in _RAW.finditer(text)
            if not any(q.start < raw.end() and raw.start() < q.end for q in quantities)
        ]
        parts = [Part(NUMBER, (), q.start, q.end, q) for q in quantities]
        parts += self._worded(raws, names)
        if whether := _WHETHER.search(text):
            parts = [part for part in parts if part.end <= whether.start()]
            parts.append(Part(ASKED, (), whether.start(), whether.end(), group=WHETHER))
        placed = (_placed(part, _word_before(text, part.start)) for part in parts)
        return tuple(sorted(placed, key=lambda part: part.start))

    def begins_with_name(self, text: str, names: frozenset[str]) -> bool:
        """Whether the first word is a name, and no word of the trade."""
        parts = self.read(text, names)
        return bool(parts) and parts[0].kind == NAME and parts[0].start == 0

    def _worded(self, raws: Sequence[re.Match[str]], names: frozenset[str]) -> Iterator[Part]:
        stems = [(stem, place) for place, raw in enumerate(raws) for stem in self._analyser.all_words(raw[0])]
        said: dict[int, tuple[int, list[str]]] = {}
        for match in self._synonyms.find([stem for stem, _ in stems]):
            first, last = stems[match.start][1], stems[match.end - 1][1]
            said.setdefault(first, (last, []))[1].append(match.group)
        place = 0
        kind = group = ""
        while place < len(raws):
            last, groups = said.get(place) or (place, self._behind_preposition(raws[place][0]))
            words = tuple(stem for stem, at in stems if place <= at <= last)
            if (kind == NAME and _ends_names(raws[place][0])) or (group in _SERIES and _is_letter(raws[place][0])):
                kind = NAME
            else:
                kind = self._kind(groups, raws[place][0], words, names)
            group = groups[0] if groups else ""
            if kind:
                is_named = bool(names & {*words, *self._analyser.words(raws[place][0])})
                yield Part(kind, words, raws[place].start(), raws[last].end(), is_named=is_named, group=group)
            place = last + 1

    def _behind_preposition(self, word: str) -> list[str]:
        """`بسعر` says what `سعر` says."""
        others = [form for forms in self._analyser.forms(word) for form in forms[1:]]
        return [match.group for form in others for match in self._synonyms.find(form)]

    def _kind(self, groups: Sequence[str], word: str, stems: tuple[str, ...], names: frozenset[str]) -> str:
        """'' where the word says nothing of its own."""
        if fold(word) in _WITHOUT:
            return ""  # it says so of the next word
        if any(group.startswith("q_") or _KIND_OF.get(group) == ASKED for group in groups):
            return ASKED
        if groups:
            return "" if set(groups) <= _FILLER else _KIND_OF.get(groups[0], TOPIC)
        if fold(word) in _TECHNOLOGIES:
            return "technology"
        if not self._analyser.words(word) or (len(word) == 1 and not word.isupper()):
            return ""
        is_code = any(char.isdigit() for char in word) or word.isupper()
        return NAME if is_code or names & {*stems, *self._analyser.words(word)} else WORD


def _ends_names(word: str) -> bool:
    """What says nothing of its own ends many a name: `Pro Plus`, `box l`."""
    return word.casefold() == "plus" or (len(word) == 1 and word.isalpha() and word.isascii())


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isascii() and word.isupper()


def _word_before(text: str, start: int) -> str:
    """The folded word that ends before a place, '' where there is none."""
    words = [fold(raw[0]) for raw in _RAW.finditer(text[:start])]
    return words[-1] if words else ""


def _placed(part: Part, before: str) -> Part:
    """With the word before it: `sans engagement`, `avec engagement` don't ask for one, they set a condition."""
    is_condition = part.kind != NUMBER and (before in _WITHOUT or (before == _WITH and part.kind == ASKED))
    return replace(part, kind=CONDITION if is_condition else part.kind, before=before)
