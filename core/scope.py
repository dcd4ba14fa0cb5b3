"""Narrowing a question to one family of documents or to one document."""

import difflib
from pathlib import PurePosixPath

from core.errors import InputError
from core.index.base import Rows
from core.index.store import LoadedIndex
from core.text.normalise import fold

_SHOWN = 5


class Scopes:
    """The scopes of one index version: every family, and every document by its path."""

    def __init__(self, index: LoadedIndex) -> None:
        chunks = [chunk for entry in index.chunks for chunk in (entry.chunk, *entry.duplicates)]
        self._documents: dict[str, frozenset[str]] = {chunk.document: frozenset({chunk.document}) for chunk in chunks}
        spellings: dict[str, set[str]] = {}
        for chunk in chunks:
            path = PurePosixPath(chunk.document)
            for spelling in (chunk.document, path.name, path.stem, chunk.title):
                spellings.setdefault(fold(spelling), set()).add(chunk.document)
        for family in {chunk.family for chunk in chunks if chunk.family}:
            self._documents[family] = frozenset(chunk.document for chunk in chunks if chunk.family == family)
            spellings[fold(family)] = {family}
        # A title that two documents share names neither.
        self._names = {spelling: next(iter(found)) for spelling, found in spellings.items() if len(found) == 1}
        self._rows = {scope: index.rows_of(documents) for scope, documents in self._documents.items()}

    @property
    def names(self) -> tuple[str, ...]:
        """Families first, then documents' paths, each sorted."""
        return tuple(sorted(self._documents, key=lambda scope: (scope in self._documents[scope], scope)))

    def rows(self, scope: str | None) -> Rows | None:
        """Rows of the index within a resolved scope; None for all."""
        return None if scope is None else self._rows[scope]

    def documents(self, scope: str) -> frozenset[str]:
        """Paths of the documents within a resolved scope."""
        return self._documents[scope]

    def resolve(self, name: str) -> str:
        """The scope that a person means: a family, or a document's path, file name, title or part of these.

        Raises:
            InputError: `unknown-scope`; its hint names the nearest scopes, also where the name fits several.
        """
        wanted = fold(name)
        if found := self._names.get(wanted):
            return found
        holding = sorted({scope for spelling, scope in self._names.items() if wanted and wanted in spelling})
        if len(holding) == 1:
            return holding[0]
        near = holding or [
            self._names[spelling] for spelling in difflib.get_close_matches(wanted, self._names, n=_SHOWN, cutoff=0.4)
        ]
        shown = list(dict.fromkeys([*near, *(() if near else self.names)]))[:_SHOWN]
        raise InputError("unknown-scope", f"no single document or family is called {name!r}", ", ".join(shown))
