"""Text as tokenizers and JSON can take it."""


def sendable(text: str) -> str:
    """Without lone surrogates, which UTF-8 can't hold; never empty, which some servers refuse."""
    return text.encode("utf-8", "replace").decode("utf-8").strip() or "?"
