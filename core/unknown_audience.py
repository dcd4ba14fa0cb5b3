"""For whom a value is asked, where no document speaks of such people or houses: `tarif pour les mosquées`, `للمحامين`.

Everybody's prices aren't theirs: nobody can tell from the documents what they pay.
"""

import re
from collections.abc import Iterator

from core.answering.intent import MEASURE_GROUPS
from core.retrieval import Ranking
from core.text.normalise import fold
from core.text.stem import without_article
from core.text.tokens import STOP_WORDS
from core.unknown_names import UnknownNames

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_PLURAL_BEHIND = frozenset("les des ces lel lil".split())
_SINGULAR_BEHIND = frozenset("un une".split())
_BEFORE_ARTICLE = frozenset("pour chez aux".split())
# Between the article and the noun.
_ADJECTIVES = frozenset(
    "petit petits petite petites grand grands grande grandes gros grosse grosses jeune jeunes vieux vieille autre "
    "autres nouveau nouvel nouveaux nouvelle nouvelles ancien anciens ancienne anciennes simple simples vrai vrais "
    "premier premiers premiere derniers bon bons seul seule long longue".split()
)
# These are nobody in particular, or what somebody does with a connection.
_NOBODY = frozenset(
    "ami amie amis amies voisin voisine voisins voisines monsieur madame dame dames homme hommes femme femmes personne "
    "personnes gens proche proches parent parents pere mere frere freres soeur soeurs fils fille filles enfant enfants "
    "famille familles cousin cousine cousins collegue collegues foyer foyers maison maisons logement logements villa "
    "villas couple couples individu individus individuel citoyen citoyens algerien algeriens algerienne algeriennes "
    "habitant habitants habitue debutant debutants visiteur visiteurs demandeur demandeurs usager usagers utilisateur "
    "utilisateurs consommateur consommateurs acheteur acheteurs interesse interesses membre membres deux trois tous "
    "usage usages utilisation jeu jeux film films serie series video videos streaming vacances fete fetes travail "
    "travaux teletravail etude etudes cours reunion reunions besoin besoins test essai total truc chose choses fois "
    "an ans annee annees periode semaine weekend jour moment instant debut bon achat etage etages "
    "batiment immeuble appartement chambre salon bureau magasin local".split()
) | frozenset(
    "جار جاري الجيران جيران صديق صديقي اصدقاء شخص اشخاص ناس الناس رجل امراه عائله عايله العائلات عائلات عايلات اسره "
    "اسر بيت منزل دار بيوت منازل طفل اطفال ابن ابني اب ابي ام امي اخ اخي اخت اختي والدي الوالدين والدين مواطن مواطنين "
    "جزائري جزايري جزائريين جزايريين فرد افراد جميع كل شهر سنه يوم عام اسبوع العاب لعب افلام دراسه عمل عطله حاليا "
    "بدايه نهايه مره واحد واحده مستخدم مستخدمين مستعمل مستعملين مهتمين راغب راغبين شراء معرفه حصول دخول وصول".split()
)
_FOR_ARABIC = frozenset("لفائده لفايده لصالح".split())
# Nouns of an action: what is done, not who pays.
_OF_ACTION = re.compile(r"است.*|ا.ت.ا.ه?|ان..ا.ه?|ا..ا.ه?|ت..ي.ه?|ت.ا?.+|م.ا..ه")
_ARABIC = re.compile("[\u0621-\u064a]+")
_SHORTEST = 4
# Groups that say nobody in particular either.
_ANYBODY = MEASURE_GROUPS | {"customer", "line_holder", "beneficiary"}
# `fibre` alone is most of a short title and names no offer yet.
_NAMES_AN_OFFER = 0.65
# Nouns of people have few letters in Arabic, and any other noun is like them but for one.
_SHORT_TYPO = 0.86


def unknown_audience(ranking: Ranking, names: UnknownNames) -> str:
    """Whom a question asks a value for, as typed, where no document knows them; '' where it asks for nobody, for
    nobody in particular or no value, and where it names an offer, whose price is the same for whoever may have it."""
    asks_value = ranking.query.groups & (MEASURE_GROUPS | {"q_how_many"})
    if not asks_value or ranking.names_document >= _NAMES_AN_OFFER:
        return ""
    nouns = _nouns(_WORD.findall(ranking.asked))
    return next((word for word in nouns if not _is_anybody(word) and _is_unknown(word, ranking, names)), "")


def _is_anybody(word: str) -> bool:
    bare = without_article(fold(word))
    return len(bare) < _SHORTEST or bare in _NOBODY


def _is_unknown(word: str, ranking: Ranking, names: UnknownNames) -> bool:
    said = {term.name for term in names.terms_of(word, ranking.query)}
    return (
        not said & _ANYBODY and names.is_foreign(word, ranking.query, _SHORT_TYPO) and not names.begins_as_known(word)
    )


def _nouns(words: list[str]) -> Iterator[str]:
    """The nouns for which something is, without article and preposition."""
    folded = [fold(word) for word in words]
    for place, word in enumerate(folded):
        following = place + 1
        if word in _BEFORE_ARTICLE and following < len(words) and folded[following] in _PLURAL_BEHIND:
            yield from _noun(words, folded, following + 1, is_plural=True)
        elif word == "pour" and following < len(words) and folded[following] in _SINGULAR_BEHIND:
            yield from _noun(words, folded, following + 1, is_plural=False)
        elif word in ("pour", "lel", "lil"):
            yield from _noun(words, folded, following, is_plural=True)
        elif _ARABIC.fullmatch(word):
            if word in _FOR_ARABIC and following < len(words):
                yield words[following]
            elif (
                word.startswith("لل")
                and len(word) > _SHORTEST
                and (words[place][2] == "أ" or not _OF_ACTION.fullmatch(word[2:]))
            ):
                yield "ال" + words[place][2:]


def _noun(words: list[str], folded: list[str], place: int, *, is_plural: bool) -> Iterator[str]:
    while place < len(words) and folded[place] in _ADJECTIVES:
        place += 1
    if place < len(words) and folded[place] not in STOP_WORDS and (not is_plural or folded[place][-1] in "sx"):
        yield words[place]
