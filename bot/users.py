"""`/users` as an admin uses it: who is there, invitations, roles, who is blocked."""

from bot.admin_texts import AdminText
from bot.asker import Asker
from bot.bidi import embed
from bot.commands import USER_WORDS, UserAction
from bot.moments import written_day, written_moment
from bot.replies import BotReply, Invitation, Notice
from core.settings import Settings
from storage.admin_log import AdminLog
from storage.invitations import InvitationStore
from storage.people import PeopleStore, Person, Role

PEOPLE_A_PAGE = 10
_DAY_S = 86_400.0
_NAME_CHARS = 40
_ROLES: dict[Role, AdminText] = {"agent": AdminText.ROLE_AGENT, "admin": AdminText.ROLE_ADMIN}
_DONE: dict[UserAction, AdminText] = {
    "block": AdminText.USER_BLOCKED,
    "unblock": AdminText.USER_UNBLOCKED,
    "admin": AdminText.USER_IS_ADMIN,
    "agent": AdminText.USER_IS_AGENT,
}


class Users:
    """The command, and what each of its words does."""

    def __init__(self, people: PeopleStore, invitations: InvitationStore, log: AdminLog, settings: Settings) -> None:
        self._people = people
        self._invitations = invitations
        self._log = log
        self._settings = settings

    async def command(self, asker: Asker, argument: str) -> BotReply:
        """`[PAGE]`, `invite [admin]`, `block|unblock|admin|agent ID`."""
        if not argument or _is_number(argument):
            return await self._list(asker, int(argument or 1))
        word, _, rest = argument.partition(" ")
        action = USER_WORDS.get(word.casefold())
        if action == "invite":
            return await self._invite(asker, rest.strip())
        if action is None or not rest.strip():
            return asker.notice(AdminText.USERS_USAGE)
        return await self._change(asker, action, rest.strip())

    async def _list(self, asker: Asker, page: int) -> Notice:
        total = await self._people.count()
        if not total:
            return asker.notice(AdminText.USERS_NONE)
        pages = -(-total // PEOPLE_A_PAGE)
        page = min(max(page, 1), pages)
        await self._note(asker, "list people", f"page {page}")
        people = await self._people.page((page - 1) * PEOPLE_A_PAGE, PEOPLE_A_PAGE)
        lines = [AdminText.USERS_HEAD.say(asker.language, total=total, page=page, pages=pages)]
        lines += [self._line(asker, person) for person in people]
        if page < pages:
            lines.append(AdminText.USERS_NEXT.say(asker.language, next=page + 1))
        return Notice("\n".join(lines), asker.language)

    def _line(self, asker: Asker, person: Person) -> str:
        is_configured = self._is_configured(person)
        role = AdminText.ROLE_BY_SETTINGS if is_configured else _ROLES[person.role]
        is_out = person.is_blocked and not is_configured
        state = AdminText.BLOCKED if is_out else AdminText.SEEN
        parts = [_called(person), person.address, role.say(asker.language)]
        parts.append(state.say(asker.language, day=written_day(person.seen)))
        comma = "، " if asker.language == "ar" else ", "
        return f"{person.number}. {comma.join(filter(None, parts))}"

    async def _invite(self, asker: Asker, word: str) -> BotReply:
        role = USER_WORDS.get(word.casefold()) if word else "agent"
        if role not in ("agent", "admin"):
            return asker.notice(AdminText.USERS_USAGE)
        message, seconds = asker.message, self._settings.invitation_days * _DAY_S
        await self._note(asker, "invite", role)
        made = await self._invitations.invite(role, seconds, message.channel, message.person)
        until, said = written_moment(made.expires), _ROLES[role].say(asker.language)
        return Invitation(AdminText.INVITATION.say(asker.language, role=said, until=until), asker.language, made.code)

    async def _change(self, asker: Asker, action: UserAction, said: str) -> Notice:
        person = await self._find(said)
        if person is None:
            return asker.notice(AdminText.USER_UNKNOWN, id=embed(said), is_error=True)
        if action in ("block", "agent") and self._is_protected(asker, person):
            return asker.notice(AdminText.USER_PROTECTED, is_error=True)
        await self._note(asker, action, person.address)
        if action == "admin" or action == "agent":
            await self._people.set_role(person.number, action)
        else:
            await self._people.set_blocked(person.number, action == "block")
        return asker.notice(_DONE[action], name=_called(person) or person.address, number=person.number)

    async def _find(self, said: str) -> Person | None:
        """By number or address, as the list shows them."""
        if _is_number(said):
            return await self._people.get(int(said))
        channel, _, person = said.partition(":")
        return await self._people.find(channel.lower(), person)

    def _is_protected(self, asker: Asker, person: Person) -> bool:
        """Nobody may lock themself out, nor those who run the bot."""
        own = (asker.message.channel, asker.message.person)
        return (person.channel, person.person) == own or self._is_configured(person)

    def _is_configured(self, person: Person) -> bool:
        return (person.channel, person.person) in self._settings.admin_ids

    async def _note(self, asker: Asker, action: str, detail: str) -> None:
        await self._log.note(asker.message.channel, asker.message.person, action, detail)


def _called(person: Person) -> str:
    """Their name on one line, whatever they wrote into it."""
    return embed(" ".join(person.name.split())[:_NAME_CHARS])


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 10  # `int` reads Arabic digits too
