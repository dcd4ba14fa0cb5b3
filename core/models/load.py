"""How busy the models are: what waits, and how long it waited. Read by whoever watches the bot."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Load:
    """Figures since the worker started, and of this moment.

    Attributes:
        waiting: jobs that haven't begun and that somebody still waits for.
        oldest_ms: how long the one has waited that waits longest; 0 where none does.
        batches: calls of a handler.
        items: what they were given, all together; `items / batches` is how well questions are gathered.
        largest: items of the largest batch.
        functions: functions that were run between the batches.
        gone: jobs whose asker had gone before they began; they cost nothing.
        turned_away: questions that weren't taken because too many waited.
        waited_ms: milliseconds that all items and functions waited, together.
        longest_ms: the longest wait of one.
    """

    waiting: int = 0
    oldest_ms: float = 0.0
    batches: int = 0
    items: int = 0
    largest: int = 0
    functions: int = 0
    gone: int = 0
    turned_away: int = 0
    waited_ms: float = 0.0
    longest_ms: float = 0.0

    @property
    def mean_wait_ms(self) -> float:
        """Milliseconds that a job waited on average."""
        return self.waited_ms / max(1, self.items + self.functions)

    def with_batch(self, waits_ms: list[float]) -> "Load":
        """After a handler took items that had waited so long."""
        grown = replace(self, batches=self.batches + 1, items=self.items + len(waits_ms))
        return replace(grown, largest=max(self.largest, len(waits_ms)))._with_waits(waits_ms)

    def with_function(self, wait_ms: float) -> "Load":
        """After a function began that had waited so long."""
        return replace(self, functions=self.functions + 1)._with_waits([wait_ms])

    def _with_waits(self, waits_ms: list[float]) -> "Load":
        return replace(
            self,
            waited_ms=self.waited_ms + sum(waits_ms),
            longest_ms=max(self.longest_ms, *waits_ms),
        )
