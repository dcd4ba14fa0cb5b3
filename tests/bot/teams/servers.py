"""Teams on this machine: the connector that takes answers, and the place where its keys are told of."""

import asyncio
import json
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import jwt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import rsa

Json = dict[str, Any]

APP_ID = "11111111-2222-3333-4444-555555555555"
TENANT = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"
ISSUER = "https://api.botframework.com"


def personal_message(service_url: str, person: str, text: str, message_id: str) -> Json:
    """An activity as the connector brings it: a person's message in their chat, `a:` and their name."""
    return {
        "type": "message",
        "id": message_id,
        "channelId": "msteams",
        "serviceUrl": service_url,
        "text": text,
        "from": {"id": f"29:{person}", "aadObjectId": person, "name": "Nadia"},
        "recipient": {"id": "28:bot", "name": "Forsa"},
        "conversation": {"id": f"a:{person}", "conversationType": "personal", "tenantId": TENANT},
        "channelData": {"tenant": {"id": TENANT}},
    }


class RecordingConnector:
    """Takes activities as the real one does, and fails as it is told."""

    def __init__(self) -> None:
        self.url = ""
        self.taken: list[tuple[str, str, Json]] = []
        """Method, path, activity; in the order they were accepted."""
        self.taken_at: list[float] = []
        """When each was, in seconds since 1970."""
        self.refused: list[Json] = []
        self.authorizations: set[str] = set()
        self.faults: list[tuple[Callable[[Json], bool], int, Any, dict[str, str]]] = []
        self._changed = asyncio.Event()

    def routes(self) -> list[web.RouteDef]:
        return [web.route("*", "/v3/conversations/{chat}/activities{rest:.*}", self._take)]

    def fail(
        self,
        status: int,
        body: Any = "",
        *,
        when: Callable[[Json], bool] = lambda _: True,
        times: int = 1,
        **headers: str,
    ) -> None:
        """Answer the next activities that fit with a fault."""
        self.faults += [
            (when, status, body, {name.replace("_", "-"): value for name, value in headers.items()})
        ] * times

    async def _take(self, request: web.Request) -> web.Response:
        activity = await request.json()
        for fault in self.faults:
            when, status, body, headers = fault
            if when(activity):
                self.faults.remove(fault)
                self.refused.append(activity)
                self._changed.set()
                if isinstance(body, str):
                    return web.Response(status=status, text=body, headers=headers, content_type="text/html")
                return web.json_response(body, status=status, headers=headers)
        self.authorizations.add(request.headers.get("Authorization", ""))
        self.taken.append((request.method, request.path, activity))
        self.taken_at.append(time.time())
        self._changed.set()
        return web.json_response({"id": f"out-{len(self.taken)}"})

    @property
    def activities(self) -> list[Json]:
        return [activity for _, _, activity in self.taken]

    @property
    def messages(self) -> list[Json]:
        return [activity for activity in self.activities if activity["type"] == "message"]

    @property
    def texts(self) -> list[Json]:
        """Those messages that say something: no mere cards."""
        return [message for message in self.messages if message.get("text")]

    @property
    def buttons(self) -> list[Json]:
        """What the buttons of all cards do, in the order that they were sent."""
        cards = [card["content"] for message in self.messages for card in message.get("attachments", [])]
        return [action for card in cards for action in card.get("actions", [])]

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait until what was taken or refused is enough."""
        async with asyncio.timeout(20):
            while not done():
                self._changed.clear()
                await self._changed.wait()


@cache
def _key_of(key_id: str) -> rsa.RSAPrivateKey:
    """Made once for all tests of a run: it takes a tenth of a second."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


class OpenId:
    """Tells of keys as the login service does, and signs as the connector does."""

    def __init__(self) -> None:
        self.url = ""
        self.downloads = 0
        self.is_down = False
        self.keys: dict[str, tuple[rsa.RSAPrivateKey, list[str]]] = {}
        self.add_key("key-1", ["msteams", "webchat"])

    def add_key(self, key_id: str, endorsements: list[str]) -> None:
        self.keys[key_id] = (_key_of(key_id), endorsements)

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/metadata", self._metadata), web.get("/keys", self._keys)]

    async def _metadata(self, _: web.Request) -> web.Response:
        if self.is_down:
            return web.Response(status=503)
        return web.json_response({"issuer": ISSUER, "jwks_uri": f"{self.url}/keys"})

    async def _keys(self, _: web.Request) -> web.Response:
        self.downloads += 1
        keys = []
        for key_id, (key, endorsements) in self.keys.items():
            shown = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key()))
            keys.append(shown | {"kid": key_id, "use": "sig", "endorsements": endorsements})
        return web.json_response({"keys": [*keys, {"kty": "EC", "kid": "another kind"}]})

    def token(
        self,
        service_url: str,
        *,
        key_id: str | None = "key-1",
        signed_by: rsa.RSAPrivateKey | str | None = None,
        algorithm: str = "RS256",
        **claims: Any,
    ) -> str:
        """A token as the connector signs it, but for what is given; a claim that is None is left out."""
        now = int(time.time())
        all_claims = {"iss": ISSUER, "aud": APP_ID, "nbf": now, "exp": now + 3600, "serviceurl": service_url} | claims
        key = signed_by if signed_by is not None else self.keys[key_id or "key-1"][0]
        return jwt.encode(
            {name: value for name, value in all_claims.items() if value is not None},
            key,
            algorithm=algorithm,
            headers={"kid": key_id} if key_id else {},
        )


class Clock:
    """Time that passes when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)
