"""Sheets that are only for some: a partner's convention, and a device whose price goes by the customer's speed.

`tarif 480 mega` does not ask what the staff of one institution pays, nor `tarif 1 giga résidentiel` for the terminal
that such customers may buy, though that sheet's title says more of the question.
"""

from collections.abc import Iterable

from core.answering.intent import MEASURES
from core.documents.chunk import Chunk
from core.text.query import Query, QueryReader

_DEVICES = frozenset({"modem", "router", "optical_terminal", "wifi"})
_DEVICE_NAMES = frozenset({"ont", "onu", "gpon", "xgs", "pon", "cpe"})
_SPEEDS = frozenset({"mbps", "giga"})
_PRICES = MEASURES["price"][0] | {"q_how_many"}
_PARTNERS = frozenset("convention institution employee retired social_works member beneficiary school".split())


class SpecialSheets:
    """The documents of one index version that are about a device, and those that are a partner's."""

    def __init__(self, chunks: Iterable[Chunk], reader: QueryReader) -> None:
        facts = {chunk.document: chunk for chunk in chunks}
        self._of_devices = frozenset(
            document for document, chunk in facts.items() if _names_a_device(reader.read(chunk.title))
        )
        self._partners = {
            document: frozenset(reader.read(chunk.partner).tokens) for document, chunk in facts.items() if chunk.partner
        }

    def not_meant(self, query: Query) -> frozenset[str]:
        """For a question about a price those of devices, where it gives a speed and names no device, and those of
        partners, where it names neither a partner nor such people."""
        if not query.groups & _PRICES:
            return frozenset()
        asks_speed = any(quantity.unit in _SPEEDS for quantity in query.quantities)
        devices = self._of_devices if asks_speed and not _names_a_device(query) else frozenset()
        if query.groups & _PARTNERS:
            return devices
        said = frozenset(token for term in query.terms for token in term.alternatives[0])
        return devices | {document for document, names in self._partners.items() if not names & said}


def _names_a_device(query: Query) -> bool:
    return bool(query.groups & _DEVICES or query.tokens.keys() & _DEVICE_NAMES)
