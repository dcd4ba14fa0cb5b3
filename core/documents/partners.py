"""The partner of a convention or of a common offer, by the title, the file's name or its folder's."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from core.documents.text import clean
from core.text.normalise import LETTER_AR, fold

_MAX_CHARS = 80
# Names of files: `L_établissement` for `L’établissement`.
_ELISION = re.compile(r"(?<![^\W_])([ldLD])_(?=[aeiouyhéèêàâîôûœ])", re.IGNORECASE)
_GLUED = re.compile(f"(?<=[A-Za-z0-9])(?=[{LETTER_AR}]{{3}})")

_CONVENTION = re.compile(r"\b(?:conven?t+i[oe]n|accord(?:[- ]cadre)?|partenariat|protocole)s?\b", re.IGNORECASE)
_OPERATOR = re.compile(r"t[ée]l[ée]coms?\b|\bAT\b|^\W*alg[ée]rie\W*$", re.IGNORECASE)
_AND_SIGN = re.compile(r"\s*-?\s*&\s*")
_AND = re.compile(r"\s+et\s+", re.IGNORECASE)
_WITH = re.compile(r"\b(?:en\s+partenariat\s+avec|partenaire\s*:?|avec)\s+(.+)", re.IGNORECASE)
_TOGETHER = re.compile(r"\ben\s+partenariat\s+avec\s+(.+)|\bpartenaire\s*:?\s+(.+)", re.IGNORECASE)
_FOR_STAFF = re.compile(
    r"\bau\s+profit\s+d(?:u|es)\s+(?:personnels?|employés|agents|salariés)\s+d(?:e\s|u\s|es\s|['’])\s*(.+)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s+(?:au\s+profit|en\s+faveur|en\s+version|version|pour|personnels?|destinée?|concernant|relative?|ok|final|finish|"
    r"fr|ar|v\d|(?:19|20)\d\d)\b.*$|\s*[(\[].*$|\s+[-–—].*$",
    re.IGNORECASE,
)

_CONVENTION_AR = re.compile("(?:ال)?(?:اتفاقية|إتفاقية|فاقية|بروتوكول)")
_TOGETHER_AR = re.compile(r"بالشراكة\s+مع\s+(.+)")
_CODE_BEFORE = re.compile(r"^\W*([A-Z]{1,3})\s*(?=(?:ال)?(?:[اإ]تفاقية|بروتوكول))")
_OPERATOR_AR = re.compile(
    r"(?:(?:مؤسسة|شركة)\s+)?(?:[اإ]تصالات(?:\s+(?!و)\S+)?|\S+\s+(?:تيليكوم|تليكوم|تلكوم|تيلكوم|للاتصالات))"
    r"(?:\s+(?:ش\.?ذ\.?أ|ذات\s+الأسهم))?"
)
_BETWEEN_AR = re.compile(r"بين\s+(.+?)\s+و\s*(\S.*)")
_TAIL_AR = re.compile(r"\s+(?:لفائدة|لصالح|الخاصة|المتعلقة|نسخة|النسخة|(?:19|20)\d\d).*$|\s*[(\[].*$|\s+[-–—].*$")
_LATIN = re.compile(r"[A-Za-z\d]")
_ARTICLE = re.compile(r"^(?:l'|d'|la |le |les |un |une )")


def partner_of(title: str, document: str) -> str:
    """The partner's name as the title writes it, else as the file's name or a folder's does; '' where none says one.

    Args:
        document: path below DATA_DIR.
    """
    path = PurePosixPath(document)
    texts = [title, path.stem, *(folder.name for folder in path.parents if folder.name)]
    names = [name for text in texts for name in _names(_written(text))]
    if not names:
        return ""
    # `المؤسسة` alone is no name where the file's adds the code: `N اتفاقية … و المؤسسة`.
    if " " not in names[0] and not partner_code(names[0]):
        return next((name for name in names if partner_code(name)), names[0])
    return names[0]


def partner_key(name: str) -> str:
    """What two spellings of one partner have in common: folded, without its article."""
    return _ARTICLE.sub("", fold(name))


def partner_code(name: str) -> str:
    """The letters that tell a partner from the next of its kind, folded: `ab` of `L’établissement AB`; '' for none."""
    last = name.split()[-1] if len(name.split()) > 1 else ""
    return last.lower() if re.fullmatch(r"[A-Za-z]|[A-Z]{2,3}", last) else ""


def same_partner(left: str, right: str) -> bool:
    """Whether two names of one language mean the same partner; two documents without any do too."""
    if (code := partner_code(left)) and partner_code(right):
        return code == partner_code(right)
    return partner_key(left) == partner_key(right)


def _written(text: str) -> str:
    """A title or file's name as a person would write it."""
    return clean(_GLUED.sub(" ", _ELISION.sub(r"\1’", text).replace("_", " ")))


def _names(text: str) -> Iterator[str]:
    for name in (_french(text), _arabic(text)):
        if 1 < len(name) <= _MAX_CHARS:
            yield name


def _french(text: str) -> str:
    if match := _TOGETHER.search(text):
        return _trimmed(match[1] or match[2])
    start = _CONVENTION.search(text)
    if start is None:
        return ""
    rest = text[start.end() :].strip()
    between = rest.lower().startswith("entre ")
    rest = rest[6:] if between else rest
    parts = _AND_SIGN.split(rest, maxsplit=1)
    if len(parts) == 1:
        parts = _AND.split(rest, maxsplit=1)
        if not (between or _OPERATOR.search(parts[0])):
            parts = [rest]  # `Convention tarifs et avantages` names no two parties
    if len(parts) == 2:
        left, right = parts
        return _trimmed(left if _OPERATOR.search(right.split(" au ")[0]) and not _OPERATOR.search(left) else right)
    match = _FOR_STAFF.search(rest) or _WITH.search(rest)
    return _trimmed(match[1]) if match else ""


def _arabic(text: str) -> str:
    if match := _TOGETHER_AR.search(text):
        return _trimmed_arabic(match[1])
    start = _CONVENTION_AR.search(text)
    if start is None:
        return ""
    rest = text[start.end() :].strip()
    name = ""
    if operator := _OPERATOR_AR.search(rest):
        after = re.match(r"\s*و\s*(\S.*)", rest[operator.end() :])
        before = re.match(r"(?:\S+\s+)?بين\s+(\S.*?)\s+و\s*$", rest[: operator.start()])
        name = after[1] if after else before[1] if before else ""
    elif between := _BETWEEN_AR.search(rest):
        name = between[2]
    name = _trimmed_arabic(name)
    code = _CODE_BEFORE.match(text)
    return f"{name} {code[1]}" if name and code and not _LATIN.search(name) else name


def _trimmed(name: str) -> str:
    return _TAIL.sub("", f"{name} ").strip(' .,;:-–—«»"&')


def _trimmed_arabic(name: str) -> str:
    return _TAIL_AR.sub("", f"{name} ").strip(' .,;:،؛-–—«»"')
