"""The menu of commands, in each person's language; admins see theirs too."""

from collections.abc import Iterable
from functools import partial

from telegram import Bot, BotCommandScopeChat

from bot.telegram.sender import Sender
from bot.texts import Text

EVERYONE = (
    ("start", Text.MENU_START),
    ("help", Text.MENU_HELP),
    ("lang", Text.MENU_LANG),
    ("sources", Text.MENU_SOURCES),
    ("scope", Text.MENU_SCOPE),
    ("compare", Text.MENU_COMPARE),
    ("verify", Text.MENU_VERIFY),
    ("feedback", Text.MENU_FEEDBACK),
    ("privacy", Text.MENU_PRIVACY),
)
ADMINS = (
    ("reindex", Text.MENU_REINDEX),
    ("stats", Text.MENU_STATS),
    ("users", Text.MENU_USERS),
    ("audit", Text.MENU_AUDIT),
    ("review", Text.MENU_REVIEW),
)
_LANGUAGES: tuple[tuple[str | None, str], ...] = ((None, "fr"), ("fr", "fr"), ("ar", "ar"))
"""Language codes of the phones (None for all others), and the language of their menu."""


async def set_menus(bot: Bot, sender: Sender, admins: Iterable[int]) -> None:
    """Tell Telegram the menus. One that fails is left as it was: the commands work without it."""
    for code, language in _LANGUAGES:
        menu = _menu(EVERYONE, language)
        await sender.attempt("menu", 0, partial(bot.set_my_commands, menu, language_code=code))
        for admin in admins:
            longer, scope = menu + _menu(ADMINS, language), BotCommandScopeChat(admin)
            await sender.attempt("menu", admin, partial(bot.set_my_commands, longer, scope, code))


def _menu(commands: tuple[tuple[str, Text], ...], language: str) -> list[tuple[str, str]]:
    return [(name, text.say("ar" if language == "ar" else "fr")) for name, text in commands]
