import pytest

from core.text.normalise import fold
from core.text.stem import Stemmer


@pytest.mark.parametrize(
    "family",
    [
        "payer payé payée payées paie paiement",
        "résilier résilié résiliée résiliation",
        "envoyer envoyé envoyées envoi",
        "créer créé créée création",
        "réceptionner réception",
        "suspendue suspendu",
    ],
)
def test_a_verb_meets_its_participles_and_its_noun(family: str) -> None:
    stemmer = Stemmer()
    assert len({stemmer.stem(fold(word)) for word in family.split()}) == 1


def test_nouns_that_only_end_like_one_stay_apart() -> None:
    stemmer = Stemmer()
    assert len({stemmer.stem(word) for word in ("station", "statut", "nation", "option", "location", "local")}) == 6


@pytest.mark.parametrize(
    "family",
    [
        "مدة مدتها مدته المدة",
        "صلاحية صلاحيتها صلاحيته",
        "بطاقة بطاقته بطاقتي بطاقتهم",
        "سرعة سرعتها",
        "خدمة خدمتي خدماتها",
        "ثابت ثابتة",
        "مؤقت مؤقتة المؤقتة",
        "تثبيت تثبيته",
        "بيت بيته",
        "إنترنت إنترنتي",
    ],
)
def test_a_possessive_hides_no_feminine_noun(family: str) -> None:
    stemmer = Stemmer()
    assert len({stemmer.stem(fold(word)) for word in family.split()}) == 1
