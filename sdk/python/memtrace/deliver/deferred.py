"""Defers the recording of a call until the app has continued.

A call may be deferred only if all its values are immutable. Deferred work runs in order, with
the call's original time, before anything else is recorded, delivered or looked up. So the events
are the same as without deferral."""

from __future__ import annotations

from collections import deque
from typing import Callable, Deque, Iterable, Tuple

from ..core.bounds import DEFERRED_CALL_CHARS, MAX_DEFERRED_CHARS
from ..core.encode import PRIMITIVE_TYPES

Work = Callable[[], object]


class DeferredWork:
    """Adding work needs no lock. To run work, the caller must hold the recorder's lock. `run` is
    called with the work and the time at which it was added."""

    def __init__(self, run: Callable[[Work, int], object]) -> None:
        self._run = run
        self._work: Deque[Tuple[Work, int, int]] = deque()
        self._chars = 0

    def __bool__(self) -> bool:
        return bool(self._work)

    def add(self, work: Work, at: int, chars: int) -> bool:
        """Adds the work. Returns True if too much work waits; the caller must then run some of it."""
        self._work.append((work, at, chars))
        self._chars += chars
        return self._chars > MAX_DEFERRED_CHARS

    def run_one(self) -> bool:
        try:
            work, at, chars = self._work.popleft()
        except IndexError:
            self._chars = 0
            return False
        self._chars -= chars
        self._run(work, at)
        return True

    def run_all(self) -> None:
        # Run only the work that waits now. Another thread may add work faster than this loop runs
        # it.
        for _ in range(len(self._work)):
            self.run_one()

    def clear(self) -> None:
        self._work.clear()
        self._chars = 0


def deferrable_chars(values: Iterable[object]) -> int:
    """Returns how many characters these values count for, or 0 if the app could change one of them."""
    chars = DEFERRED_CALL_CHARS
    for value in values:
        kind = type(value)
        if kind is str:
            chars += len(value)  # type: ignore[arg-type]
        elif kind not in PRIMITIVE_TYPES:
            return 0
    return chars
