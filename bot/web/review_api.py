"""The operations of the review and of the evaluations, as in `api.py`."""

from bot.web import review_shapes as shapes
from bot.web.evaluations import EvaluationViews
from bot.web.operations import Operation
from bot.web.reviewing import Reviewing

_ONE = "/api/review/{id:[0-9a-fA-F]+}"


def review_operations(reviewing: Reviewing, evaluations: EvaluationViews) -> tuple[Operation, ...]:
    """In the order of the description."""
    return (
        Operation(
            "get", "/api/review", "review", "What was voted down or refused, or another list of what was judged.",
            reviewing.list, "admin", {200: shapes.ReviewList}, query=shapes.ReviewQuery,
        ),
        Operation(
            "get", "/api/review/pins", "review_pins", "The pinned answers.",
            reviewing.pins, "admin", {200: shapes.Pins},
        ),
        Operation(
            "get", _ONE, "review_one", "One question with its answers, passages, scores and remarks as they were.",
            reviewing.show, "admin", {200: shapes.ReviewDetail},
        ),
        Operation(
            "post", f"{_ONE}/accept", "review_accept", "Make it a question of the evaluation (QUESTIONS_FILE).",
            reviewing.accept, "admin", {200: shapes.ReviewAccepted}, shapes.AcceptRequest,
        ),
        Operation(
            "post", f"{_ONE}/edit", "review_edit", "Put it in other words.",
            reviewing.edit, "admin", {200: shapes.ReviewChanged}, shapes.EditRequest,
        ),
        Operation(
            "post", f"{_ONE}/discard", "review_discard", "Put it aside.",
            reviewing.discard, "admin", {200: shapes.ReviewChanged},
        ),
        Operation(
            "post", f"{_ONE}/open", "review_open", "Take a decision back; what entered the file stays there.",
            reviewing.reopen, "admin", {200: shapes.ReviewChanged},
        ),
        Operation(
            "post", f"{_ONE}/pin", "review_pin", "Pin its latest answer that was voted up, and by nobody down.",
            reviewing.pin, "admin", {200: shapes.ReviewChanged},
        ),
        Operation(
            "post", f"{_ONE}/unpin", "review_unpin", "Take its pins away.",
            reviewing.unpin, "admin", {200: shapes.Unpinned},
        ),
        Operation(
            "get", "/api/evaluations", "evaluations", "The trend of the evaluations, by figure and language.",
            evaluations.values, "admin", {200: shapes.Evaluations},
        ),
        Operation(
            "get", "/api/evaluations/{figure:[a-z0-9]+}.svg", "evaluation_picture", "A figure's trend as a picture.",
            evaluations.picture, "admin", {200: None},
        ),
    )  # fmt: skip
