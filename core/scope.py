"""Narrowing a question to one family of documents, to what concerns one partner, or to one document."""

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from core.documents.chunk import Chunk
from core.documents.partners import partner_key
from core.documents.twins import reference_number
from core.documents.version_numbers import find_versions, version_key, without_versions
from core.errors import InputError
from core.index.base import Rows
from core.index.store import LoadedIndex
from core.text.normalise import fold
from core.versions import SheetVersions

_SHOWN = 5


class Scopes:
    """The scopes of one index version: every family, every partner, and every document by its path.

    A name that twins share means both of them; one that a sheet's versions share means the newest.
    """

    def __init__(self, index: LoadedIndex) -> None:
        facts, chunks = index.facts, list(index.every_chunk())
        self._versions = SheetVersions(facts.values())
        self._documents: dict[str, frozenset[str]] = {document: frozenset({document}) for document in facts}
        self._names: dict[str, str] = {}
        self._by_version: dict[str, str] = {}
        self._add_documents(facts)
        for name, spellings, documents in _partners(facts):
            if name not in self._documents:
                self._documents[name] = documents
                self._names.update((fold(spelling), name) for spelling in spellings)
        for family in {chunk.family for chunk in chunks if chunk.family}:
            self._documents[family] = frozenset(chunk.document for chunk in chunks if chunk.family == family)
            self._names[fold(family)] = family
        self._families = frozenset(chunk.family for chunk in chunks)
        self._rows = {scope: index.rows_of(documents) for scope, documents in self._documents.items()}

    @property
    def names(self) -> tuple[str, ...]:
        """Families first, then partners and names of twins, then documents' paths, each sorted."""
        return tuple(sorted(self._documents, key=lambda scope: (self._breadth(scope), scope)))

    def rows(self, scope: str | None) -> Rows | None:
        """Rows of the index within a resolved scope; None for all."""
        return None if scope is None else self._rows[scope]

    def documents(self, scope: str) -> frozenset[str]:
        """Paths of the documents within a resolved scope."""
        return self._documents[scope]

    def resolve(self, name: str) -> str:
        """The scope that a person means: a family, a partner, or a document by its path, file name, title, reference,
        or part of these; with a version or without.

        Raises:
            InputError: `unknown-scope`; its hint names the nearest scopes, also where the name fits several.
        """
        wanted = fold(name)
        spelled = self._names.get(wanted) or self._names.get(reference_number(wanted))
        if found := spelled or self._by_version.get(_numbered(name)):
            return found
        holding = sorted({scope for spelling, scope in self._names.items() if wanted and wanted in spelling})
        if len(holding) == 1:
            return holding[0]
        near = holding or [
            self._names[spelling] for spelling in difflib.get_close_matches(wanted, self._names, n=_SHOWN, cutoff=0.4)
        ]
        shown = list(dict.fromkeys([*near, *(() if near else self.names)]))[:_SHOWN]
        raise InputError("unknown-scope", f"no single document or family is called {name!r}", ", ".join(shown))

    def _breadth(self, scope: str) -> int:
        if scope in self._families:
            return 0
        return 2 if scope in self._documents[scope] else 1

    def _add_documents(self, facts: Mapping[str, Chunk]) -> None:
        spelled: dict[str, set[str]] = {}
        numbered: dict[str, set[str]] = {}
        written: dict[str, str] = {}
        for document, chunk in facts.items():
            for spelling in _spellings(chunk):
                written.setdefault(fold(spelling), spelling)
                spelled.setdefault(fold(spelling), set()).add(document)
            for spelling in _with_and_without_version(chunk):
                written.setdefault(spelling, spelling)
                numbered.setdefault(spelling, set()).add(document)
        for names, groups in ((self._names, spelled), (self._by_version, numbered)):
            for spelling, documents in groups.items():
                if scope := self._scope_of(self._versions.newest(documents), facts, written[spelling]):
                    names[spelling] = scope

    def _scope_of(self, documents: Iterable[str], facts: Mapping[str, Chunk], spelling: str) -> str:
        """The scope of documents that share a name: the only one, or twins under that name; '' for any others."""
        found = sorted(documents)
        if len(found) == 1:
            return found[0]
        if len(found) == 2 and facts[found[0]].twin == found[1] and spelling not in facts:
            self._documents.setdefault(spelling, frozenset(found))
            return spelling
        return ""


def _spellings(chunk: Chunk) -> Iterator[str]:
    path = PurePosixPath(chunk.document)
    yield from (chunk.document, path.name, path.stem, chunk.title)
    if chunk.reference:
        yield chunk.reference
    if number := reference_number(chunk.reference):
        yield number
    if chunk.date:
        yield f"{chunk.title} {chunk.date[:4]}"


def _with_and_without_version(chunk: Chunk) -> Iterator[str]:
    for name in (PurePosixPath(chunk.document).stem, chunk.title):
        bare = _numbered(without_versions(name))
        yield bare
        yield _numbered(name)
        if chunk.version:
            yield _numbered(f"{bare} {chunk.version}")


def _numbered(name: str) -> str:
    """A name with its version behind it in one spelling: `Fiche X version 2.0` and `V2 fiche X` are `fiche x v2`."""
    versions = [".".join(map(str, version_key(version))) for version in find_versions(name)]
    return " ".join(
        [*fold(without_versions(name)).strip(" -–—()").split(), *(f"v{version}" for version in versions[:1])]
    )


def _partners(facts: Mapping[str, Chunk]) -> Iterator[tuple[str, Sequence[str], frozenset[str]]]:
    """Each partner's name, all its spellings, and the documents that concern it, in both languages."""
    key_of = {document: partner_key(chunk.partner) for document, chunk in facts.items() if chunk.partner}
    # The Arabic name of a partner is that of the French twin.
    french = {
        key: key_of[chunk.twin]
        for document, key in key_of.items()
        if (chunk := facts[document]).language == "ar" and chunk.twin in key_of
    }
    groups: dict[str, list[str]] = {}
    for document, key in sorted(key_of.items()):
        groups.setdefault(french.get(key, key), []).append(document)
    for documents in groups.values():
        named = sorted(documents, key=lambda document: (facts[document].language != "fr", document))
        spellings = [text for d in documents for text in (facts[d].partner, partner_key(facts[d].partner))]
        yield facts[named[0]].partner, spellings, frozenset(documents)
