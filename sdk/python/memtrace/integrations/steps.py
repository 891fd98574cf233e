"""Traces methods of a library's object. For each method, a function describes its calls."""

from __future__ import annotations

import inspect
from contextvars import ContextVar, Token
from typing import (
    Any,
    Callable,
    Dict,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
    Union,
)

from ..core.client import MemTrace
from ..core.encode import is_list
from ..core.trace_function import CallTrace, trace_function
from ..core.tracing import RunningCall
from ..record.traced_call import CallOptions
from .in_place import guarded, observers, override, records

#: Argument name → argument of a call.
Given = Dict[str, Any]
T = TypeVar("T")
_Key = Tuple[int, type]
#: Objects of which a traced method is running. If such a method calls another method of its object,
#: the inner call is recognised.
_running: ContextVar[Tuple[_Key, ...]] = ContextVar("memtrace_running_steps", default=())


class Step(NamedTuple):
    """Describes a call that is recorded as an operation."""

    options: CallOptions
    inputs: Sequence[object]
    #: Called inside the operation. Returns the value to record as its result.
    made: Optional[Callable[[Any], object]] = None
    #: Called when the call starts: sets a state for its duration. Returns the function that resets
    #: the state.
    during: Optional[Callable[[], Callable[[], object]]] = None


class Effect(NamedTuple):
    """Describes a call that is recorded inside the running operation, without an operation of its
    own."""

    made: Callable[[Any], object] = lambda result: None
    failed: Callable[[BaseException], object] = lambda error: None


Described = Union[Step, Effect, CallTrace, None]
#: Describes a call, or returns None for a call that is not recorded.
Describe = Callable[[Given], Described]


def trace_steps(
    instance: Any,
    client: MemTrace,
    methods: Mapping[str, Describe],
    *,
    nested: bool = True,
    replaced: Optional[Mapping[str, Any]] = None,
) -> None:
    """Traces each of these methods in place, if the object has it. If `nested` is false, calls that
    one of these methods makes of another one are not recorded. `replaced` contains further
    attributes to replace."""
    kind = type(instance)
    traced = {
        name: _traced(client, getattr(kind, name), describe, nested)
        for name, describe in methods.items()
        if callable(getattr(kind, name, None))
    }
    override(instance, client, {**traced, **(replaced or {})})


def is_traced(instance: Any, client: MemTrace) -> bool:
    return any(known is client for known in observers(type(instance)))


def set_in_context(variable: "ContextVar[T]", value: T) -> Callable[[], object]:
    """Sets the context variable. Returns a function that resets it."""
    token: "Token[T]" = variable.set(value)

    def reset() -> None:
        try:
            variable.reset(token)
        except ValueError:
            # The app has continued the call in another context, whose value is not ours to reset.
            return

    return reset


def _traced(client: MemTrace, method: Any, describe: Describe, nested: bool) -> Any:
    given_of = _binder(method)

    def begin(args: Any, kwargs: Dict[str, Any]) -> Optional[CallTrace]:
        if not args or not records(client, type(args[0])):
            return None
        key = None if nested else (id(client), type(args[0]))
        given = None if key in _running.get() else given_of(args, kwargs)
        return None if given is None else _begin(client, given, describe, key)

    return trace_function(method, begin)


def _begin(
    client: MemTrace, given: Given, describe: Describe, key: Optional[_Key]
) -> Optional[CallTrace]:
    described = guarded(client, lambda: describe(given))
    if isinstance(described, Effect):
        return _EffectTrace(client, described, key)
    if not isinstance(described, Step):
        return described
    step = described
    call = guarded(client, lambda: client.begin(step.options, tuple(step.inputs)))
    return _StepTrace(client, step, call, key) if call else None


def _binder(method: Any) -> Callable[[Any, Any], Optional[Given]]:
    """Returns a function that maps a call's arguments to their names, without `self` and without
    defaults.
    """
    try:
        signature = inspect.signature(method)
    except (TypeError, ValueError):
        return lambda args, kwargs: dict(kwargs)
    rest = [name for name, each in signature.parameters.items() if each.kind is each.VAR_KEYWORD]

    def given_of(args: Any, kwargs: Any) -> Optional[Given]:
        try:
            given: Given = dict(signature.bind(*args, **kwargs).arguments)
        except TypeError:
            # The arguments do not fit the method. The library itself raises this error to the app.
            return None
        given.pop(next(iter(given)), None)
        for name in rest:
            given.update(given.pop(name, {}))
        return given

    return given_of


class _Trace:
    def __init__(self, client: MemTrace, key: Optional[_Key]) -> None:
        self.client = client
        self._key = key

    def enter(self) -> Callable[[], object]:
        key = self._key
        return set_in_context(_running, (*_running.get(), key)) if key else _nothing

    def leave(self, token: Any) -> None:
        token()


class _EffectTrace(_Trace):
    def __init__(self, client: MemTrace, effect: Effect, key: Optional[_Key]) -> None:
        super().__init__(client, key)
        self._effect = effect

    def end(self, result: object) -> None:
        guarded(self.client, lambda: self._effect.made(result))

    def fail(self, error: BaseException) -> None:
        guarded(self.client, lambda: self._effect.failed(error))


class _StepTrace(_Trace):
    def __init__(
        self, client: MemTrace, step: Step, call: RunningCall, key: Optional[_Key]
    ) -> None:
        super().__init__(client, key)
        self._step = step
        self._call = call

    def enter(self) -> Callable[[], object]:
        leave, scope = super().enter(), self._call.enter()
        during = self._step.during
        end = during() if during else _nothing

        def leave_all() -> None:
            end()
            self._call.leave(scope)
            leave()

        return leave_all

    def end(self, result: object) -> None:
        made, call = self._step.made, self._call
        shown = guarded(self.client, lambda: call.inside(lambda: made(result))) if made else None
        # Use None for an empty result: it is then recorded as a marker, not as an empty list.
        call.end(None if is_list(shown) and not shown else shown)

    def fail(self, error: BaseException) -> None:
        self._call.fail(error)


def _nothing() -> None:
    return
