"""Runs the client's work in the scope of the running code. Reports errors of the work instead of
raising them into the app."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from contextvars import ContextVar, Token
from functools import partial
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, TypeVar

from ..deliver.deferred import deferrable_chars
from ..deliver.delivery import EventDelivery, Mask
from ..deliver.process_end import follow_forks
from ..record.description import Description
from ..record.kept_values import keep
from ..record.recorder import Recorder
from ..record.scope import TraceScope
from ..record.traced_call import CallOptions, TracedCall
from ..record.variable import Variable
from .bounds import MAX_GRAPH_ID_CHARS, MAX_SENT_GRAPHS
from .encode import encode, encoding_once, is_list
from .options import address_of
from .problem import Problem, reporter
from .text import to_name

R = TypeVar("R")
Work = Callable[[TraceScope, Recorder], R]
_OFF = TraceScope(graph="-", off=True)
_NOWHERE = TraceScope()


def now() -> int:
    """Returns the current time in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


class Tracing:
    def __init__(
        self,
        api_key: Optional[str],
        url: Optional[str],
        on_error: Optional[Callable[[Problem], object]],
        describe: Optional[Callable[[Any], Optional[Description]]],
        mask: Optional[Mask],
        sample: Optional[Callable[[str], bool]],
    ) -> None:
        address = address_of(url, api_key)
        # Must be held to use the recorder or the queue.
        self._lock = threading.RLock()
        self._describe = describe
        self._sample = sample
        self._scope: ContextVar[TraceScope] = ContextVar("memtrace", default=_NOWHERE)
        self._sent_graphs: Dict[str, None] = {}
        self._own_scope: Optional[TraceScope] = None
        report = reporter(on_error)
        self._delivery = EventDelivery(
            url=address.url,
            api_key=address.api_key,
            mask=mask,
            report=report,
            recording=self._lock,
            on_loss=self._forget,
            run=self._run,
        )
        self._recorder = Recorder(
            self._delivery, describe=describe, report=report, is_masked=mask is not None
        )
        #: Whether this client records anything. An app may change it at any time.
        self.enabled = address.api_key is not None
        if self.enabled:
            follow_forks(self)
        else:
            report("off", "MEMTRACE_API_KEY is not set", 0)

    def begin(self, options: CallOptions, args: Sequence[object]) -> Optional["RunningCall"]:
        """Begins a call. For integrations that see a call's start and end in separate hooks."""
        scope = self.current_scope() if self.enabled else None
        if scope is None:
            return None
        call = TracedCall(scope, self._recorder, options, args)
        if options.deferrable and self._describe is None:
            chars = deferrable_chars(args) or call.keep_args()
            if chars:
                self._delivery.defer(call.begin, now(), chars)
                return RunningCall(self, call, True)
        self.attempt(call.begin)
        return RunningCall(self, call, False) if call.start else None

    def within(self, work: "Work[R]") -> Optional[R]:
        """Runs the work in the current scope, unless sampling excluded its graph."""
        scope = self.current_scope() if self.enabled else None
        return None if scope is None else self.attempt(lambda: work(scope, self._recorder))

    def report(self, cause: BaseException) -> None:
        """Reports an error of the recording."""
        self.within(lambda scope, recorder: recorder.report(cause))

    def attempt(
        self, work: Callable[[], R], prepare: Optional[Callable[[], object]] = None
    ) -> Optional[R]:
        """Runs the work if tracing is on, and reports an error of the work. Calls `prepare` after
        the deferred work and before this work."""
        if not self.enabled:
            return None
        at = now()
        with self._lock:
            self._delivery.deferred.run_all()
            if prepare:
                prepare()
            return self._run(work, at)

    def defer(self, work: Callable[[], object], chars: int) -> None:
        """Runs the work later, if tracing is on. Until then, the values that the work uses must not
        change."""
        if self.enabled:
            self._delivery.defer(work, now(), chars)

    def _run(self, work: Callable[[], R], at: int) -> Optional[R]:
        recorder = self._recorder
        try:
            # Use the latest time seen so far: a clock that goes back must not change the order of
            # events.
            recorder.at = max(recorder.at, at)
            with encoding_once():
                return work()
        except Exception as cause:
            recorder.report(cause)
            return None

    @contextmanager
    def running(self, opened: Callable[[TraceScope], TraceScope]) -> Iterator[None]:
        """Runs a block in another scope."""
        if not self.enabled:
            yield
            return
        # If `opened` fails, run the block without recording. Otherwise its events would get into
        # the outer graph.
        scope = self.attempt(lambda: opened(self._scope.get())) or _OFF
        token = self.enter(scope)
        try:
            yield
        finally:
            self.leave(token)

    def enter(self, scope: TraceScope) -> "Token[TraceScope]":
        return self._scope.set(scope)

    def leave(self, token: "Token[TraceScope]") -> None:
        try:
            self._scope.reset(token)
        except ValueError:
            # The app has continued the block in another context, so this context's scope is not
            # ours to reset.
            return

    def current_scope(self) -> Optional[TraceScope]:
        """Returns the current scope, or None if the current code is not traced."""
        scope = self._scope.get()
        if not scope.graph:
            with self._lock:
                if self._own_scope is None:
                    self._own_scope = self.attempt(lambda: self.open_session(None, {}, scope))
                own = self._own_scope
            if own is None:
                return None
            scope = own._replace(attributes=scope.attributes)
        return None if scope.off else scope

    def open_graph(self, id: str, options: Mapping[str, Any], outer: TraceScope) -> TraceScope:
        if not id:
            raise ValueError("no graph id")
        graph = to_name(id, MAX_GRAPH_ID_CHARS) or ""
        off = self._sample is not None and not self._sample(graph)
        scope = TraceScope(graph, off, options.get("strict"), attributes=outer.attributes)
        if not off:
            self._send_graph(scope, options)
        return scope

    def open_session(
        self, id: Optional[str], described: Mapping[str, Any], outer: TraceScope
    ) -> TraceScope:
        session = to_name(id or f"session-{self._recorder.new_id()}") or ""
        graph = outer.graph or to_name(session, MAX_GRAPH_ID_CHARS) or ""
        off = outer.off or (self._sample is not None and not self._sample(graph))
        scope = outer._replace(graph=graph, off=off, session=session, operation=None)
        if not off:
            self._recorder.send(scope, {"type": "session", **described})
        return scope

    def _send_graph(self, scope: TraceScope, options: Mapping[str, Any]) -> None:
        key = encode([scope.graph, scope.attributes, dict(options)])
        if key in self._sent_graphs:
            return
        if len(self._sent_graphs) >= MAX_SENT_GRAPHS:
            self._sent_graphs.clear()
        self._sent_graphs[key] = None
        self._recorder.send(scope, {"type": "graph", **options})

    def each(self, scope: TraceScope, value: Any) -> List[Variable]:
        """For a list, returns the variable of each element. For any other value, returns its
        variable in a list."""
        recorder = self._recorder
        is_parts = is_list(value) and not recorder.find_object(scope, value)
        return [recorder.find_or_record(scope, part) for part in (value if is_parts else [value])]

    def in_operation(
        self, name: str, is_own: bool, options: Mapping[str, Any], work: "Work[R]"
    ) -> Optional[R]:
        """Runs the work in the running operation, or in a new operation if none runs."""

        def run(scope: TraceScope, recorder: Recorder) -> R:
            if scope.operation and not is_own:
                return work(scope, recorder)
            described = CallOptions(name=to_name(name) or "", **options)
            call = TracedCall(scope, recorder, described, ())
            call.begin()
            made = work(call.scope, recorder)
            call.close([made] if isinstance(made, Variable) else [])
            return made

        return self.within(run)

    def _forget(self) -> None:
        self._recorder.forget()
        self._sent_graphs.clear()

    def before_fork(self) -> None:
        self._lock.acquire()

    def after_fork_in_parent(self) -> None:
        self._lock.release()

    def after_fork_in_child(self) -> None:
        """Prepares the client for use in a forked process. Empties the queue, because the parent
        process delivers its events."""
        self._lock = threading.RLock()
        self._delivery.after_fork(self._lock)
        self._recorder.after_fork()
        self._own_scope = None


class RunningCall:
    """The recording of one call. Its methods never raise."""

    __slots__ = ("_tracing", "_call", "_is_deferred")

    def __init__(self, tracing: Tracing, call: TracedCall, is_deferred: bool) -> None:
        self._tracing = tracing
        self._call = call
        self._is_deferred = is_deferred

    def enter(self) -> "Token[TraceScope]":
        return self._tracing.enter(self._call.scope)

    def leave(self, token: "Token[TraceScope]") -> None:
        self._tracing.leave(token)

    def inside(self, body: Callable[[], R]) -> R:
        token = self.enter()
        try:
            return body()
        finally:
            self.leave(token)

    def end(self, result: object) -> None:
        call, tracing = self._call, self._tracing
        if self._is_deferred and not call.has_changed_args():
            chars = deferrable_chars((result,))
            if chars:
                tracing.defer(partial(call.end, result), chars)
                return
            kept = keep((result,))
            if kept:
                tracing.defer(partial(call.end_kept, kept), kept.chars)
                return
        tracing.attempt(partial(call.end, result), call.use_given_args)

    def fail(self, error: BaseException) -> None:
        self._tracing.attempt(partial(self._call.fail, error))
