"""What lexical weights and token vectors change in a ranking, over an encoder whose own vectors mean nothing."""

from pathlib import Path

import numpy as np
import pytest

from core.corpus import build_retriever
from core.documents.chunk import Chunk
from core.index.build import reindex
from core.index.store import LoadedIndex, load_current
from core.models.base import Encoder
from core.rescoring import HELD, MOST, Rescorer, late_interaction
from core.retrieval import SPARSE_SHARE, Ranking
from core.settings import load_settings
from core.text.tokens import Analyser
from tests.corpora import chunk, question, question_reader
from tests.index.heads import WordHeads
from tests.index.helpers import DictEmbeddings, HashEncoder, hash_vector

WORDS = ["azur", "corail", "dune", "oasis", "palmier", "sable"]
CHUNKS = [
    chunk(f"{word} coûte {number} DA.", document=f"Offres/{word}.pdf", title=word, section="")
    for number, word in enumerate(WORDS, start=100)
]


def index_of(folder: Path, encoder: Encoder, chunks: list[Chunk]) -> LoadedIndex:
    reindex(folder, chunks, encoder, Analyser(), DictEmbeddings())
    return load_current(folder, encoder.name, Analyser().name)


def ranked(folder: Path, encoder: Encoder, *texts: str, chunks: list[Chunk] = CHUNKS) -> list[Ranking]:
    settings = load_settings(semantic_weight=1.0, language_bonus=0.0, candidates_per_search=3)
    retriever = build_retriever(index_of(folder, encoder, chunks), settings, encoder, question_reader(), Analyser())
    return retriever.rank([question(text) for text in texts])


def test_what_shares_weighty_words_rises(tmp_path: Path) -> None:
    for word in WORDS:
        [plain] = ranked(tmp_path / "plain", HashEncoder(), f"102 {word}")
        [sparse] = ranked(tmp_path / "sparse", WordHeads(), f"102 {word}")
        assert sparse.candidates[0].chunk.title == word
        cosines = {candidate.chunk.id: candidate.cosine for candidate in sparse.candidates}
        shared = cosines.keys() & {candidate.chunk.id for candidate in plain.candidates}
        assert shared
        assert all(c.cosine == cosines[c.chunk.id] for c in plain.candidates if c.chunk.id in shared)


def test_the_search_by_weights_brings_candidates_of_its_own(tmp_path: Path) -> None:
    """`des` says nothing to the search by words, and the vectors mean nothing."""
    chunks = [chunk(f"numéro {n}", document=f"{n}.pdf", title="", section="", ordinal=n) for n in range(40)]
    chunks.append(chunk("des, des", document="des.pdf", title="", section=""))
    found = [c.chunk.document for c in ranked(tmp_path / "a", WordHeads(), "des", chunks=chunks)[0].candidates]
    assert "des.pdf" in found
    found = [c.chunk.document for c in ranked(tmp_path / "b", HashEncoder(), "des", chunks=chunks)[0].candidates]
    assert "des.pdf" not in found


def test_all_questions_and_their_candidates_go_through_the_network_once(tmp_path: Path) -> None:
    encoder = WordHeads(with_token_vectors=True)
    texts = [f"102 {word}" for word in WORDS]
    index_of(tmp_path, encoder, CHUNKS)
    encoder.asked.clear()
    rankings = ranked(tmp_path, encoder, *texts)
    assert encoder.asked[0] == texts
    passages = [text for call in encoder.asked[1:] for text in call]
    assert sorted(passages) == sorted({c.chunk.content for ranking in rankings for c in ranking.candidates})


def test_the_three_scores_are_summed_by_their_shares(tmp_path: Path) -> None:
    encoder = WordHeads(with_token_vectors=True)
    text = "palmier et sable"
    [ranking] = ranked(tmp_path, encoder, text)
    [asked] = encoder.encode_all([text])
    assert asked.token_vectors is not None
    sums = {}
    for candidate in ranking.candidates:
        [read] = encoder.encode_all([candidate.chunk.content])
        assert read.token_vectors is not None
        sparse = sum(weight * read.weights.get(token, 0.0) for token, weight in asked.weights.items())
        multi = np.mean(
            [max(float(a @ b) for b in read.token_vectors.astype(float)) for a in asked.token_vectors.astype(float)]
        )
        sums[candidate.chunk.id] = candidate.cosine + SPARSE_SHARE * sparse + multi
    low, high = min(sums.values()), max(sums.values())
    stretched = [(sums[c.chunk.id] - low) / (high - low) for c in ranking.candidates]
    bonus = [c.score - s for c, s in zip(ranking.candidates, stretched, strict=True)]
    assert len(ranking.candidates) > 3
    # What is left is what the merge adds for documents that the question names or covers.
    assert all(-1e-3 < b < 0.51 for b in bonus)
    unnamed = [b for c, b in zip(ranking.candidates, bonus, strict=True) if c.chunk.title not in text]
    assert unnamed == pytest.approx([0.0] * len(unnamed), abs=1e-3)


def test_only_the_best_are_looked_at_and_the_others_count_as_the_worst_of_them(tmp_path: Path) -> None:
    many = [chunk(f"numéro {n}", document=f"{n:02d}.pdf", ordinal=n) for n in range(MOST + 10)]
    encoder = WordHeads(with_token_vectors=True)
    index = index_of(tmp_path, encoder, many)
    encoder.asked.clear()
    [asked] = encoder.encode_all(["numéro 7"])
    assert asked.token_vectors is not None
    rows = np.arange(len(many), dtype=np.int64)[::-1].copy()
    merged = rows.astype(np.float64)
    scores = Rescorer(index, encoder).scores(asked.token_vectors, rows, merged)
    assert len(encoder.asked[1]) == MOST
    assert set(scores[MOST:].tolist()) == {scores[:MOST].min()}


def test_the_passages_of_the_latest_questions_are_held_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.rescoring.HELD", 4)
    assert HELD >= MOST
    encoder = WordHeads(with_token_vectors=True)
    index = index_of(tmp_path, encoder, CHUNKS)
    rescorer, vectors = Rescorer(index, encoder), np.array([hash_vector("sable")], dtype=np.float32)

    def encoded(*rows: int) -> int:
        encoder.asked.clear()
        rescorer.scores(vectors, np.array(rows, dtype=np.int64), np.zeros(len(rows)))
        return sum(map(len, encoder.asked))

    assert [encoded(0, 1, 2), encoded(2, 0), encoded(3, 4), encoded(0), encoded(1)] == [3, 0, 2, 0, 1]
    assert [encoded(0, 1, 2, 3, 4, 5), encoded(2, 3, 4, 5)] == [2, 0]


def test_each_token_of_the_question_is_held_against_the_passage_that_it_is_in() -> None:
    draw = np.random.default_rng(3)
    asked, *passages = (draw.normal(size=(count, 8)).astype(np.float32) for count in (5, 1, 4, 9, 2))
    plain = [np.mean([max(float(a @ b) for b in passage) for a in asked]) for passage in passages]
    assert late_interaction(asked, passages) == pytest.approx(plain, abs=1e-5)
    assert late_interaction(asked, []).shape == (0,)
