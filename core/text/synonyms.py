"""Bilingual synonyms of the trade (`synonyms.yaml`): French, Arabic, Algerian in both scripts, one meaning a group."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from core.errors import SettingsError
from core.text.tokens import Analyser

SYNONYMS_FILE = Path(__file__).with_name("synonyms.yaml")
_LANGUAGES = ("fr", "ar", "darja", "arabizi")
_WRITTEN = 3
"""Terms of each language that are kept as they are written; the commonest stand first."""


@lru_cache(maxsize=4)
def parsed(data: bytes) -> Any:
    """A data file's content, only to be read. The same file is asked for by several parts, and again at each audit.

    Raises:
        yaml.YAMLError: it isn't YAML.
    """
    return yaml.load(data, Loader=yaml.CSafeLoader)


@dataclass(frozen=True)
class Match:
    """A group found in a text: the words `start` to `end` of it say `group`."""

    group: str
    start: int
    end: int


class Synonyms:
    """Finds groups in texts and gives what else says the same."""

    def __init__(
        self,
        groups: dict[str, tuple[tuple[str, ...], ...]],
        digest: str,
        subjects: frozenset[str] = frozenset(),
        written: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
        coded: frozenset[str] = frozenset(),
    ) -> None:
        """`groups` holds each group's terms, a term being its stems, function words included; `written` the same terms
        as people write them; of the groups in `coded` the terms say the same only before a code."""
        self._groups = groups
        self._written = written
        self.subjects = subjects
        """The groups of which nothing can be said where no document mentions them."""
        self.digest = digest
        self._terms: dict[tuple[str, ...], list[str]] = {}
        self._nouns: dict[str, tuple[str, ...]] = {}
        for group, terms in groups.items():
            if group in coded:
                nouns = tuple(term[0] for term in terms)
                self._nouns.update(dict.fromkeys(nouns, nouns))
                continue
            for term in terms:
                self._terms.setdefault(term, []).append(group)
        self._longest = max((len(term) for term in self._terms), default=0)

    @classmethod
    def load(cls, analyser: Analyser, path: Path = SYNONYMS_FILE) -> "Synonyms":
        """Read the data file.

        Raises:
            SettingsError: it isn't a list of groups with an id and terms by language.
        """
        data = path.read_bytes()
        try:
            entries = parsed(data)
            groups = {
                str(entry["id"]): tuple(
                    dict.fromkeys(
                        stems
                        for language in _LANGUAGES
                        for term in entry.get(language, ())
                        if (stems := tuple(analyser.all_words(str(term))))
                    )
                )
                for entry in entries
            }
            written = {
                str(entry["id"]): tuple(str(term) for name in _LANGUAGES for term in entry.get(name, ())[:_WRITTEN])
                for entry in entries
            }
            subjects, coded = (
                frozenset(str(entry["id"]) for entry in entries if entry.get(mark) is True)
                for mark in ("subject", "coded")
            )
        except (yaml.YAMLError, KeyError, TypeError, AttributeError) as error:
            raise SettingsError(
                f"{path.name} can't be read: {error}", "each group needs an id and lists of terms"
            ) from error
        return cls(groups, hashlib.sha256(data).hexdigest()[:12], subjects, written, coded)

    def find(self, words: Sequence[str]) -> Iterator[Match]:
        """Groups said by a text's words (`Analyser.all_words`), the longest term first where several begin."""
        start = 0
        while start < len(words):
            for length in range(min(self._longest, len(words) - start), 0, -1):
                if found := self._terms.get(tuple(words[start : start + length])):
                    for group in found:
                        yield Match(group, start, start + length)
                    start += length - 1
                    break
            start += 1

    def coded_nouns(self, noun: str) -> tuple[str, ...]:
        """The stems that say the same as a noun's before a code, its own among them; () where none does."""
        return self._nouns.get(noun, ())

    def written(self, group: str) -> tuple[str, ...]:
        """What says the group, as people write it: some terms in French, then Arabic, then dialect."""
        return self._written.get(group, ())

    def terms(self, group: str) -> tuple[tuple[str, ...], ...]:
        """What says the group, each as its stems."""
        return self._groups[group]
