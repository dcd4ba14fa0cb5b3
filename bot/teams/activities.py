"""What Teams sends, read from its JSON with patience: a field that is missing or of another kind is an empty one."""

import json
from dataclasses import dataclass, field
from typing import Any, Literal, cast

Scope = Literal["personal", "groupChat", "channel"]
JsonObject = dict[str, Any]

CHANNEL = "teams"


@dataclass(frozen=True)
class Reference:
    """Where an answer to an activity goes. `message` is the activity to reply to."""

    service_url: str
    conversation: JsonObject = field(hash=False)
    bot: JsonObject = field(hash=False)
    user: JsonObject = field(hash=False)
    scope: Scope
    message: str
    locale: str = ""

    @property
    def chat(self) -> str:
        """The conversation's id; in a channel it names the thread too."""
        return text_of(self.conversation.get("id"))


@dataclass(frozen=True)
class Incoming:
    """An activity. `key` is the same each time that Teams sends it again, and no other's."""

    type: str
    name: str
    key: str
    channel_id: str
    tenant: str
    person: str
    person_name: str
    reference: Reference
    body: JsonObject = field(hash=False)

    @property
    def value(self) -> JsonObject:
        return object_of(self.body.get("value"))

    @property
    def reply_to(self) -> str:
        """The message that was rated or whose card was pressed, '' if Teams doesn't say."""
        return text_of(self.body.get("replyToId"))


def text_of(value: object) -> str:
    """A text as it can be stored; '' for anything else. Half a surrogate pair can't be stored."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def object_of(value: object) -> JsonObject:
    return cast(JsonObject, value) if isinstance(value, dict) else {}


def read(body: JsonObject) -> Incoming:
    """An activity from its JSON object."""
    sender, conversation = object_of(body.get("from")), object_of(body.get("conversation"))
    type_, id_ = text_of(body.get("type")), text_of(body.get("id"))
    chat = text_of(conversation.get("id"))
    channel_data = object_of(body.get("channelData"))
    tenant = text_of(object_of(channel_data.get("tenant")).get("id")) or text_of(conversation.get("tenantId"))
    reference = Reference(
        text_of(body.get("serviceUrl")),
        conversation,
        object_of(body.get("recipient")),
        sender,
        _scope(conversation),
        id_,
        text_of(body.get("locale")),
    )
    return Incoming(
        type=type_,
        name=text_of(body.get("name")),
        key=_key(body, type_, chat, id_),
        channel_id=text_of(body.get("channelId")),
        tenant=tenant,
        person=text_of(sender.get("aadObjectId")) or text_of(sender.get("id")),
        person_name=text_of(sender.get("name")),
        reference=reference,
        body=body,
    )


def _scope(conversation: JsonObject) -> Scope:
    kind = conversation.get("conversationType")
    if kind in ("personal", "groupChat", "channel"):
        return cast(Scope, kind)
    return "groupChat" if conversation.get("isGroup") is True else "personal"


def _key(body: JsonObject, type_: str, chat: str, id_: str) -> str:
    """A message is known by its id. What is told of a message later carries that message's id: its time parts it."""
    if not id_:
        return ""
    when = "" if type_ == "message" else f"{type_} {text_of(body.get('name'))} {text_of(body.get('timestamp'))}"
    return json.dumps([chat, id_, when], ensure_ascii=False)
