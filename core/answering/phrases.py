"""What an answer itself says besides the documents' own words, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.documents.chunk import Language


@dataclass(frozen=True)
class Phrases:
    """One language's sentences; fields in braces are filled in by name."""

    separator: str
    """Between the cells of one table row."""
    units: Mapping[str, str]
    """How a unit is written after a number whose column alone says it."""
    read_on: str
    not_in_documents: str
    unknown_name: str
    nearest: str
    scoped: str
    off_topic: str
    no_such_value: str
    existing: str
    only_told: str
    """What a row tells instead of what is asked."""
    difference: str
    """The arithmetic of two values; `of` names their column in brackets where several are compared."""
    same_value: str
    extremes: Mapping[str, str]
    """What introduces the row that a superlative picks."""
    other_language: str
    """Introduces quotations from a document in the other language, one or several."""
    check_failed: str
    model_down: str


_FRENCH = Phrases(
    separator=" ; ",
    units={
        "mbps": "Mbps",
        "gbps": "Gbps",
        "go": "Go",
        "to": "To",
        "da": "DA",
        "day": "jours",
        "month": "mois",
        "hour": "heures",
    },
    read_on="Suite dans Sources.",
    not_in_documents="Information non disponible dans les documents.",
    unknown_name="Information non disponible dans les documents : « {name} » n'y figure pas.",
    nearest="Le plus proche : « {title} ».",
    scoped="Recherche limitée à « {scope} ».",
    off_topic="Je ne réponds qu'aux questions sur les offres, les procédures et les conventions.",
    no_such_value="{value} ne figure pas dans « {title} »",
    existing="Valeurs disponibles : {values}",
    only_told="{name} : « {title} » n'indique que : {columns}",
    difference="Différence{of} : {more} − {less} = {result}",
    same_value="Valeur identique{of} : {result}",
    extremes={
        "cheapest": "Tarif le plus bas :",
        "dearest": "Tarif le plus élevé :",
        "fastest": "Débit le plus élevé :",
        "slowest": "Débit le plus bas :",
    },
    other_language="Le document, en arabe, indique :",
    check_failed="Passage le plus proche : « {text} »",
    model_down="La rédaction automatique est indisponible. Passage le plus proche : « {text} »",
)

_ARABIC = Phrases(
    separator="؛ ",
    units={
        "mbps": "Mbps",
        "gbps": "Gbps",
        "go": "جيغا",
        "to": "تيرا",
        "da": "دج",
        "day": "يوم",
        "month": "شهر",
        "hour": "ساعة",
    },
    read_on="البقية في المصادر.",
    not_in_documents="المعلومة غير متوفرة في الوثائق.",
    unknown_name="المعلومة غير متوفرة في الوثائق: « {name} » غير وارد فيها.",
    nearest="أقرب وثيقة: « {title} ».",
    scoped="البحث محصور في « {scope} ».",
    off_topic="أجيب فقط عن الأسئلة المتعلقة بالعروض والإجراءات والاتفاقيات.",
    no_such_value="{value} غير وارد في « {title} »",
    existing="القيم المتوفرة: {values}",
    only_told="{name}: لا تذكر « {title} » سوى: {columns}",
    difference="الفرق{of}: {more} − {less} = {result}",
    same_value="القيمة نفسها{of}: {result}",
    extremes={
        "cheapest": "أقل سعر:",
        "dearest": "أعلى سعر:",
        "fastest": "أعلى تدفق:",
        "slowest": "أدنى تدفق:",
    },
    other_language="تنص الوثيقة، بالفرنسية، على ما يلي:",
    check_failed="أقرب مقطع: « {text} »",
    model_down="الصياغة الآلية غير متاحة حاليًا. أقرب مقطع: « {text} »",
)


def phrases(language: Language) -> Phrases:
    """The sentences of one language."""
    return _ARABIC if language == "ar" else _FRENCH
