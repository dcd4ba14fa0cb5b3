"""What kind of answer a question wants, from the synonym groups that it says."""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Literal

from core.text.normalise import fold
from core.text.numbers import unit_of_name
from core.text.query import Query
from core.text.stem import without_article

Shape = Literal["procedure", "value", "statement"]

# Measure → the synonym groups that ask for it, and the units its values are written in.
MEASURES: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "price": (
        frozenset(
            "price monthly_fee amount fees connection_fees dinar discount stamp_duty tax debts installments".split()
        ),
        frozenset({"da"}),
    ),
    "speed": (
        frozenset("speed mbps throttled_speed speed_increase".split()),
        frozenset({"mbps", "giga"}),
    ),
    # Often written as a share of the download speed.
    "direction": (frozenset({"upload", "download"}), frozenset({"mbps", "giga", "%"})),
    "duration": (
        frozenset("duration validity delay day month week year working_day q_when".split()),
        frozenset({"day", "month", "year", "hour"}),
    ),
    "volume": (frozenset({"volume", "gigabyte"}), frozenset({"go", "giga"})),
    "length": (frozenset({"distance"}), frozenset({"m"})),
}
MEASURE_GROUPS = frozenset().union(*(groups for groups, _ in MEASURES.values()))
_HOW = frozenset({"q_how", "step"})
# Asked for with a measure's word beside it, these still want what is written about them, not a value.
LISTS = frozenset("q_who file_to_provide condition eligibility beneficiary advantage".split())
_WHICH = frozenset("q_which q_what q_is_there".split())
_ONE_VALUE = frozenset("maximum minimum difference throttled_speed".split())
_ASKS_VALUE = frozenset({"q_how_many"})
# Beside 'how many' these ask a price (`combien il paie`, `كم يدفع`); `payment` alone is something to do.
_PAYS = frozenset("payment pai يدفع تدفع ندفع ادفع يسدد".split())
# These ask how many there are; 'how many' alone may ask anything.
_NUMBER_OF = frozenset("nombr عدد".split())
# Verbs more often than a list that is asked for: `le nombre de lignes dont ils bénéficient`.
_BENEFITS = frozenset("q_who eligibility beneficiary".split())
_EACH = re.compile(r"\b(?:par|chaque|le) (?:mois|jour|an)\b|mensuel|(?:كل|في) (?:ال)?(?:شهر|يوم|عام|سنه)|شهريا|سنويا")
_LASTS = MEASURES["duration"][0] - {"day", "month", "year"}
# `combien par mois`, `شحال في الشهر`: what it costs then; `combien de jours par mois`, `كم شهر` count.
_COSTS_EACH = re.compile(
    r"\b(?:combien|ch7al) (?:ca coute |c'est |c |coute )?(?:par|le) mois\b"
    r"|\bca (?:(?:lui|leur|te|vous|nous|me) )?(?:fait|fera|revient a|coute) combien\b"
    r"|(?:كم|شحال|قداش) (?:في |كل |لكل |ل)(?:ال)?شهر"
)
# `شحال`, `ch7al` ask a price, and before another measure's word (`شحال الحجم`) that measure.
_HOW_MUCH = frozenset("ch7al شحال بشحال".split())
_HOW_MANY = _HOW_MUCH | frozenset("combien كم قداش".split())
_BETWEEN = frozenset("le la les l de du des d من في فيه فيها".split())
_JOINED = re.compile(r"\b(?:et|ainsi que|avec)\b|[,،+&]|(?<!\w)و(?!اش|ثي|ثا|كال|قت|ين|لاي|لي|رق|صل|ضع)")
_WORD = re.compile(r"[^\W_]+")
# `combien de versements`, `شحال من قسط`, `nombre de tranches`: how many there are of what follows.
_COUNTED = re.compile(
    r"\b(?:combien|ch7al) (?:de |d'|d )(\w+)|\bnombre (?:max\w* |total )?(?:de |d'|des )(\w+)"
    r"|(?:شحال|قداش) من (\w+)|(?:كم من|كم عدد|عدد) (\w+)"
)
# Spoken of beside what is counted, these ask for no price: `combien de versements dans l'échéancier`.
_OWED = frozenset({"installments", "debts"})
# `combien de fois par mois`, `كم مكالمة في الشهر`: behind `كم` a noun without its article is counted.
_COUNTS = re.compile(
    r"\b(?:combien|cb|ch7al) (?:de |d')?(?:mois|jours?|temps|heures?|fois)\b"
    r"|(?:كم|شحال|قداش) (?:من )?(?:عدد )?(?:يوم|ايام|شهر|اشهر|مره|مرات|خطره)(?!\w)"
    r"|(?<!\w)كم (?!ال|[يتس]|في |كل |ل|سعر|ثمن|مبلغ)[\u0621-\u064a]{3,}"
)
# `combien rimal play 440`, `combien la fibre 240 mega`: what it costs, as after `شحال`.
_COSTS_TIER = re.compile(r"\bcombien (?!de |d')(?:pour )?(?:(?!est |sont |de |y |on |il )[^\W\d_]+[ '’]){0,4}\d")
# `شحال يربح`, `combien gagne le parrain`, `ch7al yzidouh f bonus`: days mostly, seldom money.
_GAINS = re.compile(r"(?:شحال|كم|قداش|\b(?:combien|ch7al))\b(?: \w+)? (?:[يتن]ربح|gagne)")
# Often told as a share of the price.
_REDUCED = frozenset({"discount"})
_COMPARES = frozenset({"difference"})


@dataclass(frozen=True)
class Intent:
    """`shape` of the answer wanted; `units` of the values asked for (empty where it asks for none in particular);
    `wants_list` where all items of a list are asked for (documents to provide, conditions), `wants_tiers` where all
    values of the measure are (`quels débits`), `counts` where a number is asked for that has no unit (`nombre max`).
    `each` are the measures where several are asked for (`prix et validité`), else empty."""

    shape: Shape
    units: frozenset[str] = frozenset()
    wants_list: bool = False
    wants_tiers: bool = False
    counts: bool = False
    each: tuple[str, ...] = ()


def read_intent(query: Query, text: str) -> Intent:
    """The intent of a question. A 'how' wins over a measure, then a measure that is asked for."""
    names = {term.name for term in query.terms}
    how_many = bool(query.groups & _ASKS_VALUE)
    asked = _asked_measures(query, text, names, how_many)
    units = frozenset().union(*(MEASURES[measure][1] for measure in asked))
    if _REDUCED & query.groups:
        units |= {"%"}
    counts = not asked and bool(names & _NUMBER_OF)
    lists = bool(query.groups & (LISTS - _BENEFITS if counts else LISTS))
    # Where to click may be one line; what to click (`ou cliquer`, `على واش نكليكي`) is a matter of steps.
    clicks = "click" in query.groups and "q_where" not in query.groups
    if (query.groups & _HOW or clicks) and not how_many:
        return Intent("procedure", units, lists)
    if (asked and not lists) or how_many or query.groups & _COMPARES:
        tiers = asked == ["speed"] and bool(query.groups & _WHICH) and not query.groups & _ONE_VALUE
        return Intent("value", units, lists, tiers, counts, _each(asked, query, text))
    return Intent("statement", units, lists, counts=counts)


def _asked_measures(query: Query, text: str, names: Set[str], how_many: bool) -> list[str]:
    """The measures that a question asks a value of; `names` are those of its terms."""
    asked = [measure for measure, (groups, _) in MEASURES.items() if query.groups & groups]
    if how_many and _pays(names) and "price" not in asked:
        asked.append("price")
    if set(asked) <= {"price", "duration", "speed"} and _costs_each(fold(text), how_many):
        asked = ["price", "duration"] if query.groups & _LASTS else ["price"]
    elif "price" in asked and how_many and not _says_price(query, text) and _asks_no_price(query, text):
        asked.remove("price")
    if counts_a_noun(query, text) and not names & (MEASURES["price"][0] - _OWED) and "price" in asked:
        asked.remove("price")
    if "price" in asked and how_many and _pays(names) and not query.groups & (_LASTS | {"day"}):
        asked = [measure for measure in asked if measure != "duration"]  # `payer le mois`
    if "price" in asked and not names & MEASURES["price"][0] and ("gift" in names or _GAINS.search(fold(text))):
        asked.remove("price")
    if not asked and (query.groups & _COMPARES or _COSTS_TIER.search(fold(text))):
        asked = ["price"]  # `différence entre 240 et 480`
    return asked


def _pays(names: Set[str]) -> bool:
    """True where what is paid, or will be (`سيدفع`), is among the terms."""
    return bool(names & _PAYS or {name.removeprefix("س") for name in names} & _PAYS)


def _each(asked: Sequence[str], query: Query, text: str) -> tuple[str, ...]:
    """The measures asked for, where they are several: `frais de passage à un débit inférieur` asks for none, `tarif
    mensuel` for no time, `prix du débit 480 Mbps` for no speed."""
    if not _JOINED.search(fold(text)):
        return ()
    lasts = bool(query.groups & _LASTS) or "duration" in _counted(_HOW_MANY, query, text)
    meant = tuple(m for m in asked if not _is_given(m, query) and (m != "duration" or lasts))
    return meant if len(meant) > 1 else ()


def _is_given(measure: str, query: Query) -> bool:
    """True where the question gives a value of the measure itself; the upload is asked of a speed."""
    return measure != "direction" and any(quantity.unit in MEASURES[measure][1] for quantity in query.quantities)


def _asks_no_price(query: Query, text: str) -> bool:
    """True where each `شحال` stands before another measure's word (`شحال الحجم وشحال الصلاحية`), or days are counted
    (`شحال من يوم`, `ch7al men nhar`); alone it asks a price."""
    counted = _counted(_HOW_MUCH, query, text)
    other = bool(counted) and not any(measure == "" or _is_given(measure, query) for measure in counted)
    is_month = "month" in query.groups and not _pays({term.name for term in query.terms})
    return other or is_month or "day" in query.groups


def _counted(words: frozenset[str], query: Query, text: str) -> list[str]:
    """The measure whose word stands behind each of some words that ask how much, '' where none does."""
    said = _WORD.findall(fold(text))
    behind = [said[place + 1 :] for place, word in enumerate(said) if word.removeprefix("و") in words]
    return [_measure_of(next((word for word in rest if word not in _BETWEEN), ""), query) for rest in behind]


def _measure_of(word: str, query: Query) -> str:
    """The measure other than a price that a folded word of the question says, or ''."""
    for measure, (groups, _) in MEASURES.items():
        terms = (term for term in query.terms if measure != "price" and term.name in groups)
        tokens = (token for term in terms for alternative in term.alternatives for token in alternative)
        if any(without_article(word).startswith(token) for token in tokens):
            return measure
    return ""


def counts_a_noun(query: Query, text: str) -> bool:
    """True where the question asks how many there are of something that is no measure."""
    nouns = [next(filter(None, match.groups())) for match in _COUNTED.finditer(fold(text))]
    return any(not _measure_of(noun, query) and not unit_of_name(noun) for noun in nouns)


def _costs_each(folded: str, how_many: bool) -> bool:
    """`combien 240 mega par mois`; `combien de jours par mois` counts."""
    each = how_many and _EACH.search(folded) and not _COUNTS.search(folded)
    return bool(each or _COSTS_EACH.search(folded))


def _says_price(query: Query, text: str) -> bool:
    """True where a word that means nothing but a price is among the terms, or what is paid is asked for each month."""
    names = {term.name for term in query.terms}
    return bool(names & MEASURES["price"][0]) or bool(_pays(names) and _EACH.search(fold(text)))
