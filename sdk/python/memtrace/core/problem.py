"""Problems that the client reports instead of throwing into the app."""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass
from threading import Lock
from typing import Callable, Optional, Protocol, Set

_log = logging.getLogger("memtrace")


@dataclass(frozen=True)
class Problem:
    """`code` says what happened:

    - `off`: the key is missing, so nothing is traced
    - `rejected`: the service refused one event
    - `retrying`: a batch failed for the first time, and the client retries
    - `undelivered`: the client gave up a batch, or the process ended with events waiting
    - `dropped`: the queue was full
    - `undeclared`: in a strict graph, a value changed without `mutate`
    - `internal`: the client could not record a value
    """

    code: str
    message: str
    #: Number of affected events.
    count: int
    #: For a rejected event: its index in the batch, and the service's error code.
    index: Optional[int] = None
    reason: Optional[str] = None
    cause: Optional[BaseException] = None


@dataclass(frozen=True)
class Failure:
    """Why one attempt to deliver a batch failed."""

    transient: bool
    message: str
    #: Seconds that the service asks to wait.
    wait: float = 0.0
    cause: Optional[BaseException] = None


class DeliveryError(Exception):
    """`flush` and `close` raise this error if the service did not accept all events."""

    def __init__(self, undelivered: int, url: str, failure: Optional[Failure]) -> None:
        reason = failure.message if failure else "no answer"
        super().__init__(f"{undelivered} events not delivered to {url}: {reason}")
        #: Events lost since the last flush, and events still waiting.
        self.undelivered = undelivered
        self.__cause__ = failure.cause if failure else None


_is_outdated = False


def warn_outdated(message: object) -> None:
    """Logs the service's message that this SDK is too old, once in each process."""
    global _is_outdated
    if isinstance(message, str) and not _is_outdated:
        _is_outdated = True
        _log.warning(message)


class Report(Protocol):
    def __call__(
        self,
        code: str,
        message: str,
        count: int,
        *,
        index: Optional[int] = None,
        reason: Optional[str] = None,
        cause: Optional[BaseException] = None,
    ) -> None: ...


def reporter(on_error: Optional[Callable[[Problem], object]]) -> Report:
    """Calls the app's hook, or warns once per kind of problem. A failing hook changes nothing."""
    warned: Set[str] = set()
    lock = Lock()

    def report(
        code: str,
        message: str,
        count: int,
        *,
        index: Optional[int] = None,
        reason: Optional[str] = None,
        cause: Optional[BaseException] = None,
    ) -> None:
        try:
            if on_error:
                on_error(Problem(code, message, count, index, reason, cause))
                return
            with lock:
                known = code in warned
                warned.add(code)
            if not known:
                _log.warning("%s: %s", code, message)
        except Exception:
            # A failing hook must not break tracing.
            return

    return report


def is_power_of_two(count: int) -> bool:
    """Reports only at powers of two, so that an outage does not flood the app."""
    return count > 0 and math.log2(count).is_integer()
