"""Replies as a terminal shows them: plain text, a little brightness where the terminal knows it, isolates in Arabic."""

from dataclasses import dataclass

from bot.bidi import isolate
from bot.citing import corrections_line, source_line
from bot.passages import PassageLine, passage_lines
from bot.replies import Answer, BotReply, Invitation, Notice, Progress, SourcesPage, VoteNotice
from bot.texts import Text
from core.reply import Reply


@dataclass(frozen=True)
class Style:
    """Whether the terminal understands brightness; a pipe or file gets none."""

    colours: bool = False

    def dim(self, text: str) -> str:
        return f"\x1b[2m{text}\x1b[0m" if self.colours and text else text

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colours and text else text


def render(reply: BotReply, style: Style) -> str:
    """The text of a reply; empty where a terminal shows nothing."""
    match reply:
        case Answer(answer, completed=completed):
            understood = style.dim(f"↳ {isolate(completed)}") if completed else ""
            hint = style.dim(isolate(Text.ANSWER_HINT.say(answer.language))) if answer.citations else ""
            return "\n".join(part for part in (understood, render_answer(answer, style), hint) if part)
        case SourcesPage():
            return _sources_page(reply, style)
        case Notice(text, choices=choices, picture=picture):
            told = isolate("\n".join([text, *(f"  • {choice}" for choice in choices)]))
            return told if picture is None else f"{told}\n{picture}"
        case Invitation(text, code=code):
            return f"{isolate(text)}\n{code}"
        case VoteNotice():
            return _vote(reply)
        case Progress(text):
            return isolate(text)
    return ""


def _vote(vote: VoteNotice) -> str:
    """A vote, with what may be typed next."""
    lines = [vote.text, *(f"  - {choice.label}" for choice in vote.reasons)]
    if vote.wants_text:
        lines.append(Text.VOTE_TELL_TYPED.say(vote.language))
    return isolate("\n".join(lines))


def render_answer(reply: Reply, style: Style) -> str:
    """The answer, then one line a source."""
    sources = [style.dim(source_line(citation, reply.language)) for citation in reply.citations]
    return "\n".join([isolate(reply.text), *sources])


def _sources_page(page: SourcesPage, style: Style) -> str:
    citation = page.citation
    head = isolate(Text.SOURCES_PAGE.say(page.language, page=page.page, pages=page.pages))
    lines = [style.dim(head), style.bold(source_line(citation, page.language)), style.dim(citation.document), ""]
    lines += [_passage_line(line, style) for line in passage_lines(citation)]
    if corrections := corrections_line(citation, page.language):
        lines += ["", style.dim(corrections)]
    if page.page < page.pages:
        lines += ["", style.dim(isolate(Text.SOURCES_NEXT.say(page.language, next=page.page + 1)))]
    return "\n".join(lines)


def _passage_line(line: PassageLine, style: Style) -> str:
    if line.is_head:
        return style.dim(line.text)
    return style.bold(line.text) if line.is_answer else line.text
