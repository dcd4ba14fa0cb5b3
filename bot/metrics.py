"""What `/metrics` tells, in Prometheus' text format. Counting is some microseconds a question; the rest is asked for
when somebody looks."""

import logging
from collections.abc import Callable, Iterable
from functools import partial

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.outcomes import Outcomes
from bot.this_machine import is_from_here
from core.reply import Reply, Timings, Usage
from core.settings import Settings

PATH = "/metrics"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

SECONDS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""Bounds of the histograms: from an answer of the cache to a language model's."""

_STAGES = ("retrieve", "gate", "answer")


class Metrics:
    """Counts since the start. Labels are words of this program, never of people: their number is bounded.

    Args:
        outcomes: of deliveries, counted by the channels.
        waiting: how many questions wait for the models now.
    """

    def __init__(self, outcomes: Outcomes, waiting: Callable[[], int]) -> None:
        self._registry = CollectorRegistry()
        made = self._registry
        self._questions = Counter(
            "forsa_questions",
            "Questions by what became of them: kind is answer, quote, refusal or error, reason says why.",
            ("channel", "language", "kind", "reason"),
            registry=made,
        )
        # The rows that every question adds to are looked up once: that is most of what counting would cost.
        seconds = partial(Histogram, buckets=SECONDS, registry=made)
        whole = seconds("forsa_question_seconds", "From the question to its whole answer.", ("cached",))
        self._seconds = {cached: whole.labels("yes" if cached else "no") for cached in (True, False)}
        stages = seconds("forsa_stage_seconds", "Time in each stage, without the cache's answers.", ("stage",))
        self._stages = {stage: stages.labels(stage) for stage in _STAGES}
        self._queue = seconds("forsa_queue_wait_seconds", "Time that a question waited for the models.")
        self._votes = Counter("forsa_votes", "Thumbs pressed: up, down, withdrawn.", ("channel", "vote"), registry=made)
        self._tokens = Counter(
            "forsa_model_tokens", "Tokens that language models read and wrote.", ("model", "way"), registry=made
        )
        self._cost = Counter(
            "forsa_model_cost", "What they cost, in the currency of LLM_PRICE_IN.", ("model",), registry=made
        )
        self._errors = Counter("forsa_errors", "Lines of the log at ERROR, by logger.", ("logger",), registry=made)
        made.register(_Looked(outcomes, waiting))
        ProcessCollector(registry=made)

    def answered(self, channel: str, reply: Reply) -> None:
        """A question got its answer, quote or refusal."""
        self._questions.labels(channel, reply.language, reply.kind, reply.reason or "").inc()
        times = reply.timings_ms
        self._seconds[reply.cached].observe(times.total / 1000)
        if not reply.cached:
            self._timed(times)
            if reply.usage is not None:
                self.paid(reply.usage)

    def failed(self, channel: str, language: str, reason: str) -> None:
        """A question, or what was taken for one, got no answer but a sentence that says why."""
        self._questions.labels(channel, language, "error", reason).inc()

    def voted(self, channel: str, value: int | None) -> None:
        """A thumb was pressed; `value` is what stands now, None for a vote that was taken back."""
        self._votes.labels(channel, {1: "up", -1: "down", None: "withdrawn"}[value]).inc()

    def erred(self, logger: str) -> None:
        """Something went wrong that the log tells of."""
        self._errors.labels(logger).inc()

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)

    def paid(self, usage: Usage) -> None:
        """A language model was asked."""
        self._tokens.labels(usage.model, "in").inc(usage.tokens_in)
        self._tokens.labels(usage.model, "out").inc(usage.tokens_out)
        self._cost.labels(usage.model).inc(usage.cost)

    def _timed(self, times: Timings) -> None:
        for stage, seconds in self._stages.items():
            seconds.observe(getattr(times, stage) / 1000)
        self._queue.observe(times.queue / 1000)


class _Looked(Collector):
    """What is counted elsewhere: read when somebody looks."""

    def __init__(self, outcomes: Outcomes, waiting: Callable[[], int]) -> None:
        self._outcomes = outcomes
        self._waiting = waiting

    def collect(self) -> Iterable[Metric]:
        yield GaugeMetricFamily("forsa_queue_length", "Jobs that wait for the models now.", self._waiting())
        deliveries = CounterMetricFamily(
            "forsa_deliveries", "What channels took in and sent, by how it ended.", labels=("kind", "outcome")
        )
        for kind, outcomes in self._outcomes.all().items():
            for outcome, count in outcomes.items():
                deliveries.add_metric((kind, outcome), count)
        yield deliveries


class ErrorCount(logging.Handler):
    """Counts the log's errors."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.ERROR)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        """One more."""
        self._metrics.erred(record.name)


def metrics_route(metrics: Metrics, settings: Settings) -> list[web.RouteDef]:
    """The address of the figures, where they are to be had at all."""
    if settings.metrics == "off":
        return []

    async def show(request: web.Request) -> web.Response:
        if settings.metrics == "local" and not is_from_here(request):
            raise web.HTTPNotFound
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    return [web.get(PATH, show)]
