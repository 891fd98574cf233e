"""Wraps a function so that each call is traced. The wrapper is a function, a coroutine function or
a generator function, like the wrapped function."""

from __future__ import annotations

import functools
import inspect
import sys
import types
from typing import (
    TYPE_CHECKING,
    Any,
    AsyncGenerator,
    Callable,
    Generator,
    List,
    Optional,
    Protocol,
    TypeVar,
    cast,
)

from .bounds import MAX_YIELDED

if TYPE_CHECKING:
    import asyncio

F = TypeVar("F", bound=Callable[..., Any])


class CallTrace(Protocol):
    """The recording of one call. Its methods never raise."""

    def enter(self) -> object:
        """Makes the call's scope current. Returns the token for `leave`."""

    def leave(self, token: Any) -> None: ...

    def end(self, result: object) -> None: ...

    def fail(self, error: BaseException) -> None: ...


Begin = Callable[[Any, Any], Optional[CallTrace]]


def trace_function(fn: F, begin: Begin) -> F:
    """Traces each call of `fn`. `begin` gets the call's positional and named arguments."""
    if inspect.iscoroutinefunction(fn):
        return cast(F, functools.wraps(fn)(_coroutine(fn, begin)))
    if inspect.isasyncgenfunction(fn):
        return cast(F, functools.wraps(fn)(_async_generator(fn, begin)))
    if inspect.isgeneratorfunction(fn):
        return cast(F, functools.wraps(fn)(_generator(fn, begin)))
    return cast(F, functools.wraps(fn)(_function(fn, begin)))


def _function(fn: Callable[..., Any], begin: Begin) -> Callable[..., Any]:
    def traced(*args: Any, **kwargs: Any) -> Any:
        call = begin(args, kwargs)
        if call is None:
            return fn(*args, **kwargs)
        token = call.enter()
        try:
            result = fn(*args, **kwargs)
        except BaseException as error:
            call.leave(token)
            call.fail(error)
            raise
        call.leave(token)
        return end_with(call, result)

    return traced


def end_with(call: CallTrace, result: Any) -> Any:
    """Ends the call with its result, and returns the result for the app. If the result is a
    coroutine or a future, the call ends when it is done. If it is a generator, the call ends
    when the app has read it."""
    # Do not use `isinstance`: it reads `__class__`, and this may raise for some objects.
    kind = type(result)
    if issubclass(kind, types.CoroutineType):
        return _awaited(result, call)
    # Do not import asyncio: the import is slow. If the app has not imported it, the app has no
    # futures.
    loops = sys.modules.get("asyncio")
    if loops is not None and issubclass(kind, loops.Future):
        result.add_done_callback(lambda future: _end_future(future, call))
        return result
    if issubclass(kind, types.GeneratorType):
        return _generated(result, call)
    if issubclass(kind, types.AsyncGeneratorType):
        return _async_generated(result, call)
    call.end(result)
    return result


def _end_future(future: "asyncio.Future[Any]", call: CallTrace) -> None:
    if future.cancelled():
        call.fail(sys.modules["asyncio"].CancelledError())
        return
    # Do not call `exception()`: it marks the error as read, so asyncio would no longer warn the app
    # about it.
    error = getattr(future, "_exception", None)
    if isinstance(error, BaseException):
        call.fail(error)
    else:
        call.end(future.result())


async def _awaited(coroutine: Any, call: CallTrace) -> Any:
    token = call.enter()
    try:
        result = await coroutine
    except BaseException as error:
        call.leave(token)
        call.fail(error)
        raise
    call.leave(token)
    call.end(result)
    return result


def _coroutine(fn: Callable[..., Any], begin: Begin) -> Callable[..., Any]:
    async def traced(*args: Any, **kwargs: Any) -> Any:
        call = begin(args, kwargs)
        if call is None:
            return await fn(*args, **kwargs)
        return await _awaited(fn(*args, **kwargs), call)

    return traced


def _generator(fn: Callable[..., Any], begin: Begin) -> Callable[..., Any]:
    def traced(*args: Any, **kwargs: Any) -> Any:
        call = begin(args, kwargs)
        steps = fn(*args, **kwargs)
        return (yield from (steps if call is None else _generated(steps, call)))

    return traced


def _async_generator(fn: Callable[..., Any], begin: Begin) -> Callable[..., Any]:
    async def traced(*args: Any, **kwargs: Any) -> Any:
        call = begin(args, kwargs)
        steps = fn(*args, **kwargs)
        inner = _async_generated(steps, call or _NoTrace())
        try:
            value = await inner.__anext__()
            while True:
                try:
                    sent = yield value
                except GeneratorExit:
                    await inner.aclose()
                    raise
                except BaseException as error:
                    value = await inner.athrow(error)
                else:
                    value = await inner.asend(sent)
        except StopAsyncIteration:
            return

    return traced


class _NoTrace:
    def enter(self) -> object:
        return None

    def leave(self, token: Any) -> None:
        return

    def end(self, result: object) -> None:
        return

    def fail(self, error: BaseException) -> None:
        return


class _Yielded:
    """Collects the values of a generator as the call's result. If all are texts, joins them into
    one text. Keeps a limited number of values, so an endless generator cannot fill the memory."""

    def __init__(self) -> None:
        self._values: List[object] = []

    def add(self, value: object) -> object:
        if len(self._values) < MAX_YIELDED:
            self._values.append(value)
        return value

    def result(self, returned: object = None) -> object:
        if not self._values:
            return returned
        texts = [value for value in self._values if isinstance(value, str)]
        return "".join(texts) if len(texts) == len(self._values) else self._values


def _generated(steps: "Generator[Any, Any, Any]", call: CallTrace) -> "Generator[Any, Any, Any]":
    yielded = _Yielded()

    def step(method: Callable[..., Any], *args: Any) -> Any:
        # Leave the scope after each step: between two steps the caller's own code runs.
        token = call.enter()
        try:
            return yielded.add(method(*args))
        finally:
            call.leave(token)

    try:
        value = step(steps.send, None)
        while True:
            try:
                sent = yield value
            except GeneratorExit:
                _close(steps, call)
                call.end(yielded.result())
                raise
            except BaseException as error:
                value = step(steps.throw, error)
            else:
                value = step(steps.send, sent)
    except StopIteration as stop:
        call.end(yielded.result(stop.value))
        return stop.value
    except GeneratorExit:
        raise
    except BaseException as error:
        call.fail(error)
        raise


def _close(steps: "Generator[Any, Any, Any]", call: CallTrace) -> None:
    token = call.enter()
    try:
        steps.close()
    finally:
        call.leave(token)


async def _async_generated(
    steps: "AsyncGenerator[Any, Any]", call: CallTrace
) -> "AsyncGenerator[Any, Any]":
    yielded = _Yielded()

    async def step(awaitable: Any) -> Any:
        token = call.enter()
        try:
            return yielded.add(await awaitable)
        finally:
            call.leave(token)

    try:
        value = await step(steps.__anext__())
        while True:
            try:
                sent = yield value
            except GeneratorExit:
                await steps.aclose()
                call.end(yielded.result())
                raise
            except BaseException as error:
                value = await step(steps.athrow(error))
            else:
                value = await step(steps.asend(sent))
    except StopAsyncIteration:
        call.end(yielded.result())
    except GeneratorExit:
        raise
    except BaseException as error:
        call.fail(error)
        raise
