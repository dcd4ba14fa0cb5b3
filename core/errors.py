"""Every error that Forsa raises on purpose.

Each carries `hint`: what the person who reads it can do about it. Code at the edge (command line, channels) turns
`reason` into a sentence in the right language; nothing else decides what people read.
"""


class ForsaError(Exception):
    """Base of the tree. `str(error)` says what happened, `error.hint` what to do about it."""

    hint = ""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        if hint:
            self.hint = hint


class InputError(ForsaError):
    """A question that can't be taken. `reason` is one of `reply.md`: empty, too-long, unreadable, unknown-scope."""

    def __init__(self, reason: str, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.reason = reason


class SettingsError(ForsaError):
    """A setting that is missing, malformed or contradicts another."""


class MissingPackageError(ForsaError):
    """A provider needs a package that isn't installed; the message names it."""


class DocumentError(ForsaError):
    """One document can't be read: `reason` says why, in a word the ingest report uses (encrypted, corrupt, …)."""

    def __init__(self, reason: str, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.reason = reason


class ChunkFormatError(ForsaError):
    """A file in GEN_DIR isn't a chunk that ingest wrote."""


class IndexUnavailable(ForsaError):
    """Base: there is no index that can answer now. `reason` is one of `reply.md`."""

    reason = "no-index"


class NoIndexError(IndexUnavailable):
    """Nothing was indexed yet."""

    reason = "no-index"
    hint = "run `python bot.py ingest`, then `python bot.py reindex`"


class IndexDamagedError(IndexUnavailable):
    """A version's files don't match its checksums, or can't be read."""

    reason = "index-damaged"
    hint = "run `python bot.py reindex`: it builds the version again from GEN_DIR"


class EncoderMismatchError(IndexUnavailable):
    """The index was built by another encoder than the one configured."""

    reason = "index-damaged"
    hint = "run `python bot.py reindex` with the encoder that you want to use"


class ReindexRunning(ForsaError):
    """Another live process is indexing this DB_DIR."""

    hint = "wait until it ends; the index in use answers meanwhile"


class StorageError(ForsaError):
    """The database can't be opened, read or written (disk full, permissions, newer schema)."""
