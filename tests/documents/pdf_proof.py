"""What the proof PDFs say, in French, Arabic and both: one content, written in the ways in which people make PDFs.

A document is a list of parts. `expected` gives what a reader must find in it, whatever program made the file: its
texts in order, and each table's rows of cells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.documents.base import Block, Heading, Table


@dataclass(frozen=True)
class Head:
    text: str
    level: int = 1


@dataclass(frozen=True)
class Para:
    """`note` is a footnote that the text refers to at its end."""

    text: str
    note: str = ""


@dataclass(frozen=True)
class Items:
    """List items as (level, text)."""

    items: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Cell:
    text: str
    cols: int = 1
    rows: int = 1


@dataclass(frozen=True)
class Grid:
    """A table as it is written: `head` rows, then `body` rows; a covered place is left out, as in HTML.

    `header` and `rows` are what it means: one name a column, None where a cell spans columns.
    """

    head: tuple[tuple[Cell | str, ...], ...]
    body: tuple[tuple[Cell | str, ...], ...]
    header: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]


@dataclass(frozen=True)
class Columns:
    """Paragraphs in two columns of text."""

    left: tuple[str, ...]
    right: tuple[str, ...]


@dataclass(frozen=True)
class Proof:
    """`rtl` is the direction of its paragraphs. `furniture` stands on every page: (header, footer)."""

    name: str
    rtl: bool
    title: str
    parts: tuple[Head | Para | Items | Grid | Columns, ...]
    furniture: tuple[str, str] | None = None
    fonts: str = "Liberation Sans"

    def expected(self, footnotes: bool = True) -> Iterator[str | tuple[str | None, ...]]:
        """Every text and every row (its header first), in reading order. Slides have no footnotes, but more text."""
        yield self.title
        for part in self.parts:
            if isinstance(part, Head):
                yield part.text
            elif isinstance(part, Para):
                yield part.text
                if part.note:
                    yield f"* {part.note}" if footnotes else part.note
            elif isinstance(part, Items):
                yield from (text for _, text in part.items)
            elif isinstance(part, Columns):
                yield from (*part.left, *part.right)
            else:
                yield from (part.header, *part.rows)


def found_in(title: str, blocks: Sequence[Block]) -> Iterator[str | tuple[str | None, ...]]:
    """What a reader found, in the terms of `Proof.expected`. A heading that only repeats the title is left out."""
    if title:
        yield title
    last: tuple[str, ...] | None = None
    for block in blocks:
        if isinstance(block, Table):
            if block.header != last:
                yield block.header
            last = block.header
            yield from block.rows
        elif isinstance(block, Heading) and block.text == title:
            continue
        elif hasattr(block, "text"):
            yield block.text


SPEEDS_FR = Grid(
    ((Cell("Débit", 1, 2), Cell("Prix en DA TTC", 2), Cell("Frais", 1, 2)), ("Ancien", "Nouveau")),
    (
        ("60 Mbps", "2 200", "2 200", "0"),
        ("120 Mbps", "3 000", "2 600", "0"),
        ("480 Mbps", Cell("Sur devis", 2), "1 000"),
        ("1.2 Gbps", "/", "7 900", Cell("1 500", 1, 2)),
        ("1.5 Gbps", "/", "9 400"),
    ),
    ("Débit", "Prix en DA TTC › Ancien", "Prix en DA TTC › Nouveau", "Frais"),
    (
        ("60 Mbps", "2 200", "2 200", "0"),
        ("120 Mbps", "3 000", "2 600", "0"),
        ("480 Mbps", "Sur devis", None, "1 000"),
        ("1.2 Gbps", "/", "7 900", "1 500"),
        ("1.5 Gbps", "/", "9 400", "1 500"),
    ),
)
SPEEDS_AR = Grid(
    ((Cell("سرعة التدفق", 1, 2), Cell("السعر بالدينار", 2), Cell("المصاريف", 1, 2)), ("القديم", "الجديد")),
    (
        ("60 Mbps", "2 200", "2 200", "0"),
        ("120 Mbps", "3 000", "2 600", "0"),
        ("480 Mbps", Cell("حسب الطلب", 2), "125 500"),
        ("1.2 Gbps", "/", "7 900", Cell("1 500", 1, 2)),
        ("1.5 Gbps", "/", "9 400"),
    ),
    ("سرعة التدفق", "السعر بالدينار › القديم", "السعر بالدينار › الجديد", "المصاريف"),
    (
        ("60 Mbps", "2 200", "2 200", "0"),
        ("120 Mbps", "3 000", "2 600", "0"),
        ("480 Mbps", "حسب الطلب", None, "125 500"),
        ("1.2 Gbps", "/", "7 900", "1 500"),
        ("1.5 Gbps", "/", "9 400", "1 500"),
    ),
)
BOXES_FR = Grid(
    (("Carte", "Volume", "Validité", "Prix"),),
    (
        ("Box S", "18 Go", "9 jours", "640 DA"),
        ("Box M", "45 Go", "21 jours", "1 260 DA"),
        ("Box L", "45 Go", "30 jours", "1 260 DA"),
        ("Box XL", "210 Go", "70 jours", "3 870 DA"),
    ),
    ("Carte", "Volume", "Validité", "Prix"),
    (
        ("Box S", "18 Go", "9 jours", "640 DA"),
        ("Box M", "45 Go", "21 jours", "1 260 DA"),
        ("Box L", "45 Go", "30 jours", "1 260 DA"),
        ("Box XL", "210 Go", "70 jours", "3 870 DA"),
    ),
)
BOXES_AR = Grid(
    (("البطاقة", "الحجم", "الصلاحية", "السعر"),),
    (
        ("Box S", "18 جيغا", "9 أيام", "640 دج"),
        ("Box M", "45 جيغا", "21 يوما", "1 260 دج"),
        ("Box L", "45 جيغا", "30 يوما", "1 260 دج"),
        ("بطاقة الأعمال", "٢١٠ جيغا", "70 يوما", "3 870 دج"),
    ),
    ("البطاقة", "الحجم", "الصلاحية", "السعر"),
    (
        ("Box S", "18 جيغا", "9 أيام", "640 دج"),
        ("Box M", "45 جيغا", "21 يوما", "1 260 دج"),
        ("Box L", "45 جيغا", "30 يوما", "1 260 دج"),
        ("بطاقة الأعمال", "٢١٠ جيغا", "70 يوما", "3 870 دج"),
    ),
)

_BODY_FR = (
    Para(
        "La fibre Rimal Fibre est proposée aux particuliers à partir du 01/03/2026, avec une remise de 15 % pendant "
        "les trois premiers mois d'abonnement et sans engagement de durée."
    ),
    Head("Conditions d'accès", 2),
    Items(
        (
            (0, "Une pièce d'identité en cours de validité."),
            (1, "Carte nationale ou passeport."),
            (0, "Un local de plus de 12 m² déjà raccordé."),
        )
    ),
    Head("Tarifs des abonnements", 2),
    SPEEDS_FR,
    Para("Le code *610# donne le solde ; les détails sont sur https://www.rimal.example/fibre (version 2.6.2)."),
    Head("Cartes de recharge", 2),
    BOXES_FR,
    Para("Les frais de dossier sont de 1 500 DA", note="Offerts aux clients de la formule Rimal Play."),
)
_BODY_AR = (
    Para(
        "يُقدَّم عرض Rimal Fibre للزبائن الخواص ابتداءً من 01/03/2026 مع تخفيض 15% خلال الأشهر الثلاثة الأولى من "
        "الاشتراك (بدون التزام)، بسعر 2 200 دج/شهر لأول ٣ أشهر."
    ),
    Head("شروط الاستفادة", 2),
    Items(
        (
            (0, "وثيقة هوية سارية المفعول."),
            (1, "بطاقة وطنية أو جواز سفر."),
            (0, "محل لا تقل مساحته عن 12 م² وموصول بالشبكة."),
        )
    ),
    Head("أسعار الاشتراكات", 2),
    SPEEDS_AR,
    Para("الرمز *610# يُظهر الرصيد؛ التفاصيل في https://www.rimal.example/fibre (الإصدار 2.6.2) والسعر ١٬٥٠٠ دج."),
    Head("بطاقات التعبئة", 2),
    BOXES_AR,
    Para("مصاريف الملف هي 1 500 دج", note="مجانية لزبائن صيغة Rimal Play."),
)


def _long(rtl: bool) -> tuple[Head | Para | Grid, ...]:
    """Three pages: a table that goes on from page to page, between texts."""
    parts: list[Head | Para | Grid] = []
    names = ("البلدية", "المنطقة", "الآجال") if rtl else ("Commune", "Zone", "Délai")
    rows = tuple(
        (f"بلدية الرمال {n}", f"المنطقة {n % 7}", f"{2 + n % 5} أيام")
        if rtl
        else (f"Commune des Sables {n}", f"Zone {n % 7}", f"{2 + n % 5} jours")
        for n in range(1, 49)
    )
    parts.append(Para("تحدد هذه البطاقة آجال الربط في كل بلدية." if rtl else
                      "Cette fiche fixe les délais de raccordement de chaque commune."))  # fmt: skip
    parts.append(Grid((names,), rows, names, rows))
    parts.append(Para("تحسب الآجال بأيام العمل." if rtl else "Les délais se comptent en jours ouvrés."))
    return tuple(parts)


_COLUMNS_FR = Columns(
    (
        "La vente se fait au guichet. Le conseiller vérifie d'abord la pièce d'identité du client, puis la couverture "
        "de son adresse dans l'application de la boutique.",
        "Il saisit ensuite la commande et remet au client un reçu de 2 600 DA.",
    ),
    (
        "Le retrait du modem se fait le jour même. Le client signe le bon de remise en deux exemplaires et garde le "
        "sien avec la facture.",
        "En cas d'échec, le conseiller appelle le 3030 avant 16 h.",
    ),
)
_COLUMNS_AR = Columns(
    (
        "يتم البيع في الوكالة. يتحقق المستشار أولا من هوية الزبون ثم من تغطية عنوانه في تطبيق الوكالة قبل تسجيل الطلب.",
        "ثم يسجل الطلب ويسلم الزبون وصلا بمبلغ 2 600 دج.",
    ),
    (
        "يُسلَّم المودم في اليوم نفسه. يوقع الزبون على وصل التسليم في نسختين ويحتفظ بنسخته مع الفاتورة.",
        "في حالة الفشل يتصل المستشار بالرقم 3030 قبل الساعة 16.",
    ),
)

SHEET_FR = Proof("sheet-fr", False, "Rimal Fibre", _BODY_FR)
SHEET_AR = Proof("sheet-ar", True, "عرض ريمال فايبر", _BODY_AR, fonts="Noto Naskh Arabic")
MIXED = Proof(
    "mixed",
    True,
    "عرض Rimal Play",
    (*_BODY_AR[:3], *_BODY_FR[3:5], *_BODY_AR[5:8], *_BODY_FR[1:3]),
    fonts="DejaVu Sans",
)
LONG_FR = Proof("long-fr", False, "Délais de raccordement", _long(False), ("Rimal Télécom – Fiche interne", "Page"))
LONG_AR = Proof("long-ar", True, "آجال الربط", _long(True), ("ريمال تيليكوم – بطاقة داخلية", "صفحة"), fonts="Amiri")
COLUMNS_FR = Proof("columns-fr", False, "Vendre au guichet", (_COLUMNS_FR,))
COLUMNS_AR = Proof("columns-ar", True, "البيع في الوكالة", (_COLUMNS_AR,), fonts="Noto Kufi Arabic")
PROOFS = (SHEET_FR, SHEET_AR, MIXED, LONG_FR, LONG_AR, COLUMNS_FR, COLUMNS_AR)
