"""The first words to a person who may ask."""

from bot.asker import Asker
from bot.asks import FindsExamples
from bot.replies import Notice
from bot.texts import Text
from core.errors import IndexUnavailable, ModelsUnavailable

EXAMPLES = (Text.EXAMPLE_PRICE, Text.EXAMPLE_CONDITIONS, Text.EXAMPLE_PROCEDURE)


class Welcome:
    """What the bot does, with three questions to try: such as the documents that answer now do answer."""

    def __init__(self, examples: FindsExamples) -> None:
        self._examples = examples

    async def say(self, asker: Asker) -> Notice:
        """In the asker's language."""
        fixed = tuple(text.say(asker.language) for text in EXAMPLES)
        try:
            found = tuple(await self._examples.of(asker.language, fixed))
        except (IndexUnavailable, ModelsUnavailable):
            found = ()  # there is nothing to ask now; who tries an example is told so
        return asker.notice(Text.WELCOME, choices=found or fixed)
