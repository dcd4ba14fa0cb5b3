"""`DATA_DIR/forsa.yaml`: what the knowledge manager says of documents where ingest found something else.

    documents:
      "Offres/Fiche X.docx": {version: V2, date: 2025-07-14, twin: "Offres/بطاقة X.docx", newer: none}

Every key is optional and overrides what was found; `none` says that there is none. A line that can't be followed is
named in the report and stops nothing; only a file that is no YAML does.
"""

import difflib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

import yaml

from core.documents.chunk import Language
from core.documents.dates import parse_date
from core.documents.version_numbers import tidy_version
from core.errors import SettingsError
from core.text.normalise import fold

CORRECTIONS_NAME = "forsa.yaml"
DECISIONS_NAME = "forsa-audit.yaml"
"""What was decided on contradictions (`core/audit/decisions.py`); beside the corrections, and no document either."""

_ROOT = "documents"
_TEXTS = ("title", "reference", "version", "date", "partner", "family", "language")
_LINKS = ("twin", "newer", "older")
_KEYS = (*_TEXTS, *_LINKS, "ignore")
_NEEDED = frozenset({"title", "language"})
_YES, _NO = frozenset({"true", "yes", "oui"}), frozenset({"false", "no", "non"})
_NONE = "none"


@dataclass(frozen=True)
class Correction:
    """What the file says of one document.

    `facts` by name (title, reference, version, date, partner, family, language), '' where it says `none`. `links`
    (twin, newer, older) are the other document's path, or None where it says `none`. `line` is where it begins,
    counted from 1.
    """

    line: int = 0
    facts: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, str | None] = field(default_factory=dict)
    ignore: bool = False


@dataclass(frozen=True)
class Corrections:
    """All of them by document, and the lines that couldn't be followed, for the report."""

    documents: Mapping[str, Correction] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def of(self, document: str) -> Correction:
        """The document's own; an empty one where it has none."""
        return self.documents.get(document, Correction())

    @property
    def ignored(self) -> frozenset[str]:
        """The documents that are to be left out."""
        return frozenset(document for document, correction in self.documents.items() if correction.ignore)


def load_corrections(data_dir: Path, documents: Iterable[str]) -> Corrections:
    """The corrections beside the data; none where there is no file.

    Args:
        documents: every file below DATA_DIR. A name that is typed with other quotes, accents or blanks still means
            the file, as long as it can mean only one.

    Raises:
        SettingsError: the file can't be read or is no YAML; the message says the line.
    """
    path = data_dir / CORRECTIONS_NAME
    try:
        text = path.read_bytes().decode("utf-8-sig")
        # Scalars stay texts: `1.10` is no number, and a date is checked like any other.
        root = yaml.compose(text, Loader=yaml.BaseLoader)
    except FileNotFoundError:
        return Corrections()
    except OSError as error:
        raise SettingsError(f"{CORRECTIONS_NAME} can't be read: {error.strerror}", "give Forsa read access") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{CORRECTIONS_NAME} isn't UTF-8 text", "save it as UTF-8") from error
    except yaml.YAMLError as error:
        raise _malformed(error) from error
    return _Reading(documents).all(root)


def _malformed(error: yaml.YAMLError) -> SettingsError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    where = f", line {mark.line + 1}" if mark is not None else ""
    problem = str(getattr(error, "problem", None) or error).splitlines()[0]
    tab = "\\t" in problem or "tab" in problem
    return SettingsError(
        f"{CORRECTIONS_NAME}{where}: {problem}",
        "indent with blanks, not with tabs" if tab else "correct the line; names with `:`, `&` or `#` need quotes",
    )


class _Reading:
    """One reading of the file: what it says, and what is wrong with it."""

    def __init__(self, documents: Iterable[str]) -> None:
        self._known = set(documents)
        self._folded: dict[str, list[str]] = {}
        for document in self._known:
            self._folded.setdefault(fold(document), []).append(document)
        self._warnings: list[str] = []

    def all(self, root: yaml.Node | None) -> Corrections:
        found: dict[str, Correction] = {}
        for key, value in self._pairs(root, "the file"):
            if key.value != _ROOT:
                self._warn(key, f"`{key.value}` is not known; corrections stand below `{_ROOT}:`")
                continue
            for name, said in self._pairs(value, f"`{_ROOT}`"):
                document = self._document(name.value)
                if document is None:
                    self._warn(name, f"no document is called {name.value}{self._nearest(name.value)}")
                elif document in found:
                    self._warn(name, f"{document} stands here for the second time; this is left out")
                else:
                    found[document] = self._correction(name, said)
        return Corrections(found, tuple(self._warnings))

    def _correction(self, name: yaml.Node, said: yaml.Node) -> Correction:
        facts: dict[str, str] = {}
        links: dict[str, str | None] = {}
        ignore = False
        for key, value in self._pairs(said, name.value):
            if key.value not in _KEYS:
                near = difflib.get_close_matches(key.value, _KEYS, n=1)
                self._warn(key, f"`{key.value}` is not known; " + (f"`{near[0]}`?" if near else ", ".join(_KEYS)))
            elif not isinstance(value, yaml.ScalarNode):
                self._warn(value, f"`{key.value}` must be one text")
            elif not value.value.strip():
                self._warn(value, f"`{key.value}` has no value; `{_NONE}` says that there is none")
            elif key.value == "ignore":
                ignore = self._yes(value)
            elif key.value in _LINKS:
                self._link(key.value, value, links)
            else:
                self._fact(key.value, value, facts)
        return Correction(name.start_mark.line + 1, facts, links, ignore)

    def _fact(self, key: str, node: yaml.ScalarNode, facts: dict[str, str]) -> None:
        text = " ".join(node.value.split())
        if text.casefold() == _NONE:
            if key in _NEEDED:
                self._warn(node, f"every document has a {key}")
            else:
                facts[key] = ""
            return
        read = _READ.get(key, str)(text)
        if read:
            facts[key] = read
        else:
            self._warn(node, f"`{key}: {text}` can't be understood; write {_EXPECTED[key]}")

    def _link(self, key: str, node: yaml.ScalarNode, links: dict[str, str | None]) -> None:
        if node.value.strip().casefold() == _NONE:
            links[key] = None
        elif (other := self._document(node.value)) is not None:
            links[key] = other
        else:
            self._warn(node, f"`{key}`: no document is called {node.value}{self._nearest(node.value)}")

    def _yes(self, node: yaml.ScalarNode) -> bool:
        text = node.value.strip().casefold()
        if text not in _YES | _NO:
            self._warn(node, f"`ignore: {node.value}` can't be understood; write true or false")
        return text in _YES

    def _pairs(self, node: yaml.Node | None, of: str) -> Iterator[tuple[yaml.ScalarNode, yaml.Node]]:
        """Keys and values of a mapping; nothing, with a warning, where it is something else."""
        if node is None or (isinstance(node, yaml.ScalarNode) and not node.value.strip()):
            return
        if not isinstance(node, yaml.MappingNode):
            self._warn(node, f"{of} must be followed by lines `name: value`")
            return
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                yield key, value
            else:
                self._warn(key, "a name must be one text")

    def _document(self, name: str) -> str | None:
        path = unicodedata.normalize("NFC", name.strip()).replace("\\", "/").removeprefix("./")
        if path in self._known:
            return path
        meant = self._folded.get(fold(path), [])
        return meant[0] if len(meant) == 1 else None

    def _nearest(self, name: str) -> str:
        near = difflib.get_close_matches(name, self._known, n=1, cutoff=0.6)
        return f"; {near[0]}?" if near else ""

    def _warn(self, node: yaml.Node, text: str) -> None:
        self._warnings.append(f"{CORRECTIONS_NAME}, line {node.start_mark.line + 1}: {text}")


def _language(text: str) -> str:
    return text.lower() if text.lower() in get_args(Language) else ""


_READ: Mapping[str, Callable[[str], str | None]] = {
    "date": parse_date,
    "version": tidy_version,
    "language": _language,
}
_EXPECTED = {"date": "a day, month or year (2025-07-14, 07/2025, 2025)", "language": "fr or ar", "version": "a version"}
