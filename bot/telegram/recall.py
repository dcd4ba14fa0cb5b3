"""What we remember of the messages that we sent: which answer a reply or a press is about, and where that stands."""

from bot.replies import BotReply, VoteNotice
from bot.telegram.deliveries import Known
from bot.telegram.updates import Received
from storage.inbox import Inbox


async def resolve(inbox: Inbox, received: Received) -> Received | None:
    """The message with what it is about; None for a button that says nothing any more. Raises StorageError."""
    message, pressed = received.message, received.pressed
    if pressed is not None and pressed.shows == "nothing":
        return None
    if pressed is not None and pressed.shows == "choice":
        on = await inbox.about(message.chat, str(received.button_on))
        texts = on.get("texts", [])
        if pressed.number >= len(texts):
            return None
        return received.saying(texts[pressed.number], on.get("shows") or on.get("answer"))
    if received.replied_to is not None:
        on = await inbox.about(message.chat, str(received.replied_to))
        is_reason = on.get("asks") == "reason" and message.kind == "text"
        text = f"- {message.text}" if is_reason else message.text
        return received.saying(text, on.get("shows") or on.get("answer"))
    return received


async def known_of(inbox: Inbox, reply: BotReply, received: Received, preview: int | None) -> Known:
    """What is needed to deliver a reply; `preview` is the message whose place it takes. Raises StorageError."""
    if not isinstance(reply, VoteNotice):
        return Known(preview=preview)
    chat, pressed = received.message.chat, received.pressed
    on = str(received.button_on) if pressed is not None else ""
    if pressed is not None and pressed.shows == "choice":
        about = await inbox.about(chat, on)
        if about.get("shows") != reply.answer_id:
            on = ""  # reasons below a message of their own: the answer stands elsewhere
    on = on or await inbox.message_of(chat, reply.answer_id)
    return Known(answer_on=int(on) if on else None, answer_about=await inbox.about(chat, on) if on else {})
