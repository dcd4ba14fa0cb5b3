"""The networks that a text names: what a speed or a price is of, where one sheet tells of several."""

from collections.abc import Set

from core.text.tokens import Analyser

# Each by all its names.
_NAMES = ("fibre ftth ألياف فيبر", "adsl", "vdsl", "4g lte", "fixe")


class Networks:
    """Tells networks by the tokens that an analyser makes of their names."""

    def __init__(self, analyser: Analyser) -> None:
        self._tokens = {names.partition(" ")[0]: frozenset(analyser.tokens(names)) for names in _NAMES}
        self._address = frozenset(analyser.tokens("IP"))

    def named_in(self, tokens: Set[str]) -> frozenset[str]:
        """The networks that tokens name, each by its first name; a fixed address (`IP fixe`) is no fixed line."""
        named = {network for network, own in self._tokens.items() if own & tokens}
        return frozenset(named - {"fixe"} if self._address & tokens else named)
