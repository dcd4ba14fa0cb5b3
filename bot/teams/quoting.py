"""Which message a person quotes in theirs: Teams tells it in an entity or, in older clients, in the HTML beside."""

import html
import re
from typing import Any

from bot.teams.activities import Incoming, object_of, text_of

PLACEHOLDER = re.compile(r"<quoted\b[^>]*/>", re.IGNORECASE)
"""Stands in the text where the client shows the quoted message."""
_BLOCK = re.compile(r"<blockquote\b[^>]*\bschema\.skype\.com/Reply\b[^>]*>", re.IGNORECASE)
_ID = re.compile(r"\bitemid=[\"']([^\"']*)[\"']", re.IGNORECASE)


def quoted_message(incoming: Incoming) -> str:
    """The id of the message that is quoted or replied to, '' for none."""
    for entity in _objects(incoming.body.get("entities")):
        if entity.get("type") == "quotedReply" and (
            id_ := text_of(object_of(entity.get("quotedReply")).get("messageId"))
        ):
            return id_
    for attachment in _objects(incoming.body.get("attachments")):
        block = _BLOCK.search(text_of(attachment.get("content")))
        if block and (found := _ID.search(block[0])):
            return html.unescape(found[1])
    return incoming.reply_to


def _objects(value: object) -> list[dict[str, Any]]:
    return [object_of(item) for item in value] if isinstance(value, list) else []
