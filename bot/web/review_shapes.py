"""What the API takes and gives around the review of votes and the evaluations."""

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictStr

from bot.web.shapes import Shape
from core.documents.chunk import Language

Text = Annotated[StrictStr, Field(min_length=1, max_length=2000)]
ReviewState = Literal["open", "accepted", "discarded"]


class ReviewQuery(Shape):
    """Which list, and which page of it."""

    show: Literal["recent", "frequent", "documents", "good", "accepted", "discarded"] = Field(
        "recent",
        description="Voted down or refused and not decided on: the latest first, the most frequent first, or by "
        "document; what was only voted up; what was accepted; what was discarded.",
    )
    page: Annotated[int, Field(ge=1, le=100_000)] = Field(1, description="The last one where there are fewer.")


class ReviewGroup(Shape):
    """Questions of nearly the same wording, by whomever they were asked. `down`, `up` and `refused` say how often.

    `is_complaint`: voted down or refused, not only praised. `pin_is_stale`: its pinned answer is no longer given.
    """

    id: str
    state: ReviewState
    question: str
    document: str = Field(description="The one that was cited first, or came nearest; empty where none did.")
    down: int
    up: int
    refused: int
    is_complaint: bool
    pin_is_stale: bool
    latest: float = Field(description="When it was last judged, in seconds since 1970.")


class ReviewList(Shape):
    """A page of groups."""

    total: int
    page: int
    pages: int
    groups: list[ReviewGroup]


class ReviewPassage(Shape):
    """What was cited: the row, or the passage."""

    n: int
    text: str


class ReviewDocument(Shape):
    """A document of an answer. `number` names it when the question is accepted. `score` and `probability` are those of
    its best passage, as they were."""

    number: int
    document: str
    score: float | None
    probability: float | None
    passages: list[ReviewPassage]


class ReviewGate(Shape):
    """Probability of the best passage, and what it had to reach."""

    best: float
    threshold: float


class ReviewAnswer(Shape):
    """An answer as it was given."""

    language: Language
    kind: str
    reason: str | None
    text: str
    gate: ReviewGate | None
    documents: list[ReviewDocument]


class ReviewDetail(Shape):
    """One question. Telephone numbers and addresses are masked; reasons are codes or people's own words."""

    id: str
    state: ReviewState
    question: str
    wordings: list[str]
    document: str
    down: int
    up: int
    refused: int
    is_complaint: bool
    language: Language
    reasons: list[str]
    comments: list[str]
    answers: list[ReviewAnswer] = Field(description="The latest first, five at most.")


class AcceptRequest(Shape):
    """How the question must be answered: refused, or from any of these documents, with these facts."""

    refuse: StrictBool = False
    documents: Annotated[list[Text], Field(max_length=20)] = Field(
        [], description="Numbers of the latest answer's documents, or names. None: the cited ones of a praised answer."
    )
    facts: Annotated[list[Annotated[list[Text], Field(min_length=1, max_length=20)]], Field(max_length=50)] = Field(
        [], description="What the answer must say, each in all its spellings."
    )
    wrong: Annotated[list[Text], Field(max_length=50)] = Field([], description="What it must not say.")


class ReviewAccepted(Shape):
    """The question as it stands in QUESTIONS_FILE. `was_masked`: a number or an address in it was.

    `sets_thresholds`: it sets the gate's thresholds; else it measures.
    """

    id: str
    question: str
    was_masked: bool
    sets_thresholds: bool


class EditRequest(Shape):
    """The question in other words."""

    question: Text


class ReviewChanged(Shape):
    """Done."""

    id: str


class Unpinned(Shape):
    """How many pins of this wording went."""

    count: int


class Pin(Shape):
    """A pinned answer; it is given where `fault` is null."""

    id: str
    question: str
    fault: Literal["passage-changed", "fails-checks"] | None


class Pins(Shape):
    """Those first that are no longer given."""

    pins: list[Pin]


class Trend(Shape):
    """A figure of the evaluations: one value (0 to 1) a run, null where a run hasn't it, by language (`all` for all
    questions)."""

    figure: str
    values: dict[str, list[float | None]]


class Evaluations(Shape):
    """The runs that can be compared with the latest, the oldest first; empty lists before the first one."""

    dates: list[str] = Field(description="ISO 8601.")
    index_versions: list[str]
    figures: list[Trend]
