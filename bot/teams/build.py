"""Builds the Teams channel from the settings."""

import re
import time

from aiohttp import ClientSession, TCPConnector

from bot.conversation import Conversation
from bot.outcomes import Outcomes
from bot.redacting import hide_in_logs
from bot.teams.activities import CHANNEL
from bot.teams.channel import TeamsChannel
from bot.teams.sender import Sender
from bot.teams.tokens import Keys, TokenCheck
from bot.this_machine import is_loopback
from core.errors import SettingsError
from core.settings import Settings
from storage.database import Database
from storage.inbox import Inbox

_ID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def build_teams(settings: Settings, conversation: Conversation, database: Database, outcomes: Outcomes) -> TeamsChannel:
    """The channel, not yet started. Its secret doesn't appear in the logs any more.

    Raises:
        SettingsError: it would be open to strangers, or can't work, as it is set up.
    """
    from bot.teams.connector import Connector
    from bot.teams.transport import AppLogin, no_login

    app_id, password = checked_app(settings)
    tenants = checked_tenants(settings)
    hide_in_logs([password])
    session = _Session()
    login = AppLogin(app_id, password, settings.teams_app_tenant) if app_id else no_login
    tokens = TokenCheck(Keys(session, settings.teams_openid_url, time.monotonic), app_id) if app_id else None
    sender = Sender(Connector(session, app_id, login))
    inbox = Inbox(database, CHANNEL, time.time)
    return TeamsChannel(
        conversation,
        inbox,
        sender,
        outcomes,
        tokens,
        tenants,
        development=settings.teams_development,
        close=session.close,
    )


class _Session:
    """The HTTP session, made when it is first wanted: a channel that is built and never run has nothing to close."""

    def __init__(self) -> None:
        self._made: ClientSession | None = None

    def __call__(self) -> ClientSession:
        if self._made is None:
            # A limit a host, none over all: the keys must be had also while a hundred answers are on their way.
            self._made = ClientSession(connector=TCPConnector(limit=0, limit_per_host=100))
        return self._made

    async def close(self) -> None:
        if self._made is not None:
            await self._made.close()


def checked_app(settings: Settings) -> tuple[str, str]:
    """App id and secret, both '' in development. Raises SettingsError."""
    if settings.teams_development and not is_loopback(settings.http_host):
        raise SettingsError(
            f"with TEAMS_DEVELOPMENT anybody who reaches {settings.http_host} could ask, and have answers sent where "
            "they like",
            "set TEAMS_DEVELOPMENT=false, or HTTP_HOST=127.0.0.1",
        )
    if settings.teams_app_id is None:
        if not settings.teams_development:
            raise SettingsError("Teams needs TEAMS_APP_ID", "register the bot: deploy/teams/README.md")
        return "", ""
    app_id = settings.teams_app_id.strip()
    if not _ID.fullmatch(app_id):
        raise SettingsError("TEAMS_APP_ID is no id: 8-4-4-4-12 hexadecimal digits", "copy it from the registration")
    password = settings.teams_app_password.get_secret_value().strip() if settings.teams_app_password else ""
    if not password:
        raise SettingsError("TEAMS_APP_ID is set without TEAMS_APP_PASSWORD", "make a client secret and set it")
    return app_id, password


def checked_tenants(settings: Settings) -> frozenset[str]:
    """The tenants that may write, in small letters; empty for all. Raises SettingsError."""
    tenants = [tenant.strip().casefold() for tenant in settings.teams_tenants.split(",") if tenant.strip()]
    for tenant in tenants:
        if not _ID.fullmatch(tenant):
            raise SettingsError(f"TEAMS_TENANTS: {tenant!r} is no tenant's id", "give ids, parted by commas")
    return frozenset(tenants)
