"""What people read: code points are compared, for what a screen shows depends on each of them."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.bidi import FSI, LRI, PDI, RLI, RLM
from bot.learning.trend_texts import TrendText
from bot.replies import Answer, Choice, Invitation, Message, Notice, Preview, Progress, SourcesPage, VoteNotice
from bot.rich import to_html, to_plain
from bot.telegram.buttons import Button, Pressed, read_button
from bot.telegram.deliveries import Known, deliveries
from bot.telegram.delivery import Delivery
from bot.telegram.render import answer_keyboard, view_answer, view_preview, view_progress, view_sources
from bot.telegram.updates import Received
from core.reply import Citation, Reply
from tests.bot.conftest import CITATIONS, ROW

ID = "0123456789abcdef0123456789abcdef"
FRENCH = Reply("prix", "fr", "answer", None, "480 Mbps : 7 150 DA [1] [2].", CITATIONS, answer_id=ID)
ARABIC = Reply("سعر", "ar", "answer", None, "سعر Azur Max هو 7 150 دج [1].", CITATIONS[1:], answer_id=ID)


def received(**more: object) -> Received:
    values = {"message": Message("telegram", "42", "prix", chat="42"), "chat": 42, "message_id": 5, "is_private": True}
    return Received(**{**values, **more})  # type: ignore[arg-type]


def one(reply: object, where: Received | None = None, known: Known | None = None) -> Delivery:
    [made] = deliveries(reply, where or received(), known or Known(), "ForsaBot")  # type: ignore[arg-type]
    return made


def labels(delivery: Delivery) -> list[list[str]]:
    return [[button.label for button in row] for row in delivery.keyboard]


def test_an_answer_then_a_line_a_source() -> None:
    made = one(Answer(FRENCH))
    assert made.html == (
        "480\u00a0Mbps\u00a0: 7\u202f150\u00a0DA [1] [2].\n\n"
        f"[1] Offre Azur › Tarifs, p. 2\n[2] {RLI}عرض أزور{PDI} › {RLI}الأسعار{PDI}"
    )
    assert labels(made) == [["👍", "👎", "Sources"]]
    assert made.about == {"shows": ID, "sources": True, "language": "fr"}


def test_an_arabic_answer_keeps_numbers_names_and_marks_in_their_place() -> None:
    made = one(Answer(ARABIC))
    assert made.plain == (
        f"سعر {LRI}Azur Max{PDI} هو {LRI}7\u202f150{PDI} دج {LRI}[1]{PDI}.\n\n"
        f"{RLM}{LRI}[2]{PDI} {RLI}عرض أزور{PDI} › {RLI}الأسعار{PDI}"
    )
    assert labels(made) == [["👍", "👎", "المصادر"]]


def test_codes_and_prices_are_isolated() -> None:
    view = view_answer(Answer(replace(ARABIC, text="اطلب *610# بسعر 1 500 دج [1]", citations=())))
    assert to_plain(view.rich) == f"اطلب {LRI}*610#{PDI} بسعر {LRI}1\u202f500{PDI} دج {LRI}[1]{PDI}"


def test_an_arabic_line_that_begins_with_a_latin_name_begins_at_the_right() -> None:
    view = view_answer(Answer(replace(ARABIC, text="Azur Max، السعر 30 [1]\nAzur 240\nسعر Azur", citations=())))
    first, latin, arabic = to_plain(view.rich).split("\n")
    assert first.startswith(f"{RLM}{LRI}Azur Max{PDI}، السعر")
    assert (latin, arabic) == ("Azur 240", f"سعر {LRI}Azur{PDI}")


def test_the_question_that_was_understood_stands_first() -> None:
    assert one(Answer(FRENCH, "prix azur 480")).html.startswith("<i>→ prix azur 480</i>\n\n480\u00a0Mbps")


def test_a_refusal_has_thumbs_but_no_sources() -> None:
    refusal = Reply("météo", "fr", "refusal", "off-topic", "Hors sujet.", answer_id=ID)
    assert labels(one(Answer(refusal))) == [["👍", "👎"]]


def test_an_answer_that_was_not_kept_has_no_buttons() -> None:
    assert one(Answer(replace(FRENCH, answer_id=""))).keyboard == ()


def test_an_arabic_question_that_was_understood_points_the_way_it_is_read() -> None:
    assert one(Answer(ARABIC, "سعر Azur 480")).plain.startswith(f"← سعر {LRI}Azur 480{PDI}\n\n")


def test_a_path_reads_in_its_own_direction() -> None:
    citation = replace(CITATIONS[0], document="Offres/عرض Azur.docx")
    view = view_sources(SourcesPage(ID, citation, 1, 1, "ar"), has_file=False)
    assert f"<code>{FSI}Offres/عرض Azur.docx{PDI}</code>" in to_html(view.rich)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Quel tarif ?", "Quel tarif\u00a0?"),
        ("« 30 % » : oui ; non !", "«\u00a030\u00a0%\u00a0»\u00a0: oui\u00a0; non\u00a0!"),
        ("(quoi ?) :D ?x", "(quoi\u00a0?) :D ?x"),
        ("/sources : les passages ", "/sources\u00a0: les passages"),
        ("السعر : 30 ؟ ", f"السعر : {LRI}30{PDI} ؟"),
        ("الأسعار : \nPrix : 30", "الأسعار :\nPrix\u00a0: 30"),
    ],
)
def test_a_french_sign_stays_with_its_word_and_no_blank_ends_a_line(text: str, seen: str) -> None:
    assert to_plain(view_preview(Preview(text, "fr"))) == seen


@pytest.mark.parametrize("text", ["le 12 05 2026", "3,5 000", "12 3456", "1234 567"])
def test_only_thousands_are_kept_together(text: str) -> None:
    assert to_plain(view_preview(Preview(text, "fr"))) == text


def test_the_other_rows_of_a_table_stand_apart() -> None:
    citation = replace(CITATIONS[0], text=f"| Débit : 240 Mbps | Tarif : 5 900 DA |\n{ROW}")
    view = view_sources(SourcesPage(ID, citation, 1, 1, "fr"), has_file=False)
    assert "\n\n• 240\u00a0Mbps · 5\u202f900\u00a0DA\n<b>▸ Débit\u00a0: 480" in to_html(view.rich)


def test_markup_in_a_text_is_text() -> None:
    assert one(Notice("a < b & <b>c</b>", "fr")).html == "a &lt; b &amp; &lt;b&gt;c&lt;/b&gt;"


def test_the_pressed_thumb_is_marked() -> None:
    about = {"shows": ID, "sources": False, "language": "fr"}
    assert [button.label for button in answer_keyboard(about, 1)[0]] == ["👍 ✓", "👎"]
    assert [button.label for button in answer_keyboard(about, -1)[0]] == ["👍", "👎 ✓"]


def test_buttons_fit_in_64_bytes_and_are_read_back() -> None:
    view = view_sources(SourcesPage(ID, CITATIONS[0], 12, 20, "ar", Path("a.docx")), has_file=True)
    keys = [*view.keyboard, *answer_keyboard({"shows": ID}, None, (Choice("س" * 60, "- " + "س" * 60),))]
    for button in (button for row in keys for button in row):
        assert len(button.data.encode()) <= 64
        assert read_button(button.data).shows != "nothing"
        assert read_button(button.data).answer_id in (ID, "")


@pytest.mark.parametrize("data", ["", "x", "s1:" + "a" * 60, "c12345", "p١:a\n"])
def test_foreign_data_is_no_button(data: str) -> None:
    assert read_button(data).shows == "nothing" or len(data) < 10


def test_a_sources_page_shows_rows_as_rows_and_marks_the_cited_one() -> None:
    view = view_sources(SourcesPage(ID, CITATIONS[0], 1, 2, "fr"), has_file=False)
    assert to_html(view.rich) == (
        "<i>Source 1 sur 2</i>\n<b>[1] Offre Azur › Tarifs, p. 2</b>\n<code>Offres/Azur.docx</code>\n\n"
        "Tarifs mensuels\n<b>▸ Débit\u00a0: 480\u00a0Mbps</b>\n<b>▸ Tarif\u00a0: 7\u202f150\u00a0DA</b>"
    )
    assert [[button.data for button in row] for row in view.keyboard] == [[f"p2:{ID}"]]


def test_a_sources_page_in_the_middle_turns_both_ways_and_brings_its_document() -> None:
    made = one(SourcesPage(ID, CITATIONS[0], 2, 3, "fr", Path("/d/Azur.docx")))
    assert labels(made) == [["‹", "›"], ["⬇ Document"]]
    assert made.edits is None


def test_turning_a_page_edits_the_message() -> None:
    pressed = received(pressed=Pressed("/sources 2", ID, "page", 2), button_on=77, query="q")
    assert one(SourcesPage(ID, CITATIONS[0], 2, 3, "fr"), pressed).edits == 77


def test_the_document_itself_is_sent_where_it_may_be() -> None:
    pressed = received(pressed=Pressed("/sources 1", ID, "document", 1), button_on=77, query="q")
    made = one(SourcesPage(ID, CITATIONS[0], 1, 1, "fr", Path("/d/Azur.docx")), pressed)
    assert (made.kind, made.document) == ("document", "/d/Azur.docx")
    assert one(SourcesPage(ID, CITATIONS[0], 1, 1, "fr"), pressed).kind == "message"


def test_examples_are_buttons_and_their_texts_are_kept() -> None:
    made = one(Notice("Bonjour", "fr", ("Quel tarif ?", "Quels documents ?")))
    assert labels(made) == [["Quel tarif\u00a0?"], ["Quels documents\u00a0?"]]
    assert made.about == {"texts": ["Quel tarif ?", "Quels documents ?"]}


def test_a_pressed_vote_marks_the_button_and_offers_reasons() -> None:
    reasons = (Choice("Mauvais chiffre", "- wrong-figure"), Choice("Autre", "- other"))
    pressed = received(pressed=Pressed("-", ID, "vote"), button_on=77, query="q")
    known = Known(answer_on=77, answer_about={"shows": ID, "sources": True, "language": "fr"})
    made = one(VoteNotice("Merci.", "fr", ID, -1, reasons), pressed, known)
    assert (made.kind, made.edits) == ("keyboard", 77)
    assert labels(made) == [["👍", "👎 ✓", "Sources"], ["Mauvais chiffre"], ["Autre"]]
    assert made.about["texts"] == ["- wrong-figure", "- other"]


def test_a_typed_vote_is_said_and_shown_on_the_answer() -> None:
    marked, said = deliveries(VoteNotice("Merci.", "fr", ID, 1), received(), Known(answer_on=77), "ForsaBot")
    assert (marked.kind, labels(marked)) == ("keyboard", [["👍 ✓", "👎", "Sources"]])
    assert said.html == "Merci."


def test_a_reason_in_ones_own_words_is_asked_for() -> None:
    pressed = received(pressed=Pressed("- other", "", "choice"), button_on=77, query="q")
    known = Known(answer_on=77, answer_about={"shows": ID})
    marked, asked = deliveries(VoteNotice("Écrivez.", "fr", ID, -1, (), True), pressed, known, "ForsaBot")
    assert labels(marked) == [["👍", "👎 ✓", "Sources"]]
    assert asked.asks_reply
    assert asked.about == {"answer": ID, "asks": "reason"}


def test_in_a_group_everybodys_buttons_stay_as_they_are() -> None:
    pressed = received(chat=-5, is_private=False, pressed=Pressed("+", ID, "vote"), button_on=77, query="q")
    assert deliveries(VoteNotice("Merci.", "fr", ID, 1), pressed, Known(answer_on=77), "ForsaBot") == []


def test_in_a_group_the_answer_replies_to_the_question() -> None:
    assert one(Answer(FRENCH), received(chat=-5, is_private=False)).replies_to == 5
    assert one(Answer(FRENCH)).replies_to is None


def test_an_invitation_has_a_link_and_the_code() -> None:
    made = one(Invitation("Transmettez ce lien :", "fr", "AB12"))
    assert made.html == "Transmettez ce lien\u00a0:\n\nhttps://t.me/ForsaBot?start=AB12\n\n<code>AB12</code>"


def test_progress_has_a_bar() -> None:
    assert to_plain(view_progress(Progress("Lecture… 3/10", "fr", 3, 10))).endswith("\n▓▓▓░░░░░░░")
    assert to_plain(view_progress(Progress("Réindexation…", "fr"))) == "Réindexation…"


def test_a_preview_is_isolated_too() -> None:
    assert to_plain(view_preview(Preview("السعر 7 150 دج", "ar"))) == f"السعر {LRI}7\u202f150{PDI} دج"


def test_a_long_passage_comes_in_several_messages_with_the_buttons_below_the_last() -> None:
    long = Citation(1, "a.docx", "Azur", "", None, "fr", "\n".join(f"Phrase numéro {n}." for n in range(600)))
    made = deliveries(SourcesPage(ID, long, 1, 2, "fr"), received(), Known(), "ForsaBot")
    assert len(made) > 1
    assert [bool(delivery.keyboard) for delivery in made] == [False] * (len(made) - 1) + [True]
    assert all(delivery.about["answer"] == ID for delivery in made)


def test_a_delivery_survives_the_database() -> None:
    made = replace(one(Answer(FRENCH, "é <b>")), keyboard=((Button("👍", "+:a"),),), document="/d/é.docx")
    assert Delivery.from_json(made.to_json()) == made
    assert ROW not in made.html


def test_a_picture_is_a_photo_of_its_own_behind_the_words() -> None:
    notice = Notice("Documents : 7", "fr", picture=Path("/d/trend.png"))
    words, photo = deliveries(notice, received(thread=3), Known(), "ForsaBot")
    assert (words.kind, words.plain) == ("message", "Documents\u00a0: 7")
    assert (photo.kind, photo.document, photo.thread) == ("photo", "/d/trend.png", 3)
    assert photo.plain == TrendText.TREND_GONE.say("fr")
    assert Delivery.from_json(photo.to_json()) == photo
