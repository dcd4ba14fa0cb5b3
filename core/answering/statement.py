"""Sentences that say most of what is asked, or the whole list that is asked for."""

import re
from collections.abc import Iterable, Mapping, Sequence

from core.answering.base import Draft
from core.answering.counted import says_count
from core.answering.fitting import fitting
from core.answering.intent import LISTS
from core.answering.material import Material
from core.answering.page import Page
from core.answering.same_rows import told_apart
from core.answering.scoring import Scorer
from core.answering.units import Unit, without_mark
from core.text.normalise import fold

_MAX_SENTENCES = 3
# A further sentence must say nearly as much as the best one, or it only dilutes it.
_WORTH_ADDING = 0.85
_WORTH_ANOTHER = 0.97
_STANDS_OUT = 1.5
_DATE = r"(?:\d{1,2}/\d{1,2}/\d{4}|\b(?:version|نسخه) \d)"
_MONTHS = "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre".replace(" ", "|")
_TITLE_PAGE = re.compile(rf"{_DATE}.*·|·.*{_DATE}|\b(?:{_MONTHS}) \d{{4}}\W*$")
_ASKS_TITLE_PAGE = re.compile(r"\b(?:dates?|datee?|version|reference|quand)\b|تاريخ|نسخه|مرجع|متي")
_LONGEST_ON_TITLE_PAGE = 120
# Not `quand le client paie`: there something else is asked.
_ASKS_WHEN = re.compile(
    r"\bquand (?:est|faut|doit|dois|peut|puis|sera|commence|finit|expire)\b"
    r"|\b(?:c'est|jusqu'a|depuis|a partir de) quand\b|\ba quel moment\b"
    r"|(?<!\w)(?:متي|وقتاش|وينتا)(?!\w)"
)
_TIME = re.compile(
    r"\b(?:avant|apres|jusqu|fin|debut|delai|jours?|heures?|mois|immediatement|moment|dates?|des)\b|\d{1,2}/\d{1,2}"
    r"|(?<!\w)(?:قبل|بعد|عند|خلال|فور|حتي)|نهايه|يوم|ايام|ساع[هات]|اشهر|شهر|تاريخ"
)


def tell_statement(units: Sequence[Unit], scorer: Scorer, page: Page, material: Material) -> Draft:
    """The sentences that say most of what is asked, best first; a list goes whole, with what introduces it."""
    if scorer.intent.wants_list and (listed := _whole_list(units, scorer, material)):
        page.listing(listed[0].introduction, listed)
        return page.draft()
    if not _ASKS_TITLE_PAGE.search(fold(scorer.ranking.asked)):
        units = [unit for unit in units if not _is_of_title_page(unit)] or units
    if scorer.intent.counts:  # a row of prices counts nothing
        units = [unit for unit in units if unit.kind != "row" or says_count(unit)] or units
    if _ASKS_WHEN.search(fold(scorer.ranking.asked)):
        units = [unit for unit in units if _TIME.search(fold(unit.text))] or units
    own = {unit: 0.0 if scorer.repeats(unit) else scorer.of_text(unit) for unit in units}
    ranked = sorted(units, key=lambda unit: -scorer.of(unit, own[unit]))
    best = scorer.of(ranked[0], own[ranked[0]])
    shown: set[Unit] = set()
    for unit in _fitting(ranked[:_MAX_SENTENCES], scorer):
        # Two documents' sentences below each other read as if they were of one: another's must be as good.
        worth = _WORTH_ADDING if unit.chunk.document == ranked[0].chunk.document else _WORTH_ANOTHER
        says_nothing = own[unit] == 0 and unit is not ranked[0]  # but what its titles say
        if unit in shown or says_nothing or scorer.of(unit, own[unit]) < worth * best:
            continue
        if unit.kind == "row":
            told, others = told_apart([unit], material, scorer)
            page.rows(told, scorer)
            shown.update(others, (headed.row for headed in told))
        elif unit.kind == "item":
            items = [o for o in units if o.kind == "item" and _same_list(o, unit)]
            if not scorer.intent.wants_list and _stands_out(unit, items, own):
                items = [unit]
            page.listing(unit.introduction, fitting(items, scorer.ranking.query.quantities))
            shown.update(items)
        else:
            page.tell(without_mark(unit.text), unit)
    return page.draft()


def _is_of_title_page(unit: Unit) -> bool:
    """True for the line that dates and numbers a document."""
    return len(unit.text) <= _LONGEST_ON_TITLE_PAGE and bool(_TITLE_PAGE.search(fold(unit.text)))


def _whole_list(units: Sequence[Unit], scorer: Scorer, material: Material) -> list[Unit]:
    """The list that is asked for: of the document that stood first one below a title or line that says so
    (`Conditions`), else that of the passage that stood first; no item needs to say it again."""
    asked = [term for term in scorer.ranking.query.terms if term.name in LISTS]
    lists: dict[tuple[str, str], list[Unit]] = {}
    for unit in units:
        if unit.kind == "item" and unit.chunk.document == units[0].chunk.document:
            lists.setdefault((unit.chunk.id, unit.introduction), []).append(unit)
    long = [items for items in lists.values() if len(items) >= 2]
    first = [items for items in long if items[0].chunk is units[0].chunk]
    if not first and asked:
        headed = material.reader.headed_tokens
        first = [items for items in long if any(term.stands_in(headed(items[0])) for term in asked)][:1]
    return max(first, key=len, default=[])


def _fitting(units: Sequence[Unit], scorer: Scorer) -> list[Unit]:
    """Units without the rows of ranges that the question's number doesn't lie in."""
    rows = [unit for unit in units if unit.kind == "row"]
    kept = fitting(rows, scorer.ranking.query.quantities)
    return [unit for unit in units if unit.kind != "row" or unit in kept]


def _same_list(unit: Unit, other: Unit) -> bool:
    return unit.chunk.id == other.chunk.id and unit.introduction == other.introduction


def _stands_out(unit: Unit, items: Iterable[Unit], own: Mapping[Unit, float]) -> bool:
    """True where one item of a list says what is asked and the others don't."""
    others = [own[item] for item in items if item is not unit]
    return own[unit] > _STANDS_OUT * max(others, default=0.0)
