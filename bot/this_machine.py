"""Whether a request comes from this machine, with nothing in between."""

from ipaddress import ip_address

from aiohttp import web

_NAMES = frozenset({"localhost", "localhost."})
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
"""What a proxy adds: who comes through one isn't at this machine."""


def is_loopback(host: str) -> bool:
    """Whether a name or address can be reached from this machine only."""
    if host in _NAMES:
        return True
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return address.is_loopback or bool(mapped and mapped.is_loopback)


def is_from_here(request: web.Request) -> bool:
    """Whether a program of this machine asks for itself: a proxy on it asks for others."""
    return is_loopback(request.remote or "") and not any(name in request.headers for name in _FORWARDED)
