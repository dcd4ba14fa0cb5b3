"""What a question asks about, as terms: each with everything that says the same in either language."""

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import Literal

from core.text.numbers import Quantity, find_quantities
from core.text.synonyms import Synonyms
from core.text.tokens import STOP_WORDS, Analyser, number_tokens

TermKind = Literal["word", "label", "number"]


@dataclass(frozen=True)
class Term:
    """One thing asked about. It stands in a text when all tokens of any of its `alternatives` do.

    `name` is its token, or its synonym group; the first alternative is the word itself, the others its synonyms.
    `quantity` is a number's; `is_subject` that nothing can be said of it where no document mentions it.
    """

    name: str
    kind: TermKind
    alternatives: tuple[frozenset[str], ...]
    quantity: Quantity | None = None
    is_subject: bool = False

    def stands_in(self, tokens: Set[str]) -> bool:
        """True where any alternative is wholly among the tokens."""
        return any(alternative <= tokens for alternative in self.alternatives)


@dataclass(frozen=True)
class Query:
    """A question taken apart.

    `terms` are what it asks about; `tokens` what BM25 is asked, with weights (1 for the question's own, less for
    synonyms); `groups` all synonym groups it says, question words included; `quantities` its numbers.
    """

    terms: tuple[Term, ...]
    tokens: dict[str, float]
    groups: frozenset[str]
    quantities: tuple[Quantity, ...]


class QueryReader:
    """Takes questions apart with the analyser that the index was built with."""

    def __init__(self, analyser: Analyser, synonyms: Synonyms, synonym_weight: float = 0.3) -> None:
        self._analyser = analyser
        self._synonyms = synonyms
        self._synonym_weight = synonym_weight

    @property
    def digest(self) -> str:
        """Changes with the synonyms and their weight; counts into `answer_state`."""
        return f"{self._synonyms.digest}/{self._synonym_weight}"

    def read(self, text: str) -> Query:
        """The terms of a question: words and phrases, then labels (`palier 3`), then numbers."""
        quantities = find_quantities(text)
        uncounted = _without(text, [quantity for quantity in quantities if quantity.unit])
        words = self._analyser.all_words(uncounted)
        matches = list(self._synonyms.find(words))
        said_once = Counter(match.start for match in matches)
        terms: dict[str, Term] = {}
        for match in matches:
            # A question word, or one that may mean two things (`شحال`: what price, how many), is nothing to look for.
            if match.group.startswith("q_") or said_once[match.start] > 1:
                continue
            own = frozenset(words[match.start : match.end]) - STOP_WORDS
            alternatives = tuple(
                dict.fromkeys([own, *self._alternatives(match.group)] if own else self._alternatives(match.group))
            )
            if alternatives:
                terms[match.group] = self._word(match.group, alternatives)
        phrased = {word for match in matches for word in words[match.start : match.end]}
        for forms in self._analyser.forms(uncounted):
            word = forms[0][0]
            if word in phrased:
                continue
            name, alternatives = word, tuple(map(frozenset, forms))
            # `بسعر` says what `سعر` says.
            if others := [match for form in forms[1:] for match in self._synonyms.find(form)]:
                matches += others
                name = others[0].group
                alternatives += self._alternatives(name)
            terms.setdefault(name, self._word(name, alternatives))
        for noun, code in self._analyser.labels(text):
            terms[f"{noun}_{code}"] = self._label(noun, code)
        for quantity in quantities:
            tokens = number_tokens(text[quantity.start : quantity.end])
            alternatives = tuple(frozenset({token}) for token in tokens)
            terms[tokens[-1]] = Term(tokens[-1], "number", alternatives, quantity)
        # `durée d'engagement` is one term, and still asks for a duration.
        inner = (match for word in words for match in self._synonyms.find([word]))
        groups = frozenset(match.group for match in (*matches, *inner))
        return Query(tuple(terms.values()), self._weights(text, terms), groups, quantities)

    def _word(self, name: str, alternatives: tuple[frozenset[str], ...]) -> Term:
        return Term(name, "word", alternatives, is_subject=name in self._synonyms.subjects)

    def _alternatives(self, group: str) -> tuple[frozenset[str], ...]:
        """The group's terms as token sets; function words (`شحال`) can't be searched and are left out."""
        sets = (frozenset(term) - STOP_WORDS for term in self._synonyms.terms(group))
        return tuple(dict.fromkeys(tokens for tokens in sets if tokens))

    def _label(self, noun: str, code: str) -> Term:
        """`établissement K` also as `المؤسسة K`: the noun's one-word synonyms with the same code."""
        nouns = [noun]
        for match in self._synonyms.find([noun]):
            nouns += [term[0] for term in self._synonyms.terms(match.group) if len(term) == 1]
        alternatives = tuple(frozenset({f"{other}_{code}"}) for other in dict.fromkeys(nouns))
        return Term(f"{noun}_{code}", "label", alternatives)

    def _weights(self, text: str, terms: dict[str, Term]) -> dict[str, float]:
        weights: dict[str, float] = {}
        for term in terms.values():
            for alternative in term.alternatives:
                for token in alternative:
                    weights[token] = self._synonym_weight
        for token in self._analyser.tokens(text):
            weights[token] = 1.0
        return weights


def _without(text: str, quantities: Iterable[Quantity]) -> str:
    """The text with its quantities blanked, so that `mega` of `60 mega` isn't asked for as a word."""
    for quantity in quantities:
        text = text[: quantity.start] + " " * (quantity.end - quantity.start) + text[quantity.end :]
    return text
