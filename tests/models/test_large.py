"""The large models' code, over tiny models of their architectures; where torch and its company are installed:

python -m venv gpu && gpu/bin/pip install -r requirements-dev.txt -r requirements-gpu.txt
gpu/bin/python -m pytest -n 0 tests/models/test_large.py
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.calibrating import calibrate
from core.calibration import load_calibration, save_calibration
from core.corpus import Corpus
from core.engine import gate_batch
from core.errors import MissingModelError
from core.index.build import reindex
from core.index.store import load_current
from core.models.accelerator import INSTALL_HINT, free_memory, is_out_of_memory, missing_packages
from core.models.factory import build_encoder, build_gate, takes_large_models
from core.name_check import NameCheck
from core.settings import Settings, load_settings
from core.text.tokens import Analyser
from eval.speed.random_models import build_random
from tests.corpora import chunk, question, question_reader
from tests.index.helpers import DictEmbeddings

pytestmark = [
    pytest.mark.skipif(bool(missing_packages()), reason=f"not installed: {missing_packages()} ({INSTALL_HINT})"),
    # The libraries' own, of Python's and of each other's coming versions.
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning"),
]

FIBRE = chunk("La fibre Azur coûte 4 320 DA par mois.", section="Prix de la fibre")
BOX = chunk("La box coûte 6 480 DA.", document="Guides/Box.pdf", title="Box", section="Prix de la box")
TEXTS = ["prix de la fibre", "سعر الألياف", "un client", "la box et le modem", "carte", "12 DA"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As MODELS_DIR holds the real ones."""
    folder = tmp_path_factory.mktemp("large")
    build_random(folder / "bge-m3", is_tiny=True)
    build_random(folder / "bge-reranker-v2-m3", is_tiny=True, is_reranker=True)
    return folder


@pytest.fixture
def settings(folder: Path) -> Settings:
    return load_settings(models_dir=folder, profile="gpu", semantic_weight=1.0)


@pytest.fixture(scope="module")
def models(folder: Path) -> tuple[Any, Any]:
    """Encoder and reranker, loaded once."""
    settings = load_settings(models_dir=folder, profile="gpu")
    return build_encoder(settings), build_gate(settings)


@dataclass
class Memory:
    """Lets the networks fail, as an accelerator does, with more than `fits` texts; `tried` are the batches."""

    fits: int = 100
    kind: type[Exception] = RuntimeError
    tried: list[int] = field(default_factory=list)

    def check(self, module: Any, args: Any, kwargs: dict[str, Any]) -> None:
        self.tried.append(len(kwargs["input_ids"]))
        if len(kwargs["input_ids"]) > self.fits:
            raise self.kind("CUDA out of memory. Tried to allocate 2.00 GiB")


@pytest.fixture
def memory(models: tuple[Any, Any]) -> Iterator[Memory]:
    encoder, gate = models
    gate.warm()
    found = Memory()
    networks = encoder._loaded[0].auto_model, gate._reranker._loaded.model.roberta
    hooks = [network.embeddings.register_forward_pre_hook(found.check, with_kwargs=True) for network in networks]
    yield found
    for hook in hooks:
        hook.remove()
    for _ in range(10):  # what was learnt of the memory is forgotten
        encoder.encode_queries(["prix"])
        gate.warm()


def test_the_gpu_profile_takes_both(settings: Settings) -> None:
    assert takes_large_models(settings)
    assert build_encoder(settings).name.startswith("bge-m3/")
    assert build_gate(settings).name.startswith("bge-reranker/")


def test_without_an_accelerator_auto_takes_the_embedded_models(settings: Settings) -> None:
    import torch

    if torch.accelerator.is_available():
        pytest.skip("this machine has an accelerator")
    auto = settings.model_copy(update={"profile": "auto"})
    assert build_encoder(auto).name.startswith("e5-onnx")
    assert build_gate(auto).name.startswith("features/")


def test_vectors_are_normalised_and_do_not_depend_on_their_company(models: tuple[Any, Any]) -> None:
    encoder, _ = models
    together = encoder.encode_passages(TEXTS)
    assert (together.shape, together.dtype) == ((6, encoder.dimension), np.float32)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-6)
    alone = np.concatenate([encoder.encode_queries([text]) for text in TEXTS])
    assert np.allclose(together, alone, atol=1e-5)
    assert len({row.tobytes() for row in together}) == 6


def test_nothing_and_odd_texts_are_encoded(models: tuple[Any, Any]) -> None:
    encoder, _ = models
    assert encoder.encode_queries([]).shape == (0, encoder.dimension)
    assert np.isfinite(encoder.encode_queries(["", "\ud800", "\0", "prix " * 3000])).all()


def test_the_vector_is_that_of_the_first_token(models: tuple[Any, Any], folder: Path) -> None:
    import torch
    from transformers import AutoModel, AutoTokenizer

    encoder, _ = models
    inputs = AutoTokenizer.from_pretrained(folder / "bge-m3")("prix de la fibre", return_tensors="pt")
    with torch.inference_mode():
        first = AutoModel.from_pretrained(folder / "bge-m3").eval()(**inputs).last_hidden_state[0, 0].numpy()
    assert np.allclose(encoder.encode_queries(["prix de la fibre"])[0], first / np.linalg.norm(first), atol=1e-5)


def test_the_sigmoid_is_taken_exactly_once(models: tuple[Any, Any], folder: Path) -> None:
    """The head is set so that every pair has the logit 2, whose probability is 0.8808 (twice it would be 0.7070)."""
    import torch

    _, gate = models
    reranker = gate._reranker
    head = reranker._loaded.model.classifier.out_proj
    before = head.weight.clone(), head.bias.clone()
    with torch.no_grad():
        head.weight.zero_()
        head.bias.fill_(2.0)
    try:
        [found] = reranker.probabilities([("prix de la fibre", ["la fibre", "la box"])])
    finally:
        with torch.no_grad():
            head.weight.copy_(before[0])
            head.bias.copy_(before[1])
    assert found == pytest.approx([1 / (1 + math.exp(-2))] * 2, abs=1e-6)


def test_probabilities_are_those_that_flagembedding_gives(models: tuple[Any, Any]) -> None:
    _, gate = models
    passages = ["la fibre azur", "la box " * 30 + "modem", "carte"]
    [found] = gate._reranker.probabilities([("prix de la fibre", passages)])
    pairs = [["prix de la fibre", passage] for passage in passages]
    assert found == pytest.approx(gate._reranker._loaded.compute_score(pairs, normalize=True), abs=1e-5)


def test_each_question_has_its_own_passages_back(models: tuple[Any, Any]) -> None:
    _, gate = models
    asked: list[tuple[str, Sequence[str]]] = [("prix", TEXTS[:4]), ("carte", []), ("سعر", TEXTS[2:])]
    together = gate._reranker.probabilities(asked)
    assert [len(found) for found in together] == [4, 0, 4]
    for one, found in zip(asked, together, strict=True):
        assert np.allclose(gate._reranker.probabilities([one])[0], found, atol=1e-5)
    assert gate._reranker.probabilities([]) == []


def _out_of_memory_kinds() -> list[type[Exception]]:
    if missing_packages():
        return []
    import torch

    return [torch.OutOfMemoryError, torch.cuda.OutOfMemoryError, RuntimeError]


@pytest.mark.parametrize("number", range(3))
def test_out_of_memory_halves_the_batch_and_the_next_request_is_sound(
    models: tuple[Any, Any], memory: Memory, number: int
) -> None:
    encoder, gate = models
    whole = encoder.encode_passages(TEXTS)
    [weighed] = gate._reranker.probabilities([("prix", TEXTS)])
    memory.tried.clear()
    memory.fits, memory.kind = 2, _out_of_memory_kinds()[number]
    assert np.allclose(encoder.encode_passages(TEXTS), whole, atol=1e-5)
    assert memory.tried == [6, 3, 1, 1, 1, 1, 1, 1]
    memory.tried.clear()
    assert np.allclose(gate._reranker.probabilities([("prix", TEXTS)])[0], weighed, atol=1e-5)
    assert memory.tried == [6, 3, 1, 1, 1, 1, 1, 1]
    assert np.allclose(encoder.encode_passages(TEXTS[:1]), whole[:1], atol=1e-5)


def test_what_fits_no_batch_is_told_and_poisons_nothing(models: tuple[Any, Any], memory: Memory) -> None:
    encoder, _ = models
    whole = encoder.encode_passages(TEXTS)
    memory.fits = 0
    with pytest.raises(RuntimeError, match="out of memory"):
        encoder.encode_passages(TEXTS)
    memory.fits = 100
    assert np.allclose(encoder.encode_passages(TEXTS), whole, atol=1e-5)


def test_other_errors_are_not_taken_for_a_lack_of_memory() -> None:
    assert not is_out_of_memory(RuntimeError("CUDA error: device-side assert triggered"))
    assert not is_out_of_memory(ValueError("out of memory"))
    assert is_out_of_memory(RuntimeError("MPS backend out of memory (MPS allocated: 9 GB)"))
    free_memory()


def test_names_tell_weights_apart_and_not_their_places(settings: Settings, folder: Path, tmp_path: Path) -> None:
    import shutil

    name = build_encoder(settings).name
    shutil.copytree(folder / "bge-m3", tmp_path / "moved")
    assert build_encoder(settings.model_copy(update={"encoder_model": str(tmp_path / "moved")})).name == name
    build_random(tmp_path / "moved", is_tiny=True, seed=1)
    assert build_encoder(settings.model_copy(update={"encoder_model": str(tmp_path / "moved")})).name != name


def test_a_model_that_is_nowhere_is_told_with_what_to_do(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import huggingface_hub.constants

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    nowhere = settings.model_copy(update={"models_dir": tmp_path})
    with pytest.raises(MissingModelError, match="neither on this machine nor to be had from the hub") as caught:
        build_encoder(nowhere).encode_queries(["prix"])
    assert str(tmp_path / "bge-m3") in caught.value.hint
    with pytest.raises(MissingModelError, match="BAAI/bge-reranker-v2-m3"):
        build_gate(nowhere).warm()
    with pytest.raises(MissingModelError, match="ENCODER_MODEL: there is no folder"):
        build_encoder(nowhere.model_copy(update={"encoder_model": str(tmp_path / "none")})).encode_queries(["prix"])
    (tmp_path / "bge-m3").mkdir()
    with pytest.raises(MissingModelError, match=r"incomplete.*config\.json and model\.safetensors"):
        _ = build_encoder(nowhere).name


def test_an_index_of_these_models_is_built_calibrated_and_asked(models: tuple[Any, Any], tmp_path: Path) -> None:
    encoder, gate = models
    settings, analyser = load_settings(semantic_weight=1.0), Analyser()

    def finish(index: Any, place: Path) -> None:
        from core.corpus import build_retriever

        retriever = build_retriever(index, settings, encoder, question_reader(), analyser)
        foreign = ["capitale de l'australie", "recette du couscous"]
        save_calibration(place, calibrate(retriever, gate, NameCheck(index, analyser), None, foreign, 10))

    reindex(tmp_path, [FIBRE, BOX], encoder, analyser, DictEmbeddings(), finish=finish)
    index = load_current(tmp_path, encoder.name, analyser.name)
    calibration = load_calibration(index.path)
    assert calibration.gate == gate.name
    corpus = Corpus(
        index,
        calibration.for_gate(gate),
        settings=settings,
        encoder=encoder,
        analyser=analyser,
        reader=question_reader(),
        gate=gate,
    )
    assert corpus.threshold == calibration.threshold
    rankings = corpus.retriever.rank([question("prix de la fibre azur"), question("la box")])
    gated = gate_batch([(corpus, ranking) for ranking in rankings])
    assert [len(one.candidates) for one in gated] == [2, 2]
    assert all(0 <= one.result.best <= 1 for one in gated)
