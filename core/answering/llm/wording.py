"""Whether a model's prose is about what its passages say, and says yes where they do: by words alone, no model.

Both rules are coarse and lean to let through: a sentence in other words than its passage's is what a model is for.
"""

import re
from collections.abc import Sequence
from typing import Literal

from core.text.normalise import fold
from core.text.numbers import without_quantities
from core.text.stem import without_article

_STEM = 5
"""Letters after which words count as one (`offert`, `offerte`)."""
_SHORTEST = 4
_ENOUGH_WORDS = 4
_SUPPORTED = 0.4
"""Share of a sentence's words that its passages must hold."""
_SAME = 0.75
"""Share of a clause's words from which on a passage's clause speaks of the same."""
_CLAUSE = re.compile(r"[,;:.!?؟،؛\n—«»()]+|\s(?:mais|or|sauf|si|sinon|لكن|إلا|إذا)\s")
_NOT = frozenset(
    "ne n pas jamais aucun aucune ni sans non impossible لا ليس ليست لن لم غير بدون دون ماشي مستحيل ممنوع".split()
)

WordingFault = Literal["unsupported-words", "negation"]


def wording_fault(sentence: str, texts: Sequence[str], question: str) -> WordingFault | None:
    """What is wrong with a sentence (without citations) over passages in its own language, the question's words aside;
    None where there is nothing to say, as over no passages."""
    asked = _words(question)
    own = _words(sentence) - asked
    if not texts or len(own) < _ENOUGH_WORDS:
        return None
    held = frozenset().union(*map(_words, texts))
    if len(own & held) < _SUPPORTED * len(own):
        return "unsupported-words"
    clauses = [clause for text in texts for clause in _CLAUSE.split(text)]
    for clause in _CLAUSE.split(sentence):
        if len(_words(clause)) >= _ENOUGH_WORDS and _is_turned(clause, clauses):
            return "negation"
    return None


def _is_turned(clause: str, clauses: Sequence[str]) -> bool:
    """Whether all clauses of the passages that speak of the same say no where this one says yes, or the reverse."""
    words = _words(clause)
    same = [other for other in clauses if len(words & _words(other)) >= _SAME * max(len(words), len(_words(other)))]
    return bool(same) and all(is_negated(other) != is_negated(clause) for other in same)


def is_negated(clause: str) -> bool:
    """Whether a word of it says no, in either language."""
    return bool(_NOT & set(re.findall(r"[^\W\d_]+", fold(clause))))


def _words(text: str) -> frozenset[str]:
    bare = map(without_article, re.findall(r"[^\W\d_]+", fold(without_quantities(text))))
    return frozenset(word[:_STEM] for word in bare if len(word) >= _SHORTEST and word not in _NOT)
