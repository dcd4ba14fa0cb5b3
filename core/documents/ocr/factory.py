"""Builds the OCR that the settings name. A new provider is one file in this folder and one line here."""

from core.documents.base import Ocr
from core.errors import MissingPackageError, SettingsError

PROVIDERS = ("tesseract",)


def make_ocr(setting: str, seconds: float = 90.0) -> Ocr | None:
    """What reads pictures; None where nothing does.

    Args:
        setting: 'auto' (tesseract where it is installed), 'off', or the provider's name.
        seconds: the longest that one picture may take.

    Raises:
        MissingPackageError: the provider that was asked for isn't installed; the hint says how to.
        SettingsError: no provider has that name.
    """
    if setting == "off":
        return None
    if setting not in ("auto", *PROVIDERS):
        raise SettingsError(f"OCR: no provider is called {setting!r}", f"use one of: auto, off, {', '.join(PROVIDERS)}")
    # Imported here: an ingest without pictures need not load numpy and Pillow.
    from core.documents.ocr.program import Tesseract
    from core.documents.ocr.tesseract import TesseractOcr

    try:
        return TesseractOcr(Tesseract.find(), seconds)
    except MissingPackageError:
        if setting == "auto":
            return None
        raise
