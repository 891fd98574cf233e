"""Traces a LangGraph store, for calls by graph nodes and for direct calls."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple, TypeVar

from ..core.client import MemTrace
from ..core.default_client import client as default_client
from ..core.encode import is_list
from ..core.tracing import RunningCall
from ..record.description import OMIT
from ..record.traced_call import CallOptions
from .in_place import begin, guarded, inside, override, records, write_unit

T = TypeVar("T")


class StoreCall(NamedTuple):
    options: CallOptions
    inputs: Tuple[object, ...]
    #: Called inside the operation. Returns the value to record as its result.
    made: Optional[Callable[[], object]] = None


def observe_store(store: T, client: Optional[MemTrace] = None) -> T:
    """Traces the store in place: get, search, put, delete and the listing of namespaces. Traces
    sync and async calls, single calls and batches. An item is a memory unit, named by its
    namespace and key. Returns the store."""
    own = client or default_client()
    kind: Any = type(store)

    def batch(self: Any, ops: Any) -> Any:
        if not records(own, type(self)):
            return kind.batch(self, ops)
        ops = list(ops)
        calls = _begin_all(own, ops)
        with inside(own):
            results = _failing(calls, lambda: kind.batch(self, ops))
        _end_all(own, calls, results)
        return results

    async def abatch(self: Any, ops: Any) -> Any:
        if not records(own, type(self)) or _is_background(self):
            return await kind.abatch(self, ops)
        ops = list(ops)
        calls = _begin_all(own, ops)
        try:
            with inside(own):
                results = await kind.abatch(self, ops)
        except BaseException as error:
            _fail_all(calls, error)
            raise
        _end_all(own, calls, results)
        return results

    methods: Dict[str, Any] = {"batch": batch, "abatch": abatch}
    if hasattr(kind, "_ensure_task"):
        # A store with a queue calls `abatch` in a separate task, outside the caller's graph. So
        # trace the methods that the app calls, not `abatch`.
        for name, to_call in _ASYNC_METHODS.items():
            methods[name] = _queued(own, kind, name, to_call)
    return override(store, own, methods)


def _queued(
    client: MemTrace, kind: Any, name: str, to_call: Callable[..., Mapping[str, Any]]
) -> Callable[..., Any]:
    async def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        call = None
        if records(client, type(self)):
            call = guarded(client, lambda: _begin(client, to_call(*args, **kwargs)))
        try:
            with inside(client):
                result = await getattr(kind, name)(self, *args, **kwargs)
        except BaseException as error:
            _fail_all([call], error)
            raise
        _end_all(client, [call], [result])
        return result

    return method


_ASYNC_METHODS: Dict[str, Callable[..., Mapping[str, Any]]] = {
    "aget": lambda namespace, key, **_: {"namespace": namespace, "key": key},
    "asearch": lambda namespace_prefix, **more: {
        "namespace_prefix": namespace_prefix,
        **more,
    },
    "aput": lambda namespace, key, value, *_, **__: {
        "namespace": namespace,
        "key": key,
        "value": value,
    },
    "adelete": lambda namespace, key: {"namespace": namespace, "key": key, "value": None},
    "alist_namespaces": lambda **more: more,
}


def _is_background(store: Any) -> bool:
    task = getattr(store, "_task", None)
    return task is not None and task is asyncio.current_task()


class _Started(NamedTuple):
    call: RunningCall
    made: Optional[Callable[[], object]]


_Calls = List[Optional[_Started]]


def _begin_all(client: MemTrace, ops: List[Any]) -> _Calls:
    def begin_one(op: Any) -> Optional[_Started]:
        fields = op._asdict()
        if type(op).__name__ == "GetOp":
            fields = {"namespace": op.namespace, "key": op.key}
        return _begin(client, fields)

    return [guarded(client, lambda op=op: begin_one(op)) for op in ops]  # type: ignore[misc]


def _begin(client: MemTrace, fields: Mapping[str, Any]) -> Optional[_Started]:
    options, inputs, made = _call_of(client, fields)
    call = begin(client, options, inputs)
    return _Started(call, made) if call else None


def _failing(calls: _Calls, run: Callable[[], T]) -> T:
    try:
        return run()
    except BaseException as error:
        _fail_all(calls, error)
        raise


def _fail_all(calls: _Calls, error: BaseException) -> None:
    for started in calls:
        if started:
            started.call.fail(error)


def _end_all(client: MemTrace, calls: _Calls, results: Any) -> None:
    for started, result in zip(calls, results):
        if started is None:
            continue
        call, made = started
        if made:
            result = guarded(client, lambda: call.inside(made))
        # Use None for an empty result: it is then recorded as a marker, not as an empty list.
        call.end(None if is_list(result) and not result else result)


def _call_of(client: MemTrace, fields: Mapping[str, Any]) -> StoreCall:
    settings = {
        key: part
        for key, part in fields.items()
        if part is not None and key not in ("namespace", "key", "value", "query", "index")
    }
    retrieval: Dict[str, Any] = {"category": "retrieval", "output": _described}
    if "namespace_prefix" in fields:
        query = fields.get("query")
        asked = query if isinstance(query, str) and query else settings
        return StoreCall(CallOptions("search", metadata=settings, **retrieval), (asked,))
    namespace, key = fields.get("namespace"), fields.get("key")
    if namespace is None or key is None:
        return StoreCall(CallOptions("list_namespaces"), (settings,))
    if "value" not in fields:
        return StoreCall(CallOptions("get", **retrieval), ({"namespace": namespace, "key": key},))
    name, value = _name_of(namespace, key), fields["value"]
    if value is None:
        return StoreCall(
            CallOptions("delete", category="deletion"), (), lambda: client.delete(name)
        )
    return StoreCall(
        CallOptions("put", category="update"),
        (value,),
        lambda: write_unit(client, name, _shown(value)),
    )


def _described(item: Any, index: int) -> Any:
    if item is None:
        return OMIT
    if not hasattr(item, "namespace"):
        return None
    return {
        "name": _name_of(item.namespace, item.key),
        "value": _shown(item.value),
        "category": "memory_entry",
    }


def _name_of(namespace: Any, key: str) -> str:
    return f"{'.'.join(namespace)}/{key}"


def _shown(value: Any) -> Any:
    """Returns the text of an item that contains only one text. For any other item, returns the
    whole value."""
    parts = list(value.values()) if isinstance(value, dict) else []
    return parts[0] if len(parts) == 1 and isinstance(parts[0], str) else value
