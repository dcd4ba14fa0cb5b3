"""`/review` as an admin uses it: what was voted down or refused, and what becomes of it."""

from bot.asker import Asker
from bot.bidi import embed
from bot.commands import REVIEW_WORDS, ReviewAction
from bot.learning.acceptance import read_verdict
from bot.learning.desk import NotOpen, ReviewDesk
from bot.learning.groups import Order
from bot.learning.question_file import AlreadyThere
from bot.learning.review_views import (
    GROUPS_A_PAGE,
    STATES,
    group_view,
    list_view,
    pin_fault_words,
    pins_view,
)
from bot.learning.texts import ReviewText
from bot.replies import Notice
from core.errors import InputError, SettingsError
from storage.admin_log import AdminLog

_REFUSED: dict[str, ReviewText] = {
    "unknown": ReviewText.REVIEW_UNKNOWN,
    "unreadable": ReviewText.REVIEW_ACCEPT_HOW,
    "no-documents": ReviewText.REVIEW_ACCEPT_HOW,
    "unknown-scope": ReviewText.REVIEW_NO_DOCUMENT,
    "too-broad": ReviewText.REVIEW_NO_DOCUMENT,
    "personal": ReviewText.REVIEW_PERSONAL,
    "no-such-fact": ReviewText.REVIEW_NO_FACT,
    "no-praise": ReviewText.REVIEW_NO_PRAISE,
    "cannot-pin": ReviewText.REVIEW_CANNOT_PIN,
}
_ORDERS: dict[ReviewAction, Order] = {"recent": "recent", "frequent": "frequent", "documents": "documents"}


class ReviewCommand:
    """The command. What changes something is noted in the admins' log before it is done."""

    def __init__(self, desk: ReviewDesk, log: AdminLog) -> None:
        self._desk = desk
        self._log = log

    async def command(self, asker: Asker, argument: str) -> Notice:
        """`[recent|frequent|documents|good] [PAGE]`, `ID`, `accept ID …`, `edit ID …`, `discard|open|pin|unpin ID`,
        `pins`. Raises StorageError, IndexUnavailable."""
        word, _, rest = argument.partition(" ")
        action = REVIEW_WORDS.get(word.casefold())
        try:
            if not word or word.isdecimal():
                return await self._list(asker, "recent", word)
            if action in ("recent", "frequent", "documents", "good"):
                return await self._list(asker, action, rest.strip())
            if action == "pins":
                return await self._pins(asker)
            if action is None:
                return await self._show(asker, word) if not rest else asker.notice(ReviewText.REVIEW_USAGE)
            group_id, _, said = rest.strip().partition(" ")
            if not group_id:
                return asker.notice(ReviewText.REVIEW_USAGE)
            await self._note(asker, action, group_id)
            return await self._change(asker, action, group_id, said.strip())
        except NotOpen as error:
            return asker.notice(
                ReviewText.REVIEW_NOT_OPEN, state=STATES[error.state].say(asker.language), is_error=True
            )
        except AlreadyThere as error:
            return asker.notice(ReviewText.REVIEW_ALREADY, id=error.id)
        except SettingsError:
            return asker.notice(ReviewText.REVIEW_NO_FILE, is_error=True)
        except InputError as error:
            why = error.hint
            if error.reason == "cannot-pin":
                why = pin_fault_words(error.hint, asker.language)
            return asker.notice(_REFUSED[error.reason], why=embed(why), is_error=True)

    async def _list(self, asker: Asker, which: ReviewAction, page: str) -> Notice:
        await self._note(asker, "list", which)
        number = int(page) if page.isdecimal() and len(page) < 6 else 1  # `int` reads Arabic digits too
        listed = await self._desk.listed("praised" if which == "good" else "complaints", _ORDERS.get(which, "recent"))
        ordered = listed.groups
        pages = max(1, -(-len(ordered) // GROUPS_A_PAGE))
        number = min(max(number, 1), pages)
        shown = ordered[(number - 1) * GROUPS_A_PAGE : number * GROUPS_A_PAGE]
        return list_view(asker, shown, len(ordered), (number, pages), which, listed.stale)

    async def _show(self, asker: Asker, group_id: str) -> Notice:
        group = await self._desk.group(group_id)
        await self._note(asker, "show", group.id)
        return group_view(asker, group, await self._desk.replies(group), await self._desk.remarks(group))

    async def _pins(self, asker: Asker) -> Notice:
        await self._note(asker, "list", "pins")
        return pins_view(asker, await self._desk.pinned())

    async def _change(self, asker: Asker, action: ReviewAction, group_id: str, said: str) -> Notice:
        match action:
            case "accept":
                done = await self._desk.accept(group_id, read_verdict(said))
                side = ReviewText.REVIEW_SETS if done.sets_thresholds else ReviewText.REVIEW_MEASURES
                lines = [ReviewText.REVIEW_ACCEPTED.say(asker.language, id=done.id, question=embed(done.question))]
                lines += [ReviewText.REVIEW_MASKED.say(asker.language)] * done.was_masked
                return Notice("\n".join([*lines, side.say(asker.language)]), asker.language)
            case "edit":
                if not said:
                    return asker.notice(ReviewText.REVIEW_USAGE)
                group = await self._desk.reword(group_id, said)
                return asker.notice(ReviewText.REVIEW_EDITED, id=group.id, question=embed(group.question))
            case "discard":
                return asker.notice(ReviewText.REVIEW_DISCARDED, id=(await self._desk.discard(group_id)).id)
            case "open":
                return asker.notice(ReviewText.REVIEW_OPENED, id=(await self._desk.reopen(group_id)).id)
            case "pin":
                reply = await self._desk.pin(group_id)
                return asker.notice(ReviewText.REVIEW_PINNED, question=embed(reply.question))
            case _:
                return asker.notice(ReviewText.REVIEW_UNPINNED, count=await self._desk.unpin(group_id))

    async def _note(self, asker: Asker, action: str, detail: str) -> None:
        await self._log.note(asker.message.channel, asker.message.person, f"review {action}", detail)
