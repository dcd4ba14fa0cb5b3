"""Whether a word that stands nowhere may be a slip for one that does."""

from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher

import numpy as np
from numpy.typing import NDArray


class Spellings:
    """Words to compare with by `difflib`'s ratio. It takes 4 µs a word, so only those that share enough letters with
    the one in question to reach the ratio at all are compared: 400 ms became 20 ms among 100,000 words.
    """

    def __init__(self, words: Iterable[str]) -> None:
        by_length: dict[int, list[str]] = {}
        for word in words:
            by_length.setdefault(len(word), []).append(word)
        by_length.pop(0, None)
        self._words = by_length
        self._letters: dict[int, NDArray[np.uint32]] = {
            length: np.array(same).view(np.uint32).reshape(len(same), length) for length, same in by_length.items()
        }

    def has_near(self, word: str, likeness: float) -> bool:
        """Whether any of the words is at least that like this one (0 to 1, `difflib.SequenceMatcher.ratio`)."""
        matcher = SequenceMatcher(b=word)
        for length, letters in self._letters.items():
            both = len(word) + length
            if 2.0 * min(len(word), length) / both < likeness:
                continue
            shared = np.zeros(len(letters), dtype=np.int64)
            for letter, times in Counter(word).items():
                shared += np.minimum(np.count_nonzero(letters == ord(letter), axis=1), times)
            for place in np.flatnonzero(2.0 * shared / both >= likeness):
                matcher.set_seq1(self._words[length][place])
                if matcher.ratio() >= likeness:
                    return True
        return False
