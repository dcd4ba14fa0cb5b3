"""What `/review` shows: the list, one question with its answers as they were, the pins; in the asker's language."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from bot.asker import Asker
from bot.bidi import embed
from bot.commands import WORDS, ReviewAction
from bot.learning.groups import Group
from bot.learning.personal_data import answer_text
from bot.learning.shown import documents_of
from bot.learning.texts import ReviewText
from bot.moments import written_day
from bot.replies import Notice
from bot.shortening import shortened
from bot.vote_reasons import label_of
from core.documents.chunk import Language
from core.pins import PASSAGE_CHANGED, PinState
from core.reply import Reply
from storage.reviews import Remarks, State

GROUPS_A_PAGE = 5
_PINS_SHOWN = 20
_QUESTION_CHARS, _ANSWER_CHARS, _PASSAGE_CHARS, _REMARK_CHARS = 120, 600, 160, 200
_REMARKS_SHOWN = 5
STATES: dict[State, ReviewText] = {
    "open": ReviewText.REVIEW_STATE_OPEN,
    "accepted": ReviewText.REVIEW_STATE_ACCEPTED,
    "discarded": ReviewText.REVIEW_STATE_DISCARDED,
}
# What a button sends: words of the asker's script.
_SENT: dict[ReviewAction | str, tuple[str, str]] = {
    "accept": ("accept", "قبول"),
    "discard": ("discard", "تجاهل"),
    "pin": ("pin", "تثبيت"),
    "open": ("open", "فتح"),
    "unpin": ("unpin", "إزالة"),
    "recent": ("recent", "الأحدث"),
    "frequent": ("frequent", "الأكثر"),
    "documents": ("documents", "وثائق"),
    "good": ("good", "جيدة"),
    "refuse": ("refus", "رفض"),
}


def list_view(
    asker: Asker,
    groups: Sequence[Group],
    total: int,
    page: tuple[int, int],
    which: ReviewAction,
    stale: Collection[str],
) -> Notice:
    """A page of groups (`page` of how many); `stale` are ids whose pinned answer is no longer given."""
    language = asker.language
    if not groups:
        return asker.notice(ReviewText.REVIEW_NOTHING_GOOD if which == "good" else ReviewText.REVIEW_NOTHING)
    number, pages = page
    parts = [ReviewText.REVIEW_HEAD.say(language, total=total, page=number, pages=pages)]
    document = ""
    for group in groups:
        if which == "documents" and group.document != document:
            document = group.document
            parts.append(embed(document) + (" :" if language == "fr" else ":"))
        parts.append(_line(group, language, group.id in stale, which != "documents"))
    choices = [_sends(language, group.id) for group in groups]
    if number > 1:
        choices.append(_sends(language, which, str(number - 1)))
    if number < pages:
        choices.append(_sends(language, which, str(number + 1)))
    return Notice("\n\n".join(parts), language, tuple(choices))


def group_view(asker: Asker, group: Group, replies: Sequence[Reply], remarks: Remarks) -> Notice:
    """One question: what was answered, from which passages and with which scores, and what people said of it."""
    language = asker.language
    parts = [_line(group, language, False, True)]
    if others := sorted({answer.question for answer in group.answers} - {group.question}):
        parts.append(ReviewText.REVIEW_ALSO_ASKED.say(language, questions=" · ".join(map(_cut_question, others))))
    if replies:
        parts += _answer(replies[0], language)
    if remarks.reasons:
        counted = Counter(label_of(reason, language) for reason in remarks.reasons)
        told = " · ".join(
            f"{embed(shortened(reason, _REMARK_CHARS))} ×{count}" for reason, count in counted.most_common(5)
        )
        parts.append(ReviewText.REVIEW_REASONS.say(language, reasons=told))
    if remarks.comments:
        told = "\n".join(f"- {embed(shortened(text, _REMARK_CHARS))}" for text in remarks.comments[:_REMARKS_SHOWN])
        parts.append(ReviewText.REVIEW_COMMENTS.say(language, comments=told))
    if group.state != "open":
        choices = [_sends(language, "open", group.id)]
    else:
        parts.append(ReviewText.REVIEW_ACCEPT_HOW.say(language))
        choices = [_sends(language, "accept", group.id, _said("refuse", language))] * group.is_complaint
        choices += [_sends(language, "accept", group.id), _sends(language, "pin", group.id)] * (not group.is_complaint)
        choices.append(_sends(language, "discard", group.id))
    return Notice("\n\n".join(parts), language, tuple(choices))


def pins_view(asker: Asker, pinned: Sequence[tuple[str, PinState]]) -> Notice:
    """The pins, those first that are no longer given."""
    language = asker.language
    if not pinned:
        return asker.notice(ReviewText.REVIEW_NO_PINS)
    parts = [ReviewText.REVIEW_PINS.say(language, count=len(pinned))]
    for group_id, state in pinned[:_PINS_SHOWN]:
        fault = pin_fault_words(state.fault, language) if state.fault else ReviewText.REVIEW_PIN_HOLDS.say(language)
        parts.append(f"{group_id} · {_cut_question(state.question)}\n{fault}")
    stale = list(dict.fromkeys(group_id for group_id, state in pinned if state.fault))[:GROUPS_A_PAGE]
    return Notice("\n\n".join(parts), language, tuple(_sends(language, "unpin", group_id) for group_id in stale))


def pin_fault_words(fault: str, language: Language) -> str:
    """Why a pin isn't given, in words."""
    text = ReviewText.REVIEW_PIN_CHANGED if fault == PASSAGE_CHANGED else ReviewText.REVIEW_PIN_CHECKS
    return text.say(language)


def _line(group: Group, language: Language, is_stale: bool, with_document: bool) -> str:
    counts = ReviewText.REVIEW_COUNTS.say(language, down=group.down, up=group.up, refused=group.refused)
    day = written_day(group.latest.latest)
    head = " · ".join([group.id, STATES[group.state].say(language), counts, day])
    lines = [head, embed(_cut_question(group.question))]
    if with_document and group.document:
        lines.append(embed(group.document))
    if is_stale:
        lines.append(ReviewText.REVIEW_PIN_STALE.say(language))
    return "\n".join(lines)


def _answer(reply: Reply, language: Language) -> Iterable[str]:
    kind = f"{reply.kind}, {reply.reason}" if reply.reason else reply.kind
    yield ReviewText.REVIEW_ANSWER.say(language, kind=kind, text=embed(shortened(answer_text(reply), _ANSWER_CHARS)))
    if reply.gate is not None:
        gate = f"{reply.gate.best:.2f} / {reply.gate.threshold:.2f}"
        yield ReviewText.REVIEW_GATE.say(language, gate=gate)
    lines = []
    for shown in documents_of(reply):
        scores = "".join(f" · {value:.2f}" for value in (shown.score, shown.probability) if value is not None)
        lines.append(f"{shown.number}. {embed(shown.document)}{scores}")
        for cited in shown.cited:
            lines.append(f"   [{cited.n}] {embed(shortened(cited.row or cited.text, _PASSAGE_CHARS))}")
    if lines:
        yield ReviewText.REVIEW_PASSAGES.say(language, passages="\n".join(lines))


def _sends(language: Language, *words: str) -> str:
    command = WORDS["review"][2 if language == "ar" else 0]
    return " ".join([f"/{command}", *(_said(word, language) for word in words)])


def _said(word: str, language: Language) -> str:
    french, arabic = _SENT.get(word, (word, word))
    return arabic if language == "ar" else french


def _cut_question(text: str) -> str:
    return shortened(text, _QUESTION_CHARS)
