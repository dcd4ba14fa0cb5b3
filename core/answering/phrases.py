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
    cell: str
    """A table's cell: what its row is called, and the value."""
    labelled_cell: str
    """The same, where the value doesn't say by itself what it is."""
    list_separator: str
    taxes: Mapping[str, str]
    times: Mapping[str, str]
    """The time that an amount pays."""
    times_first: bool
    """Whether the time stands before the tax."""
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
    several: str
    """Introduces the offers that have the value which is asked."""
    lowest: str
    """Introduces the lowest price of each offer."""
    extremes: Mapping[str, str]
    """What introduces the row that a superlative picks."""
    identical: str
    """Said of a value that both sides of a comparison have."""
    identical_for: str
    """The same of all tiers of a measure."""
    not_offered: str
    lines_left_out: str
    same_side: str
    """Both sides of a comparison are one."""
    not_comparable: str
    other_language: str
    """Introduces quotations from a document in the other language, one or several."""
    check_failed: str
    model_down: str
    extracted: str
    """Below an answer in the documents' own words while the language model is down."""
    broken_off: str
    """Below an answer that the model didn't end."""
    other_says: str
    """What a document says that contradicts what is told; `mark`, `age` and `verify` are one of `ages`."""
    other_lacks: str
    other_lists: str
    ages: Mapping[str, Mapping[str, str]]
    """What is said of the other document: older, newer, neither can be told, or decided for."""
    version: Mapping[Language, str]
    """A document beside its twin."""
    document: str
    few: tuple[int, int]
    """The counts after which units are written as in `units_of_few`, the last included."""
    units_of_few: Mapping[str, str]


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
        "week": "semaines",
        "year": "ans",
        "minute": "minutes",
        "giga": "giga",
        "eur": "€",
        "usd": "$",
    },
    cell="{subject} : {value}",
    labelled_cell="{subject} — {label} : {value}",
    list_separator=", ",
    taxes={"TTC": "TTC", "HT": "HT"},
    times={
        "month": "par mois",
        "year": "par an",
        "day": "par jour",
        "week": "par semaine",
        "hour": "par heure",
        "minute": "par minute",
    },
    times_first=False,
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
    several="{value} existe dans plusieurs offres :",
    lowest="Plusieurs offres ; le tarif mensuel le plus bas de chacune :",
    extremes={
        "cheapest": "Tarif le plus bas :",
        "dearest": "Tarif le plus élevé :",
        "fastest": "Débit le plus élevé :",
        "slowest": "Débit le plus bas :",
    },
    identical="identique",
    identical_for="identique pour {tiers}",
    not_offered="non proposé",
    lines_left_out="Lignes non affichées : {count}, voir Sources.",
    same_side="Les deux côtés désignent la même chose : « {title} »",
    not_comparable="Rien de commun à comparer dans les tableaux de « {left} » et de « {right} ».",
    other_language="Le document, en arabe, indique :",
    check_failed="Passage le plus proche : « {text} »",
    model_down="La rédaction automatique est indisponible. Passage le plus proche : « {text} »",
    extracted="Rédaction automatique indisponible : extraits des documents.",
    broken_off="Réponse interrompue. Suite dans Sources.",
    other_says="{mark}{source}{age} indique {value} {cite}{verify}.",
    other_lacks="{mark}{source}{age} n'a pas cette ligne {cite}{verify}.",
    other_lists="{mark}{source}{age} donne une autre liste {cite}{verify}.",
    ages={
        "older": {"mark": "⚠ ", "age": ", plus ancienne,", "verify": ""},
        "newer": {"mark": "⚠ ", "age": ", plus récente,", "verify": ""},
        "unknown": {"mark": "⚠ ", "age": "", "verify": " ; à vérifier"},
        "holds": {"mark": "", "age": ", qui fait foi,", "verify": ""},
    },
    version={"fr": "La version française", "ar": "La version arabe"},
    document="La source « {title} »",
    few=(0, 1),
    units_of_few={"day": "jour", "week": "semaine", "year": "an", "hour": "heure", "minute": "minute"},
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
        "week": "أسبوع",
        "year": "سنة",
        "minute": "دقيقة",
        "giga": "جيغا",
        "eur": "€",
        "usd": "$",
    },
    cell="{subject}: {value}",
    labelled_cell="{subject} — {label}: {value}",
    list_separator="، ",
    taxes={"TTC": "مع احتساب الرسوم", "HT": "دون احتساب الرسوم"},
    times={
        "month": "شهريًا",
        "year": "سنويًا",
        "day": "يوميًا",
        "week": "أسبوعيًا",
        "hour": "في الساعة",
        "minute": "في الدقيقة",
    },
    times_first=True,
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
    several="{value} متوفر في عدة عروض:",
    lowest="عدة عروض؛ أدنى سعر شهري في كل منها:",
    extremes={
        "cheapest": "أقل سعر:",
        "dearest": "أعلى سعر:",
        "fastest": "أعلى تدفق:",
        "slowest": "أدنى تدفق:",
    },
    identical="متطابق",
    identical_for="متطابق في {tiers}",
    not_offered="غير متوفر",
    lines_left_out="أسطر غير معروضة: {count}، انظر المصادر.",
    same_side="الطرفان هما الشيء نفسه: « {title} »",
    not_comparable="لا شيء مشترك للمقارنة بين جداول « {left} » وجداول « {right} ».",
    other_language="تنص الوثيقة، بالفرنسية، على ما يلي:",
    check_failed="أقرب مقطع: « {text} »",
    model_down="الصياغة الآلية غير متاحة حاليًا. أقرب مقطع: « {text} »",
    extracted="الصياغة الآلية غير متاحة حاليًا: مقتطفات من الوثائق.",
    broken_off="انقطع الجواب. البقية في المصادر.",
    other_says="{mark}{source}{age} تذكر {value} {cite}{verify}.",
    other_lacks="{mark}{source}{age} لا تتضمن هذا السطر {cite}{verify}.",
    other_lists="{mark}{source}{age} تذكر قائمة أخرى {cite}{verify}.",
    ages={
        "older": {"mark": "⚠ ", "age": "، وهي أقدم،", "verify": ""},
        "newer": {"mark": "⚠ ", "age": "، وهي أحدث،", "verify": ""},
        "unknown": {"mark": "⚠ ", "age": "", "verify": "؛ يُرجى التحقق"},
        "holds": {"mark": "", "age": "، وهي المعتمدة،", "verify": ""},
    },
    version={"fr": "النسخة الفرنسية", "ar": "النسخة العربية"},
    document="الوثيقة « {title} »",
    few=(3, 10),
    units_of_few={"day": "أيام", "week": "أسابيع", "month": "أشهر", "year": "سنوات", "hour": "ساعات"},
)


def phrases(language: Language) -> Phrases:
    """The sentences of one language."""
    return _ARABIC if language == "ar" else _FRENCH
