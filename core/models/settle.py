"""What a function gives or raises, handed over to whoever awaits it."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any


def settle(future: Future[Any], function: Callable[[], Any]) -> None:
    """Give the future what the function returns or raises. Nothing that it raises may end the worker's thread."""
    try:
        result = function()
    except StopIteration as error:
        # asyncio can't carry this one: its asker would wait for ever.
        future.set_exception(RuntimeError(f"{type(error).__name__}: {error}"))
    except BaseException as error:  # noqa: BLE001  # not hidden: raised again where it is awaited
        future.set_exception(error)
    else:
        future.set_result(result)
