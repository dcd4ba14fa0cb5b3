"""The connection to the Bot API."""

import os
import ssl

import httpx
from telegram import Bot
from telegram.request import HTTPXRequest

CALL_TIMEOUT_S = 10.0
POLL_S = 25
"""How long Telegram holds a request for updates open while there are none."""

_CONNECTIONS = 64


def build_bot(token: str, api_url: str) -> Bot:
    """A bot that talks to a Bot API server; nothing is sent yet."""
    # The library would warn at every wait that Telegram asks for, unless told that we know its new form.
    os.environ.setdefault("PTB_TIMEDELTA", "true")
    base = api_url.rstrip("/")
    trusted = httpx.create_ssl_context()  # one for both: reading the authorities takes a twentieth of a second
    return Bot(
        token,
        base_url=f"{base}/bot",
        base_file_url=f"{base}/file/bot",
        request=_request(_CONNECTIONS, trusted),
        get_updates_request=_request(1, trusted),
    )


def _request(connections: int, trusted: ssl.SSLContext) -> HTTPXRequest:
    return HTTPXRequest(
        connection_pool_size=connections,
        connect_timeout=CALL_TIMEOUT_S,
        read_timeout=CALL_TIMEOUT_S,
        write_timeout=CALL_TIMEOUT_S,
        pool_timeout=3 * CALL_TIMEOUT_S,
        httpx_kwargs={"verify": trusted},
    )
