"""Who calls: a program by its key, a browser by its session, or who sits at this machine."""

import hashlib
import math
import secrets
from dataclasses import dataclass

from aiohttp import web

from bot.access import Access
from bot.asker import Asker, recognise
from bot.commands import Command
from bot.moments import after
from bot.replies import Message, Notice
from bot.texts import Text
from bot.web.origins import Origins, host_of
from bot.web.refusals import Refusal
from core.settings import Settings
from storage.api_keys import CHANNEL as API
from storage.api_keys import ApiKeyStore
from storage.attempts import AttemptStore, Limit
from storage.conversations import ConversationStore
from storage.web_sessions import KEPT_S, WebSessionStore

WEB = "web"
LOCAL = "local"
"""The person who sits at this machine."""
COOKIE = "forsa_session"
ENTRIES = (Limit(30, 3600.0),)
"""How often one address may try to enter."""
_LOOK_AROUND = Command("start", "", "/start", None)
"""Asks nothing, so nothing is counted."""


@dataclass(frozen=True)
class Caller:
    """A person of a channel. `is_admin` where the way they came says so; elsewhere Access knows."""

    channel: str
    person: str
    is_admin: bool = False
    name: str = ""

    def message(self, text: str, about: str | None = None, id: str = "", vote_stands: bool = False) -> Message:
        """What they say, as a conversation takes it."""
        return Message(
            self.channel,
            self.person,
            text,
            about=about,
            is_admin=self.is_admin,
            id=id,
            name=self.name,
            vote_stands=vote_stands,
        )


class Callers:
    """Finds out who calls, and begins and ends sessions."""

    def __init__(
        self,
        settings: Settings,
        origins: Origins,
        keys: ApiKeyStore,
        sessions: WebSessionStore,
        attempts: AttemptStore,
        conversations: ConversationStore,
        access: Access,
    ) -> None:
        self._settings = settings
        self._origins = origins
        self._keys = keys
        self._sessions = sessions
        self._attempts = attempts
        self._conversations = conversations
        self._access = access

    async def of(self, request: web.Request) -> Caller | None:
        """The caller, None where nobody is known. Raises Refusal for a key that opens nothing, StorageError."""
        authorization = request.headers.get("Authorization")
        if authorization is not None:
            scheme, _, secret = authorization.partition(" ")
            return await self.of_key(secret.strip() if scheme.lower() == "bearer" else "")
        if token := request.cookies.get(COOKIE):
            found = await self._sessions.find(token)
            if found == (WEB, LOCAL):
                return self.local(request)
            return Caller(*found) if found else None
        if self._settings.api_without_key and self._origins.is_local(request):
            return Caller(API, LOCAL, is_admin=True)
        return None

    async def of_key(self, secret: str) -> Caller:
        """The caller that a key stands for. Raises Refusal."""
        key = await self._keys.find(secret)
        if key is None:
            raise Refusal(
                401,
                "wrong-key",
                "this API key opens nothing: it is mistyped or was revoked. `python bot.py key create NAME` makes one",
                headers={"WWW-Authenticate": "Bearer"},
            )
        return Caller(API, str(key.number), name=key.name)

    def local(self, request: web.Request) -> Caller | None:
        """Who sits at this machine, if the settings make them admin."""
        is_local = self._settings.web_local_admin and self._origins.is_local(request)
        return Caller(WEB, LOCAL, is_admin=True) if is_local else None

    def stranger(self) -> Caller:
        """Somebody new."""
        return Caller(WEB, secrets.token_hex(12))

    async def admitted(self, caller: Caller) -> Asker:
        """The caller with their role. Raises Refusal where they may not come in."""
        asker = await recognise(caller.message(""), self._conversations)
        admitted = await self._access.admit(asker, _LOOK_AROUND)
        if isinstance(admitted, Notice):
            raise Refusal(403, "not-admitted", admitted.text)
        if admitted is None:
            raise Refusal(403, "blocked", "an admin has blocked this access")
        return admitted

    async def count_questions(self, asker: Asker, count: int) -> None:
        """Count what is asked. Raises Refusal where it is too much."""
        if asker.message.is_admin:
            return
        wait = await self._access.take(asker.message.channel, asker.message.person, count)
        if math.isinf(wait):
            raise Refusal(413, "too-many-questions", "these are more questions than may be asked at once: send fewer")
        if wait:
            when = after(wait, self._access.now(), asker.language)
            raise Refusal(
                429,
                "too-many-questions",
                Text.TOO_MANY_QUESTIONS.say(asker.language, when=when),
                headers={"Retry-After": str(math.ceil(wait))},
            )

    async def count_entry(self, request: web.Request) -> None:
        """Count a try to enter: who guesses codes or keys is slowed down by address. Raises Refusal."""
        address = hashlib.sha256(self._address(request).encode()).hexdigest()[:16]
        wait = await self._attempts.take(WEB, f"address {address}", "entry", ENTRIES)
        if wait:
            headers = {"Retry-After": str(math.ceil(wait))}
            raise Refusal(429, "too-many-entries", "too many tries from this address: wait an hour", headers=headers)

    async def begin(self, request: web.Request, caller: Caller, response: web.StreamResponse) -> None:
        """Give the browser a session."""
        token = await self._sessions.begin(caller.channel, caller.person)
        response.set_cookie(
            COOKIE,
            token,
            max_age=int(KEPT_S),
            path="/",
            httponly=True,
            samesite="Strict",
            secure=request.headers.get("Origin", "").startswith("https://"),
        )

    async def end(self, request: web.Request, response: web.StreamResponse) -> None:
        """Forget the browser's session."""
        if token := request.cookies.get(COOKIE):
            await self._sessions.end(token)
        response.del_cookie(COOKIE, path="/", httponly=True, samesite="Strict")

    def _address(self, request: web.Request) -> str:
        """Where the request comes from; behind our proxy what that says, which is the last of the list."""
        if host_of(request) in self._settings.web_host_names:
            return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or (request.remote or "")
        return request.remote or ""
