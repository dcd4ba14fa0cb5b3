"""Bilingual synonyms of the trade (`synonyms.yaml`): French, Arabic, Algerian in both scripts, one meaning a group."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from core.errors import SettingsError
from core.text.tokens import Analyser

SYNONYMS_FILE = Path(__file__).with_name("synonyms.yaml")
_LANGUAGES = ("fr", "ar", "darja", "arabizi")


@dataclass(frozen=True)
class Match:
    """A group found in a text: the words `start` to `end` of it say `group`."""

    group: str
    start: int
    end: int


class Synonyms:
    """Finds groups in texts and gives what else says the same."""

    def __init__(
        self, groups: dict[str, tuple[tuple[str, ...], ...]], digest: str, subjects: frozenset[str] = frozenset()
    ) -> None:
        """`groups` holds each group's terms, a term being its stems, function words included."""
        self._groups = groups
        self.subjects = subjects
        """The groups of which nothing can be said where no document mentions them."""
        self.digest = digest
        self._terms: dict[tuple[str, ...], list[str]] = {}
        for group, terms in groups.items():
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
            entries = yaml.load(data, Loader=yaml.CSafeLoader)
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
            subjects = frozenset(str(entry["id"]) for entry in entries if entry.get("subject") is True)
        except (yaml.YAMLError, KeyError, TypeError, AttributeError) as error:
            raise SettingsError(
                f"{path.name} can't be read: {error}", "each group needs an id and lists of terms"
            ) from error
        return cls(groups, hashlib.sha256(data).hexdigest()[:12], subjects)

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

    def terms(self, group: str) -> tuple[tuple[str, ...], ...]:
        """What says the group, each as its stems."""
        return self._groups[group]
