"""Whether a request comes from Microsoft's connector: the bearer token it must carry, and the keys that sign those.

Not the SDK's own check: that one downloads keys with `requests` inside the event loop, which stands still meanwhile
(measured with two downloads of half a second: for 1.03 s; with this one for 9 ms), and answers a wrong key or signature
with an internal error.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import jwt
from aiohttp import ClientError, ClientSession, ClientTimeout

log = logging.getLogger(__name__)

ISSUER = "https://api.botframework.com"
SKEW_S = 300.0
"""Seconds that the connector's clock and ours may differ."""
KEYS_KEPT_S = 86_400.0
RELOAD_AT_MOST_EVERY_S = 60.0
"""An unknown key makes the keys be loaded anew, but strangers who invent keys must not make us load all day."""
_DOWNLOAD_TIMEOUT = ClientTimeout(total=10)


class TokenRefused(Exception):
    """The token is missing or wrong; the text says in which way, for the log."""


class KeysUnreachable(Exception):
    """The keys can't be downloaded, so nothing can be said about the token."""


@dataclass(frozen=True)
class SigningKey:
    """A public key, and the channels that may sign with it."""

    key: Any
    endorsements: frozenset[str]


class Keys:
    """The connector's public keys, downloaded when first wanted and once a day."""

    def __init__(self, session: Callable[[], ClientSession], metadata_url: str, monotonic: Callable[[], float]) -> None:
        self._session = session
        self._metadata_url = metadata_url
        self._monotonic = monotonic
        self._keys: dict[str, SigningKey] = {}
        self._loaded: float | None = None
        self._loading = asyncio.Lock()

    async def get(self, key_id: str) -> SigningKey:
        """The key of that name. Raises TokenRefused if there is none, KeysUnreachable if that can't be told."""
        if self._is_older_than(KEYS_KEPT_S) or (
            key_id not in self._keys and self._is_older_than(RELOAD_AT_MOST_EVERY_S)
        ):
            await self._load(self._loaded)
        if key_id not in self._keys:
            raise TokenRefused("the key that signs it is unknown")
        return self._keys[key_id]

    def _is_older_than(self, seconds: float) -> bool:
        return self._loaded is None or self._monotonic() - self._loaded >= seconds

    async def _load(self, seen: float | None) -> None:
        """One download at a time; who waited for another's takes what that brought."""
        async with self._loading:
            if self._loaded != seen:
                return
            try:
                metadata = await self._json(self._metadata_url)
                found = await self._json(str(metadata["jwks_uri"]))
                self._keys = dict(_keys(found["keys"]))
            except (ClientError, TimeoutError, ValueError, KeyError, TypeError) as error:
                if not self._keys:
                    raise KeysUnreachable(f"{type(error).__name__}: {error}") from error
                log.warning("the connector's keys can't be loaded anew, the old ones stay in use: %s", error)
            self._loaded = self._monotonic()

    async def _json(self, url: str) -> Mapping[str, Any]:
        async with self._session().get(url, timeout=_DOWNLOAD_TIMEOUT, raise_for_status=True) as response:
            found = await response.json(content_type=None)
        if not isinstance(found, dict):
            raise ValueError(f"{url} holds no JSON object")
        return found


def _keys(found: Any) -> list[tuple[str, SigningKey]]:
    keys = []
    for item in found:
        if item.get("kty") == "RSA" and item.get("kid"):
            endorsements = frozenset(map(str, item.get("endorsements") or ()))
            keys.append((str(item["kid"]), SigningKey(jwt.PyJWK.from_dict(item, "RS256").key, endorsements)))
    return keys


class TokenCheck:
    """Tokens for one bot, known by its app id."""

    def __init__(self, keys: Keys, app_id: str) -> None:
        self._keys = keys
        self._app_id = app_id

    async def check(self, header: str, channel_id: str, service_url: str) -> None:
        """Let a request pass whose token the connector signed for this bot, this channel and this service URL.

        Args:
            header: the request's Authorization header, '' for none.

        Raises:
            TokenRefused: in every other case.
            KeysUnreachable: the keys can't be downloaded.
        """
        scheme, _, token = header.partition(" ")
        if scheme.casefold() != "bearer" or not token.strip():
            raise TokenRefused("there is none")
        try:
            key_id = jwt.get_unverified_header(token.strip()).get("kid")
        except jwt.PyJWTError as error:
            raise TokenRefused(str(error)) from error
        if not isinstance(key_id, str) or not key_id:
            raise TokenRefused("it doesn't name its key")
        key = await self._keys.get(key_id)
        if channel_id not in key.endorsements:
            raise TokenRefused("its key is not endorsed for the channel")
        try:
            claims = jwt.decode(
                token.strip(),
                key.key,
                algorithms=["RS256"],
                audience=self._app_id,
                issuer=ISSUER,
                leeway=SKEW_S,
                options={"require": ["exp", "iss", "aud"]},
            )
        except jwt.PyJWTError as error:
            raise TokenRefused(str(error)) from error
        if claims.get("serviceurl") != service_url:
            raise TokenRefused("it is for another service URL")
