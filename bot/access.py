"""Who may ask, who is admin, and how often: decided before anything else is done with a message."""

from collections.abc import Callable
from dataclasses import replace

from bot.asker import Asker
from bot.commands import Command, Meant, Press
from bot.faults import language_to_answer
from bot.moments import after
from bot.replies import Message, Notice
from bot.texts import Text
from bot.welcome import Welcome
from core.documents.chunk import Language
from core.settings import Settings
from storage.api_keys import CHANNEL as API
from storage.attempts import KEPT_S, AttemptStore, Limit
from storage.invitations import InvitationStore, Outcome, read_code
from storage.people import PeopleStore

WRONG_CODES = (Limit(5, 3600.0),)
_FAULTS: dict[Outcome, Text] = {"wrong": Text.CODE_WRONG, "used": Text.CODE_USED, "expired": Text.CODE_EXPIRED}


class Access:
    """The door. A person counts, wherever they write: what holds in a private chat holds in a group."""

    def __init__(
        self,
        people: PeopleStore,
        invitations: InvitationStore,
        attempts: AttemptStore,
        welcome: Welcome,
        settings: Settings,
        now: Callable[[], float],
    ) -> None:
        self._people = people
        self._invitations = invitations
        self._attempts = attempts
        self._welcome = welcome
        self._settings = settings
        self._now = now
        self._limits = _limits(settings.questions_per_minute, settings.questions_per_day)
        self._api_limits = _limits(settings.api_questions_per_minute, settings.api_questions_per_day)

    async def admit(self, asker: Asker, meant: Meant) -> Asker | Notice | None:
        """The asker, with their role, if the message is to be handled; else what is said instead, None for silence.

        Raises:
            StorageError: it can't be known who they are; nobody is let in then.
        """
        message = asker.message
        if message.is_admin:
            return replace(asker, is_admin=True)
        is_configured = (message.channel, message.person) in self._settings.admin_ids
        person = await self._people.find(message.channel, message.person)
        if person is not None and person.is_blocked and not is_configured:
            return None
        if not is_configured and (person is None or not person.is_admitted):
            told = await self._at_the_door(asker, meant)
            if told is not None:
                return told
        await self._people.see(message.channel, message.person, message.name, person)
        if meant is None and message.kind == "text" and not message.is_late:
            told = await self._held_back(asker)
            if told is not None:
                return told
        return replace(asker, is_admin=is_configured or (person is not None and person.role == "admin"))

    async def _at_the_door(self, asker: Asker, meant: Meant) -> Notice | None:
        """What someone is told whom nobody let in; None where the door is open to all."""
        message = asker.message
        code = _offered_code(message, meant)
        text, when = Text.ACCESS_NEEDED, 0.0
        if code is not None:
            when = await self._attempts.wait(message.channel, message.person, "code", WRONG_CODES)
            outcome = await self._redeem(message, code) if not when else None
            if outcome == "redeemed":
                return await self._welcome.say(asker.speaking(meant.language if isinstance(meant, Command) else None))
            text = _FAULTS[outcome] if outcome else Text.TOO_MANY_CODES
        if self._settings.access == "open":
            return None
        is_bare_code = code is not None and meant is None
        language = asker.fixed_language if is_bare_code else self._language(asker, meant)
        return self._told(text, language, when)

    async def _redeem(self, message: Message, code: str) -> Outcome:
        outcome = await self._invitations.redeem(code, message.channel, message.person, message.name)
        if outcome == "wrong":
            await self._attempts.note(message.channel, message.person, "code")
        return outcome

    def now(self) -> float:
        """Seconds since 1970, by the clock that the limits go by."""
        return self._now()

    async def take(self, channel: str, person: str, count: int = 1) -> float:
        """Count questions that someone asks at once: 0 where they may, else the seconds until they may, infinite where
        there are too many for any time. Raises StorageError."""
        limits = self._api_limits if channel == API else self._limits
        return await self._attempts.take(channel, person, "question", limits, count) if limits else 0.0

    async def _held_back(self, asker: Asker) -> Notice | None:
        """What someone is told who asked too much; None where they may ask, which is counted."""
        wait = await self.take(asker.message.channel, asker.message.person)
        if not wait:
            return None
        language = self._language(asker, None) or asker.language
        return self._told(Text.TOO_MANY_QUESTIONS, language, wait)

    def _language(self, asker: Asker, meant: Meant) -> Language | None:
        """The language of what they wrote; None where that tells nothing."""
        if asker.fixed_language or isinstance(meant, Command):
            return asker.fixed_language or (meant.language if isinstance(meant, Command) else None)
        return language_to_answer(meant.reason if isinstance(meant, Press) else asker.message.text, self._settings)

    def _told(self, text: Text, language: Language | None, wait: float) -> Notice:
        """In both languages where it isn't known which they read."""
        languages: tuple[Language, ...] = (language,) if language else ("fr", "ar")
        said = [text.say(each, when=after(wait, self._now(), each)) for each in languages]
        return Notice("\n\n".join(said), languages[0], is_error=True, reason=text.reason)


def _offered_code(message: Message, meant: Meant) -> str | None:
    """The code in `/start CODE`, or the text that looks like one; None where none is offered."""
    if isinstance(meant, Command):
        return (read_code(meant.argument) or meant.argument or None) if meant.name == "start" else None
    return read_code(message.text) if meant is None and message.kind == "text" else None


def _limits(per_minute: int, per_day: int) -> tuple[Limit, ...]:
    return tuple(limit for limit in (Limit(per_minute, 60.0), Limit(per_day, KEPT_S)) if limit.count)
