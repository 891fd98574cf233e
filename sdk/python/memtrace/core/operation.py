"""The decorator that makes each call of a function or method an operation."""

from __future__ import annotations

import inspect
import os
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, TypeVar

from ..deliver.deferred import deferrable_chars
from ..record.description import Describe
from ..record.traced_call import CallOptions
from .text import to_name
from .trace_function import trace_function

if TYPE_CHECKING:
    from .tracing import RunningCall, Tracing

F = TypeVar("F", bound=Callable[..., Any])


class OperationDecorator:
    def __init__(
        self,
        tracing_of: "Callable[[], Tracing]",
        name: Optional[str] = None,
        *,
        category: Optional[str] = None,
        comment: Optional[str] = None,
        metadata: Optional[Mapping[str, Any]] = None,
        input: Describe = None,
        output: Describe = None,
        reuse: bool = False,
    ) -> None:
        self._tracing_of = tracing_of
        self._options = CallOptions(
            name=name or "",
            category=category,
            comment=comment,
            metadata=metadata,
            reuse=reuse,
            input=input,
            output=output,
            deferrable=not metadata and all(_is_fixed(part) for part in (input, output)),
        )

    def __call__(self, fn: F) -> F:
        return self.wrap(fn)

    def wrap(self, fn: F, is_recorded: Callable[[], bool] = lambda: True) -> F:
        """Wraps the function. Before each call, asks `is_recorded` whether to record the call."""
        tracing_of = self._tracing_of
        name = self._options.name or getattr(fn, "__name__", "operation")
        options = self._options._replace(name=to_name(name) or "", source=source_of(fn))
        skipped = 1 if _is_method(fn) else 0

        def begin(args: Any, kwargs: Dict[str, Any]) -> "Optional[RunningCall]":
            if not is_recorded():
                return None
            given = args[skipped:] if skipped else args
            return tracing_of().begin(options, (*given, *kwargs.values()) if kwargs else given)

        return trace_function(fn, begin)


def _is_fixed(describe: Describe) -> bool:
    if describe is None:
        return True
    return isinstance(describe, Mapping) and deferrable_chars(describe.values()) > 0


def _is_method(fn: Callable[..., Any]) -> bool:
    """Whether the first parameter is `self` or `cls`. The object that owns the method is not an
    input, so it is not recorded, even if it is a record such as a dataclass."""
    try:
        first = next(iter(inspect.signature(fn).parameters), "")
    except (TypeError, ValueError):
        return False
    return first in ("self", "cls")


def source_of(fn: Callable[..., Any]) -> Optional[Dict[str, Any]]:
    """Returns the function's file and line in the app's code. The file's path is relative to the
    working directory."""
    code = getattr(inspect.unwrap(fn), "__code__", None)
    if code is None:
        return None
    here = os.getcwd() + os.sep
    file = code.co_filename
    return {
        "file": file[len(here) :] if file.startswith(here) else file,
        "line": code.co_firstlineno,
    }
