"""Whether a request comes from where it may: under one of our names, from our own page, from this machine."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from aiohttp import web

from bot.this_machine import is_from_here, is_loopback
from bot.web.refusals import Refusal
from core.settings import Settings

_LOCAL_NAMES = frozenset({"localhost", "localhost."})
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Origins:
    """The checks, by the settings."""

    def __init__(self, settings: Settings) -> None:
        self._names = _LOCAL_NAMES | settings.web_host_names
        self._is_local_only = is_loopback(settings.http_host) and not settings.web_host_names

    def check(self, request: web.Request) -> None:
        """Let a request pass that was sent to one of our names and, where it changes something, by our own page or no
        browser at all.

        A page of somebody else can give its own name our address (DNS rebinding), but then the name isn't ours. An
        address as such can't be rebound. Raises Refusal.
        """
        host = host_of(request)
        if not (host in self._names or _is_address(host)):
            raise Refusal(
                421,
                "unknown-host",
                f"this server doesn't answer under the name {host[:100]!r}: use its address, or name it in WEB_HOSTS",
            )
        if request.method not in _SAFE and not _is_own_page(request):
            raise Refusal(403, "other-origin", "this request was sent by a page of another site")

    def is_local(self, request: web.Request) -> bool:
        """Whether who asks sits at this machine, with nothing in between."""
        return self._is_local_only and is_from_here(request) and is_loopback(host_of(request))


def require_browser_of_ours(request: web.Request) -> None:
    """A session is begun by our own page only, which a browser vouches for. Raises Refusal."""
    if "Origin" not in request.headers and request.headers.get("Sec-Fetch-Site") != "same-origin":
        raise Refusal(403, "no-origin", "sessions are for the page; programs use an API key (Authorization: Bearer)")


def host_of(request: web.Request) -> str:
    """The name that the request was sent to, without its port, in small letters; '' where that is no name."""
    try:
        return urlsplit(f"//{request.headers.get('Host', '')}").hostname or ""
    except ValueError:
        return ""


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_own_page(request: web.Request) -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site not in (None, "same-origin", "none"):
        return False
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.netloc.lower() == request.headers.get("Host", "").lower()
    except ValueError:
        return False
