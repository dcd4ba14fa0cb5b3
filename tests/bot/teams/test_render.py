"""What people read, and the limits of Teams that it keeps to."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.bidi import LRI, PDI, RLI, RLM, whole_numbers
from bot.replies import Answer, Choice, Invitation, Notice, Progress, SourcesPage, VoteNotice
from bot.teams.markdown import escape, paragraphs, quoted, shortened
from bot.teams.render import MAX_PICTURE_BYTES, Post, render
from bot.texts import Text
from core.reply import Citation, Reply
from eval.history import LANGUAGES, TREND
from eval.trend_picture import numbered_trend
from tests.bot.conftest import CITATIONS, ROW
from tests.eval.test_regression import RUN

Json = dict[str, Any]

REPLY = Reply("q", "fr", "answer", None, "480 Mbps : 7 150 DA [1].", CITATIONS, answer_id="a1")


def _activity(reply: Any, question: str = "") -> Json:
    (post,) = render(reply, question, is_group=True)
    return post.activity


def _label(activity: Json) -> Json:
    label: Json = activity["entities"][0]
    return label


def test_only_what_is_cited_in_the_text_is_a_citation() -> None:
    label = _label(_activity(Answer(REPLY)))
    assert [claim["position"] for claim in label["citation"]] == [1]
    assert label["additionalType"] == ["AIGeneratedContent"]


def test_a_refusal_is_labelled_and_can_be_rated_but_cites_nothing() -> None:
    refusal = Reply("q", "fr", "refusal", "off-topic", "Hors sujet.", answer_id="a1")
    activity = _activity(Answer(refusal))
    assert "citation" not in _label(activity)
    assert activity["channelData"] == {"feedbackLoopEnabled": True}
    assert "attachments" not in activity


def test_numbers_in_a_quoted_question_are_no_citations() -> None:
    activity = _activity(Answer(REPLY), "que dit [2] ?")
    assert activity["text"].startswith("> que dit [2] ?\n\n")
    assert [claim["position"] for claim in _label(activity)["citation"]] == [1]


def test_a_citation_names_the_row_that_was_cited() -> None:
    appearance = _label(_activity(Answer(REPLY)))["citation"][0]["appearance"]
    assert appearance["abstract"] == "Débit : 480 Mbps, Tarif : 7\u202f150 DA"
    assert appearance["keywords"] == ["p. 2"]


@given(
    st.builds(
        Citation,
        st.just(1),
        st.text(min_size=1, max_size=300),
        st.text(max_size=300),
        st.text(max_size=300),
        st.none() | st.integers(1, 10**30),
        st.sampled_from(["fr", "ar"]),
        st.text(max_size=2000),
        st.none() | st.just(ROW),
        version=st.text(max_size=80),
        date=st.none() | st.sampled_from(["2026", "2026-01", "2026-01-31"]),
    )
)
def test_citations_keep_to_the_limits(citation: Citation) -> None:
    appearance = _label(_activity(Answer(replace(REPLY, citations=(citation,)))))["citation"][0]["appearance"]
    assert 1 <= len(appearance["name"]) <= 80
    assert 1 <= len(appearance["abstract"]) <= 160
    assert len(appearance.get("keywords", [])) <= 3
    assert all(len(word) <= 28 for word in appearance.get("keywords", []))


@pytest.mark.parametrize("sentence", ["Azur Max coûte 7 150 DA par mois [1]. ", "سعر العرض 7 150 دج شهريًا [1]. "])
def test_a_long_answer_is_split_and_rated_once(sentence: str) -> None:
    *posts, button = render(Answer(replace(REPLY, text=(sentence * 900).strip())))
    assert len(posts) > 1 and "text" not in button.activity
    assert all(len(json.dumps(post.activity, ensure_ascii=False).encode("utf-16-le")) < 28_000 for post in posts)
    assert ["channelData" in post.activity for post in posts] == [False] * (len(posts) - 1) + [True]
    assert all(_label(post.activity)["citation"] for post in posts)
    assert sum(post.activity["text"].count("[1]") for post in posts) == 900


@pytest.mark.parametrize(
    "line", ["| Débit : {n} Mbps | Tarif : {n} DA |", "{n}", "السعر الشهري للعرض رقم {n} مع كل الرسوم"]
)
def test_a_huge_passage_stays_a_card_that_teams_takes_with_its_row(line: str) -> None:
    passage = "\n".join(line.format(n=n) for n in range(2000)) + f"\n{ROW}"
    page = SourcesPage("a1", replace(CITATIONS[0], text=passage), 1, 1, "fr")
    card = _activity(page)["attachments"][0]["content"]
    assert any(block["type"] == "Container" for block in card["body"])
    assert len(json.dumps(card, ensure_ascii=False).encode()) < 28_000


def test_the_card_of_an_arabic_passage_reads_from_the_right() -> None:
    arabic = _activity(SourcesPage("a1", CITATIONS[1], 2, 2, "fr"))["attachments"][0]["content"]
    assert arabic["rtl"] is True
    assert arabic["body"][-1]["text"].startswith(RLM)
    assert "rtl" not in _activity(SourcesPage("a1", CITATIONS[0], 1, 2, "ar"))["attachments"][0]["content"]


def test_a_downvote_offers_reasons_and_then_room_for_another() -> None:
    reasons = (Choice("Mauvais chiffre", "- wrong-figure"), Choice("Autre", "- other"))
    card = _activity(VoteNotice("Pourquoi ?", "fr", "a1", -1, reasons))["attachments"][0]["content"]
    assert [action["title"] for action in card["actions"]] == ["Mauvais chiffre", "Autre"]
    assert card["actions"][0]["data"] == {"forsa": {"text": "- wrong-figure", "about": "a1"}}
    assert [block["type"] for block in card["body"]] == ["TextBlock"]
    asking = _activity(VoteNotice("Dites-le :", "fr", "a1", -1, wants_text=True))["attachments"][0]["content"]
    assert [block["type"] for block in asking["body"]] == ["TextBlock", "Input.Text"]
    assert asking["actions"][0]["data"] == {"forsa": {"asks": "reason", "about": "a1"}}


def test_the_question_that_was_understood_stands_above_the_answer() -> None:
    text = _activity(Answer(REPLY, "prix azur 480"), "et 480 ?")["text"]
    assert text == "> et 480 ?\n\n*→ prix azur 480*\n\n480 Mbps : 7 150 DA [1]."
    arabic = _activity(Answer(replace(REPLY, language="ar", text="السعر 7 150 دج [1]"), "سعر أزور"))["text"]
    assert arabic.startswith(f"*{RLM}{RLI}← سعر أزور{PDI}*")


def test_numbers_of_a_passage_are_not_broken_at_the_end_of_a_line() -> None:
    page = SourcesPage("a1", CITATIONS[0], 1, 1, "fr")
    assert "7\u202f150 DA" in str(_activity(page)["attachments"][0]["content"]["body"][-1]["items"][-1]["text"])
    assert whole_numbers("2 560 DA, 24 220, 12 34 et 2025 480") == "2\u202f560 DA, 24\u202f220, 12 34 et 2025 480"


def test_progress_is_a_card_with_a_bar() -> None:
    card = _activity(Progress("Lecture… 12/48", "fr", 12, 48))["attachments"][0]["content"]
    assert card["body"][1]["text"] == "▓" * 5 + "░" * 15
    assert len(_activity(Progress("Lecture…", "fr"))["attachments"][0]["content"]["body"]) == 1


@pytest.mark.parametrize(
    "reply",
    [Answer(REPLY), Notice("Par exemple :", "fr", ("prix 480",)), SourcesPage("a1", CITATIONS[0], 1, 2, "fr")],
    ids=["answer", "notice", "sources"],
)
@pytest.mark.parametrize("is_group", [True, False])
def test_a_text_and_a_card_never_share_a_message(reply: Any, is_group: bool) -> None:
    for post in render(reply, is_group=is_group):
        assert ("text" in post.activity) != ("attachments" in post.activity)


def test_an_answer_in_a_group_is_one_message_and_elsewhere_a_button_follows_it() -> None:
    assert len(render(Answer(REPLY), "prix ?", is_group=True)) == 1
    answer, button = render(Answer(REPLY))
    assert (answer.shows_answer, button.shows_answer) == (True, False)
    assert {answer.answer_id, button.answer_id} == {"a1"}


def test_a_document_that_could_be_had_elsewhere_is_said_not_to_be_here(tmp_path: Path) -> None:
    page = SourcesPage("a1", CITATIONS[0], 1, 2, "fr", tmp_path)
    said = Text.DOCUMENT_NOT_HERE.say("fr")
    assert said in str(_activity(page))
    assert said not in str(_activity(replace(page, file=None)))


def test_choices_are_buttons_beside_the_field_lines_in_a_group_and_an_invitation_shows_its_code() -> None:
    examples = Notice("Par exemple :", "fr", ("prix 480", "prix 240"))
    (notice,) = render(examples)
    assert [action["value"] for action in notice.activity["suggestedActions"]["actions"]] == ["prix 480", "prix 240"]
    assert _activity(examples)["text"] == "Par exemple :\n\n• prix 480\n\n• prix 240"
    assert _activity(Invitation("Voici le code :", "fr", "ABCD-EFGH"))["text"] == "Voici le code :\n\n`ABCD-EFGH`"


def test_what_was_kept_is_what_is_sent_after_a_crash() -> None:
    for post in render(Answer(REPLY)):
        assert Post.from_json(post.to_json()) == post


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("composez *610# ou *123*4#", "composez \\*610# ou \\*123\\*4#"),
        ("a_b ~c~ `d`", "a\\_b \\~c\\~ \\`d\\`"),
        ("# titre", "\\# titre"),
        ("12. douze", "12\\. douze"),
        ("3) trois", "3\\) trois"),
        ("<b>x</b> & y", "&lt;b>x&lt;/b> &amp; y"),
        ("[doc](http://x) [1]", "[doc\\](http://x) [1]"),
        ("7 150 DA [1].", "7 150 DA [1]."),
    ],
)
def test_no_sign_of_a_text_is_read_as_markup(text: str, escaped: str) -> None:
    assert escape(text) == escaped


def test_arabic_paragraphs_have_a_direction_and_lists_stay_lists() -> None:
    price = f"{RLM}{RLI}السعر {LRI}50{PDI} دج {LRI}[1]{PDI}{PDI}"
    assert paragraphs("السعر 50 دج [1]\n- العرض", "ar") == f"{price}\n\n{RLM}{RLI}• العرض{PDI}"
    assert paragraphs("Prix :\n- a\n\n* b", "fr") == "Prix :\n\n• a\n\n• b"


@given(st.text(alphabet="ab ا ب1\u2066\u2068\u2069[]", max_size=60), st.integers(5, 40))
def test_what_is_shortened_leaves_no_isolate_open(text: str, length: int) -> None:
    from bot.bidi import isolate

    cut = shortened(isolate(text), length)
    assert len(cut) <= max(length, 0)
    assert sum(cut.count(sign) for sign in "\u2066\u2068") == cut.count("\u2069")


def test_a_long_question_is_quoted_in_one_line() -> None:
    quote = quoted("prix\nfibre " * 100)
    assert quote.startswith("> prix fibre") and "\n" not in quote and len(quote) < 220


def test_a_picture_goes_within_a_message_of_its_own(tmp_path: Path) -> None:
    picture = tmp_path / "trend.png"
    picture.write_bytes(b"\x89PNG")
    notice = Notice("Documents : 7", "fr", picture=picture)
    words, shown = render(notice)
    assert words.activity["text"].startswith("Documents")
    card = shown.activity["attachments"][0]["content"]
    assert card["body"][0]["url"] == "data:image/png;base64,iVBORw=="
    assert card["body"][0]["altText"] == "Courbes des évaluations"
    picture.write_bytes(b"0" * (MAX_PICTURE_BYTES + 1))
    assert "Administration" in render(notice)[1].activity["text"]
    picture.unlink()
    assert "Administration" in render(notice)[1].activity["text"]


def test_a_picture_of_twenty_runs_fits_into_a_message(tmp_path: Path) -> None:
    chance = random.Random(1)
    figures = [{name: {key: chance.gauss(0.8, 0.04) for key in LANGUAGES} for name in TREND} for _ in range(20)]
    picture = numbered_trend([replace(RUN, figures=values) for values in figures], tmp_path)
    _, shown = render(Notice("Documents : 7", "fr", picture=picture))
    assert "attachments" in shown.activity
    assert len(json.dumps(shown.activity["attachments"][0]["content"]).encode()) < 28_000
