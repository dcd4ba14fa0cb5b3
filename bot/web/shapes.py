"""What the API takes and gives, as it is checked and described (`/api/openapi.json`)."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from core.documents.chunk import Language

Texts = dict[str, dict[str, StrictStr]]
"""Texts by category and id."""


class Shape(BaseModel):
    """Nothing unknown is taken: a field that is mistyped is told, not ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class FieldError(Shape):
    """What is wrong with one field."""

    field: str
    problem: str


class ErrorBody(Shape):
    """`reason` is a word for programs, `message` a sentence that says what to do."""

    reason: str
    message: str
    fields: list[FieldError] = []


class Error(Shape):
    """What a request is answered that isn't carried out."""

    error: ErrorBody


class ChatRequest(BaseModel):
    """A batch: questions by category and id. Fields besides these are left aside."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    equipe: StrictStr | StrictInt = Field(description="Handed back as it came.")
    question: Texts = Field(description="The questions, by category and id.")
    citations: StrictBool = Field(False, description="Whether the answers' sources are wanted too.")
    language: Language | None = Field(None, description="Language of all answers; that of each question by default.")


class CitedSource(Shape):
    """A source as a batch gives it."""

    n: int
    document: str
    title: str
    section: str
    page: int | None
    text: str


class ChatAnswer(Shape):
    """The answers, under the same categories and ids."""

    equipe: str | int
    reponses: Texts
    citations: dict[str, dict[str, list[CitedSource]]] | None = None


class AskRequest(Shape):
    """One question."""

    question: StrictStr = Field(description="In French, Arabic or both.")
    language: Language | None = Field(None, description="Language of the reply; that of the question by default.")
    scope: StrictStr | None = Field(None, description="A document or a family, by any of its names.")


class SayRequest(Shape):
    """Something that a person writes or presses: a question, a command."""

    text: Annotated[StrictStr, Field(max_length=8000)]
    about: Annotated[StrictStr, Field(max_length=64)] | None = Field(None, description="The answer that it is about.")


class EnterRequest(Shape):
    """A way in: an invitation's code, an API key, or neither where none is needed."""

    code: Annotated[StrictStr, Field(max_length=200)] | None = None
    key: Annotated[StrictStr, Field(max_length=200)] | None = None


class Session(Shape):
    """Who is there, and what they fixed for themselves."""

    channel: str
    role: Literal["agent", "admin"]
    language: Language | None
    scope: str | None


class Scopes(Shape):
    """What a question can be narrowed to: families first, then documents."""

    scopes: list[str]


class HistoryTurn(Shape):
    """An answer that was given, as the page shows it, and the standing vote."""

    answer: dict[str, Any]
    vote: Literal["up", "down", "none"]


class History(Shape):
    """The latest answers, the oldest of them first."""

    turns: list[HistoryTurn]


class Part(Shape):
    """A piece of a line; `used` where the answer says the same word."""

    text: str
    used: bool


class CellShape(Shape):
    """A value below its column's name; `answers` where it is what was asked for."""

    column: str
    answers: bool
    parts: list[Part]


class Line(Shape):
    """A line of a passage: text in parts, or a table's row in cells."""

    kind: Literal["text", "row"]
    parts: list[Part] = []
    cells: list[CellShape] = []
    cited: bool = False


class Source(Shape):
    """A cited passage, as it was when answered."""

    n: int
    line: str
    document: str
    title: str
    section: str
    page: int | None
    language: Language
    version: str
    date: str | None
    recognised: bool
    text: str
    row: str | None
    cell: str | None
    corrections: str
    lines: list[Line]
    has_file: bool


class Sources(Shape):
    """The passages that an answer cites."""

    answer: str
    sources: list[Source]


class FeedbackRequest(Shape):
    """A vote on an answer, a comment, or both."""

    answer: Annotated[StrictStr, Field(min_length=1, max_length=64)]
    vote: Literal["up", "down", "none"] | None = None
    reason: Annotated[StrictStr, Field(max_length=2000)] = Field(
        "", description="wrong-figure, wrong-document, incomplete, other, or one's own words; for a vote down."
    )
    comment: Annotated[StrictStr, Field(max_length=8000)] = ""


class Reason(Shape):
    """A reason to choose from."""

    label: str
    reason: str


class FeedbackAnswer(Shape):
    """The vote as it stands now. `wants_text`: the reason is to be written in one's own words."""

    answer: str
    vote: Literal["up", "down", "none"]
    text: str
    language: Language
    reasons: list[Reason] = []
    wants_text: bool = False


class ReindexState(Shape):
    """Whether a reindex runs, and the last thing that it said."""

    running: bool
    text: str = ""
    done: int = 0
    total: int = 0


class WaitingDocument(Shape):
    """A document that was uploaded and waits to be confirmed. `replaces`: it takes the place of one that is there."""

    id: str
    document: str = Field(description="Its path below DATA_DIR.")
    size: int
    sha256: str
    replaces: bool
    uploaded: float = Field(description="Seconds since 1970.")


class Waiting(Shape):
    """What waits to be confirmed."""

    waiting: list[WaitingDocument]


class ConfirmRequest(Shape):
    """Which documents to take up; all that wait by default."""

    ids: list[Annotated[StrictStr, Field(max_length=64)]] | None = None


class Confirmed(Shape):
    """What was put into DATA_DIR. The reindex goes on: `GET /api/reindex`."""

    documents: list[str]


class CacheRequest(Shape):
    """What to do: `clear` forgets the kept answers, `reload` loads the current index version again."""

    clear: StrictBool = False
    reload: StrictBool = False


class CacheAnswer(Shape):
    """How many answers went, and what answers now."""

    cleared: int
    index_version: str


class Live(Shape):
    """The process is there."""

    live: bool


class Health(Shape):
    """Whether the service is there (`live`) and can answer (`ready`)."""

    live: bool
    ready: bool
    database: bool
    index: bool
    index_version: str = ""
    documents: int = 0
    passages: int = 0
