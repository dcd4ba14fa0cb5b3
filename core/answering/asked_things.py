"""The words of a question that say of which thing it asks a value: behind `prix`, `frais de`, `شحال`, or before a
`ch7al` that ends it. Customers, measures and numbers say nothing of the thing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from core.answering.intent import LISTS, MEASURE_GROUPS, MEASURES
from core.answering.things import Things
from core.retrieval import Ranking
from core.text.language import FINITE_VERBS, is_arabizi
from core.text.normalise import count_letters, fold
from core.text.numbers import find_quantities
from core.text.query import Term
from core.text.tokens import STOP_WORDS, Analyser

_WORD = re.compile(r"[^\W_]+(?:[-+'’][^\W_]+)*")
# What these groups measure is a thing's: the words behind them say which thing.
_OF_A_THING = MEASURES["price"][0] - {"dinar"} | frozenset("deposit guarantee delay validity duration".split())
_TOLD_BY_NAME = frozenset({"connection_fees", "deposit", "guarantee"})
# What else the words behind them may say: of the value, for whom, how it is paid.
_BESIDE = MEASURE_GROUPS | LISTS | frozenset(
    "deposit guarantee tax_included tax_excluded free_of_charge gift promotion maximum minimum difference commitment "
    "customer line_holder tenant residential professional company small_company start_up institution school student "
    "retired employee active_staff ascendants entitled widow payment online_payment cash first_access line "
    "subscription plan".split()
)  # fmt: skip
_HOW_MUCH = frozenset("combien ch7al cb".split()) | frozenset("كم بكم شحال بشحال قداه قداش بقداش بقداه".split())
# `frais pour changer de numéro`: what is done says of which thing.
_INFINITIVE = re.compile(r"[a-z]{3,}(?:er|ir|re)")
_LINKS = frozenset("de du des d l la le les un une تاع نتاع".split())
_STOPS = (
    (STOP_WORDS - _LINKS)
    | frozenset().union(*FINITE_VERBS.values())
    | frozenset(
        "contre depuis apres avant selon hors pendant jusqu chaque chacun chacune trop peu assez beaucoup moins cher "
        "chere".split()
    )
)
# Say nothing of the thing itself.
_FILLERS = frozenset(
    "total unitaire exact exactement public publique gens nas personnes ناس الناس عباد العباد "
    "actuel actuelle nouveau nouvelle nouveaux nouvelles ancien ancienne normal standard "
    "accorde accordee octroye octroyee "
    "preferentiel preferentielle preferentiels preferentielles reduit reduite reduits reduites remise special speciale "
    "promotionnel promotionnelle temps تفضيلي التفضيلي تفضيليه التفضيليه مخفض المخفض مخفضه المخفضه وقت الوقت "
    "يحب تحب نحب حاب حابه حابين يبغي تبغي نبغي "
    "gagne gagner gagnent recoit recoivent يربح تربح ربح "
    "officiel maintenant seulement uniquement environ option offre service produit type niveau nombre "
    "جديد جديده الجديد الجديده حالي الحالي الحاليه عادي العادي فقط خدمه عرض العرض خيار نوع عدد حق "
    "ممنوح ممنوحه الممنوح الممنوحه مسموح المسموح المسموحه مقدم المقدم متاح المتاح "
    "مقابل".split()
)
_COSTS = re.compile(r"(?:cout|vau|val|revien)\w*|[يت](?:كلف|سوي|سوا|دير)\w*")
# Algerian verbs: what they begin or end with, no French word does.
_VERB = re.compile(
    r"y[a-z]+|[nt](?=[bcdfghjklmnpqstvwxz])[a-z]+|[a-z]{3,}ch|س?[ينت][\u0621-\u064a]{3,}|[\u0621-\u064a]{3,}ش"
)
_WITH_PREPOSITION = re.compile(r"و?(?:لل|بال)[\u0621-\u064a]*")
# `s'applique`, `dois-je`: verbs.
_CLAUSE = re.compile(r"(?:s|m|t|n|c|j|qu|jusqu)['’]\w+|\w+-(?:t-)?(?:je|tu|il|elle|on|ils|elles|nous|vous)")
# `تاعها`: its.
_ITS = re.compile(r"[نم]?تاع(?:ها|هم|و|ه|ي|ك)")
_OTHER_CLAUSES = (_WITH_PREPOSITION, _CLAUSE, _ITS)
_CLAUSE_END = re.compile(r"[,;:?!()؟،؛]|\.(?!\d)")
# Of these a duration is how long they take.
_TAKE_TIME = frozenset({"installation", "network_connection", "move", "replacement"})
_DELAY = re.compile(
    r"\b(?:combien|ch7al|cb) (?:de |en )?(?:temps|jours?|heures?|semaines?) (?:pour |faut|avant |ca prend|prend|dure)"
    r"|\b(?:sous|en|dans|au bout de) (?:combien|ch7al) (?:de )?(?:temps|jours?|heures?)"
    r"|كم (?:من )?(?:الوقت|وقت|يوم|يوما|ايام) (?:يستغرق|تستغرق|لل?ت|حتي|لازم|يلزم)|شحال (?:يقعد|يطول)"
)
_SHORTEST = 3
_MOST_NOUNS = 5


def asked_things(ranking: Ranking, analyser: Analyser) -> Things:
    """What the question asks a value of; no terms where it doesn't say so."""
    words = list(_words(ranking, analyser))
    found: dict[str, Term] = {}
    for place, word in enumerate(words):
        if word.is_head and not _counts(words, place):
            for other in _behind(words, place):
                found.update((term.name, term) for term in other.terms)
    if not any(word.is_head for word in words):
        named = words if _names_only(words, ranking) else []
        terms = {term.name: term for word in named for term in word.terms}
        return Things(tuple(terms.values()), _told_by_name(ranking), is_asked=False)
    last = next((place for place, word in enumerate(words) if word.is_head and _ends(words, place)), None)
    if last is not None and not found:
        for other in _before(words, last):
            found.update((term.name, term) for term in other.terms)
    return Things(tuple(found.values()), _told_by_name(ranking), asks_delay=_asks_delay(ranking))


def _asks_delay(ranking: Ranking) -> bool:
    groups = ranking.query.groups
    if MEASURES["price"][0] & {term.name for term in ranking.query.terms}:
        return False  # `prix et durée d'installation`: the price is told, and the duration where it stands
    is_lasting = "duration" in groups and bool(groups & _TAKE_TIME)
    return "delay" in groups or is_lasting or bool(_DELAY.search(fold(ranking.asked)))


def _told_by_name(ranking: Ranking) -> tuple[Term, ...]:
    """What only a passage that says it tells: `une adresse IP fixe, c'est combien` isn't the offer's price."""
    return tuple(term for term in ranking.query.terms if term.is_subject or term.name in _TOLD_BY_NAME)


@dataclass(frozen=True)
class _Asked:
    """A word of the question: the terms that it tells of a thing; `is_number` with what else is passed over."""

    text: str
    terms: tuple[Term, ...]
    is_head: bool = False
    is_how_much: bool = False
    is_measure: bool = False
    is_verb: bool = False
    stops: bool = False
    after_stop: bool = False
    is_customer: bool = False


def _words(ranking: Ranking, analyser: Analyser) -> Iterator[_Asked]:
    text = ranking.asked
    quantities = find_quantities(text)
    algerian = is_arabizi(ranking.question.text) or bool(count_letters(text)[1])
    after_noun = False
    end = 0
    for match in _WORD.finditer(text):
        after = bool(_CLAUSE_END.search(text[end : match.start()]))
        end = match.end()
        if any(q.start < match.end() and match.start() < q.end for q in quantities):
            if after:
                yield _Asked("", (), after_stop=True)
            continue
        word = fold(match[0]).strip("'’")
        stems = frozenset(analyser.words(match[0]))
        own = [term for term in ranking.query.terms if term.kind == "word" and _is_part(term, stems)]
        groups = {term.name for term in own}
        how_much = word in _HOW_MUCH
        is_verb = (
            algerian
            and not after_noun
            and not groups & _BESIDE
            and bool(_VERB.fullmatch(word))
            and not _known(own, ranking)
        )
        things = tuple(
            term
            for term in own
            if term.name not in _BESIDE and len(word) >= _SHORTEST and word not in _FILLERS and not _digits(word)
        )
        yield _Asked(
            word,
            things,
            is_head=how_much or bool(groups & _OF_A_THING) or bool(_COSTS.fullmatch(word)),
            is_how_much=how_much,
            is_measure=bool(groups & MEASURE_GROUPS),
            is_verb=is_verb,
            stops=(word in _STOPS and not how_much) or is_verb or any(p.fullmatch(word) for p in _OTHER_CLAUSES),
            after_stop=after,
            is_customer="customer" in groups,
        )
        after_noun = bool(groups & _OF_A_THING) and not how_much


def _is_part(term: Term, stems: frozenset[str]) -> bool:
    return bool(stems & (term.alternatives[0] | frozenset({term.name})))


def _known(terms: Iterable[Term], ranking: Ranking) -> bool:
    return any(term.name not in ranking.unknown for term in terms)


def _digits(word: str) -> bool:
    """A code, or Algerian in Latin letters."""
    return any(char.isdigit() for char in word)


def _names_only(words: Sequence[_Asked], ranking: Ranking) -> bool:
    """`location modem 4G`: a few nouns that ask nothing, so that all of it names the thing."""
    asks = any(group.startswith("q_") or group in MEASURE_GROUPS | LISTS for group in ranking.query.groups)
    first = bool(words) and bool(words[0].terms)
    return first and not asks and len(words) <= _MOST_NOUNS and not any(word.stops or word.after_stop for word in words)


def _behind(words: Sequence[_Asked], place: int) -> list[_Asked]:
    """The words that a head governs; none where another head follows, which governs them."""
    found: list[_Asked] = []
    following = words[place + 1 :]
    if len(following) > 1 and following[0].text == "pour" and _INFINITIVE.fullmatch(following[1].text):
        following = following[1:]
    for word in following:
        if word.is_customer:  # `prix modem client Azur`: what follows says for whom
            break
        if word.after_stop or (word.stops and not (word.is_verb and not found and words[place].is_how_much)):
            break
        if word.is_head or word.is_measure:
            return [] if not found or words[place].is_how_much else found
        if not word.stops:
            found.append(word)
    return found


def _before(words: Sequence[_Asked], place: int) -> list[_Asked]:
    found: list[_Asked] = []
    if words[place].after_stop:
        return found
    for word in reversed(words[:place]):
        if word.stops:
            break
        found.append(word)
        if word.after_stop:
            break
    return found


def _counts(words: Sequence[_Asked], place: int) -> bool:
    """`combien de jours …`: of what is counted, what follows says no thing."""
    following = [word for word in words[place + 1 : place + 4] if word.text not in _LINKS and word.text != "من"]
    return words[place].is_how_much and bool(following) and following[0].is_measure and not following[0].is_head


def _ends(words: Sequence[_Asked], place: int) -> bool:
    """Nothing follows but who pays, or when."""
    following = [*takewhile(lambda word: not word.is_customer, words[place + 1 :])]
    return not any(word.terms or word.is_head or word.is_verb for word in following) and not _counts(words, place)
