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


class UnknownSide(InputError):
    """A side of a comparison that names no single document: `name` as typed; the hint gives the nearest."""

    def __init__(self, name: str, hint: str) -> None:
        super().__init__("unknown-scope", f"{name!r} names no single document", hint)
        self.name = name


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


class ModelsUnavailable(ForsaError):
    """Base: the models can't be asked now. `reason` is one of `reply.md`."""

    reason = "model-down"


class TooManyWaiting(ModelsUnavailable):
    """So many questions wait for the models that another one would wait too long."""

    reason = "busy"
    hint = "ask again in a moment; where it happens often, see QUEUE_MAX"


class ModelDownError(ModelsUnavailable):
    """A model on another server doesn't answer, or answers what can't be used."""

    reason = "model-down"
    hint = "see that the model server runs and can be reached"


class MissingModelError(ForsaError):
    """A model's weights are neither in a folder of this machine nor to be had from the hub."""


class ReindexRunning(ForsaError):
    """Another live process is indexing this DB_DIR."""

    hint = "wait until it ends; the index in use answers meanwhile"


class ModelError(ForsaError):
    """Base: the language model gave no answer that can be used; the documents' own words answer instead."""


class ModelRefused(ModelError):
    """Another try wouldn't help: the key, the model's name or the request itself is refused."""

    hint = "check LLM_URL, LLM_API_KEY and LLM_MODEL; `python bot.py doctor` shows what the endpoint says"


class ModelUnavailable(ModelError):
    """Another try may help: too many requests, a fault of the server or of the line, no answer in time.

    `retry_after` is the wait in seconds that the server asks for, if it does.
    """

    hint = "the endpoint is down, slow or full; it is asked again by itself"

    def __init__(self, message: str, hint: str = "", retry_after: float | None = None) -> None:
        super().__init__(message, hint)
        self.retry_after = retry_after


class ModelTooSlow(ModelError):
    """The time is over: nobody is made to wait for another try."""

    hint = "raise LLM_FIRST_TOKEN_S or LLM_TIMEOUT_S, or take a faster model"


class ModelUnusable(ModelError):
    """What the model said can't be used: nothing, the wrong language, or no JSON where JSON was asked for."""

    hint = "if this is frequent, another model does better"


class StorageError(ForsaError):
    """The database can't be opened, read or written (disk full, permissions, newer schema)."""
