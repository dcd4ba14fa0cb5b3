"""Builds the Telegram channel from the settings."""

import re
import time
from urllib.parse import urlsplit

from bot.conversation import Conversation
from bot.outcomes import Outcomes
from bot.redacting import hide_in_logs
from bot.telegram.channel import TelegramChannel
from bot.telegram.client import build_bot
from bot.telegram.updates import CHANNEL
from bot.telegram.webhook import derived_secret
from core.errors import SettingsError
from core.settings import Settings
from storage.database import Database
from storage.inbox import Inbox

_TOKEN = re.compile(r"[0-9]+:[A-Za-z0-9_-]+")
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")


def build_telegram(
    settings: Settings, conversation: Conversation, database: Database, outcomes: Outcomes
) -> TelegramChannel:
    """The channel, not yet started; its secrets don't appear in the logs any more. Raises SettingsError."""
    token = checked_token(settings)
    webhook = checked_webhook(settings, token)
    hide_in_logs([token, webhook[1] if webhook else ""])
    # Telegram numbers the updates of each bot by themselves: another token must not meet what this one remembers.
    inbox = Inbox(database, f"{CHANNEL}:{token.partition(':')[0]}", time.time)
    admins = [int(person) for channel, person in settings.admin_ids if channel == CHANNEL and person.isdecimal()]
    bot = build_bot(token, settings.telegram_api_url)
    return TelegramChannel(bot, conversation, inbox, outcomes, webhook=webhook, admins=admins)


def checked_token(settings: Settings) -> str:
    """The bot's token. Raises SettingsError where it can't be one; the error doesn't show it."""
    token = settings.telegram_token.get_secret_value().strip() if settings.telegram_token else ""
    if not _TOKEN.fullmatch(token):
        raise SettingsError(
            "TELEGRAM_TOKEN is no token of a bot: digits, a colon, then letters and digits", "copy it from @BotFather"
        )
    return token


def checked_webhook(settings: Settings, token: str) -> tuple[str, str] | None:
    """Address and secret of the webhook; None for polling. Raises SettingsError."""
    if settings.telegram_webhook_url is None:
        return None
    if not urlsplit(settings.telegram_webhook_url).hostname:
        raise SettingsError("TELEGRAM_WEBHOOK_URL is no address", "give all of it: https://bot.example.org/telegram")
    secret = settings.telegram_webhook_secret.get_secret_value() if settings.telegram_webhook_secret else ""
    if secret and not _SECRET.fullmatch(secret):
        raise SettingsError("TELEGRAM_WEBHOOK_SECRET may hold letters, digits, _ and - only, 256 at most", "shorten it")
    return settings.telegram_webhook_url, secret or derived_secret(token)
