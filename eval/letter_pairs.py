"""Learns which letters follow which in French and Arabic, and prints the table that core/documents/garbage.py reads.

`python -m eval.letter_pairs FOLDER` with the public question sets (arcd-dev, xquad.ar, piaf-dev); `--measure PATH…` for
false alarms on paragraphs of files in SQuAD form, and how much made garbage is recognised. Only frequencies leave here.
"""

import json
import math
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from core.documents.garbage import ALPHABETS, Verdict, judge, words_of

FILES = {"ar": ("arcd-dev.json", "xquad.ar.json"), "fr": ("piaf-dev.json",)}
LEVEL = 1.1
"""One step of the table in nats; the rarest pairs are 9."""


def paragraphs(folder: Path, language: str) -> Iterator[str]:
    for name in FILES[language]:
        for article in json.loads((folder / name).read_text(encoding="utf-8"))["data"]:
            for paragraph in article["paragraphs"]:
                yield paragraph["context"]


def table(texts: Sequence[str], alphabet: str) -> str:
    """A digit for each pair, row by row: how rare the second letter is after the first (0 usual, 9 never seen)."""
    pairs: Counter[tuple[str, str]] = Counter()
    for text in texts:
        for word in words_of(text, alphabet):
            pairs.update(zip(f" {word}", f"{word} ", strict=True))
    letters = " " + alphabet
    digits = ""
    for first in letters:
        total = sum(pairs[first, second] for second in letters)
        for second in letters:
            share = (pairs[first, second] + 0.05) / (total + 0.05 * len(letters))
            digits += str(min(9, int(-math.log(share) / LEVEL)))
    return digits


def _shifted(text: str) -> str:
    return "".join(chr(ord(c) + 3) if c.isalpha() else c for c in text)


def _reversed_lines(text: str) -> str:
    return text[::-1]


def _shuffled(text: str) -> str:
    letters = sorted({c for c in text if c.isalpha()})
    other = letters[:]
    random.Random(len(text)).shuffle(other)
    return text.translate(str.maketrans(dict(zip(letters, other, strict=True))))


def _mixed_words(text: str) -> str:
    source = random.Random(len(text))
    return " ".join("".join(source.sample(word, len(word))) for word in text.split())


def _latin_for_arabic(text: str) -> str:
    """What an old Arabic font without a table of letters gives: its codes as Latin letters."""
    return text.encode("cp1256", "ignore").decode("cp1252", "ignore")


KINDS: dict[str, Callable[[str], str]] = {
    "reversed": _reversed_lines,
    "shifted": _shifted,
    "other letters": _shuffled,
    "letters mixed": _mixed_words,
    "codes as Latin": _latin_for_arabic,
}


def measure(folder: Path) -> None:
    for language in FILES:
        texts = list(paragraphs(folder, language))
        for size in (120, 400, 10_000):
            pieces = [text[:size] for text in texts]
            wrong = sum(judge(text) is not Verdict.TEXT for text in pieces)
            print(f"{language} first {size} characters: {wrong} of {len(pieces)} called garbage")
            for kind, spoil in KINDS.items():
                if kind == "codes as Latin" and language == "fr":
                    continue
                found = Counter(judge(spoil(text)) for text in pieces)
                print(f"    {kind}: { {verdict.value: count for verdict, count in found.items()} }")


def main() -> None:
    if sys.argv[1] == "--measure":
        measure(Path(sys.argv[2]))
        return
    for language, alphabet in ALPHABETS.items():
        digits = table(list(paragraphs(Path(sys.argv[1]), language)), alphabet)
        width = len(alphabet) + 1
        print(language)
        for start in range(0, len(digits), width):
            print(f'    "{digits[start : start + width]}"')


if __name__ == "__main__":
    main()
