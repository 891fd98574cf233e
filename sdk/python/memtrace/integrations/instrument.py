"""Traces methods of an object from a library."""

from __future__ import annotations

from typing import Any, Mapping, Optional, TypeVar

from ..core.client import MemTrace
from ..core.default_client import client as default_client
from ..core.operation import OperationDecorator
from .in_place import OBSERVERS, observers, records

T = TypeVar("T")


def instrument(
    instance: T, methods: Mapping[str, Mapping[str, Any]], client: Optional[MemTrace] = None
) -> T:
    """Traces the methods at these paths: `{"add": {…}, "llm.generate": {…}}`. Replaces the methods
    in place, so the object's own calls of them are traced too. Each path has the options of
    `operation`, and `name`. Returns the object. A second call with the same client does nothing.

    Raises a TypeError if a path has no method, or if the method cannot be replaced."""
    own = client or default_client()
    for path, options in methods.items():
        *steps, name = path.split(".")
        owner: Any = instance
        for step in steps:
            owner = getattr(owner, step, None)
        _replace(owner, name, path, options, own)
    return instance


def _replace(
    owner: Any, name: str, path: str, options: Mapping[str, Any], client: MemTrace
) -> None:
    method = getattr(owner, name, None)
    if not callable(method):
        raise TypeError(f"there is no method {path}")
    clients = observers(method)
    if any(known is client for known in clients):
        return
    decorator = OperationDecorator(lambda: client, **{"name": name, **options})
    wrapped = decorator.wrap(method, lambda: records(client, wrapped))
    try:
        setattr(owner, name, wrapped)
    except (AttributeError, TypeError, ValueError) as cause:
        raise TypeError(f"{path} cannot be replaced: use memtrace.operation") from cause
    clients.append(client)
    setattr(wrapped, OBSERVERS, clients)
