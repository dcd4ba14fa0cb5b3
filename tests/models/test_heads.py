"""bge-m3's other two heads, over a tiny model with random ones, through the production path; as `test_large.py`."""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.index_building import wanted_version
from core.corpus import build_retriever
from core.errors import EncoderMismatchError, MissingModelError
from core.index.build import reindex
from core.index.store import load_current
from core.models.accelerator import INSTALL_HINT, missing_packages
from core.models.base import Encoder
from core.models.bge_m3_heads import MULTI_VECTOR, SPARSE, BgeM3Heads
from core.models.factory import build_encoder
from core.rescoring import late_interaction
from core.settings import Settings, load_settings
from core.text.tokens import Analyser
from eval.speed.random_models import build_heads, build_random
from tests.corpora import chunk, question, question_reader
from tests.index.helpers import DictEmbeddings

pytestmark = [
    pytest.mark.skipif(bool(missing_packages()), reason=f"not installed: {missing_packages()} ({INSTALL_HINT})"),
    # The libraries' own, of Python's and of each other's coming versions.
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning"),
]

TEXTS = ["prix de la fibre", "سعر عرض", "la box, la box et le modem", "carte", "?", "12 DA"]
ALL = "dense+sparse+multivector"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As MODELS_DIR holds the real one."""
    folder = tmp_path_factory.mktemp("heads")
    build_random(folder / "bge-m3", is_tiny=True)
    build_heads(folder / "bge-m3", is_tiny=True)
    return folder


def settings_of(folder: Path, scores: str = ALL) -> Settings:
    return load_settings(models_dir=folder, encoder="bge-m3", bge_scores=scores, semantic_weight=1.0)


@pytest.fixture(scope="module")
def encoder(folder: Path) -> BgeM3Heads:
    built = build_encoder(settings_of(folder))
    assert isinstance(built, BgeM3Heads)
    return built


@dataclass(frozen=True)
class Plain:
    """What the paper's formulas give, one text at a time, in NumPy over the network's states."""

    weights: dict[int, float]
    vectors: Any


def plain(folder: Path, text: str) -> Plain:
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder / "bge-m3")
    inputs = tokenizer(text, return_tensors="pt")
    with torch.inference_mode():
        states = AutoModel.from_pretrained(folder / "bge-m3").eval()(**inputs).last_hidden_state[0].numpy()
    heads = {name: torch.load(folder / "bge-m3" / name, weights_only=True) for name in (SPARSE, MULTI_VECTOR)}
    sparse, multi = ({part: tensor.numpy() for part, tensor in heads[name].items()} for name in (SPARSE, MULTI_VECTOR))
    weights: defaultdict[int, float] = defaultdict(float)
    for number, state in zip(inputs["input_ids"][0].tolist(), states, strict=True):
        if number not in (0, 1, 2, 3):  # <s>, <pad>, </s>, <unk>
            weights[number] = max(weights[number], float(sparse["weight"][0] @ state + sparse["bias"][0]), 0.0)
    vectors = np.array([multi["weight"] @ state + multi["bias"] for state in states[1:]])
    return Plain(
        {number: weight for number, weight in weights.items() if weight},
        vectors / np.linalg.norm(vectors, axis=1, keepdims=True),
    )


def test_weights_and_vectors_are_those_of_the_formulas(encoder: BgeM3Heads, folder: Path) -> None:
    for text, read in zip(TEXTS, encoder.encode_all(TEXTS), strict=True):
        wanted = plain(folder, text)
        assert dict(read.weights) == pytest.approx(wanted.weights, abs=1e-5)
        assert read.token_vectors is not None
        assert np.allclose(read.token_vectors, wanted.vectors, atol=1e-5)
    assert any(read.weights for read in encoder.encode_all(TEXTS))


def test_scores_are_those_of_the_formulas_and_of_flagembedding(encoder: BgeM3Heads, folder: Path) -> None:
    from FlagEmbedding import BGEM3FlagModel

    library = BGEM3FlagModel(str(folder / "bge-m3"), use_fp16=False, devices="cpu")
    given = library.encode(TEXTS, return_dense=True, return_sparse=True, return_colbert_vecs=True)
    ours, wanted = encoder.encode_all(TEXTS), [plain(folder, text) for text in TEXTS]
    differences = []
    for i in range(len(TEXTS)):
        assert np.allclose(ours[i].vector, given["dense_vecs"][i], atol=1e-5)
        for j in range(len(TEXTS)):
            lexical = sum(weight * ours[j].weights.get(token, 0.0) for token, weight in ours[i].weights.items())
            by_hand = sum(w * wanted[j].weights.get(token, 0.0) for token, w in wanted[i].weights.items())
            theirs = library.compute_lexical_matching_score(given["lexical_weights"][i], given["lexical_weights"][j])
            assert lexical == pytest.approx(by_hand, abs=1e-5)
            asked, passage = ours[i].token_vectors, ours[j].token_vectors
            assert asked is not None
            assert passage is not None
            [multi] = late_interaction(asked, [passage])
            assert multi == pytest.approx((wanted[i].vectors @ wanted[j].vectors.T).max(axis=1).mean(), abs=1e-5)
            library_multi = float(library.colbert_score(given["colbert_vecs"][i], given["colbert_vecs"][j]))
            differences.append((abs(lexical - theirs), abs(multi - library_multi)))
    most = np.max(differences, axis=0)
    print("most that lexical and multi-vector scores differ from the library's:", most)
    assert (most < 1e-5).all()


def test_all_heads_read_one_run_of_the_network(encoder: BgeM3Heads) -> None:
    runs: list[int] = []
    network = encoder._loaded[0].auto_model
    hook = network.embeddings.register_forward_pre_hook(
        lambda module, args, kwargs: runs.append(len(kwargs["input_ids"])), with_kwargs=True
    )
    try:
        [read] = encoder.encode_all(["prix de la fibre"])
    finally:
        hook.remove()
    assert runs == [1]
    assert np.allclose(read.vector, encoder.encode_queries(["prix de la fibre"])[0], atol=1e-6)


def test_the_dense_vectors_are_those_without_the_heads(encoder: BgeM3Heads, folder: Path) -> None:
    dense = build_encoder(settings_of(folder, "dense")).encode_passages(TEXTS)
    assert np.allclose(encoder.encode_passages(TEXTS), dense, atol=1e-6)
    assert np.allclose([read.vector for read in encoder.encode_all(TEXTS)], dense, atol=1e-6)


def test_texts_of_any_company_are_read_alike(encoder: BgeM3Heads) -> None:
    for text, together in zip(TEXTS, encoder.encode_all(TEXTS), strict=True):
        [alone] = encoder.encode_all([text])
        assert dict(alone.weights) == pytest.approx(dict(together.weights), abs=1e-5)
        assert alone.token_vectors is not None
        assert together.token_vectors is not None
        assert alone.token_vectors.shape == together.token_vectors.shape
        assert np.allclose(alone.token_vectors, together.token_vectors, atol=1e-5)
    assert encoder.encode_all([]) == []


def test_out_of_memory_halves_the_batch_here_too(encoder: BgeM3Heads) -> None:
    whole = encoder.encode_all(TEXTS)
    tried: list[int] = []

    def check(module: Any, args: Any, kwargs: dict[str, Any]) -> None:
        tried.append(len(kwargs["input_ids"]))
        if tried[-1] > 2:
            raise RuntimeError("CUDA out of memory. Tried to allocate 2.00 GiB")

    hook = encoder._loaded[0].auto_model.embeddings.register_forward_pre_hook(check, with_kwargs=True)
    try:
        halved = encoder.encode_all(TEXTS)
    finally:
        hook.remove()
    assert tried[:3] == [6, 3, 1]
    for one, other in zip(whole, halved, strict=True):
        assert dict(one.weights) == pytest.approx(dict(other.weights), abs=1e-5)


def copied(folder: Path, place: Path, *without: str) -> Path:
    import shutil

    shutil.copytree(folder / "bge-m3", place / "bge-m3", ignore=shutil.ignore_patterns(*without))
    return place


def test_a_head_that_is_missing_is_told_with_what_to_do(folder: Path, tmp_path: Path) -> None:
    bare = copied(folder, tmp_path / "bare", "*.pt")
    assert build_encoder(settings_of(bare, "dense")).encode_queries(["prix"]).shape == (1, 32)
    with pytest.raises(MissingModelError, match=r"bge-m3 lacks sparse_linear\.pt$") as caught:
        _ = build_encoder(settings_of(bare, "dense+sparse")).name
    assert "BGE_SCORES=dense" in caught.value.hint
    with pytest.raises(MissingModelError, match=r"lacks sparse_linear\.pt and colbert_linear\.pt"):
        build_encoder(settings_of(bare)).encode_queries(["prix"])
    half = copied(folder, tmp_path / "half", MULTI_VECTOR)
    assert build_encoder(settings_of(half, "dense+sparse")).encode_queries(["prix"]).shape == (1, 32)
    with pytest.raises(MissingModelError, match=r"lacks colbert_linear\.pt"):
        build_encoder(settings_of(half)).encode_queries(["prix"])


def test_a_head_that_cannot_be_used_is_told(folder: Path, tmp_path: Path) -> None:
    import torch

    place = copied(folder, tmp_path)
    for broken in (b"", b"words", b"PK\x03\x04"):
        (place / "bge-m3" / SPARSE).write_bytes(broken)
        with pytest.raises(MissingModelError, match=r"sparse_linear\.pt can't be used"):
            build_encoder(settings_of(place, "dense+sparse")).encode_queries(["prix"])
    torch.save(torch.nn.Linear(8, 1).state_dict(), place / "bge-m3" / SPARSE)
    with pytest.raises(MissingModelError, match="for other sizes"):
        build_encoder(settings_of(place, "dense+sparse")).encode_queries(["prix"])


def test_names_tell_heads_apart_and_leave_the_dense_one_as_it_was(folder: Path, tmp_path: Path) -> None:
    dense = build_encoder(settings_of(folder, "dense")).name
    assert dense == build_encoder(settings_of(copied(folder, tmp_path / "bare", "*.pt"), "dense")).name
    sparse = build_encoder(settings_of(folder, "dense+sparse")).name
    assert sparse.startswith(f"{dense}+sparse/")
    assert build_encoder(settings_of(folder)).name == sparse  # token vectors aren't in the index
    other = copied(folder, tmp_path / "other")
    build_heads(other / "bge-m3", is_tiny=True, seed=1)
    assert build_encoder(settings_of(other, "dense+sparse")).name != sparse


CHUNKS = [
    chunk(f"{word} {number} DA", document=f"Offres/{number}.pdf", title="", section="", ordinal=number)
    for number, word in enumerate(("fibre", "box", "modem", "carte", "client", "mois"))
]


def first(place: Path, encoder: Encoder, settings: Settings, text: str) -> str:
    index = load_current(place, encoder.name, Analyser().name)
    retriever = build_retriever(index, settings, encoder, question_reader(), Analyser())
    return retriever.rank([question(text)])[0].candidates[0].chunk.text


@pytest.mark.parametrize("scores", ["dense+sparse", ALL])
def test_an_index_is_built_and_asked_with_the_heads(folder: Path, tmp_path: Path, scores: str) -> None:
    import torch

    place = copied(folder, tmp_path / "models")
    # Every token weighs the same, and much: what shares words with the question must come first.
    head = torch.nn.Linear(32, 1)
    with torch.no_grad():
        head.weight.zero_()
        head.bias.fill_(20.0)
    torch.save(head.state_dict(), place / "bge-m3" / SPARSE)
    settings = settings_of(place, scores)
    encoder, store = build_encoder(settings), DictEmbeddings()
    reindex(tmp_path / "db", CHUNKS, encoder, Analyser(), store)
    for number, word in enumerate(("fibre", "box", "modem")):
        assert first(tmp_path / "db", encoder, settings, f"{word} {number}") == f"{word} {number} DA"


def test_an_index_without_the_heads_asks_for_a_reindex(folder: Path, tmp_path: Path) -> None:
    reindex(tmp_path, CHUNKS, build_encoder(settings_of(folder, "dense")), Analyser(), DictEmbeddings())
    wanted = build_encoder(settings_of(folder, "dense+sparse")).name
    with pytest.raises(EncoderMismatchError, match=r"this program uses 'bge-m3/\w+\+sparse/\w+'") as caught:
        load_current(tmp_path, wanted, Analyser().name)
    assert "run `python bot.py reindex`" in caught.value.hint


def test_with_token_vectors_the_gate_is_calibrated_anew(folder: Path) -> None:
    versions = {wanted_version(settings_of(folder, scores), CHUNKS) for scores in ("dense", "dense+sparse", ALL)}
    assert len(versions) == 3
