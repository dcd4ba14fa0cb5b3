"""Twins and versions as found, with what the knowledge manager says of them put in their place."""

from collections.abc import Callable, Iterable, Mapping

from core.documents.chunk import Language
from core.documents.corrections import CORRECTIONS_NAME

Links = Mapping[str, Mapping[str, str | None]]
"""By document, what is said of its `twin`, `newer` and `older`: another's path, or None for none."""


def corrected_twins(
    languages: Mapping[str, Language],
    links: Links,
    find: Callable[[Iterable[str]], Mapping[str, str]],
    warnings: list[str],
) -> dict[str, str]:
    """The twin of each document that has one, both ways.

    Args:
        languages: by document that was read.
        find: finds the twins among documents; asked only for those of which nothing is said.
        warnings: takes what can't be followed.
    """
    said: dict[str, str | None] = {}
    for document in sorted(links):
        if "twin" not in links[document]:
            continue
        other = links[document]["twin"]
        if other is None:
            said.setdefault(document, None)
        elif other not in languages:
            warnings.append(_warning(document, "twin", f"nothing was read from {other}"))
        elif languages[other] == languages[document]:
            warnings.append(_warning(document, "twin", f"{other} is in the same language"))
        elif said.get(document, other) != other or said.get(other, document) != document:
            warnings.append(_warning(document, "twin", "another line says otherwise"))
        else:
            said[document], said[other] = other, document
    found = find(document for document in languages if document not in said)
    return {**found, **{document: other for document, other in said.items() if other is not None}}


def corrected_versions(
    documents: Iterable[str],
    links: Links,
    newer: Mapping[str, str],
    older: Mapping[str, str],
    warnings: list[str],
) -> tuple[dict[str, str], dict[str, str]]:
    """`newer` and `older` by document, as found and then as said; what can't be followed goes to `warnings`."""
    chain = _Chain(dict(newer), dict(older))
    known = set(documents)
    for document in sorted(links):
        for key in ("newer", "older"):
            if key not in links[document]:
                continue
            other = links[document][key]
            if other is None:
                chain.cut(document, key)
            elif other not in known:
                warnings.append(_warning(document, key, f"nothing was read from {other}"))
            elif not chain.link(*((document, other) if key == "newer" else (other, document))):
                warnings.append(_warning(document, key, "another line says otherwise"))
    return chain.newer, chain.older


class _Chain:
    """Who comes after whom. What is said goes before what was found, and nothing comes after itself."""

    def __init__(self, newer: dict[str, str], older: dict[str, str]) -> None:
        self.newer, self.older = newer, older
        self._said: set[tuple[str, str]] = set()

    def cut(self, document: str, key: str) -> None:
        """The document has none."""
        here, there = (self.newer, self.older) if key == "newer" else (self.older, self.newer)
        other = here.pop(document, None)
        if other is not None and there.get(other) == document:
            del there[other]

    def link(self, before: str, after: str) -> bool:
        """The second comes right after the first; False, and nothing done, where that contradicts what is said."""
        if (before, after) in self._said:
            return True
        taken = {(before, self.newer.get(before)), (self.older.get(after), after)} & self._said
        last = self._last_step(after, before)
        if before == after or taken or last in self._said:
            return False
        if last is not None:
            self.cut(last[0], "newer")
        self.cut(before, "newer")
        self.cut(after, "older")
        self.newer[before], self.older[after] = after, before
        self._said.add((before, after))
        return True

    def _last_step(self, start: str, end: str) -> tuple[str, str] | None:
        """The last step of the way from one document to a newer one; None where no way leads there."""
        while (following := self.newer.get(start)) is not None:
            if following == end:
                return start, end
            start = following
        return None


def _warning(document: str, key: str, text: str) -> str:
    return f"{CORRECTIONS_NAME}: `{key}` of {document}: {text}"
