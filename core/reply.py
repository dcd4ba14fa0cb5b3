"""The reply as a contract (one for every channel), and the events that lead to it."""

from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal

from core.documents.chunk import Language

Kind = Literal["answer", "quote", "refusal", "error"]
Reason = Literal[
    "check-failed",
    "model-down",
    "not-in-documents",
    "no-such-value",
    "off-topic",
    "empty",
    "too-long",
    "unreadable",
    "unknown-scope",
    "no-index",
    "index-damaged",
    "busy",
]


@dataclass(frozen=True)
class Citation:
    """A numbered source, as it was when answered. `row` is the table row that the answer rests on, if any, and `cell`
    the name of the column whose cell in it answers; `ocr` is set where the text was recognised in a picture.

    `corrections` say which figures the file writes otherwise (`200 2 → 2 200`). `version` ('' for none) and `date` (ISO
    to the day, month or year) are the document's.
    """

    n: int
    document: str
    title: str
    section: str
    page: int | None
    language: Language
    text: str
    row: str | None = None
    ocr: bool = False
    corrections: tuple[str, ...] = ()
    version: str = ""
    date: str | None = None
    cell: str | None = None


@dataclass(frozen=True)
class Candidate:
    """One entry of the merged ranking before the gate; `gate` is its probability where the gate looked at it, and
    `passed` is set where it was handed on to be answered from."""

    document: str
    chunk: str
    score: float
    gate: float | None = None
    passed: bool = False


@dataclass(frozen=True)
class GateResult:
    """The best passage's probability and the two thresholds it was held against.

    `deciding` is the best probability among the documents that the question's labels leave: below `threshold`, nothing
    passes. `unknown_name` is a name of the question that stands in no document; then nothing passes either.
    """

    best: float
    threshold: float
    off_topic_threshold: float
    deciding: float | None = None
    unknown_name: str = ""


@dataclass(frozen=True)
class Timings:
    """Milliseconds a stage; `queue` is the wait for the model worker."""

    queue: float = 0.0
    retrieve: float = 0.0
    gate: float = 0.0
    answer: float = 0.0
    total: float = 0.0


@dataclass(frozen=True)
class Usage:
    """What a language model took for a reply: tokens read and written, over `calls` calls, and their `cost` in the
    currency of the prices that are set. `estimated` where the endpoint didn't count them itself."""

    model: str
    tokens_in: int = 0
    tokens_out: int = 0
    calls: int = 0
    cost: float = 0.0
    estimated: bool = False


@dataclass(frozen=True)
class Reply:
    """What a channel renders and what storage keeps. Fields are added, never renamed.

    `pinned` is set where a person had the answer pinned: then nothing was searched, and there are no candidates.
    """

    question: str
    language: Language
    kind: Kind
    reason: Reason | None
    text: str
    citations: tuple[Citation, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    gate: GateResult | None = None
    scope: str | None = None
    cached: bool = False
    degraded: bool = False
    dropped: tuple[str, ...] = ()
    index_version: str = ""
    answer_state: str = ""
    timings_ms: Timings = field(default_factory=Timings)
    answer_id: str = ""
    usage: Usage | None = None
    verified: bool = False
    rejected: tuple[str, ...] = ()
    """Sentences that a second look at the answer rejected, each with its verdict; kept for the audit, never shown."""
    pinned: bool = False

    def to_json(self) -> dict[str, Any]:
        """The object of `ask --json`: plain lists, dicts, strings and numbers."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Reply":
        """The inverse of `to_json`; unknown fields of a later version are ignored, at every level."""
        known = _known(cls, value)
        for name, part in (("citations", Citation), ("candidates", Candidate)):
            known[name] = tuple(part(**_known(part, item)) for item in value.get(name, ()))
        known["citations"] = tuple(replace(item, corrections=tuple(item.corrections)) for item in known["citations"])
        known["dropped"] = tuple(value.get("dropped", ()))
        known["rejected"] = tuple(value.get("rejected", ()))
        if value.get("usage"):
            known["usage"] = Usage(**_known(Usage, value["usage"]))
        known["timings_ms"] = Timings(**_known(Timings, value.get("timings_ms", {})))
        if value.get("gate"):
            known["gate"] = GateResult(**_known(GateResult, value["gate"]))
        return cls(**known)

    def from_cache(self, total_ms: float) -> "Reply":
        """The same reply, marked as cached, with this request's own time."""
        return replace(self, cached=True, timings_ms=Timings(total=total_ms))


def _known(part: type, value: dict[str, Any]) -> dict[str, Any]:
    """Those of the values that are fields of the dataclass."""
    names = {field.name for field in fields(part)}
    return {name: item for name, item in value.items() if name in names}


@dataclass(frozen=True)
class Stage:
    """The engine began a stage: `retrieve`, `gate` or `answer`."""

    name: Literal["retrieve", "gate", "answer"]


@dataclass(frozen=True)
class Sentence:
    """A checked sentence that may be shown at once."""

    text: str


@dataclass(frozen=True)
class Final:
    """The end of every question: the whole reply."""

    reply: Reply


Event = Stage | Sentence | Final
