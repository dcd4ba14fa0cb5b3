"""Documents of one language whose text is nearly the same: a second save, a copy with another title or other figures.

They stay in the index, for the other figure may be the right one; the report names them. Two texts are compared by the
runs of three words that both hold, figures masked: likeness is the share of what both have among what either has.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations, groupby

import numpy as np
from numpy.typing import NDArray

from core.documents.chunk import Chunk
from core.documents.text import language_of_chunks
from core.text.normalise import fold

LIKE = 0.8
"""Least likeness of near-duplicates."""
_FAMILY = 4
"""From so many documents on they are a family, such as conventions over one text, and reported together."""
_LEAST_RUNS = 20
"""Shorter texts say too little to be told apart."""
_MASKED_WORD = re.compile(r"\w+")
_FIGURE = re.compile(r"\d+(?:[ .,]\d+)*")
_WORD = re.compile(r"[^\W\d_]+|\d+(?:[ .,]\d+)*")
_WORD_BITS = 21
_SHOWN_FIGURES = 8

_Runs = NDArray[np.uint64]


@dataclass(frozen=True)
class NearDuplicate:
    """A document and another that says nearly the same. `likeness` is from `LIKE` to 1, figures left aside.

    `figures` are those that differ, as written in the one and in the other, '' where it has none there.
    """

    document: str
    other: str
    likeness: float
    figures: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        differ = [f"{left or '—'} / {right or '—'}" for left, right in self.figures]
        more = f" and {len(differ) - _SHOWN_FIGURES} more" if len(differ) > _SHOWN_FIGURES else ""
        figures = f"but for {', '.join(differ[:_SHOWN_FIGURES])}{more}" if differ else "with the same figures"
        return f"{_percent(self.likeness)} of its text is that of {self.other}, {figures}"


@dataclass(frozen=True)
class Family:
    """Many documents over one text. `shared` is the share of a document's text that stands in all of them."""

    documents: tuple[str, ...]
    shared: float

    def __str__(self) -> str:
        return f"these {len(self.documents)} documents share {_percent(self.shared)} of their text"


@dataclass(frozen=True)
class NearDuplicates:
    """What was found, by name of the first document. A document stands in one family, or in pairs."""

    pairs: tuple[NearDuplicate, ...]
    families: tuple[Family, ...]


def find_near_duplicates(chunks: Mapping[str, Sequence[Chunk]]) -> NearDuplicates:
    """Near-duplicates among documents, each given by its chunks."""
    vocabulary: dict[str, int] = {}
    texts: dict[str, str] = {}
    by_language: dict[str, dict[str, _Runs]] = {}
    for document, held in sorted(chunks.items()):
        texts[document] = _text(held)
        runs = _runs(texts[document], vocabulary)
        if len(runs) >= _LEAST_RUNS:
            by_language.setdefault(language_of_chunks(held), {})[document] = runs
    pairs: list[NearDuplicate] = []
    families: list[Family] = []
    for runs_of in by_language.values():
        for group in _groups(runs_of):
            if len(group) < _FAMILY:
                pairs += _pairs(group, runs_of, texts)
            else:
                families.append(Family(tuple(group), _shared([runs_of[document] for document in group])))
    return NearDuplicates(
        tuple(sorted(pairs, key=lambda pair: (pair.document, pair.other))),
        tuple(sorted(families, key=lambda family: family.documents)),
    )


def _percent(share: float) -> str:
    return f"{math.floor(100 * share)} %"


def _text(held: Sequence[Chunk]) -> str:
    sections = "\n".join(name for name, _ in groupby(chunk.section for chunk in held))
    return fold("\n".join([held[0].title, sections, *(chunk.text for chunk in held)])).replace("_", " ")


def _masked(text: str) -> list[str]:
    """The words of a text, `0` for each of its figures."""
    return _MASKED_WORD.findall(_FIGURE.sub(" 0 ", text))


def _runs(text: str, vocabulary: dict[str, int]) -> _Runs:
    """The runs of three words of a text, each once and in order, as numbers; every figure is the same word."""
    words = _masked(text)
    for word in set(words):
        vocabulary.setdefault(word, len(vocabulary))
    ids = np.array([vocabulary[word] for word in words], dtype=np.uint64)
    shift = np.uint64(_WORD_BITS)
    return np.unique((ids[:-2] << (shift * np.uint64(2))) | (ids[1:-1] << shift) | ids[2:])


def _likeness(left: _Runs, right: _Runs) -> float:
    both = len(np.intersect1d(left, right, assume_unique=True))
    return both / (len(left) + len(right) - both)


def _shared(runs: Sequence[_Runs]) -> float:
    common = runs[0]
    for other in runs[1:]:
        common = np.intersect1d(common, other, assume_unique=True)
    return len(common) * len(runs) / sum(map(len, runs))


def _groups(runs_of: Mapping[str, _Runs]) -> list[list[str]]:
    """The documents that are alike, directly or through others, in groups of at least two."""
    group_of: dict[str, list[str]] = {document: [document] for document in runs_of}
    compared: set[tuple[str, str]] = set()
    for documents in _meetings(runs_of):
        if all(group_of[document] is group_of[documents[0]] for document in documents):
            continue
        for left, right in combinations(documents, 2):
            if group_of[left] is group_of[right] or (left, right) in compared:
                continue
            compared.add((left, right))
            if _likeness(runs_of[left], runs_of[right]) >= LIKE:
                joined = sorted([*group_of[left], *group_of[right]])
                group_of.update(dict.fromkeys(joined, joined))
    found = {id(group): group for group in group_of.values() if len(group) > 1}
    return list(found.values())


def _meetings(runs_of: Mapping[str, _Runs]) -> Iterator[list[str]]:
    """Documents that may be alike: each list shares one run of words.

    Two texts that have the share `LIKE` of their runs in common must meet among the rarest of them: of n runs those
    that may be missing, and one more. So the common phrases of all documents bring nobody together.
    """
    every, counts = np.unique(np.concatenate([*runs_of.values(), np.array([], np.uint64)]), return_counts=True)
    posted: dict[int, list[str]] = {}
    for document, runs in runs_of.items():
        places = np.searchsorted(every, runs)
        rarest = places[np.argsort(counts[places], kind="stable")][: len(runs) - math.ceil(LIKE * len(runs)) + 1]
        for place in rarest[counts[rarest] > 1].tolist():
            posted.setdefault(place, []).append(document)
    yield from (documents for documents in posted.values() if len(documents) > 1)


def _pairs(group: Sequence[str], runs_of: Mapping[str, _Runs], texts: Mapping[str, str]) -> Iterator[NearDuplicate]:
    for left, right in combinations(group, 2):
        likeness = _likeness(runs_of[left], runs_of[right])
        if likeness >= LIKE:
            yield NearDuplicate(left, right, likeness, tuple(_differing(texts[left], texts[right])))


def _differing(left: str, right: str) -> list[tuple[str, str]]:
    """The figures that differ where the words around them are the same, each pair once."""
    left_words, right_words = _WORD.findall(left), _WORD.findall(right)
    found: list[tuple[str, str]] = []
    for kind, a0, a1, b0, b1 in SequenceMatcher(None, _masked(left), _masked(right)).get_opcodes():
        ours = [word for word in left_words[a0:a1] if word[0].isdecimal()]
        theirs = [word for word in right_words[b0:b1] if word[0].isdecimal()]
        if kind == "equal":
            found += [pair for pair in zip(ours, theirs, strict=True) if _value(pair[0]) != _value(pair[1])]
        elif list(map(_value, ours)) != list(map(_value, theirs)):
            found += [(" ".join(ours), " ".join(theirs))]
    return list(dict.fromkeys(found))


def _value(figure: str) -> str:
    return re.sub(r"[ .,](?=\d{3}(?!\d))", "", figure).replace(",", ".")
