"""What comes in from a channel and what goes out to it: plain data, no channel's markup."""

from dataclasses import dataclass
from typing import Literal

from core.documents.chunk import Language
from core.reply import Citation, Reply


@dataclass(frozen=True)
class Message:
    """Something a person wrote or pressed. A button is a message too: `+` under an answer, `/sources 2`.

    `person` and `chat` are the channel's own names for them; `about` is the answer that was replied to or whose button
    was pressed, None for the last one.
    """

    channel: str
    person: str
    text: str
    chat: str = ""
    about: str | None = None
    is_admin: bool = False


@dataclass(frozen=True)
class Working:
    """A question was understood and is being worked on: a channel may show that it is typing."""

    stage: Literal["retrieve", "gate", "answer"]


@dataclass(frozen=True)
class Preview:
    """What may be shown so far of the answer that is being made: checked sentences only."""

    text: str
    language: Language


@dataclass(frozen=True)
class Answer:
    """The whole answer, quote or refusal."""

    reply: Reply

    @property
    def language(self) -> Language:
        return self.reply.language


@dataclass(frozen=True)
class SourcesPage:
    """One cited passage as it was when answered; page `page` of `pages`, counted from 1."""

    answer_id: str
    citation: Citation
    page: int
    pages: int
    language: Language


@dataclass(frozen=True)
class Notice:
    """A sentence or two around the answers. `choices` are texts that a person may send next (buttons, examples)."""

    text: str
    language: Language
    choices: tuple[str, ...] = ()
    is_error: bool = False


@dataclass(frozen=True)
class VoteNotice:
    """A vote was given, changed or withdrawn: `value` is what stands now, for the button to show."""

    text: str
    language: Language
    answer_id: str
    value: Literal[1, -1] | None


@dataclass(frozen=True)
class Progress:
    """A long work goes on. Each replaces the one before; `done` of `total`, 0 where the total isn't known yet."""

    text: str
    language: Language
    done: int = 0
    total: int = 0


BotReply = Working | Preview | Answer | SourcesPage | Notice | VoteNotice | Progress
