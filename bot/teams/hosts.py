"""Where answers may be sent: the service URL comes with the request, so it is held against a list."""

from urllib.parse import urlsplit

from bot.this_machine import is_loopback

_HOSTS = (
    "smba.trafficmanager.net",
    "smba.infra.gcc.teams.microsoft.com",
    "smba.infra.gov.teams.microsoft.us",
    "smba.infra.dod.teams.microsoft.us",
)
"""Teams' own: the public cloud's, and those of the American government's three."""


def may_be_answered(service_url: str, *, development: bool) -> bool:
    """Whether a service URL is one of Teams', over https and without odd parts; in development loopback passes too."""
    try:
        url = urlsplit(service_url)
        port = url.port
    except ValueError:
        return False
    if url.username is not None or url.password is not None or url.query or url.fragment:
        return False
    if development and url.scheme in ("http", "https") and is_loopback(url.hostname or ""):
        return True
    return url.scheme == "https" and url.hostname in _HOSTS and port in (None, 443)
