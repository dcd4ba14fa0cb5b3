"""What a question asks of so plainly that passages which don't mention it tell another thing's: where a call goes (`la
minute vers Tunis`), a part of a device (`le chargeur du modem`, `l'antenne ta3 modem`), what a word means (`c'est quoi
la latence`)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.answering.intent import LISTS, MEASURE_GROUPS
from core.retrieval import Ranking
from core.text.normalise import fold
from core.text.query import Term
from core.text.tokens import STOP_WORDS
from core.unknown_names import UnknownNames

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_TOWARDS = frozenset("vers نحو باتجاه صوب".split())
# Between `vers` and where it goes.
_BEFORE_A_PLACE = STOP_WORDS | frozenset("numero numeros reseau reseaux رقم ارقام شبكه شبكات".split())
_CALLING = frozenset("call international_call minut دقيق communic".split())
_OF = frozenset("de du des d تاع نتاع متاع".split())
_DEVICES = frozenset("modem router optical_terminal".split())
_PRICES = MEASURE_GROUPS | {"q_how_many"}
# Before `du modem` these are no part of it: what it costs, how it is had, and which one.
_NO_PARTS = MEASURE_GROUPS | LISTS | _DEVICES | frozenset(
    "deposit guarantee gift free_of_charge promotion rental purchase sale payment customer".split()
)  # fmt: skip
_MEANS = re.compile(
    r"(?:\bc'est quoi|\bqu'est[ -]ce que? c'est qu[e']|\bveut dire(?: quoi)?|\bsignifie(?: quoi)?|\bdefinition d[eu']s?"
    r"|معن[ىي]|[يت]عني)"
    r" ?(?:le |la |l'|les |un |une |des |du )?(?P<word>\w+(?:-\w+)*)"
)
_KINDS = frozenset("type types modele modeles marque marques sorte nombre couleur نوع عدد".split())


@dataclass(frozen=True)
class AskedObject:
    """A word of a question, as typed, and its terms: at least one passage that answers must say it."""

    word: str
    terms: tuple[Term, ...]


def asked_objects(ranking: Ranking, names: UnknownNames) -> tuple[AskedObject, ...]:
    """The objects that a question asks a value of, or the meaning of."""
    return (*_meant(ranking, names), *_valued(ranking, names))


def _meant(ranking: Ranking, names: UnknownNames) -> tuple[AskedObject, ...]:
    """The word whose meaning is asked; a word of the trade may be explained by its synonyms."""
    asked = _MEANS.search(fold(ranking.asked))
    terms = tuple(names.terms_of(asked["word"], ranking.query)) if asked else ()
    if asked is None or any(term.name not in term.alternatives[0] for term in terms):
        return ()
    return (AskedObject(asked["word"], terms),) if terms else ()


def _valued(ranking: Ranking, names: UnknownNames) -> tuple[AskedObject, ...]:
    if not ranking.query.groups & _PRICES:
        return ()
    words = _WORD.findall(ranking.asked)
    folded = [fold(word) for word in words]
    places = [*_parts(folded, ranking, names)]
    if (ranking.query.groups | {term.name for term in ranking.query.terms}) & _CALLING:
        places += _destinations(folded)
    found = (AskedObject(words[place], tuple(names.terms_of(words[place], ranking.query))) for place in places)
    return tuple(asked for asked in found if asked.terms)


def _destinations(words: Sequence[str]) -> Iterator[int]:
    """The nouns behind `vers`."""
    for place, word in enumerate(words):
        if word in _TOWARDS:
            yield from [i for i in range(place + 1, len(words)) if words[i] not in _BEFORE_A_PLACE][:1]


def _parts(words: Sequence[str], ranking: Ranking, names: UnknownNames) -> Iterator[int]:
    """The nouns that are `of` a device."""
    for place in range(1, len(words)):
        part, whole = words[place - 1], [word for word in words[place + 1 :] if word not in STOP_WORDS][:1]
        if words[place] not in _OF or part in _KINDS | STOP_WORDS or not whole:
            continue
        groups, others = (
            {term.name for term in names.terms_of(word, ranking.query)} | {word} for word in (part, whole[0])
        )
        if others & _DEVICES and not groups & _NO_PARTS:
            yield place - 1
