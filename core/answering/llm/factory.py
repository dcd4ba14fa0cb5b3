"""Builds what a language model needs from the settings. Its packages are imported here, where a model is set."""

import hashlib
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from core.answering.llm.breaker import CircuitBreaker
from core.answering.llm.calling import Caller, Deadline
from core.answering.llm.chat import Chat, Counted
from core.answering.llm.drafting import Drafter
from core.answering.llm.prompts import Prompt, Prompts
from core.answering.llm.rewriting import ModelRewriter
from core.answering.llm.spending import Spending
from core.answering.llm.verifying import Verifier
from core.answering.llm.writer import Limits, LlmWriter
from core.errors import MissingPackageError, ModelUnavailable
from core.models.worker import BatchWorker
from core.settings import Settings
from core.text.query import QueryReader

_REWRITE_S = 4.0
"""A follow-up isn't waited for longer: the rules complete it at once."""
_FAILURES, _REST_S = 3, 30.0
"""Failed questions in a row after which the model is left alone, and for how long."""


@dataclass(frozen=True)
class LanguageModel:
    """What words answers, what judges them, what counts a question's calls, the line that all use, and what rewrites
    follow-ups, unless that is switched off."""

    writer: LlmWriter
    verifier: Verifier
    spending: Callable[[], Spending]
    chat: Chat
    rewriter: ModelRewriter | None


def writer_name(settings: Settings) -> str:
    """All that can change an answer by the model, as a short text; '' where none is set. Counts into `answer_state`."""
    if not settings.uses_llm:
        return ""
    parts = (
        settings.llm_url,
        settings.llm_temperature,
        settings.llm_max_tokens,
        settings.llm_context_tokens,
        settings.answer_max_chars,
        settings.procedure_max_chars,
        settings.verify,
        Prompts().digest,
    )
    return f"llm {settings.llm_model} {hashlib.sha256(repr(parts).encode()).hexdigest()[:12]}"


def build_chat(settings: Settings) -> Chat:
    """The model behind LLM_URL. Raises MissingPackageError."""
    try:
        from core.answering.llm.openai_chat import OpenAIChat
    except ModuleNotFoundError as error:
        raise MissingPackageError(
            f"a language model needs the package {error.name}", "run `make run`, or pip install -r requirements.txt"
        ) from error
    key = settings.llm_api_key
    return OpenAIChat(
        settings.llm_url,
        key.get_secret_value() if key else "",
        settings.llm_model,
        temperature=settings.llm_temperature,
        max_tokens=settings.llm_max_tokens,
        timeout_s=settings.llm_timeout_s,
    )


def build_language_model(settings: Settings, worker: BatchWorker[Any, Any], reader: QueryReader) -> LanguageModel:
    """The model that the settings name, ready to be asked; whoever builds it closes `chat`. Raises
    MissingPackageError."""
    chat, prompts = build_chat(settings), Prompts()
    caller = Caller(chat, settings.llm_first_token_s)
    verifier = Verifier(caller, prompts)
    breaker = CircuitBreaker(_FAILURES, _REST_S, time.monotonic)

    def spending() -> Spending:
        return Spending(settings.llm_model, settings.llm_price_in, settings.llm_price_out)

    writer = LlmWriter(
        writer_name(settings),
        worker,
        Drafter(caller),
        prompts,
        reader.glossary,
        breaker,
        spending,
        Limits(
            settings.answer_max_chars,
            settings.procedure_max_chars,
            settings.llm_timeout_s,
            settings.llm_max_tokens,
            settings.llm_context_tokens,
        ),
        verifier if settings.verify else None,
    )
    rewriter = ModelRewriter(caller, prompts, breaker, spending, _REWRITE_S) if settings.llm_rewrite else None
    return LanguageModel(writer, verifier, spending, chat, rewriter)


async def try_model(settings: Settings) -> Counted:
    """Ask the model for a word. Raises ModelError, MissingPackageError."""
    chat = build_chat(settings)
    try:
        caller = Caller(chat, settings.llm_first_token_s)
        until, spent = Deadline(settings.llm_timeout_s), Spending(settings.llm_model, 0.0, 0.0)
        async with aclosing(caller.stream(Prompt("Réponds par un mot.", "Bonjour"), until, spent)) as parts:
            async for part in parts:
                if isinstance(part, Counted):
                    return part
    finally:
        await chat.close()
    raise ModelUnavailable("the model's answer has no end")
