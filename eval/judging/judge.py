"""A judge: a model behind an OpenAI-compatible endpoint, asked through the same client as the one that answers."""

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from math import inf

from core.answering.llm.breaker import CircuitBreaker
from core.answering.llm.calling import Caller, Deadline, Patience
from core.answering.llm.factory import build_chat
from core.answering.llm.spending import Spending
from core.errors import ModelError, ModelUnusable, SettingsError
from core.settings import Settings
from eval.judging.kept import Kept
from eval.judging.material import REPLY_TOKENS, Material
from eval.judging.parts import JudgePrompts, Part, Verdict

_NOBODY_WAITS = Patience(tries=8, longest_wait_s=60.0)
"""A rate limit is waited out: it mustn't count as a bad answer."""
_TIMES = 5
"""All tries of a call together may take so many times as long as one."""
_READ_AGAIN = 2
"""Times that a reply is asked for which isn't the JSON that was wanted."""
_FAILURES = 3
"""Calls in a row that an endpoint fails, all their tries: then it is down, and nothing more is asked of it."""


@dataclass(frozen=True)
class Judged:
    """What a judge said of a question, by part; `failures` say why it said nothing of others."""

    verdicts: Mapping[str, Verdict]
    failures: Mapping[str, str]


class Judge:
    """Asks one call after the other; every verdict is kept at once."""

    def __init__(self, name: str, identity: str, caller: Caller, call_s: float, kept: Kept) -> None:
        """
        Args:
            name: as reports have it.
            identity: what its judgements are kept under.
            call_s: seconds for a call with all its tries.
        """
        self.name = name
        self._identity = identity
        self._caller = caller
        self._call_s = call_s
        self._kept = kept
        self._prompts = JudgePrompts()
        self._breaker = CircuitBreaker(_FAILURES, inf, time.monotonic)
        self._last_failure = ""

    async def judge(self, of: Material) -> Judged:
        """All parts of a question; a failure is one part's. Raises StorageError: a verdict can't be kept."""
        verdicts: dict[str, Verdict] = {}
        failures: dict[str, str] = {}
        for part in self._prompts.parts(of):
            verdict = self._kept.get(self._identity, part)
            if verdict is None:
                try:
                    verdict = await self._ask(part)
                except ModelError as error:
                    failures[part.name] = str(error)
                    continue
                self._kept.keep(self._identity, part, verdict, question_id=of.id, answer=of.answer)
            verdicts[part.name] = verdict
        return Judged(verdicts, failures)

    async def _ask(self, part: Part) -> Verdict:
        if not self._breaker.allows():
            raise ModelUnusable(f"not asked any more after {_FAILURES} failures: {self._last_failure}")
        try:
            for _ in range(_READ_AGAIN):
                until, spent = Deadline(self._call_s), Spending(self.name, 0.0, 0.0)
                text = await self._caller.complete(part.prompt, part.schema, until, spent)
                if (verdict := part.read(text)) is not None:
                    self._breaker.succeeded()
                    return verdict
        except ModelError as error:
            self._breaker.failed()
            self._last_failure = str(error)
            raise
        self._breaker.succeeded()  # it answers, if not what was asked for
        raise ModelUnusable("no JSON after the schema, twice")


@asynccontextmanager
async def open_judges(settings: Settings, kept: Kept) -> AsyncIterator[list[Judge]]:
    """The judge that is set and the second one, if it is; their connections are given up at the end.

    Raises:
        SettingsError: no judge is set, or both are the same.
        MissingPackageError
    """
    endpoints = _endpoints(settings)
    chats = [build_chat(endpoint) for endpoint in endpoints]
    call_s = settings.judge_timeout_s * _TIMES
    try:
        yield [
            Judge(
                f"{n}: {endpoint.llm_model}",
                f"{endpoint.llm_model} {endpoint.llm_url}",
                Caller(chat, call_s, _NOBODY_WAITS),
                call_s,
                kept,
            )
            for n, (endpoint, chat) in enumerate(zip(endpoints, chats, strict=True), 1)
        ]
    finally:
        for chat in chats:
            await chat.close()


def check_judges(settings: Settings) -> None:
    """Raises SettingsError as `open_judges`, before anything is asked."""
    _endpoints(settings)


def _endpoints(settings: Settings) -> list[Settings]:
    """Each judge as the language model of settings of its own."""
    own = {"llm_max_tokens": REPLY_TOKENS, "llm_timeout_s": settings.judge_timeout_s}
    first = {"llm_url": settings.judge_url, "llm_model": settings.judge_model, "llm_api_key": settings.judge_api_key}
    if not settings.judge_url:
        first |= {"llm_url": settings.llm_url, "llm_model": settings.judge_model or settings.llm_model}
    if first["llm_url"] == settings.llm_url:
        first["llm_api_key"] = settings.judge_api_key or settings.llm_api_key
    second = {name: getattr(settings, name.replace("llm", "second_judge")) for name in first}
    if not first["llm_url"] or not first["llm_model"]:
        raise SettingsError("no judge is set", "JUDGE_URL and JUDGE_MODEL, in .env or after --set")
    named = [judge for judge in (first, second) if judge["llm_url"]]
    if len({(judge["llm_url"], judge["llm_model"]) for judge in named}) < len(named):
        raise SettingsError("both judges are the same model", "they would agree in everything")
    return [settings.model_copy(update=own | judge) for judge in named]
