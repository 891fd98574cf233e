"""Delivers events in batches, in order, from one thread.

A retry has the same batch id, so the service stores the batch only once. Nothing is written to
disk: if the process is killed, it loses all events that no `flush` has confirmed."""

from __future__ import annotations

import gzip
import http.client
import json
import random
import threading
import time
from collections import deque
from contextlib import AbstractContextManager
from typing import Any, Callable, Deque, Dict, List, Optional, Set
from uuid import uuid4

from ..core.bounds import (
    BATCH_CHARS,
    EXIT_TIMEOUT,
    MAX_BATCH_GRAPHS,
    MAX_DELIVERY_ATTEMPTS,
    MAX_WAITING_CHARS,
    REQUEST_TIMEOUT,
    SEND_AFTER,
    SEND_EVENTS,
)
from ..core.encode import to_json
from ..core.problem import DeliveryError, Failure, Report, is_power_of_two, warn_outdated
from ..version import __version__
from .deferred import DeferredWork, Work
from .http import Connection
from .process_end import deliver_at_exit
from .retry import backoff, retry_after

Event = Dict[str, Any]
Mask = Callable[[Event], Event]

# In seconds. The delivery thread works for `_TURN` and then sleeps for `_BREAK`, so the app's
# thread gets the interpreter's lock. Without the break, the app's thread would wait up to 5 ms for
# it.
_TURN = 0.0001
_BREAK = 0.0001
# Deferred work waits this many seconds, so it does not slow down the calls that produce it.
_DEFER = 0.02
# The thread ends after this many seconds without work. The next event starts a new thread.
_IDLE = 20.0


class Batch:
    __slots__ = ("id", "lines", "graphs", "chars", "closed", "due", "body", "done")

    def __init__(self) -> None:
        self.id = str(uuid4())
        #: The events, each as JSON, before the mask.
        self.lines: List[str] = []
        self.graphs: Set[str] = set()
        self.chars = 0
        #: True if the batch is full or is being sent. No event joins a closed batch.
        self.closed = False
        self.due = time.monotonic() + SEND_AFTER
        self.body: Optional[bytes] = None
        #: True if the service has accepted the batch or the client has given it up.
        self.done = False


class EventDelivery:
    """`recording` is the recorder's lock; it also guards the queue. When events were lost,
    `on_loss` is called with this lock held: later events must not refer to lost events. `run`
    runs one piece of deferred work."""

    def __init__(
        self,
        *,
        url: str,
        api_key: Optional[str],
        mask: Optional[Mask],
        report: Report,
        recording: "AbstractContextManager[Any]",
        on_loss: Callable[[], object],
        run: Callable[[Work, int], object],
    ) -> None:
        self._url = url
        self._api_key = api_key
        self._mask = mask
        self._report = report
        self._on_loss = on_loss
        self.deferred = DeferredWork(run)
        self.dropped = 0
        self._reset(recording)

    def _reset(self, recording: "AbstractContextManager[Any]") -> None:
        self._recording = recording
        self._settled = threading.Condition(recording)  # type: ignore[arg-type]
        self._wake = threading.Event()
        self._batches: Deque[Batch] = deque()
        self._chars = 0
        self._lost = 0
        self._last_failure: Optional[Failure] = None
        self._is_failing = False
        self._flushing = 0
        #: Set when the process ends: the time at which the client stops trying. From then on,
        #: failed requests are not retried.
        self._ending: Optional[float] = None
        self._thread: Optional[threading.Thread] = None
        self._is_awake = False

    def after_fork(self, recording: "AbstractContextManager[Any]") -> None:
        """Starts with an empty queue and a new connection. The old queue and connection belong to
        the parent process."""
        self.deferred.clear()
        self._reset(recording)
        self.dropped = 0

    def defer(self, work: Work, at: int, chars: int) -> None:
        if self.deferred.add(work, at, chars):
            # Run one waiting piece of work for each added piece. So the queue cannot grow further,
            # and no call waits long.
            with self._recording:
                self.deferred.run_one()
                self.deferred.run_one()
        if not self._is_awake:
            self.wake()

    def add(self, graph: str, line: str) -> None:
        """Adds one event of a graph, as JSON, to the queue. The caller must hold the lock."""
        if self._chars + len(line) > MAX_WAITING_CHARS:
            self.dropped += 1
            self._lose(1)
            if is_power_of_two(self.dropped):
                self._report("dropped", "queue full", self.dropped)
            return
        self._chars += len(line)
        batch = self._batches[-1] if self._batches else None
        if batch is None or batch.closed:
            batch = Batch()
            self._batches.append(batch)
        batch.lines.append(line)
        batch.graphs.add(graph)
        batch.chars += len(line)
        batch.closed = batch.chars > BATCH_CHARS or len(batch.graphs) >= MAX_BATCH_GRAPHS
        self.wake()

    def flush(self, timeout: float) -> None:
        """Returns when the service has accepted all events added before the call. Raises a
        DeliveryError if events were lost since the last flush, or still wait after `timeout`
        seconds."""
        deadline = time.monotonic() + timeout
        with self._recording:
            self.deferred.run_all()
            due = list(self._batches)
            for batch in due:
                batch.due = 0.0
            self._flushing += 1
            try:
                while any(not batch.done for batch in due):
                    left = deadline - time.monotonic()
                    self.wake()
                    # If the thread is in a pause, end the pause.
                    self._wake.set()
                    if left <= 0 or not self._is_awake:
                        break
                    self._settled.wait(left)
            finally:
                self._flushing -= 1
            lost, self._lost = self._lost, 0
            undelivered = lost + sum(len(batch.lines) for batch in due if not batch.done)
        if undelivered:
            raise DeliveryError(undelivered, self._url, self._last_failure)

    def flush_at_exit(self) -> None:
        """Makes a last delivery attempt when the process ends, and reports undelivered events."""
        if not self._batches and not self.deferred:
            return
        self._lost = 0
        self._ending = time.monotonic() + EXIT_TIMEOUT
        self._wake.set()
        try:
            # Longer than the requests' timeout: the requests must have failed before the flush
            # gives up.
            self.flush(EXIT_TIMEOUT + 0.1)
        except DeliveryError as error:
            self._report("undelivered", str(error), error.undelivered, cause=error.__cause__)
        finally:
            self._ending = None

    def wake(self) -> None:
        if self._is_awake:
            return
        with self._recording:
            if self._is_awake:
                return
            self._is_awake = True
            if self._thread is None:
                deliver_at_exit(self)
                self._thread = threading.Thread(target=self._run, name="memtrace", daemon=True)
                try:
                    self._thread.start()
                except RuntimeError as error:
                    # The process is ending, and Python then refuses to start a thread.
                    self._thread, self._is_awake = None, False
                    self._report("internal", f"no thread can start: {error}", 0, cause=error)
                    return
            self._wake.set()

    def _run(self) -> None:
        connection = Connection(self._url)
        while True:
            is_woken = self._wake.wait(_IDLE)
            self._wake.clear()
            if not is_woken:
                with self._recording:
                    if not self._is_awake:
                        self._thread = None
                        connection.close()
                        return
            while self._pump(connection):
                pass

    def _pump(self, connection: Connection) -> bool:
        """Runs the deferred work, then sends the next batch if it is due. Returns False if nothing
        waits: the thread then sleeps until another thread wakes it."""
        self._pause(_DEFER)
        turn = time.perf_counter() + _TURN
        while self.deferred:
            with self._recording:
                self.deferred.run_one()
            if time.perf_counter() > turn and self._ending is None:
                time.sleep(_BREAK)
                turn = time.perf_counter() + _TURN
        with self._recording:
            batch = self._batches[0] if self._batches else None
            if batch is None:
                # First clear the flag, then read the queue: `defer` first adds its work, then reads
                # the flag. In the opposite order, work could be added that no thread sees.
                self._is_awake = False
                self._is_awake = bool(self.deferred)
                return self._is_awake
            is_full = batch.closed or len(batch.lines) >= SEND_EVENTS
            wait = batch.due - time.monotonic()
            if wait > 0 and not (is_full and not self._is_failing) and self._ending is None:
                batch_to_send = None
            else:
                batch.closed = True
                batch_to_send = batch
        if batch_to_send is None:
            self._pause(min(wait, _DEFER * 5))
            return True
        self._deliver(batch_to_send, connection)
        with self._recording:
            self._batches.popleft()
            self._chars -= batch_to_send.chars
            batch_to_send.done = True
            self._settled.notify_all()
        return True

    def _pause(self, seconds: float) -> None:
        """Sleeps, but returns early if a flush waits for the thread."""
        if not self._flushing and self._ending is None:
            self._wake.wait(seconds)
            self._wake.clear()

    def _deliver(self, batch: Batch, connection: Connection) -> None:
        attempt = 0
        while True:
            attempt += 1
            failure = self._post(batch, connection)
            self._is_failing = failure is not None
            if failure is None:
                return
            self._last_failure = failure
            count = len(batch.lines)
            error = str(DeliveryError(count, self._url, failure))
            if not failure.transient or attempt == MAX_DELIVERY_ATTEMPTS or self._ending:
                with self._recording:
                    self._lose(count)
                # At the end of the process, `flush_at_exit` sends one report for all batches
                # together.
                if not self._ending:
                    self._report("undelivered", error, count, cause=failure.cause)
                return
            if attempt == 1:
                self._report("retrying", error, count, cause=failure.cause)
            self._wait_for_retry(backoff(attempt, random.random()) + failure.wait)

    def _wait_for_retry(self, seconds: float) -> None:
        """Waits for the next attempt. Runs deferred work meanwhile, because otherwise it would pile
        up."""
        until = time.monotonic() + seconds
        while self._ending is None:
            left = until - time.monotonic()
            if left <= 0:
                return
            self._wake.wait(min(left, 0.05))
            self._wake.clear()
            turn = time.perf_counter() + _TURN
            while self.deferred and time.monotonic() < until:
                with self._recording:
                    self.deferred.run_one()
                if time.perf_counter() > turn:
                    time.sleep(_BREAK)
                    turn = time.perf_counter() + _TURN

    def _lose(self, count: int) -> None:
        self._lost += count
        self._on_loss()

    def _post(self, batch: Batch, connection: Connection) -> Optional[Failure]:
        mask = self._mask
        try:
            if mask and batch.body is None:
                batch.lines = [to_json(mask(json.loads(line))) for line in batch.lines]
        except Exception as cause:
            return Failure(True, f"the mask failed: {cause!r}", cause=cause)
        try:
            if batch.body is None:
                batch.body = gzip.compress("\n".join(batch.lines).encode(), 6)
            timeout = REQUEST_TIMEOUT
            if self._ending is not None:
                timeout = max(0.05, self._ending - time.monotonic())
            headers = {
                "Authorization": f"Bearer {self._api_key}",
                "Content-Type": f"application/x-ndjson;py={__version__}",
                "Content-Encoding": "gzip",
                "Batch-Id": batch.id,
            }
            answer = connection.request("POST", "/v1/events", batch.body, headers, timeout)
            if not 200 <= answer.status < 300:
                return Failure(
                    # The request may succeed later if the answer has one of these statuses.
                    transient=answer.status in (408, 425, 429) or answer.status >= 500,
                    message=f"{answer.status}: {answer.text[:200]}",
                    wait=retry_after(answer.retry_after),
                )
            # `json.loads` raises if the response is not from the service. A proxy's sign-in page
            # must not count as accepted events.
            said = json.loads(answer.text)
            warn_outdated(said.get("message"))
            for rejection in said["rejected"]:
                index = rejection["index"]
                line = batch.lines[index] if index < len(batch.lines) else ""
                self._report(
                    "rejected",
                    f"{rejection['message']}: {line[:200]}",
                    1,
                    index=index,
                    reason=rejection["code"],
                )
            return None
        except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as cause:
            return Failure(True, f"{cause!r}. Check MEMTRACE_URL.", cause=cause)
