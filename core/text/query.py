"""What a question asks about, as terms: each with everything that says the same in either language."""

import re
from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import Literal

from core.text.darja import Darja
from core.text.normalise import LETTER_AR, fold
from core.text.numbers import Quantity, find_quantities
from core.text.shorthand import in_full
from core.text.synonyms import Synonyms
from core.text.tokens import STOP_WORDS, Analyser, number_tokens

TermKind = Literal["word", "label", "number"]

# A shorter one before a code is no label to the analyser.
_SHORTEST_NOUN = 4
_TOGETHER = re.compile(r"([^\W\d_]{3,})(\d{1,2})(?!\w)")

_ARABIC = re.compile(f"[{LETTER_AR}]+")
# Prepositions with whom or what they point to: nothing to look for.
_POINTING = frozenset(
    "عليه عليها عليهم عليهما علينا عليكم فيه فيها فيهم منه منها منهم بيه بيها بيهم به بها بهم ليه ليها ليهم له لها لهم "
    "لنا معه معها معهم معاه معاها معاهم عنه عنها عنهم اليه اليها اليهم عنده عندها عندهم تاعه تاعو تاعها تاعهم نتاعو "
    "نتاعها نتاعهم".split()
)
# Codes that share their noun; `w` is Algerian for and.
_SHARED_NOUN = re.compile(
    r"(?P<noun>[^\W\d_]{4,}) (?P<one>[A-Z]{1,2})(?P<join> ?[,/&] ?| (?:et|ou|vs|w) | (?:و|أو|أم|ولا) ?)"
    r"(?P<other>[A-Z]{1,2})(?![\w'’])"
)
# What is called by the code of something else.
_LABELLED_AS = {"convention": ("institution",)}


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

    def nearly_stands_in(self, tokens: Set[str]) -> bool:
        """True where all words but one of a longer phrase do, as the question says it."""
        own = self.alternatives[0]
        return len(own) > 2 and len(own & tokens) == len(own) - 1


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

    def __init__(
        self, analyser: Analyser, synonyms: Synonyms, darja: Darja | None = None, synonym_weight: float = 0.3
    ) -> None:
        """Without `darja`, Algerian in Latin letters is read as it stands."""
        self._analyser = analyser
        self._synonyms = synonyms
        self._darja = darja
        self._synonym_weight = synonym_weight

    @property
    def digest(self) -> str:
        """Changes with the synonyms, the dialect's words and the weight; counts into `answer_state`."""
        dialect = self._darja.digest if self._darja else ""
        return f"{self._synonyms.digest}/{dialect}/{self._synonym_weight}"

    def worded(self, text: str) -> str:
        """The question as it is looked for: what is typed in haste in full, Algerian in Latin letters as French,
        `conventions G et O` as two things; anything else as it is."""
        text = in_full(text)
        text = self._darja.in_french(text) if self._darja else text
        apart = r"\g<noun> \g<one>\g<join>\g<noun> \g<other>"
        return _SHARED_NOUN.sub(apart, _SHARED_NOUN.sub(apart, text))  # of three the first two, then the third

    def glossary(self, query: Query) -> list[tuple[str, ...]]:
        """What else says what a question says, as people write it, by what it asks about; question words left out."""
        groups = sorted(group for group in query.groups if not group.startswith("q_"))
        return [terms for group in groups if (terms := self._synonyms.written(group))]

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
        arabic = _ARABIC.findall(fold(uncounted))
        verbs = self._arabic_verbs(arabic)
        pointing = {stem for word in arabic if word in _POINTING for stem in self._analyser.words(word)}
        phrased = {word for match in matches for word in words[match.start : match.end]}
        for forms in self._analyser.forms(uncounted):
            word = forms[0][0]
            if word in phrased or word in pointing:
                continue
            name, alternatives = word, tuple(map(frozenset, forms))
            # `بسعر` says what `سعر` says.
            if others := [match for form in forms[1:] for match in self._synonyms.find(form)]:
                matches += others
                name = others[0].group
                alternatives += self._alternatives(name)
            elif french := verbs.get(word):
                stems = self._analyser.all_words(french)
                others = [match for match in self._synonyms.find(stems) if not match.group.startswith("q_")]
                if not (said := frozenset(stems) - STOP_WORDS):
                    continue  # `يدير`, to do, says nothing
                name = others[0].group if others else word
                alternatives += self._alternatives(name) if others else (said,)
            terms.setdefault(name, self._word(name, alternatives))
        for noun, code in self._analyser.labels(self._codes_apart(text)):
            if not {noun, code} <= phrased:  # `عنوان IP ثابت` is one thing already
                terms[f"{noun}_{code}"] = self._label(noun, code)
                if noun in terms and (nouns := self._synonyms.coded_nouns(noun)):
                    terms[noun] = self._word(
                        noun, (*terms[noun].alternatives, *(frozenset({other}) for other in nouns))
                    )
        for quantity in quantities:
            tokens = number_tokens(text[quantity.start : quantity.end])
            alternatives = tuple(frozenset({token}) for token in tokens)
            terms[tokens[-1]] = Term(tokens[-1], "number", alternatives, quantity)
        # `durée d'engagement` is one term, and still asks for a duration.
        inner = (match for word in words for match in self._synonyms.find([word]))
        groups = frozenset(match.group for match in (*matches, *inner))
        return Query(tuple(terms.values()), self._weights(text, terms), groups, quantities)

    def _arabic_verbs(self, words: Iterable[str]) -> dict[str, str]:
        """What verbs of the dialect in Arabic letters say in French, by their stems."""
        if self._darja is None:
            return {}
        said = {word: french for word in words if (french := self._darja.of_arabic(word))}
        return {stem: french for word, french in said.items() for stem in self._analyser.words(word)[:1]}

    def _word(self, name: str, alternatives: tuple[frozenset[str], ...]) -> Term:
        return Term(name, "word", alternatives, is_subject=name in self._synonyms.subjects)

    def _alternatives(self, group: str) -> tuple[frozenset[str], ...]:
        """The group's terms as token sets; function words (`شحال`) can't be searched and are left out."""
        sets = (frozenset(term) - STOP_WORDS for term in self._synonyms.terms(group))
        return tuple(dict.fromkeys(tokens for tokens in sets if tokens))

    def _label(self, noun: str, code: str) -> Term:
        """`établissement K` also as `المؤسسة K`: the noun's one-word synonyms with the same code; `convention K` too,
        which is the one with the institution."""
        nouns = [noun]
        for match in self._synonyms.find([noun]):
            for group in (match.group, *_LABELLED_AS.get(match.group, ())):
                nouns += [term[0] for term in self._synonyms.terms(group) if len(term) == 1]
        coded = self._synonyms.coded_nouns(noun)
        labels = (frozenset({f"{other}_{code}"}) for other in dict.fromkeys((*nouns, *coded)))
        # `CAT 8` stands in texts as a word and a number.
        short = (frozenset({other, code}) for other in coded if len(other) < _SHORTEST_NOUN and code.isdigit())
        return Term(f"{noun}_{code}", "label", (*labels, *short))

    def _codes_apart(self, text: str) -> str:
        """The text with a blank before a code that is typed together with its noun: `palier4`."""
        return _TOGETHER.sub(
            lambda match: f"{match[1]} {match[2]}" if self._is_coded(match[1]) else match[0],
            text,
        )

    def _is_coded(self, noun: str) -> bool:
        return any(map(self._synonyms.coded_nouns, self._analyser.all_words(noun)))

    def _weights(self, text: str, terms: dict[str, Term]) -> dict[str, float]:
        weights: dict[str, float] = {}
        for term in terms.values():
            for alternative in term.alternatives:
                for token in alternative:
                    # `convention K` and `المؤسسة K` are one thing, which a code alone tells from the next.
                    weights[token] = 1.0 if term.kind == "label" else self._synonym_weight
        for token in self._analyser.tokens(text):
            weights[token] = 1.0
        return weights


def _without(text: str, quantities: Iterable[Quantity]) -> str:
    """The text with its quantities blanked, so that `mega` of `60 mega` isn't asked for as a word."""
    for quantity in quantities:
        text = text[: quantity.start] + " " * (quantity.end - quantity.start) + text[quantity.end :]
    return text
