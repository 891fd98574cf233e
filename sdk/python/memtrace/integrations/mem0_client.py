"""Traces `MemoryClient`, the client of mem0's hosted service."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, TypeVar

from ..core.client import MemTrace
from ..core.default_client import client as default_client
from ..core.encode import fields_of, is_list, is_record, read
from .client_methods import ClientMethod, ClientMethods, trace_methods
from .memory_record import MemoryRecord, OwnedRecords, message_record, record_of
from .steps import Given

T = TypeVar("T")
_OWNERS = ("user_id", "agent_id", "app_id", "run_id")


def observe_mem0_client(mem0: T, client: Optional[MemTrace] = None) -> T:
    """Traces a `MemoryClient` or an `AsyncMemoryClient` in place. A memory unit is named by its id.
    A bulk deletion is recorded only for units that this process has seen. Returns the client."""
    if not hasattr(mem0, "batch_delete"):
        raise TypeError("no MemoryClient: a Memory is for memtrace.integrations.mem0")
    own = client or default_client()
    return trace_methods(mem0, own, _methods(own))


def _methods(client: MemTrace) -> ClientMethods:
    owned = OwnedRecords()

    def unit(row: Any, owners: Any = None) -> MemoryRecord:
        id = read(row, "id")
        owned.add(_owners_of(row if owners is None else owners), id)
        memory = read(row, "memory") or read(read(row, "data"), "memory")
        return MemoryRecord(memory, id)

    def found(answer: Any, given: Given) -> List[MemoryRecord]:
        return [unit(row) for row in _rows_of(answer)]

    def added(answer: Any, given: Given) -> Any:
        rows = [row for row in _rows_of(answer) if read(row, "id")]
        # If the answer contains no units but only a confirmation, record the confirmation.
        return [unit(row, _options_of(given)) for row in rows] or MemoryRecord(answer)

    def taken(given: Given) -> List[str]:
        """Returns the ids of units in the running graph whose owners match all given owners."""
        ids = owned.of(*_owners_of(_options_of(given)))
        return [id for id in ids if client.find(id)]

    def forgotten(answer: Any, given: Given) -> List[MemoryRecord]:
        owned.forget(taken(given))
        return []

    forget = ClientMethod(
        "deletion",
        lambda given: [_request(given), *(record_of(id) for id in taken(given))],
        forgotten,
    )
    return {
        **_METHODS,
        "add": ClientMethod("extraction", _messages, added),
        "search": ClientMethod("retrieval", lambda given: MemoryRecord(given["query"]), found),
        "get_all": ClientMethod("retrieval", _request, found),
        "get": ClientMethod("retrieval", _request, lambda row, given: unit(row)),
        "delete_all": forget,
        "delete_users": forget,
    }


def _options_of(given: Given) -> Dict[str, Any]:
    """Returns the call's options. An option given by name overrides the same option in the options
    object."""
    options = fields_of(given.get("options")) or []
    named = {key: part for key, part in given.items() if key not in ("options", "messages")}
    return {**{key: part for key, part in options if part is not None}, **named}


def _owners_of(row: Any) -> List[str]:
    return [f"{key}={read(row, key)}" for key in _OWNERS if read(row, key)]


def _request(given: Given) -> MemoryRecord:
    return MemoryRecord(_options_of(given))


def _messages(given: Given) -> List[MemoryRecord]:
    said: Any = given.get("messages")
    each = said if is_list(said) else [said]
    return [
        message_record(read(message, "content") if is_record(message) else message)
        for message in each
    ]


def _rows_of(answer: Any) -> List[Any]:
    rows = answer if is_list(answer) else read(answer, "results")
    return list(rows) if is_list(rows) else []


def _new_texts(answer: Any, given: Given) -> List[MemoryRecord]:
    return [MemoryRecord(read(row, "new_memory")) for row in _rows_of(answer)]


def _update(given: Given) -> List[MemoryRecord]:
    id, text = given["memory_id"], _options_of(given).get("text")
    return [record_of(id), MemoryRecord(text)] if text else [record_of(id)]


def _text_update(answer: Any, given: Given) -> MemoryRecord:
    return MemoryRecord(_options_of(given).get("text"), given["memory_id"])


def _updates(given: Given) -> List[MemoryRecord]:
    pairs = [(record_of(read(row, "memory_id")), read(row, "text")) for row in given["memories"]]
    return [each for unit, text in pairs for each in (unit, MemoryRecord(text))]


def _updated(answer: Any, given: Given) -> List[MemoryRecord]:
    rows = [(read(row, "memory_id"), read(row, "text")) for row in given["memories"]]
    return [MemoryRecord(text, id, source=text) for id, text in rows if text]


_METHODS: ClientMethods = {
    "history": ClientMethod("retrieval", _request, _new_texts),
    "update": ClientMethod("update", _update, _text_update),
    "batch_update": ClientMethod("update", _updates, _updated),
    "delete": ClientMethod("deletion", lambda given: record_of(given["memory_id"])),
    "batch_delete": ClientMethod(
        "deletion", lambda given: [record_of(read(row, "memory_id")) for row in given["memories"]]
    ),
}
