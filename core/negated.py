"""Names that a question says are not meant: `gamers, pas locataire`, `غير المستأجرين`, `machi locataire`.

Likeness can't see the negation: the word would draw the very sheet that isn't meant, whose price is wrong for this
customer. Only what tells sheets apart is read so: kinds of customers, and what a variant's title has more than the
plain offer's. `facture non payée` denies a condition, and `sans engagement` is an offer's name.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import dropwhile

from core.documents.chunk import Chunk
from core.text.normalise import fold
from core.text.query import QueryReader, Term
from core.variants import Variants

_CUSTOMERS = frozenset(
    "tenant residential professional company small_company start_up institution school student retired employee gamer "
    "convention".split()
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_MARKER = re.compile(
    r"pas|non|hors|sauf|hormis|excepte|ni|sans|part|autres?|machi|mashi|mouchi?|moch|mech|mich|mahou[cs]h|mani[cs]h"
    r"|[وف]?(?:غير|ليس|ليست|ليسوا|ليسو|لست|باستثناء|عدا|ماعدا|بدون|دون|بلا|لا|مو|موش|مش|مشي|ماشي|مانيش|ماهوش|ماهيش)"
)
_DENIES_NAMES = re.compile(r"hors|sauf|hormis|excepte|part|autres?|ma[cs]hi|[وف]?(?:باستثناء|عدا|ماعدا|ماشي)")
"""Before anything but a kind of customer the others may deny a verb (`pas annulé`, `غير مدفوعة`)."""
_ONLY_BEHIND = {"part": "a"}
"""Markers that deny behind one word alone (`à part`)."""
_OTHERS = frozenset({"autre", "autres"})
_BETWEEN = frozenset(
    "un une des de du d etre le la les l el en pour chez aux au que client clients cliente abonne abonnes offre offres "
    "celui celle ceux ta3 nta3 kliyan zboun زبون الزبون زبائن الزباين عرض العرض تاع نتاع من".split()
)
_ONLY_IN_DIALECT = re.compile(r"[وف]?غير")
"""`غير للمستأجرين` is Algerian for: only for tenants."""
_CLAUSE_END = re.compile(r"[,;:?!.()؟،؛]")


@dataclass(frozen=True)
class Negated:
    """A question's text without the names that it says are not meant, these names, and the documents that go by
    them."""

    text: str
    names: tuple[Term, ...]
    documents: frozenset[str]


class Negations:
    """The names that tell the documents of one index version apart, and which documents go by them."""

    def __init__(self, chunks: Iterable[Chunk], variants: Variants, reader: QueryReader) -> None:
        self._reader = reader
        self._titles = {chunk.document: chunk for chunk in chunks}
        self._documents: dict[str, set[str]] = {}
        for name, documents in variants.differences.items():
            self._documents.setdefault(name, set()).update(documents)
        said = {document: self._customers_of(chunk.title) for document, chunk in self._titles.items()}
        for document, names in said.items():
            twin = self._titles[document].twin
            for name in names if twin not in said else names & said[twin]:
                self._documents.setdefault(name, set()).add(document)

    def read(self, text: str) -> Negated:
        """What the question doesn't mean; nothing where it also says the name otherwise (`est-ce qu'un client qui
        n'est pas locataire peut prendre l'offre locataire`)."""
        words = list(_WORD.finditer(text))
        names: dict[str, Term] = {}
        for place, word in enumerate(words):
            if not _denies(words, place):
                continue
            for named in _behind(text, words, place):
                rest = text[: word.start()] + " " * (named.end() - word.start()) + text[named.end() :]
                denied, others = self._terms(named[0]), self._terms(rest)
                if denied.keys() & others.keys():
                    continue  # `gamers, pas gamers locataire`
                found = {name: term for name, term in denied.items() if self._is_name(name, fold(word[0]))}
                if found:
                    names.update(found)
                    text = rest
                break
        documents = frozenset().union(*(self._documents.get(name, ()) for name in names))
        return Negated(" ".join(text.split()) if names else text, tuple(names.values()), documents)

    def _is_name(self, name: str, marker: str) -> bool:
        return name in _CUSTOMERS or (name in self._documents and bool(_DENIES_NAMES.fullmatch(marker)))

    def _terms(self, text: str) -> dict[str, Term]:
        """The terms of a text by name; an Arabic accusative says what its word does."""
        bare = re.sub(r"(?<=[\u0621-\u064a]{4})ا\b", "", fold(text))
        return {term.name: term for own in (text, bare) for term in self._reader.read(own).terms}

    def _customers_of(self, title: str) -> frozenset[str]:
        """The kinds of customers that a title is of alone, not as one of several (`résidentiels et locataires`)."""
        names = {term.name for term in self._reader.read(title).terms} & _CUSTOMERS
        listed = " ".join(_listed(title))
        return frozenset(names - {term.name for term in self._reader.read(listed).terms})


def _denies(words: list[re.Match[str]], place: int) -> bool:
    before, word = (fold(words[i][0]) if i >= 0 else "" for i in (place - 1, place))
    behind = dropwhile((_BETWEEN - {"que"}).__contains__, (fold(other[0]) for other in words[place + 1 :]))
    if word in _OTHERS and next(behind, "") != "que":
        return False  # `une autre convention`
    return bool(_MARKER.fullmatch(word)) and before == _ONLY_BEHIND.get(word, before)


def _behind(text: str, words: list[re.Match[str]], place: int) -> Iterator[re.Match[str]]:
    """The words that a marker denies, up to the end of the clause."""
    begun = False
    for before, word in zip(words[place:], words[place + 1 :], strict=False):
        if _CLAUSE_END.search(text[before.end() : word.start()]):
            return
        folded = fold(word[0])
        if not begun and (folded in _BETWEEN or (folded.startswith(("l'", "d'")) and folded[2:] in _BETWEEN)):
            continue
        if _ONLY_IN_DIALECT.fullmatch(fold(words[place][0])) and folded.startswith("ل"):
            return
        begun = True
        yield word


def _listed(title: str) -> Iterator[str]:
    """The words of a title beside an `et`, `ou`, `و` or `&`: each is one of several."""
    words = title.split()
    for place, word in enumerate(words):
        if fold(word) in ("et", "ou", "&", "+", "/", "و", "او"):
            yield from words[max(place - 2, 0) : place + 3]
        elif re.match(r"و(?:ال|لل|[A-Za-z])", word):
            yield from words[max(place - 1, 0) : place + 2]
