"""Texts of others within a line of ours."""


def shortened(text: str, chars: int) -> str:
    """The text on one line, cut with `…` after so many characters."""
    flat = " ".join(text.split())
    return flat if len(flat) <= chars else f"{flat[:chars]}…"
