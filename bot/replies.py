"""What comes in from a channel and what goes out to it: plain data, no channel's markup."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from core.documents.chunk import Language
from core.reply import Citation, Reply, Usage

MessageKind = Literal["text", "voice", "picture", "sticker", "place", "file", "other"]
"""What came in; anything but a text gets one polite sentence."""


@dataclass(frozen=True)
class Message:
    """Something a person wrote or pressed. A button is a message too: `+` under an answer, `/sources 2`.

    `person`, `chat` and `id` are the channel's own names for them; an edited message keeps its id. `about` is the
    answer that was replied to or whose button was pressed, None for the last one; `is_reply` where it was a reply.
    `name` is how the person is called there. `is_admin` is set by a channel that knows it of itself (the console);
    elsewhere `access.py` knows. `vote_stands` is set where the channel's own thumbs show the vote: given again, it is
    confirmed there, not withdrawn. `locale` is the language of the person's device, where the channel tells it and
    the bot speaks it: for what is said around answers, while nothing better is known. `is_late`: it came while the bot
    was stopped, and so long ago that its person is only told to ask again.
    """

    channel: str
    person: str
    text: str
    chat: str = ""
    about: str | None = None
    is_admin: bool = False
    id: str = ""
    name: str = ""
    kind: MessageKind = "text"
    is_reply: bool = False
    is_edited: bool = False
    vote_stands: bool = False
    locale: Language | None = None
    is_late: bool = False


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
    """The whole answer, quote or refusal. `completed` is the question that was understood, where the text alone didn't
    say it all (`et pour 300 mega ?`); '' otherwise, and `understanding` what a model took for that."""

    reply: Reply
    completed: str = ""
    understanding: Usage | None = None

    @property
    def language(self) -> Language:
        return self.reply.language


@dataclass(frozen=True)
class SourcesPage:
    """One cited passage as it was when answered; page `page` of `pages`, counted from 1. `file` is the document itself,
    where it is there and may be downloaded."""

    answer_id: str
    citation: Citation
    page: int
    pages: int
    language: Language
    file: Path | None = None


@dataclass(frozen=True)
class Notice:
    """A sentence or two around the answers. `choices` are texts that a person may send next (buttons, examples).
    `reason` names the sentence for figures and the log. `picture` is a PNG that goes with it."""

    text: str
    language: Language
    choices: tuple[str, ...] = ()
    is_error: bool = False
    reason: str = field(default="", compare=False)
    picture: Path | None = None


@dataclass(frozen=True)
class Choice:
    """A button: what it shows, and the text that pressing it sends."""

    label: str
    sends: str


@dataclass(frozen=True)
class VoteNotice:
    """A vote was given, changed or withdrawn: `value` is what stands now, for the button to show. `reasons` are offered
    where a 👎 was given without one; `wants_text` where the person is to write the reason themselves (the channel hands
    their reply on as `- TEXT` about this answer)."""

    text: str
    language: Language
    answer_id: str
    value: Literal[1, -1] | None
    reasons: tuple[Choice, ...] = ()
    wants_text: bool = False


@dataclass(frozen=True)
class Invitation:
    """A way in for one person: a channel shows the code, and the link that carries it if it has such links."""

    text: str
    language: Language
    code: str


@dataclass(frozen=True)
class Progress:
    """A long work goes on. Each replaces the one before; `done` of `total`, 0 where the total isn't known yet."""

    text: str
    language: Language
    done: int = 0
    total: int = 0


BotReply = Working | Preview | Answer | SourcesPage | Notice | VoteNotice | Invitation | Progress
