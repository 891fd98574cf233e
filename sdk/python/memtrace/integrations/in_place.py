"""Traces an object of a library in place, so that calls by other libraries are seen too."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple, TypeVar, cast

from ..core.client import MemTrace
from ..core.tracing import RunningCall
from ..record.recorder import Recorder
from ..record.scope import TraceScope
from ..record.traced_call import CallOptions
from ..record.variable import Variable

T = TypeVar("T")
#: With one underscore, pydantic would make this a private field of the model.
OBSERVERS = "__memtrace_clients__"
#: The clients that record a running call. They do not record the traced methods that the call uses.
_recording: ContextVar[Tuple[MemTrace, ...]] = ContextVar("memtrace_recording", default=())


def override(instance: T, client: MemTrace, methods: Dict[str, Any]) -> T:
    """Replaces the object's class by a subclass with these methods, because instances of many
    libraries allow no new attributes. A second call for the same client changes nothing."""
    kind: Any = type(instance)
    clients = observers(kind)
    if any(known is client for known in clients):
        return instance
    clients.append(client)
    namespace = {
        "__slots__": (),
        "__module__": kind.__module__,
        "__qualname__": kind.__qualname__,
        OBSERVERS: clients,
        **methods,
    }
    object.__setattr__(instance, "__class__", type(kind)(kind.__name__, (kind,), namespace))
    return instance


def observers(traced: Any) -> List[MemTrace]:
    """Returns the clients that trace the object. They share this list."""
    known = getattr(traced, OBSERVERS, None)
    return known if isinstance(known, list) else []


def records(client: MemTrace, traced: Any) -> bool:
    """Whether the client records a call of the object. If several clients trace the object, only
    the clients in whose graph or session the call runs record it. One user's data must not get into
    another user's graph."""
    if not client.enabled or any(known is client for known in _recording.get()):
        return False
    return len(observers(traced)) < 2 or client.current() is not None


@contextmanager
def inside(client: MemTrace, call: Optional[RunningCall] = None) -> Iterator[None]:
    """Runs the block in the call's operation."""
    token = _recording.set((*_recording.get(), client))
    scope = call.enter() if call else None
    try:
        yield
    finally:
        if call and scope:
            call.leave(scope)
        _recording.reset(token)


def guarded(client: MemTrace, work: Callable[[], T]) -> Optional[T]:
    """Runs the work of an integration. Reports its failure instead of raising it into the app."""
    try:
        return work()
    except Exception as cause:
        client.report(cause)
        return None


def begin(
    client: MemTrace, options: CallOptions, args: Tuple[object, ...]
) -> Optional[RunningCall]:
    return guarded(client, lambda: client.begin(options, args)) if client.enabled else None


def write_unit(client: MemTrace, name: Optional[str], value: object) -> Variable:
    """Records a written memory unit: a new version if its name is known."""
    known = client.find(name) if name is not None else None
    if known is not None and known.name == name:
        return client.mutate(name, value)
    return client.variable(value, name=name, category="memory_entry")


def store_text(client: MemTrace, text: str, name: Optional[str] = None) -> Variable:
    """Records a memory unit. If its text is already recorded, links the unit from that value.
    Without this link, every input of the call would count as a source of the unit."""
    source = client.find(text)
    unit = write_unit(client, name, text)
    if source:
        client.link(source, unit)
    return unit


def system_prompt(client: MemTrace, text: str) -> object:
    """Returns the variable of a system prompt. Records a new prompt outside of the running
    operation, because that operation did not make it."""

    def record(scope: TraceScope, recorder: Recorder) -> Variable:
        known = recorder.find(scope, text, 1)
        described = {"class": "instructions", "category": "prompt"}
        return known or recorder.record(scope._replace(operation=None), text, described)

    return cast(object, client.within(record)) or text
