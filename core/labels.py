"""Documents told apart by a name alone: of dozens of near-identical conventions the partner named decides.

`établissement L` or `Zafrane` in a question means the documents that speak of it, and no other's figures may stand in
for theirs.
"""

from collections.abc import Iterable, Mapping

from core.index.version import IndexedChunk
from core.text.query import Query, Term

# A noun with that many codes of letters names a series of things (institutions), not a chance pair of words.
_SERIES = 5
# A word of a partner's name that more documents say than this, for each that concerns the partner, isn't a name.
_SAID_ELSEWHERE = 2
# Letters of a name; the `c` of `établissement C` alone is said for `c'est`.
_SHORTEST_NAME = 3


class LabelledDocuments:
    """Which documents of a corpus hold which labels, and which partners' names.

    Args:
        partners: each document's partner as tokens; a text needn't name the partner that it concerns.
    """

    def __init__(self, entries: Iterable[IndexedChunk], partners: Mapping[str, Iterable[str]] | None = None) -> None:
        self._documents: dict[str, set[str]] = {}
        self._codes: dict[str, set[str]] = {}
        named = {document: frozenset(tokens) for document, tokens in (partners or {}).items()}
        kept = frozenset().union(*named.values())
        for entry in entries:
            self._add((token for token in entry.token_set if "_" in token or token in kept), entry.documents)
        for document, tokens in named.items():
            self._add(tokens, {document})
        self._names = self._of_one_partner(named)

    def _add(self, tokens: Iterable[str], documents: Iterable[str]) -> None:
        for token in set(tokens):
            self._documents.setdefault(token, set()).update(documents)
            noun, found, code = token.rpartition("_")
            if found and code.isalpha():
                self._codes.setdefault(noun, set()).add(code)

    def _of_one_partner(self, named: Mapping[str, frozenset[str]]) -> frozenset[str]:
        """The tokens that name one partner: no other has them, and hardly any other document says them."""
        concerning: dict[str, set[str]] = {}
        for document, tokens in named.items():
            for token in tokens:
                concerning.setdefault(token, set()).add(document)
        return frozenset(
            token
            for token, documents in concerning.items()
            if "_" not in token
            and len(token) >= _SHORTEST_NAME
            and _share_a_name([named[document] for document in documents])
            and len(self._documents[token]) <= _SAID_ELSEWHERE * len(documents)
        )

    def meant(self, query: Query) -> frozenset[str] | None:
        """The documents that hold every label of the question (of several institutions, those of any of them), or one
        of the partners that it names; None where it names none.

        Empty where no document holds them all (`palier 5` of an institution that has four).
        """
        labels = [term for term in query.terms if term.kind == "label"]
        series = [term for term in labels if self._is_of_series(term)]
        if series:
            others = [documents for term in labels if term not in series and (documents := self._holding(term))]
            return frozenset.intersection(*map(frozenset, (*self._of_any(series), *others)))
        partners = [term for term in query.terms if self._names_a_partner(term)]
        return frozenset().union(*map(self._holding, partners)) if partners else None

    def _of_any(self, series: Iterable[Term]) -> list[set[str]]:
        """For each series of things (institutions, categories) the documents of any that the question names of it."""
        found: list[tuple[set[str], set[str]]] = []
        for term in series:
            nouns, documents = _nouns(term), self._holding(term)
            known = next((entry for entry in found if entry[0] & nouns), None)
            if known is None:
                found.append((nouns, documents))
            else:
                known[0].update(nouns)
                known[1].update(documents)
        return [documents for _, documents in found]

    def _names_a_partner(self, term: Term) -> bool:
        return term.kind == "word" and term.alternatives[0] <= self._names

    def _holding(self, term: Term) -> set[str]:
        held = (self._documents.get(token, set()) for alternative in term.alternatives for token in alternative)
        return set().union(*held)

    def _is_of_series(self, term: Term) -> bool:
        return any(len(self._codes.get(noun, ())) >= _SERIES for noun in _nouns(term)) and bool(self._holding(term))


def _nouns(term: Term) -> set[str]:
    """The nouns that a label with a code of letters goes by."""
    parts = (token.rpartition("_") for alternative in term.alternatives for token in alternative)
    return {noun for noun, _, code in parts if code.isalpha()}


def _share_a_name(names: list[frozenset[str]]) -> bool:
    return len(set(names)) == 1
