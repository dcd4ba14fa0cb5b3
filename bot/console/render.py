"""Replies as a terminal shows them: plain text, a little brightness where the terminal knows it, isolates in Arabic."""

from dataclasses import dataclass

from bot.bidi import RLM, embed, isolate, ltr
from bot.replies import Answer, BotReply, Notice, Progress, SourcesPage, VoteNotice
from bot.texts import Text
from core.documents.chunk import Language
from core.documents.dates import written
from core.documents.rows import is_row, parse_row
from core.reply import Citation, Reply


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
        case Answer(answer):
            hint = style.dim(isolate(Text.ANSWER_HINT.say(answer.language))) if answer.citations else ""
            return "\n".join(part for part in (render_answer(answer, style), hint) if part)
        case SourcesPage():
            return _sources_page(reply, style)
        case Notice(text, choices=choices):
            return isolate("\n".join([text, *(f"  • {choice}" for choice in choices)]))
        case VoteNotice(text) | Progress(text):
            return isolate(text)
    return ""


def render_answer(reply: Reply, style: Style) -> str:
    """The answer, then one line a source."""
    sources = [style.dim(source_line(citation, reply.language)) for citation in reply.citations]
    return "\n".join([isolate(reply.text), *sources])


def source_line(citation: Citation, language: Language) -> str:
    """`[1] Title › Section, p. 2 (V2, 14/07/2025)`, in the direction of the reply; names keep their own. What was
    recognised in a picture says so."""
    names = " › ".join(embed(name) for name in (citation.title, citation.section) if name)
    number = f"[{citation.n}]"
    page = _page(citation, language) + _version(citation, language) + _recognised(citation, language)
    # All of an Arabic line may be isolated: the mark before it says on which side the line begins.
    return f"{RLM}{ltr(number)} {names}{page}" if language == "ar" else f"{number} {names}{page}"


def _page(citation: Citation, language: Language) -> str:
    if citation.page is None:
        return ""
    comma = "، " if language == "ar" else ", "
    return comma + isolate(Text.PAGE.say(language, page=citation.page))


def _version(citation: Citation, language: Language) -> str:
    facts = [fact for fact in (citation.version, written(citation.date or "")) if fact]
    if not facts:
        return ""
    if language == "fr":
        return f" ({', '.join(map(embed, facts))})"
    return f" ({'، '.join(embed(fact) if embed(fact) != fact else ltr(fact) for fact in facts)})"


def _recognised(citation: Citation, language: Language) -> str:
    return f" ({isolate(Text.RECOGNISED.say(language))})" if citation.ocr else ""


def _sources_page(page: SourcesPage, style: Style) -> str:
    citation = page.citation
    head = isolate(Text.SOURCES_PAGE.say(page.language, page=page.page, pages=page.pages))
    lines = [style.dim(head), style.bold(source_line(citation, page.language)), style.dim(citation.document), ""]
    lines += [_passage_line(line, line == citation.row, style) for line in citation.text.splitlines()]
    if citation.corrections:
        corrections = " · ".join(map(ltr, citation.corrections) if page.language == "ar" else citation.corrections)
        lines += ["", style.dim(isolate(Text.CORRECTED.say(page.language, corrections=corrections)))]
    if page.page < page.pages:
        lines += ["", style.dim(isolate(Text.SOURCES_NEXT.say(page.language, next=page.page + 1)))]
    return "\n".join(lines)


def _passage_line(line: str, is_cited_row: bool, style: Style) -> str:
    """A line of a passage. Table rows stay rows, each value under its column's name; the cited one is marked."""
    if not is_row(line):
        return isolate(line)
    cells = [f"{cell.column} : {cell.value}" if cell.column else cell.value for cell in parse_row(line)]
    row = isolate(("▸ " if is_cited_row else "  ") + "  |  ".join(cells))
    return style.bold(row) if is_cited_row else row
