"""Whatever a model says, only what stands the checks is shown. Streams are drawn over the invented sheets."""

import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.answering.checks import is_introduction, numbers_stand
from core.answering.citations import cited, normalise_citations, without_citations
from core.answering.llm.checked import CheckedAnswer
from core.answering.llm.pieces import Pieces
from core.answering.refusals import says_not_in_documents
from core.documents.chunk import Language
from tests.answering.sheets import BOOST, CORPUS, FILE, GUIDE, PRICES, SIDEWAYS

QUESTION = "Quel est le tarif de l'offre Azur Max ?"
STEPS = ["1. Ouvrir le menu « Vente » [1].", "2. Saisir le numéro de série [1].", "3. Valider [1]."]


def checked_over(
    *chunks: object, limit: int = 600, language: Language = "fr", question: str = QUESTION
) -> CheckedAnswer:
    return CheckedAnswer(chunks or CORPUS, question=question, language=language, limit=limit)  # type: ignore[arg-type]


def shown_of(answer: CheckedAnswer, *pieces: str) -> list[list[str]]:
    return [answer.take(piece) for piece in pieces]


def test_citations_are_numbered_as_they_are_shown() -> None:
    answer = checked_over(PRICES, FILE, GUIDE)
    shown = shown_of(
        answer,
        "Le modem est offert pour 240 Mbps [3].",
        "Saisir le numéro de série [3].",
        "Un justificatif de domicile [2][3].",
    )
    assert shown == [[], ["Saisir le numéro de série [1]."], ["Un justificatif de domicile [2][1]."]]
    composed = answer.composed()
    assert [(c.n, c.document) for c in composed.citations] == [(1, GUIDE.document), (2, FILE.document)]
    assert len(composed.dropped) == 1


def test_an_introduction_waits_for_what_it_introduces() -> None:
    answer = checked_over(FILE)
    assert shown_of(
        answer, "Le client fournit :", "- Un passeport de 2019 [1]", "- Un justificatif de domicile [1]"
    ) == [
        [],
        [],
        ["Le client fournit :", "- Un justificatif de domicile [1]"],
    ]


def test_an_introduction_alone_is_no_answer() -> None:
    answer = checked_over(FILE)
    shown_of(answer, "Le client fournit :", "- Un passeport de 2019 [1]")
    assert (answer.shown, answer.outcome) == ([], "check-failed")


def test_steps_end_where_one_is_missing() -> None:
    answer = checked_over(GUIDE, question="Comment annuler une vente ?")
    wrong = "2. Saisir le code 9876 [1]."
    assert shown_of(answer, STEPS[0], wrong, STEPS[2]) == [[STEPS[0]], [], []]
    assert answer.composed().tail == "Suite dans Sources."


@pytest.mark.parametrize(
    "said",
    [
        "Information non disponible dans les documents.",
        "« information non disponible dans les documents » [1]",
        "المعلومة غير متوفرة في الوثائق.",
    ],
)
def test_the_fixed_sentence_is_a_refusal(said: str) -> None:
    answer = checked_over()
    answer.take(said)
    assert answer.outcome == "refused"


@pytest.mark.parametrize(
    ("pieces", "outcome"),
    [
        ([], "empty"),
        (["[1]", "**"], "empty"),
        (["Le tarif est de 1 DA [1]."], "check-failed"),
        (["المودم مجاني لكل الزبائن [1]."], "wrong-language"),
        (["Le modem est offert pour 240 Mbps portés à 480 Mbps [1]."], "answer"),
    ],
)
def test_what_comes_of_an_answer(pieces: list[str], outcome: str) -> None:
    answer = checked_over(PRICES)
    shown_of(answer, *pieces)
    assert answer.outcome == outcome


def test_an_answer_has_its_length() -> None:
    answer = checked_over(GUIDE, limit=120)
    shown_of(answer, *(f"Ouvrir le menu « Vente » {'très ' * n}vite [1]." for n in range(20)))
    assert len(answer.composed().text) <= 120
    assert answer.composed().tail


def test_a_model_off_its_track_is_stopped() -> None:
    answer = checked_over(PRICES)
    for n in range(100, 200):
        answer.take(f"Le tarif est de {n} DA [1].")
    assert answer.full
    assert len(answer.dropped) < 20


# Streams as a model, or somebody who speaks through it, could write them.
NUMBERS = st.one_of(
    st.sampled_from(["5 900", "7 150", "9 350", "240", "480", "120", "3 120", "3 870", "260", "2", "3", "4", "1"]),
    st.integers(0, 99_999).map(str),
    st.sampled_from(["٧٥٠٠", "5.900", "7,150", "5 901", "½", "５９００", "7 150,50"]),
)
UNITS = st.sampled_from(["DA", " DA/mois", " Mbps", " Gbps", " jours", " دج", " mois", "%", " Go", "", " EUR"])
CITATIONS = st.sampled_from(
    [
        "[1]",
        " [2]",
        " [1, 3]",
        " [1-3]",
        "【2】",
        " [١]",
        " (1)",
        " [9]",
        "[[1]](https://x.example)",
        " [doc-1](https://a.b/1)",
        "",
        "[",
        "]",
        " [1][",
        " [source 2]",
        " ¹",
    ]
)
WORDS = st.sampled_from(
    [
        *"le tarif mensuel est de débit Azur Max Play 440 modem offert pour jours Boost نوع السعر الشهري".split(),
        *": ; . ? ، | - 1. 2) ** # = + −".split(),
        *(" ", "\n", "\n\n", "\n- ", ".\n", ". ", "\n| ", " | ", "|---|", "<think>", "</think>", "\u200f", "\u2066"),
    ]
)
STREAM = st.lists(st.one_of(WORDS, NUMBERS, UNITS, CITATIONS, st.just(" "), st.text(max_size=4)), max_size=60).map(
    "".join
)


RIGHT = [
    "Pour 240 Mbps portés à 480 Mbps, le tarif mensuel est de 7 150 DA [1]. ",
    "- Ancien débit : 120 Mbps ; Nouveau débit : 240 Mbps ; Tarif mensuel : 5 900 DA【1】\n",
    "| 480 Mbps | 1 Gbps | 9 350 DA | Modem offert [1] |\n",
    "Play 440 : le tarif mensuel est de 3 870 DA [2].\n",
    "Avec Boost, de 240 Mbps vers 600 Mbps : 3 jours déduits [3]. ",
    "Le client fournit :\n- Un justificatif de domicile [4, 1]\n- Le formulaire signé [٤]\n",
    "Le modem est offert pour 120 Mbps [1].",
    "السعر الشهري للتدفق 240 ميغابت/ثا المرفوع إلى 480 ميغابت/ثا هو 7 150 دج [١]. ",
    "المودم مجاني مع 120 ميغابت/ثا [[1]](https://rimal.example/x). ",
]


@st.composite
def claims(draw: st.DrawFn) -> str:
    """A claim that stands, or one of its numbers, units or citations put wrong."""
    claim = draw(st.sampled_from(RIGHT))
    kind, other = draw(
        st.sampled_from([("", st.just("")), (r"\d[\d ]*\d|\d", NUMBERS), (r" (?:DA|Mbps|jours|دج)", UNITS)])
    )
    places = [*re.finditer(kind, claim)] if kind else []
    if not places:
        return claim
    place = draw(st.sampled_from(places))
    return claim[: place.start()] + draw(other) + claim[place.end() :]


ANSWER = st.lists(st.one_of(claims(), claims(), claims(), STREAM), max_size=6).map("".join)


def numbers_as_written(text: str) -> set[str]:
    """Runs of digits as anybody would read them, blanks and marks between them taken out; and each run alone."""
    text = bare_digits(text)
    runs = re.findall(r"\d(?:[\d \u00a0.,]*\d)?", text)
    return {re.sub(r"\D", "", run) for run in runs} | set(re.findall(r"\d+", text))


def bare_digits(text: str) -> str:
    return "".join(str(unicodedata.digit(char)) if char.isdecimal() else char for char in text)


def cut_up(text: str, sizes: list[int]) -> list[str]:
    chunks, start = [], 0
    for size in sizes:
        chunks.append(text[start : start + size])
        start += size
    return [*chunks, text[start:]]


@settings(max_examples=200)
@example("Le modem est offert pour 120 [1].0", [], "fr")
@given(ANSWER, st.lists(st.integers(1, 12), max_size=40), st.sampled_from(["fr", "ar"]))
def test_no_number_is_shown_that_its_passages_lack(text: str, sizes: list[int], language: Language) -> None:
    answer = checked_over(PRICES, SIDEWAYS, BOOST, FILE, language=language)
    pieces = Pieces(" ; ")
    shown: list[str] = []
    for chunk in [*cut_up(text, sizes), None]:
        for piece in pieces.end() if chunk is None else pieces.feed(chunk):
            shown += answer.take(piece)
    passages = {c.n: "\n".join((c.title, c.section, c.text)) for c in answer.composed().citations}
    for place, sentence in enumerate(shown):
        assert normalise_citations(sentence) == sentence, "one form of citation"
        numbers = cited(sentence)
        assert set(numbers) <= set(passages)
        if is_introduction(sentence, QUESTION):
            continue
        texts = [passages[n] for n in numbers or cited("\n".join(shown[:place]))]
        assert texts, "a claim cites"
        if "=" not in sentence:  # what is computed is told with its operands
            known = numbers_as_written("\n".join(texts)) | {"1000", "1000000"}  # 1 Gbps
            said = re.findall(r"\d+", re.sub(r"^\W*\d{1,2}\s?[.)/–-]", "", bare_digits(without_citations(sentence))))
            assert set(said) <= known, (sentence, texts)
        assert numbers_stand(sentence, texts, QUESTION)
        assert not re.search(r"[½¹²³①-⑳]", without_citations(sentence))
    order = [n for sentence in shown for n in cited(sentence)]
    assert list(dict.fromkeys(order)) == list(range(1, len(set(order)) + 1)), "numbered as they appear"


@pytest.mark.parametrize(
    ("text", "is_refusal"),
    [
        ("« Information non disponible dans les documents. » [1]", True),
        ("المعلومة غير متوفرة في الوثائق", True),
        ("Information non disponible dans les documents. Le tarif est de 5 DA [1].", False),
    ],
)
def test_the_sentence_that_refuses_is_known_in_either_language(text: str, is_refusal: bool) -> None:
    assert says_not_in_documents(text) is is_refusal
