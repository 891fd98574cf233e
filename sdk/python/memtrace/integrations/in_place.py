"""Traces an object of a library in place, so that calls by other libraries are seen too."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Callable, Dict, Iterator, Optional, Tuple, TypeVar, cast

from ..core.client import MemTrace
from ..core.tracing import RunningCall
from ..record.recorder import Recorder
from ..record.scope import TraceScope
from ..record.traced_call import CallOptions
from ..record.variable import Variable

T = TypeVar("T")
_OBSERVERS = "_memtrace_clients"
#: Whether a traced method runs, whose inner calls belong to it.
_is_inside: ContextVar[bool] = ContextVar("memtrace_inside", default=False)


def override(instance: T, client: MemTrace, methods: Dict[str, Any]) -> T:
    """Gives the object a class of its own, with these methods. Instances of many libraries allow no
    other attributes. A second call for the same client changes nothing."""
    kind: Any = type(instance)
    clients: Tuple[MemTrace, ...] = getattr(kind, _OBSERVERS, ())
    if any(known is client for known in clients):
        return instance
    namespace = {
        "__slots__": (),
        "__module__": kind.__module__,
        "__qualname__": kind.__qualname__,
        _OBSERVERS: (*clients, client),
        **methods,
    }
    object.__setattr__(instance, "__class__", type(kind)(kind.__name__, (kind,), namespace))
    return instance


def is_inside() -> bool:
    return _is_inside.get()


@contextmanager
def inside(call: Optional[RunningCall]) -> Iterator[None]:
    """Runs the block in the call's operation. Calls of traced methods in it belong to the call."""
    token = _is_inside.set(True)
    scope = call.enter() if call else None
    try:
        yield
    finally:
        if call and scope:
            call.leave(scope)
        _is_inside.reset(token)


def guarded(client: MemTrace, work: Callable[[], T]) -> Optional[T]:
    """A failure of the integration is reported, and the app goes on."""
    try:
        return work()
    except Exception as cause:
        problem = cause
        client.within(lambda scope, recorder: recorder.report(problem))
        return None


def begin(client: MemTrace, options: CallOptions, args: Tuple[object, ...]) -> Optional[RunningCall]:
    return guarded(client, lambda: client.begin(options, args)) if client.enabled else None


def write_unit(client: MemTrace, name: Optional[str], value: object) -> Variable:
    """Records a written memory unit: a new version if its name is known."""
    known = client.find(name) if name is not None else None
    if known is not None and known.name == name:
        return client.mutate(name, value)
    return client.variable(value, name=name, category="memory_entry")


def store_text(client: MemTrace, text: str, name: Optional[str] = None) -> Variable:
    """The unit's source is its own text, not the other texts of the same call."""
    source = client.find(text)
    unit = write_unit(client, name, text)
    if source:
        client.link(source, unit)
    return unit


def system_prompt(client: MemTrace, text: str) -> object:
    """The variable of a system prompt. The running operation did not make it."""

    def record(scope: TraceScope, recorder: Recorder) -> Variable:
        known = recorder.find(scope, text, 1)
        described = {"class": "instructions", "category": "prompt"}
        return known or recorder.record(scope._replace(operation=None), text, described)

    return cast(object, client.within(record)) or text
