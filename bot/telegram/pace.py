"""How much Telegram takes: calls a second over all chats, messages a minute in a group, and waits that it asked for."""

import time
from collections.abc import Callable

from aiolimiter import AsyncLimiter

CALLS_A_SECOND = 28
GROUP_CALLS_A_MINUTE = 19
_SPARE_CALLS, _SPARE_GROUP_CALLS = 8, 6
"""What previews leave to the answers."""


class Pace:
    """Answers wait for their turn here; previews ask whether there is room to spare, and else are left out."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._all = AsyncLimiter(CALLS_A_SECOND, 1)
        self._groups: dict[int, AsyncLimiter] = {}
        self._resumes: dict[int, float] = {}

    async def take(self, chat: int) -> None:
        """Wait until a call for this chat may go out."""
        await self._all.acquire()
        if chat < 0:  # groups have negative ids
            await self._group(chat).acquire()

    async def take_spare(self, chat: int) -> bool:
        """Take a call that nobody misses; False where there is none, or the chat has to wait."""
        if self.pause_left(chat) or not self._all.has_capacity(_SPARE_CALLS):
            return False
        if chat < 0 and not self._group(chat).has_capacity(_SPARE_GROUP_CALLS):
            return False
        await self.take(chat)
        return True

    def pause(self, chat: int, seconds: float) -> None:
        """Telegram asked to wait this long in a chat."""
        self._resumes = {known: until for known, until in self._resumes.items() if until > self._now()}
        self._resumes[chat] = self._now() + seconds

    def pause_left(self, chat: int) -> float:
        """Seconds that a chat still has to wait; 0 for none."""
        return max(self._resumes.get(chat, 0.0) - self._now(), 0.0)

    def _group(self, chat: int) -> AsyncLimiter:
        return self._groups.setdefault(chat, AsyncLimiter(GROUP_CALLS_A_MINUTE, 60))
