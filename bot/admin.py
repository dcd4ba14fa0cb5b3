"""What only admins can ask for; everybody else is told so."""

from collections.abc import Awaitable, Callable, Mapping

from bot.asker import Asker
from bot.commands import Command, Name
from bot.replies import BotReply, Notice
from bot.texts import Text

Handler = Callable[[Asker, str], Awaitable[BotReply]]


class AdminCommands:
    """Handlers by command. Each notes in the admins' log what it does."""

    def __init__(self, handlers: Mapping[Name, Handler]) -> None:
        self._handlers = handlers

    def handles(self, name: Name) -> bool:
        """Whether a command is one of these."""
        return name in self._handlers

    async def command(self, asker: Asker, command: Command) -> BotReply:
        """Carry out a command that is one of these, if an admin gave it."""
        if not asker.is_admin:
            return admins_only(asker, command.typed)
        return await self._handlers[command.name](asker, command.argument)


def admins_only(asker: Asker, command: str) -> Notice:
    """What whoever isn't an admin is told; `command` is the word as they typed it."""
    return asker.notice(Text.ADMINS_ONLY, command=command, is_error=True)
