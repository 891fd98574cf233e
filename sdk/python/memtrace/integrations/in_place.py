"""Replaces methods of a library's object by traced methods. Works in place, so calls that other
libraries make are recorded too."""

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
#: Starts with two underscores: a name with one underscore would become a private field of a
#: pydantic model.
OBSERVERS = "__memtrace_clients__"
#: The clients that record the call that is running. They record no inner calls that this call makes
#: of traced methods.
_recording: ContextVar[Tuple[MemTrace, ...]] = ContextVar("memtrace_recording", default=())


def override(instance: T, client: MemTrace, methods: Dict[str, Any]) -> T:
    """Gives the object a subclass of its class, with these methods. Many libraries do not allow
    setting methods on an instance. A second call with the same client does nothing."""
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
    """Returns the clients that trace the object. Returns the object's own list, not a copy."""
    known = getattr(traced, OBSERVERS, None)
    return known if isinstance(known, list) else []


def records(client: MemTrace, traced: Any) -> bool:
    """Whether the client records a call of the object. If several clients trace the object, only
    clients in whose graph or session the call runs record it. One user's memory must not get
    into another user's graph."""
    if not client.enabled or any(known is client for known in _recording.get()):
        return False
    return len(observers(traced)) < 2 or client.current() is not None


@contextmanager
def inside(client: MemTrace, call: Optional[RunningCall] = None) -> Iterator[None]:
    """Runs the block inside the call's operation."""
    token = _recording.set((*_recording.get(), client))
    scope = call.enter() if call else None
    try:
        yield
    finally:
        if call and scope:
            call.leave(scope)
        _recording.reset(token)


def guarded(client: MemTrace, work: Callable[[], T]) -> Optional[T]:
    """Runs the work of an integration. If the work raises, reports the error and returns None."""
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
    """Records a written memory unit. If a unit with this name is known, records a new version."""
    known = client.find(name) if name is not None else None
    if known is not None and known.name == name:
        return client.mutate(name, value)
    return client.variable(value, name=name, category="memory_entry")


def store_text(client: MemTrace, text: str, name: Optional[str] = None) -> Variable:
    """Records a memory unit. If a value with the same text is already recorded, links the unit only
    from that value. Otherwise every input of the call would become a source of the unit."""
    source = client.find(text)
    unit = write_unit(client, name, text)
    if source:
        client.link(source, unit)
    return unit


def system_prompt(client: MemTrace, text: str) -> object:
    """Returns the variable of a system prompt. Records the prompt outside the running operation:
    otherwise it would look as if that operation had made the prompt."""

    def record(scope: TraceScope, recorder: Recorder) -> Variable:
        known = recorder.find(scope, text, 1)
        described = {"class": "instructions", "category": "prompt"}
        return known or recorder.record(scope._replace(operation=None), text, described)

    return cast(object, client.within(record)) or text
