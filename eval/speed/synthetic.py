"""Corpora of any size for measuring speed: words distributed as in natural text, vectors at random.

The commonest words are the sample's own, in the order of how often it says them, so that questions meet synonyms,
numbers and names as real ones do; rarer words are invented.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.documents.chunk import Chunk
from core.documents.chunks import read_chunks
from core.index.version import IndexedChunk
from core.text.numbers import find_quantities
from core.text.tokens import Analyser

WORDS_A_CHUNK = 100
WORDS_A_QUESTION = 10
CHUNKS_A_DOCUMENT = 20
WORDS_A_TITLE = 5
DIMENSION = 384

_WORD = re.compile(r"\w[\w-]+")
_SEED = 20_260_401
_INVENTED = 100_000
_MANDELBROT = 2.7
_LETTERS = "ثجحخدذرزسشصضطظعغفقكمن"
"""Letters that no stem loses and no prefix consists of, so that an invented word is its own token."""


@dataclass(frozen=True)
class Vocabulary:
    """Words, the commonest first, and the token of each."""

    words: Sequence[str]
    tokens: Sequence[str]

    @classmethod
    def of_sample(cls, gen_dir: Path, analyser: Analyser) -> "Vocabulary":
        """The words of the chunks in `gen_dir` by frequency, then 100,000 invented ones."""
        said = Counter(word for chunk in read_chunks(gen_dir) for word in _WORD.findall(chunk.content))
        # A number's tokens depend on what stands beside it, and a word with a hyphen has several.
        single = {
            word: tokens[0]
            for word, _ in said.most_common()
            if len(tokens := analyser.tokens(word)) == 1 and not find_quantities(word)
        }
        invented = [_invented(number) for number in range(_INVENTED)]
        return cls([*single, *invented], [*single.values(), *invented])

    def draw(self, shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.int32]:
        """Numbers of words after Zipf's law as Mandelbrot mended it: the word of rank r is said 1 / (r + 2.7) times as
        often as all. A word said on most pages (`offre`) stands in most chunks."""
        shares = np.cumsum(1 / (np.arange(1, len(self.words) + 1) + _MANDELBROT))
        return np.searchsorted(shares, rng.random(shape) * shares[-1]).astype(np.int32)


def _invented(number: int) -> str:
    """A word of five letters for each number below five million."""
    letters = ""
    for _ in range(5):
        number, letter = divmod(number, len(_LETTERS))
        letters += _LETTERS[letter]
    return letters


def token_lists(vocabulary: Vocabulary, count: int) -> list[list[str]]:
    """The tokens of `count` chunks."""
    drawn = vocabulary.draw((count, WORDS_A_CHUNK), np.random.default_rng(_SEED))
    return [[vocabulary.tokens[number] for number in row] for row in drawn]


def questions(vocabulary: Vocabulary, count: int) -> list[str]:
    """Questions of ten words, drawn as the chunks' words are."""
    drawn = vocabulary.draw((count, WORDS_A_QUESTION), np.random.default_rng(_SEED + 1))
    return [" ".join(vocabulary.words[number] for number in row) for row in drawn]


def vectors(count: int) -> NDArray[np.float32]:
    """Random unit vectors, shape (count, 384)."""
    found = np.random.default_rng(_SEED + 2).standard_normal((count, DIMENSION), dtype=np.float32)
    found /= np.linalg.norm(found, axis=1, keepdims=True)
    return found


def entries(vocabulary: Vocabulary, count: int) -> tuple[IndexedChunk, ...]:
    """Chunks in documents of twenty. One document in ten has an older version, one in five a partner."""
    rng = np.random.default_rng(_SEED)
    drawn = vocabulary.draw((count, WORDS_A_CHUNK), rng)
    titles = vocabulary.draw((count // CHUNKS_A_DOCUMENT + 1, WORDS_A_TITLE), rng)
    return tuple(_entry(vocabulary, position, row, titles) for position, row in enumerate(drawn))


def _entry(vocabulary: Vocabulary, position: int, drawn: NDArray[np.int32], titles: NDArray[np.int32]) -> IndexedChunk:
    number, ordinal = divmod(position, CHUNKS_A_DOCUMENT)
    # Versions of one sheet share its title.
    versioned = number % 10 in (0, 1) and number // 10 * 10 + 1 < len(titles)
    words = titles[number - 1 if versioned and number % 10 else number]
    title = " ".join(vocabulary.words[word] for word in words)
    chunk = Chunk(
        document=_path(number),
        ordinal=ordinal,
        title=title,
        section=vocabulary.words[drawn[0]],
        page=None,
        language="ar" if number % 2 else "fr",
        family=_path(number).partition("/")[0],
        twin=None,
        text=" ".join(vocabulary.words[word] for word in drawn),
        partner=f"Partenaire {vocabulary.words[-1 - number]}" if number % 5 == 4 else "",
        version=str(number % 10 + 1) if versioned else "",
        older=_path(number - 1) if versioned and number % 10 else None,
        newer=_path(number + 1) if versioned and not number % 10 else None,
    )
    return IndexedChunk(chunk, tuple(vocabulary.tokens[word] for word in drawn))


def _path(number: int) -> str:
    return f"Famille {number % 7}/Document {number}.docx"
