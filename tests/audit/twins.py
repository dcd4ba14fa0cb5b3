"""Made twins: the sheet of an invented offer in French and in Arabic, as chunks."""

from collections.abc import Sequence

from core.documents.chunk import Chunk, Language
from tests.corpora import chunk, rows

FR, AR = "Offres/Rimal Fibre FR.docx", "Offres/Rimal Fibre AR.docx"

FR_HEADER, AR_HEADER = ("Débit", "Tarif (DA/mois)", "Frais"), ("الرسوم", "السعر (دج/شهر)", "التدفق")
FR_ROWS = (("70 Mbps", "1 750 DA", "2 500 DA"), ("140 Mbps", "2 150 DA", "2 500 DA"), ("1,5 Gbps", "4 350 DA", "—"))
AR_ROWS = (("2500 دج", "1.750", "70 ميغابت/ثا"), ("2.500 دج", "2,150 دج", "140 ميغا"), ("—", "دج4 350", "1.5 جيغا"))
FR_SAID = (
    "Rimal Fibre est destinée aux clients résidentiels.",
    "L'engagement est de 12 mois ; la résiliation demande un préavis de 30 jours.",
    "- Le modem Rimal Box est offert pour tout paiement de 03 mois ou plus.",
    "- Un upload de 40 % du débit est garanti.",
)
AR_SAID = (
    "عرض Rimal Fibre موجه للزبائن السكنيين.",
    "مدة الالتزام سنة واحدة أي 12 شهرا، ويتطلب فسخ العقد إشعارا مسبقا بـ 30 يوما.",
    "- مودم Rimal Box مجاني عند تسديد ثلاثة (03) أشهر أو أكثر.",
    "- سرعة الرفع 40٪ من سرعة التدفق مضمونة.",
)
FR_DOCUMENTS = ("- Une copie de la pièce d'identité ;", "- Un justificatif d'adresse ;", "- Une demande manuscrite.")
AR_DOCUMENTS = ("- نسخة من بطاقة التعريف؛", "- وثيقة تثبت العنوان؛", "- طلب خطي.")


def document(
    path: str,
    language: Language,
    sections: Sequence[tuple[str, str]],
    *,
    twin: str | None = None,
    date: str | None = "2026-03-02",
    version: str = "V2",
    title: str = "Rimal Fibre",
    partner: str = "",
    newer: str | None = None,
    ocr: bool = False,
) -> list[Chunk]:
    """One chunk a section (its title and its text)."""
    return [
        chunk(
            text,
            document=path,
            ordinal=ordinal,
            title=title,
            section=section,
            language=language,
            twin=twin,
            version=version,
            date=date,
            partner=partner,
            newer=newer,
            ocr=ocr,
        )
        for ordinal, (section, text) in enumerate(sections)
    ]


def french(
    *,
    table: Sequence[Sequence[str]] = FR_ROWS,
    said: Sequence[str] = FR_SAID,
    asked: Sequence[str] = FR_DOCUMENTS,
    date: str | None = "2026-03-02",
    version: str = "V2",
) -> list[Chunk]:
    """The French sheet."""
    sections = [
        ("Présentation", "\n".join(said)),
        ("Quels sont les tarifs ?", rows(FR_HEADER, *table)),
        ("Quel est le dossier à fournir ?", "\n".join(asked)),
    ]
    return document(FR, "fr", sections, twin=AR, date=date, version=version)


def arabic(
    *,
    table: Sequence[Sequence[str]] = AR_ROWS,
    said: Sequence[str] = AR_SAID,
    asked: Sequence[str] = AR_DOCUMENTS,
    date: str | None = "2026-03-02",
    version: str = "V2.0",
) -> list[Chunk]:
    """The same in Arabic: columns from right to left, numbers written in other ways."""
    sections = [
        ("تقديم العرض", "\n".join(said)),
        ("ما هي الأسعار؟", rows(AR_HEADER, *table)),
        ("ما هو الملف المطلوب؟", "\n".join(asked)),
    ]
    return document(AR, "ar", sections, twin=FR, date=date, version=version)
