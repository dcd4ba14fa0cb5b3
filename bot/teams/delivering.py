"""What was made for an activity goes to its people, and is noted as theirs."""

import logging

from bot.outcomes import Outcomes
from bot.teams.activities import Incoming
from bot.teams.render import Post
from bot.teams.sender import ConnectorError, Sender
from bot.teams.stream import Stream
from bot.working import Keeping
from storage.inbox import Held

log = logging.getLogger(__name__)


class Delivering:
    """Delivers posts, and keeps for the next start what can't arrive now."""

    def __init__(self, keeping: Keeping, sender: Sender, outcomes: Outcomes) -> None:
        self._keeping = keeping
        self._sender = sender
        self._outcomes = outcomes

    async def all(self, update: str, incoming: Incoming, held: list[Held], stream: Stream) -> None:
        """Deliver what is held for an update, in order; the first answer among them ends the stream, or else the first
        message. Once the person pressed Stop nothing more is wanted."""
        posts = [Post.from_json(item.body) for item in held]
        ending = next((place for place, post in enumerate(posts) if post.shows_answer), 0)
        for place, (item, post) in enumerate(zip(held, posts, strict=True)):
            try:
                if stream.is_stopped:
                    message = ""
                elif place == ending:
                    message = await stream.finish(post.activity)
                else:
                    message = await self._sender.send(incoming.reference, post.activity)
            except ConnectorError as error:
                await self._undelivered(update, error)
                return
            self._outcomes.count("message", "sent" if message or not stream.is_stopped else "stopped")
            await self._note(update, item.place, incoming, message, post)
            if place == ending and stream.id not in ("", message):
                await self._note(update, item.place, incoming, stream.id, post)

    async def _note(self, update: str, place: int, incoming: Incoming, message: str, post: Post) -> None:
        about = {"answer": post.answer_id} if message and post.answer_id else {}
        await self._keeping.delivered(update, place, incoming.reference.chat, message, about)

    async def _undelivered(self, update: str, error: ConnectorError) -> None:
        """Kept for the next start where it may arrive then; else it is done."""
        if error.may_pass or error.status == 401:
            self._outcomes.count("message", "put-off")
            log.error("an answer can't be delivered now, it is kept for the next start: %s", error)
            return
        self._outcomes.count("message", "undeliverable")
        level = logging.INFO if error.is_goodbye else logging.ERROR
        log.log(level, "an answer can't be delivered: %s", error)
        await self._keeping.close(update)
