"""Questions that only one kind of sentence answers: what is forbidden, whether somebody may come in another's place.

A list of what is required, or a price that the question happens to name, is no answer to them.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from core.answering.units import Unit
from core.retrieval import Ranking
from core.text.normalise import fold


@dataclass(frozen=True)
class Wanted:
    """How a question asks for a kind of sentence, and how such a sentence speaks; both of folded text."""

    asks: re.Pattern[str]
    tells: re.Pattern[str]


_FORBIDDEN = Wanted(
    asks=re.compile(
        r"\b(?:interdite?s?|interdiction|defendue?s?)\b|\b(?:a|ai|ont|avons) pas le droit"
        r"|(?<!\w)(?:ال)?(?:ممنوع|محظور)(?:ه|ات)?(?!\w)|(?<!\w)[يت]منع(?:نا|كم)?(?!\w)|(?<!\w)(?:لا|ما) يجوز"
    ),
    tells=re.compile(
        r"\binterdi(?:t|te|ts|tes|ction)\b|\bdefendue?s?\b|\bne (?:doit|doivent|peut|peuvent|sont|est) (?:en aucun cas|"
        r"pas|plus)\b|\bpas (?:(?:le )?droit|permis|autorise|cumulable|eligible)|\bnon cumulable"
        r"|\ben aucun cas\b|\bexclue?s?\b"
        r"|(?<!\w)(?:ال)?(?:ممنوع|محظور)|(?<!\w)[يت]منع|(?<!\w)لا (?:يجوز|يسمح|[يت]مكن|يحق)|غير (?:مسموح|مصرح|قابل)"
    ),
)
# Somebody else than the one whose line it is, and that they come or sign instead.
_PERSON = (
    r"\b(?:frere|soeur|pere|mere|parent|fils|fille|femme|mari|epou[xs]e?|conjointe?|proche|cousine?|ami|voisin"
    r"|representant|mandataire|tiers|quelqu'un|autre personne)"
)
_COMES = r"\b(?:a (?:sa|ma|leur|la) place|par procuration)"
_PERSON_AR = (
    r"(?<!\w)[لوب]?ا?ل?(?:اخ|اب|ام|ابن|بنت|اخت|زوج|قريب|خو|وليد|وكيل)(?:ي|ه|ها|وه|وها|يه|ته|تها)?(?!\w)"
    r"|شخص (?:اخر|ثان)|واحد (?:اخر|وخر)"
)
_COMES_AR = (
    r"(?<!\w)(?:[بف]?مكان(?:ه|ها|ي)|[بف]?بلاص(?:ه|ت)?(?:ه|و|ها|ي)?|بدل(?:ه|ها| عنه)|نيابه"
    r"|[بو]?وكاله|[بو]?توكيل)(?!\w)"
)
_PROXY = Wanted(
    asks=re.compile(
        rf"{_PERSON}\b.*{_COMES}\b|{_COMES}\b.*{_PERSON}\b|\b(?:par|avec une?|besoin d'une) procuration\b"
        rf"|(?:{_PERSON_AR}).*{_COMES_AR}|{_COMES_AR}.*(?:{_PERSON_AR})|(?<!\w)ب(?:ال)?(?:وكاله|توكيل)(?!\w)"
    ),
    tells=re.compile(
        r"\ben personne\b|\bpersonnellement\b|\bpresence (?:du|de)\b|\bse presente|\bprocuration\b|\bmandat(?:aire)?\b"
        r"|\brepresentant\b|شخصي|بنفس(?:ه|ها)|حضور|وكاله خاصه|توكيل|نيابه عن"
    ),
)
_KINDS = (_FORBIDDEN, _PROXY)


def wanted_sentences(ranking: Ranking) -> re.Pattern[str] | None:
    """How the sentences speak that alone answer a question; None where any may."""
    asked = fold(ranking.asked)
    return next((kind.tells for kind in _KINDS if kind.asks.search(asked)), None)


def speaking(units: Iterable[Unit], tells: re.Pattern[str]) -> list[Unit]:
    """The sentences and items that speak so."""
    return [unit for unit in units if unit.kind != "row" and tells.search(fold(f"{unit.introduction} {unit.text}"))]
