import json
from dataclasses import replace

from core.answering.base import Draft
from core.answering.compose import compose
from core.reply import Reply
from tests.corpora import chunk

FRENCH = chunk("Le client fournit :\n- Une pièce d'identité.\n- Un justificatif de domicile.", section="Dossier")
PRICES = chunk("La fibre coûte 4 320 DA. La box coûte 6 480 DA.", section="Prix")


def draft(*sentences: str, limit: int = 600) -> Draft:
    return Draft(sentences, (PRICES, FRENCH), limit)


def test_citations_are_numbered_in_order_of_appearance() -> None:
    composed = compose(
        draft("- Une pièce d'identité. [2]", "La fibre coûte 4 320 DA. [1]"), PRICES, question="q", language="fr"
    )
    assert composed.sentences == ("- Une pièce d'identité. [1]", "La fibre coûte 4 320 DA. [2]")
    assert [(c.n, c.section) for c in composed.citations] == [(1, "Dossier"), (2, "Prix")]


def test_a_sentence_that_fails_a_check_is_dropped_with_its_fault() -> None:
    composed = compose(
        draft("La fibre coûte 4 320 DA. [1]", "La box coûte 6 840 DA. [1]"), PRICES, question="q", language="fr"
    )
    assert "6 840" not in composed.text
    assert composed.dropped == ("unsupported-number: La box coûte 6 840 DA. [1]",)


def test_where_nothing_is_left_the_best_source_is_quoted() -> None:
    composed = compose(draft("La box coûte 6 840 DA. [1]"), PRICES, question="q", language="fr")
    assert (composed.kind, composed.reason) == ("quote", "check-failed")
    assert "4 320 DA" in composed.text
    assert len(composed.citations) == 1


def test_an_introduction_without_its_items_is_not_shown() -> None:
    composed = compose(
        draft("La fibre coûte 4 320 DA. [1]", "Le client fournit :", "- Un chèque de 90 DA. [2]"),
        PRICES,
        question="q",
        language="fr",
    )
    assert composed.sentences == ("La fibre coûte 4 320 DA. [1]",)


def test_the_other_language_is_quoted_below_one_introduction() -> None:
    composed = compose(
        draft("Le client fournit :", "- Une pièce d'identité. [2]", "- Un justificatif de domicile. [2]"),
        FRENCH,
        question="ما هي الوثائق",
        language="ar",
    )
    introduction, *quoted = composed.sentences
    assert introduction.endswith(":")
    assert quoted == ["« Une pièce d'identité. » [1]", "« Un justificatif de domicile. » [1]"]


def test_noise_of_the_other_script_in_a_document_of_ones_own_is_dropped() -> None:
    noisy = chunk("La fibre coûte 4 320 DA.\nنقطة بيع", section="Prix")
    composed = compose(
        Draft(("La fibre coûte 4 320 DA. [1]", "نقطة بيع [1]"), (noisy,), 600), noisy, question="q", language="fr"
    )
    assert composed.sentences == ("La fibre coûte 4 320 DA. [1]",)


def test_quotation_marks_do_not_carry_an_answer_over_its_length() -> None:
    items = [f"- Une pièce d'identité. Un justificatif de domicile. {'x' * n} [2]" for n in range(1, 9)]
    long = chunk("\n".join(item.removesuffix(" [2]") for item in items))
    composed = compose(
        Draft(tuple(item.replace("[2]", "[1]") for item in items), (long,), 300), long, question="وثائق", language="ar"
    )
    assert len(composed.text) <= 300
    assert composed.tail


def test_a_citation_says_which_figures_its_document_writes_otherwise() -> None:
    put_right = replace(PRICES, corrections=("320 4 → 4 320 @ 16", "480 6 → 6 480 @ 39"))
    composed = compose(Draft(("La fibre coûte 4 320 DA. [1]",), (put_right,), 600), PRICES, question="q", language="fr")
    assert composed.citations[0].corrections == ("320 4 → 4 320", "480 6 → 6 480")
    reply = Reply("q", "fr", "answer", None, composed.text, composed.citations)
    assert Reply.from_json(json.loads(json.dumps(reply.to_json()))) == reply


def test_an_answer_stored_before_cells_were_kept_still_loads() -> None:
    composed = compose(draft("La fibre coûte 4 320 DA. [1]"), PRICES, question="q", language="fr")
    stored = Reply("q", "fr", composed.kind, composed.reason, composed.text, composed.citations).to_json()
    del stored["citations"][0]["cell"]
    assert Reply.from_json(stored).citations == composed.citations
