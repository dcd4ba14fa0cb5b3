"""Whose number, address or code a question asks: `numéro de compte CCP`, `رقم خدمة الزبائن`, `e-mail du support`.

Anything with a number in it is like such a question, and another's number is worse than none.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from core.answering.intent import MEASURES
from core.answering.things import Things, said_by_unit
from core.answering.units import Unit, UnitReader
from core.retrieval import Ranking
from core.text.language import FINITE_VERBS
from core.text.normalise import fold
from core.text.query import Term
from core.text.tokens import STOP_WORDS, Analyser

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_NUMBER = frozenset("numero num n° tel nimiro noumirou ra9m raqm رقم الرقم ارقام نيميرو نمره fax".split())
_ACCOUNT = frozenset("ccp rib iban".split())
_MAIL = frozenset("e-mail email mail courriel ايميل".split())
_WRITTEN = frozenset("code codes كود الكود رمز الرمز adresse عنوان العنوان ladresse".split())
_HEADS = _NUMBER | _ACCOUNT | _MAIL | _WRITTEN
# Before the head these ask for it; behind it they say nothing of whose it is.
_ASKING = STOP_WORDS | frozenset(
    "donner donne donnez moi cherche demande besoin connaitre savoir client exact l d اعطيني عطيني اريد نحب نعرف "
    "ch7al شحال هو الزبون زبون".split()
)
_LINKS = frozenset("de du des d l la le les un une تاع نتاع في".split())
_STOPS = (STOP_WORDS - _LINKS) | frozenset().union(*FINITE_VERBS.values())
_CLAUSE_END = re.compile(r"[,;:?!()؟،؛]|\.(?!\d)")
_WHICH = frozenset({"ch7al", "شحال"})
_WHICH_ONE = frozenset("quel quels اي".split())
# Why one calls: the number for one of them is the number for all.
_REASONS = frozenset({"breakdown", "complaint"})
_CALLS = _REASONS | frozenset("call num numero رقم compos يتصل نتصل تتصل اتصل".split())
_COUNTED = frozenset("combien كم عدد".split())
# Asked in another way: how, where, of which price; `adresse IP` and `numéro de série` are things of their own.
_ASKS_ELSE = MEASURES["price"][0] | frozenset(
    "q_how q_where q_can q_whether q_why q_when fixed_ip serial_number".split()
)
_WHERE = re.compile(r"\boù\b", re.IGNORECASE)
# `numéro de téléphone` is a head of more words, and a customer anybody.
_NOT_WHOSE = frozenset("customer phone_number phone address code".split())

_UNIT = r"(?!\s?(?:%|Mbps|Gbps|Mo\b|DA|DZD|دج|Go\b|GB\b|To\b|h\b|jours?\b|mois\b|يوم|أيام|شهر|أشهر))"
_PHONE = re.compile(rf"(?<![\d.,])(?!0\d\b)\d{{2,}}(?:[ .]\d{{2,}})*(?![\d,]){_UNIT}", re.IGNORECASE)
_ACCOUNT_NUMBER = re.compile(r"\d(?:[ ./-]?\d){5,}")
_ADDRESS = re.compile(r"\S+@\S+|www\.\S+")
_SPEAKS_OF_NUMBERS = re.compile(r"\b(?:num|n°|tel|appel|contact|compos|sms)|رقم|اتصال|اتصل|هاتف|تواصل")
_SPEAKS_OF_CALLS = re.compile(r"\b(?:appel|contact|compos|joign|envoy)|اتصال|اتصل|تواصل")
_FOR_ANYTHING = re.compile(
    r"\b(?:reclamation|information|renseignement|assistance|service client|panne|derangement|probleme)"
    r"|معلومات|استفسار|شكوي|شكاوي|خدمه الزبائن|عطب|انشغال|مشكل"
)
_OF_ACCOUNTS = frozenset({"account", "postal_account"})


@dataclass(frozen=True)
class AskedNumber:
    """Whose it is, what it looks like where it stands, and whether it is called for help."""

    things: Things
    form: re.Pattern[str] | None
    is_called: bool = False

    def stands_in(self, unit: Unit, ranking: Ranking, reader: UnitReader) -> list[str]:
        """What a unit that says whose it is gives for it; the unit's whole text where any words may."""
        if not self.things.are_said_by(said_by_unit(unit, reader), ranking):
            return []
        if self.form is None:
            return [unit.text]
        said = fold(f"{unit.introduction} {unit.text}")
        if self.form is _PHONE and not _SPEAKS_OF_NUMBERS.search(said):
            return []
        if self.is_called and not (
            _SPEAKS_OF_CALLS.search(said) and _FOR_ANYTHING.search(fold(unit.chunk.section) + said)
        ):
            return []
        return self.form.findall(unit.text)


def asked_number(ranking: Ranking, analyser: Analyser) -> AskedNumber | None:
    """What a question asks that begins with it, or asks `quel numéro`; None where it asks for something else or
    doesn't say whose."""
    text = ranking.asked
    words = [(fold(match[0]), match) for match in _WORD.finditer(text)]
    place = next((i for i, (word, _) in enumerate(words) if word in _HEADS), None)
    if place is None:
        return None
    if place and words[place][0] in _NUMBER and words[place - 1][0] in _WHICH_ONE:
        return _at_the_end(ranking)
    if any(word not in _ASKING or word in _COUNTED for word, _ in words[:place]):
        return None
    # `ch7al` asks a price too; before a number it asks which.
    which = {"price"} if any(word in _WHICH for word, _ in words[:place]) else set()
    if ranking.query.groups & (_ASKS_ELSE - which) or _WHERE.search(text):
        return None
    heads = {word for word, _ in words[place:]} & _HEADS
    terms = tuple({term.name: term for term in _whose(words, place, ranking, analyser)}.values())
    if not terms:
        return None
    return AskedNumber(Things(terms, every_word=True), _form(heads, {term.name for term in terms}))


def _at_the_end(ranking: Ranking) -> AskedNumber:
    """What `le client a une panne, il appelle quel numéro` asks: that of all that stands before."""
    terms = tuple(t for t in ranking.query.terms if t.kind == "word" and t.name not in _NOT_WHOSE | _CALLS)
    return AskedNumber(Things(terms), _PHONE, is_called=not _REASONS.isdisjoint(ranking.query.groups))


def _form(heads: Set[str], whose: Set[str]) -> re.Pattern[str] | None:
    """What it looks like; None for codes and addresses, which may be any words."""
    if heads & _MAIL:
        return _ADDRESS
    if heads & _ACCOUNT or whose & _OF_ACCOUNTS:
        return _ACCOUNT_NUMBER
    return None if heads & _WRITTEN else _PHONE


def _whose(
    words: Sequence[tuple[str, re.Match[str]]], place: int, ranking: Ranking, analyser: Analyser
) -> Iterator[Term]:
    """The terms of the head, where it names a thing itself, and of what follows up to the end of its clause."""
    text = ranking.asked
    for i, (word, match) in enumerate(words[place:], place):
        if i > place and (_CLAUSE_END.search(text[words[i - 1][1].end() : match.start()]) or word in _STOPS):
            return
        stems = set(analyser.words(match[0]))
        of_word = [t for t in ranking.query.terms if t.kind == "word" and stems & (t.alternatives[0] | {t.name})]
        if word in _HEADS - _ACCOUNT:
            continue
        yield from (t for t in of_word if t.name not in _NOT_WHOSE)
