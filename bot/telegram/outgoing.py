"""What is to reach a person for an update: kept, sent, noted as sent. Whatever the database does, it goes out."""

from collections.abc import Sequence

from bot.telegram.delivery import Delivery
from bot.telegram.sender import Sender
from bot.working import Keeping, Tasks
from storage.inbox import Held


class Outgoing:
    """Sends an update's deliveries in order. `end` waits for what is on its way."""

    def __init__(self, keeping: Keeping, sender: Sender) -> None:
        self._keeping = keeping
        self._sender = sender
        self._sending = Tasks()

    async def send(self, update: str, chat: int, made: Sequence[Delivery]) -> None:
        """Keep what was made for an update, and send it; with nothing to send the update is done."""
        await self.resume(update, chat, await self._keeping.hold(update, [delivery.to_json() for delivery in made]))

    async def resume(self, update: str, chat: int, held: Sequence[Held]) -> None:
        """Send what is kept already."""
        if not held:
            return
        async with self._sender.turn(chat):
            for item in held:
                # Whoever is cancelled meanwhile, a message that went out is noted as sent.
                await self._sending.protect(self._deliver(update, item))

    async def end(self, send_s: float) -> None:
        """Give what is being sent some seconds; the rest stays kept."""
        await self._sending.end(send_s)

    async def _deliver(self, update: str, item: Held) -> None:
        delivery = Delivery.from_json(item.body)
        message = await self._sender.deliver(delivery)
        # Between Telegram's taking the message and this note lies a moment that nobody can close: who dies in it
        # sends the message again after the start.
        about = delivery.about if message is not None else {}
        await self._keeping.delivered(update, item.place, str(delivery.chat), str(message or ""), about)
