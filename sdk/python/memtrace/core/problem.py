"""Problems that the client reports instead of raising them into the app."""

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
    #: For a rejected event: its index in the batch, from 0, and the service's error code.
    index: Optional[int] = None
    reason: Optional[str] = None
    cause: Optional[BaseException] = None


@dataclass(frozen=True)
class Failure:
    """Describes why one attempt to deliver a batch failed."""

    transient: bool
    message: str
    #: Seconds to wait before the next attempt, as the service asked.
    wait: float = 0.0
    cause: Optional[BaseException] = None


class DeliveryError(Exception):
    """`flush` and `close` raise this error if the service has not accepted all events."""

    def __init__(self, undelivered: int, url: str, failure: Optional[Failure]) -> None:
        reason = failure.message if failure else "no answer"
        super().__init__(f"{undelivered} events not delivered to {url}: {reason}")
        #: Number of events lost since the last flush, plus events that still wait.
        self.undelivered = undelivered
        self.__cause__ = failure.cause if failure else None


_is_outdated = False


def warn_outdated(message: object) -> None:
    """Logs the service's message that this SDK is too old. Logs it only once per process."""
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
    """Returns a function that reports a problem: it calls the app's hook, or warns once per kind of
    problem. If the hook raises, the error is ignored."""
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
            # Ignore the error: a failing hook must not break tracing.
            return

    return report


def is_power_of_two(count: int) -> bool:
    """The client reports the 1st, 2nd, 4th, 8th … dropped event, so an outage does not flood the
    app with reports."""
    return count > 0 and math.log2(count).is_integer()
