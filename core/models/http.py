"""One endpoint of a model server: time-outs, retries, and a pause after it has failed."""

import threading
import time
from collections.abc import Callable
from typing import Any

from core.errors import ModelDownError

TRIES = 3
PAUSE_S = 5.0
"""After a failure, requests fail at once for this long: nobody waits behind a time-out that is known beforehand."""

_CONNECT_S = 3.0
_FIRST_WAIT_S = 0.2
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses of a server that may answer when it is asked again."""


class Caller:
    """Posts JSON to one address. For several threads at once.

    Args:
        url: the full address of the endpoint.
        key: sent as a bearer token where set.
        timeout_s: of one try, in seconds.
        sleep, clock: for tests.
    """

    def __init__(
        self,
        url: str,
        key: str = "",
        timeout_s: float = 10.0,
        *,
        sleep: Callable[[float], object] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.url = url
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._timeout_s = timeout_s
        self._sleep = sleep
        self._clock = clock
        self._client: Any = None
        self._making = threading.Lock()
        self._down_until = 0.0
        self._fault = ""

    def post(self, body: dict[str, Any]) -> Any:
        """The answer's JSON.

        Raises:
            ModelDownError: the server doesn't answer, refuses, or gives no JSON.
        """
        if self._clock() < self._down_until:
            raise ModelDownError(self._fault)
        for attempt in range(TRIES):
            if attempt:
                self._sleep(_FIRST_WAIT_S * 2 ** (attempt - 1))
            fault, answer, may_pass = self._try(body)
            if not fault:
                self._down_until = 0.0
                return answer
            if not may_pass:
                raise ModelDownError(fault)
        self._fault, self._down_until = fault, self._clock() + PAUSE_S
        raise ModelDownError(fault)

    def close(self) -> None:
        """Close the connections; the next request opens new ones."""
        with self._making:
            if self._client is not None:
                self._client.close()
                self._client = None

    def unusable(self, why: str) -> ModelDownError:
        """The error for an answer that isn't of the expected form."""
        return ModelDownError(f"{self.url} gave an answer that can't be used: {why}")

    def _try(self, body: dict[str, Any]) -> tuple[str, Any, bool]:
        """What went wrong ('' for nothing), the answer, and whether trying again may help."""
        import httpx

        try:
            response = self._opened().post(self.url, json=body)
            if response.is_success:
                return "", response.json(), False
        except httpx.HTTPError as error:
            return f"{self.url} doesn't answer: {type(error).__name__} {error}".rstrip(), None, True
        except ValueError:
            return f"{self.url} gave no JSON", None, False
        said = response.text.strip()[:200]
        return f"{self.url} answered {response.status_code}: {said}", None, response.status_code in _PASSING

    def _opened(self) -> Any:
        with self._making:
            if self._client is None:
                import httpx

                # A server that is there takes a connection at once, however long it then computes.
                timeout = httpx.Timeout(self._timeout_s, connect=min(self._timeout_s, _CONNECT_S))
                self._client = httpx.Client(timeout=timeout, headers=self._headers)
            return self._client
