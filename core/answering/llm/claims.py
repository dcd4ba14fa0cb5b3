"""What a model's sentence must stand up to besides `sentence_fault`: it words freely, so it can err in more ways.

Numbers in letters or in odd digits (`¹`, `½`), and names of offers that the cited passages don't hold.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Literal

from core.answering.checks import Fault, is_introduction, quantities_of, sentence_fault
from core.answering.citations import cited, without_citations
from core.answering.llm.columns import columns_stand
from core.answering.llm.wording import WordingFault, wording_fault
from core.documents.chunk import Chunk, Language
from core.text.normalise import fold
from core.text.number_words import number_word
from core.text.numbers import find_quantities, without_quantities

ClaimFault = Fault | WordingFault | Literal["unsupported-name", "wrong-column", "other-document", "repeated"]

_WITH_DIGIT = re.compile(r"\w*\d\w*")
# `120 [1].0`: what is read as one number without the citation is shown as two.
_NUMBER_AROUND = re.compile(r"\][.,٫]?\d")
_WORD = re.compile(r"[^\W\d_]+")
# A name: Latin words that begin with a capital, and what follows them so: `Azur Max`, `Wi-Fi`, `Box L`.
_NAME = re.compile(r"(?<![\w'’-])[A-ZÀ-Ý][\w+-]*")
_STARTS = re.compile(r"(?:^|[.:;!?؛،•|(«—–]\s?|\s-\s)\W*(?:\d{1,2}[.)]\s+)?$")


def claim_fault(
    sentence: str,
    sources: Mapping[int, Chunk],
    *,
    question: str,
    language: Language,
    before: Sequence[str],
    about: Sequence[Chunk] = (),
) -> ClaimFault | None:
    """The first rule that a model's sentence breaks, or None when it may be shown.

    Args:
        sentence: with its citations as `[n]`.
        sources: the passages by the number that cites them.
        before: the sentences kept so far, with the same numbers.
        about: passages of the documents that the question names; a figure must come from one of these, their twins, or
            a passage that speaks of them (empty: from any).
    """
    if without_citations(sentence) in map(without_citations, before):
        return "repeated"
    texts = {n: chunk.content for n, chunk in sources.items()}
    if fault := sentence_fault(sentence, texts, question=question, language=language, before=before):
        return fault
    if _NUMBER_AROUND.search(sentence):
        return "unsupported-number"
    bare, chunks = without_citations(sentence), [sources[n] for n in cited(sentence)]
    held = f"{question}\n" + "\n".join(chunk.content for chunk in chunks)
    if not _odd_numbers(bare) <= _odd_numbers(held):
        return "unsupported-number"
    if _rests_on_question(sentence, chunks, question):
        return "unsupported-number"
    if not names_stand(bare, chunks):
        return "unsupported-name"
    if not columns_stand(bare, [chunk.content for chunk in chunks], question):
        return "wrong-column"
    if bare != without_quantities(bare) and not _is_about(chunks, about):
        return "other-document"
    return wording_fault(bare, [chunk.content for chunk in chunks if chunk.language == language], question)


def _rests_on_question(sentence: str, chunks: Sequence[Chunk], question: str) -> bool:
    """Whether a sentence tells a number of the question's, and none that stands in a passage: `oui, 200 salariés ont
    droit à l'offre` over a passage that allows 115 only repeats what was asked."""
    if is_introduction(sentence, question):
        return False
    numbers, asked = find_quantities(without_citations(sentence)), find_quantities(question)
    held = [quantity for chunk in chunks for quantity in quantities_of(chunk.content)]
    return any(number.matches(other) for number in numbers for other in asked) and not any(
        number.matches(other) for number in numbers for other in held
    )


def _is_about(chunks: Sequence[Chunk], about: Sequence[Chunk]) -> bool:
    """Whether one of the passages is of a document that is asked about, or speaks of it."""
    if not chunks or not about:
        return True
    documents = {path for chunk in about for path in (chunk.document, chunk.twin)}
    return any(chunk.document in documents or _mentions(chunk, other) for chunk in chunks for other in about)


def _mentions(chunk: Chunk, other: Chunk) -> bool:
    """Whether a passage's own text says most of another document's title, its last words (the offer's own) too."""
    title = [word for word in _WORD.findall(fold(other.title)) if len(word) > 2]
    said = set(_WORD.findall(fold(chunk.text)))
    return bool(title) and title[-1] in said and sum(word in said for word in title) >= len(title) / 2


def _odd_numbers(text: str) -> set[str]:
    """Numbers that `find_quantities` doesn't read: words from ten on, superscripts, fractions, circled and Roman, and
    digits that hang together with letters (`4G`, but `7500TTC` too)."""
    words = set(filter(None, map(number_word, _WORD.findall(fold(text)))))
    glued = {fold(word) for word in _WITH_DIGIT.findall(without_quantities(text))}
    return words | glued | {char for char in text if unicodedata.category(char) in ("No", "Nl")}


def names_stand(sentence: str, chunks: Sequence[Chunk]) -> bool:
    """Whether every name of the sentence stands in a passage that it cites.

    The word that begins a sentence, or a part of it behind a colon, has a capital anyway. A French sentence over an
    Arabic passage may name in French what stands there in Arabic; in an Arabic sentence, what is Latin is the
    document's own.
    """
    if not chunks:
        return True
    bare = without_quantities(sentence)
    if not re.search("[\u0621-\u064a]", bare) and any(chunk.language == "ar" for chunk in chunks):
        return True
    content = "\n".join(chunk.content for chunk in chunks)
    held = fold(f"{content}\n{without_quantities(content)}")
    words = {word.replace("-", "") for word in [*re.findall(r"[\w+-]+", held), *re.findall(r"\w+", held)]}
    names = [name[0] for name in _NAME.finditer(bare) if not _STARTS.search(bare[: name.start()])]
    return all(fold(name).replace("-", "") in words for name in names)
