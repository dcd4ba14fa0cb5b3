"""Replies as Telegram shows them: text with a little markup, buttons, isolates in Arabic."""

from dataclasses import dataclass, field
from typing import Any, Literal

from bot.bidi import embed, ltr, shown
from bot.citing import corrections_line, source_line, source_lines
from bot.passages import PassageLine, passage_lines
from bot.replies import Answer, Choice, Invitation, Notice, Preview, Progress, SourcesPage, VoteNotice
from bot.rich import Rich, Span, join
from bot.telegram import buttons
from bot.telegram.buttons import Button, Keyboard
from bot.texts import Text
from core.documents.chunk import Language

_BAR_LENGTH = 10


@dataclass(frozen=True)
class View:
    """What one reply shows: its text, the buttons below, and what is to be remembered of it (`delivery.py`)."""

    rich: Rich
    keyboard: Keyboard = ()
    about: dict[str, Any] = field(default_factory=dict)
    asks_reply: bool = False


def view_answer(answer: Answer) -> View:
    """The question that was understood, the answer, a line a source; below, the thumbs and the way to the sources."""
    reply = answer.reply
    arrow = "←" if reply.language == "ar" else "→"
    completed = (Span(shown(f"{arrow} {answer.completed}", reply.language), "i"),) if answer.completed else ()
    sources = join([(Span(line),) for line in source_lines(reply.citations, reply.language)], "\n")
    rich = join([completed, (Span(shown(reply.text, reply.language)),), sources], "\n\n")
    if not reply.answer_id:
        return View(rich)  # it could not be kept: there is nothing to vote on or to look up
    about = {"shows": reply.answer_id, "sources": bool(reply.citations), "language": reply.language}
    return View(rich, answer_keyboard(about, None), about)


def answer_keyboard(about: dict[str, Any], value: Literal[1, -1] | None, reasons: tuple[Choice, ...] = ()) -> Keyboard:
    """The row below an answer, its standing vote marked, and the reasons to choose from."""
    answer_id, language = about["shows"], about.get("language", "fr")
    thumbs = [buttons.vote(1, answer_id, value == 1), buttons.vote(-1, answer_id, value == -1)]
    if about.get("sources", True):
        thumbs.append(buttons.sources(Text.SOURCES_BUTTON.say(language), answer_id))
    return (tuple(thumbs), *_choices(reasons))


def view_sources(page: SourcesPage, has_file: bool) -> View:
    """A cited passage, rows as rows, the cited one marked; buttons to the others and to the document."""
    citation = page.citation
    head = shown(Text.SOURCES_PAGE.say(page.language, page=page.page, pages=page.pages))
    top = join([(Span(head, "i"),), (Span(source_line(citation, page.language), "b"),)], "\n")
    top = join([top, (Span(embed(citation.document), "code"),)], "\n")
    passage = [_passage_line(line) for line in passage_lines(citation)]
    corrections = corrections_line(citation, page.language)
    rich = join([top, join(passage, "\n"), (Span(corrections, "i"),) if corrections else ()], "\n\n")
    return View(rich, _sources_keyboard(page, has_file), {"answer": page.answer_id})


def view_notice(notice: Notice) -> View:
    """A sentence or two, and what the person may send next as buttons."""
    texts = list(notice.choices)
    keyboard = _choices(tuple(Choice(text, text) for text in texts))
    return View((Span(shown(notice.text, notice.language)),), keyboard, {"texts": texts} if texts else {})


def view_vote(vote: VoteNotice) -> View:
    """A vote in words: where it was typed, or where the person is to say more."""
    about: dict[str, Any] = {"answer": vote.answer_id}
    if vote.wants_text:
        return View((Span(shown(vote.text)),), (), {**about, "asks": "reason"}, asks_reply=True)
    if vote.reasons:
        about["texts"] = [reason.sends for reason in vote.reasons]
    return View((Span(shown(vote.text)),), _choices(vote.reasons), about)


def view_invitation(invitation: Invitation, bot_name: str) -> View:
    """What to hand to the person who is invited: a link that opens the bot, and the code alone."""
    link = f"https://t.me/{bot_name}?start={invitation.code}"
    if invitation.language == "ar":
        link = ltr(link)
    return View((Span(shown(invitation.text)), Span(f"\n\n{link}\n\n"), Span(invitation.code, "code")))


def view_preview(preview: Preview) -> Rich:
    """What is checked of an answer so far."""
    return (Span(shown(preview.text, preview.language)),)


def view_progress(progress: Progress) -> Rich:
    """A long work, with a bar once it is known how much there is."""
    text = shown(progress.text)
    if progress.total:
        full = _BAR_LENGTH * min(progress.done, progress.total) // progress.total
        text += "\n" + "▓" * full + "░" * (_BAR_LENGTH - full)
    return (Span(text),)


def view_text(text: Text, language: Language) -> View:
    """A sentence of the channel's own."""
    return View((Span(shown(text.say(language))),))


def _sources_keyboard(page: SourcesPage, has_file: bool) -> Keyboard:
    rows: list[tuple[Button, ...]] = []
    if page.pages > 1:
        turns = [("‹", page.page - 1), ("›", page.page + 1)]
        rows.append(tuple(buttons.page(label, to, page.answer_id) for label, to in turns if 1 <= to <= page.pages))
    if has_file:
        label = Text.DOCUMENT_BUTTON.say(page.language)
        rows.append((buttons.document(f"⬇ {label}", page.page, page.answer_id),))
    return tuple(rows)


def _passage_line(line: PassageLine) -> Rich:
    return (Span(shown(line.text), "b" if line.is_answer else "i" if line.is_head else ""),)


def _choices(choices: tuple[Choice, ...]) -> Keyboard:
    return tuple((buttons.choice(shown(choice.label), place),) for place, choice in enumerate(choices))
