"""Traces the calls of a Zep client."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, TypeVar

from ..core.client import MemTrace
from ..core.default_client import client as default_client
from ..core.encode import is_list, read
from .client_methods import ClientMethod, ClientMethods, trace_methods
from .memory_record import (
    MemoryRecord,
    OwnedRecords,
    message_record,
    parts_of,
    record_of,
    request_for,
)
from .steps import Given

T = TypeVar("T")
#: Zep builds a thread's context from the thread's latest messages. At most this many messages are
#: recorded as the query.
_MAX_MESSAGES = 50


def observe_zep(zep: T, client: Optional[MemTrace] = None) -> T:
    """Traces a `Zep` or an `AsyncZep` in place: additions, reads, searches, changes and deletions
    in threads and graphs. Messages, episodes, facts and nodes are named by their uuids. Zep
    extracts facts by itself: the extraction is recorded when the app first reads a fact. The
    fact is linked from the episodes that Zep names. Returns the client."""
    records = OwnedRecords()
    methods = {**_GRAPH, **_owned(records), **_threads(records)}
    return trace_methods(zep, client or default_client(), methods)


def _uuid(entry: Any) -> Any:
    return read(entry, "uuid_") or read(entry, "uuid")


def _episode(entry: Any) -> MemoryRecord:
    return MemoryRecord(read(entry, "content"), _uuid(entry), "episode")


def _stored(uuid: Any, content: Any) -> MemoryRecord:
    """A bulk request adds several episodes. Link each episode only from its own text."""
    return MemoryRecord(content, uuid, "episode", content)


def fact_record(edge: Any) -> MemoryRecord:
    """Makes the record of a fact. If the fact is no longer valid, its text states when it became
    invalid."""
    text = read(edge, "fact")
    until = read(edge, "invalid_at") or read(edge, "expired_at")
    if until:
        text = f"{text} (until {until if isinstance(until, str) else until.isoformat()})"
    return MemoryRecord(text, _uuid(edge), source=read(edge, "episodes") or [])


def node_record(node: Any) -> MemoryRecord:
    sources = read(node, "episodes") or read(node, "episode_ids") or []
    text = f"{read(node, 'name')}: {read(node, 'summary')}"
    return MemoryRecord(text, _uuid(node), source=sources)


def _found(answer: Any) -> List[MemoryRecord]:
    context = read(answer, "context")
    return [
        *(fact_record(edge) for edge in parts_of(answer, "edges")),
        *(
            node_record(node)
            for node in [*parts_of(answer, "nodes"), *parts_of(answer, "observations")]
        ),
        *(_episode(episode) for episode in parts_of(answer, "episodes")),
        *([MemoryRecord(context)] if context else []),
    ]


def _rows(record: Callable[[Any], MemoryRecord]) -> Callable[[Any], List[MemoryRecord]]:
    return lambda answer: [record(row) for row in answer] if is_list(answer) else []


def _first(given: Given) -> Any:
    return next(iter(given.values()), None)


def _reading(output: Callable[[Any], Any]) -> ClientMethod:
    """Describes a read by a record's uuid or by its owner."""
    return ClientMethod(
        "retrieval",
        lambda given: request_for(_first(given)),
        lambda answer, given: output(answer),
    )


def _changing(record: Callable[[Any], MemoryRecord], field: str) -> ClientMethod:
    return ClientMethod(
        "update",
        lambda given: [record_of(_first(given)), message_record(given.get(field))],
        lambda answer, given: record(answer),
    )


_DELETING = ClientMethod("deletion", lambda given: record_of(_first(given)))

_GRAPH: ClientMethods = {
    "graph.edge.get": _reading(fact_record),
    "graph.edge.update": _changing(fact_record, "fact"),
    "graph.edge.delete": _DELETING,
    "graph.node.get": _reading(node_record),
    "graph.node.get_edges": _reading(_rows(fact_record)),
    "graph.node.get_episodes": _reading(_found),
    "graph.node.update": _changing(node_record, "summary"),
    "graph.node.delete": _DELETING,
    "graph.episode.get": _reading(_episode),
    "graph.episode.get_nodes_and_edges": _reading(_found),
    "graph.episode.delete": _DELETING,
    "user.get_node": _reading(lambda answer: node_record(read(answer, "node"))),
}


def _owned(records: OwnedRecords) -> ClientMethods:
    """Remembers the records of a user or a graph. Deleting the user or the graph also deletes its
    records."""

    def kept(owner: Any, all: List[MemoryRecord]) -> List[MemoryRecord]:
        for record in all:
            records.add([owner], record.id)
        return all

    def owner_of(given: Given) -> Any:
        return given.get("user_id") or given.get("graph_id")

    def all_of(found: Callable[[Any], List[MemoryRecord]]) -> ClientMethod:
        return ClientMethod(
            "retrieval",
            lambda given: request_for(_first(given)),
            lambda answer, given: kept(_first(given), found(answer)),
        )

    def deleted(given: Given) -> List[MemoryRecord]:
        """Deleting a user also deletes the messages of the user's threads."""
        owned = records.of(_first(given))
        ids = [id for each in owned for id in (records.of(each) or [each])]
        return [request_for(_first(given)), *(record_of(id) for id in ids)]

    def added(answer: Any, given: Given) -> List[MemoryRecord]:
        return kept(owner_of(given), [_stored(_uuid(answer), given.get("data"))])

    def added_batch(answer: Any, given: Given) -> List[MemoryRecord]:
        texts = [read(each, "data") for each in given["episodes"]]
        stored = [_stored(_uuid(row), text) for row, text in zip(answer, texts)]
        return kept(owner_of(given), stored)

    def added_fact(answer: Any, given: Given) -> List[MemoryRecord]:
        return kept(owner_of(given), [fact_record(read(answer, "edge"))])

    facts, nodes, episodes = _rows(fact_record), _rows(node_record), _found
    return {
        "graph.add": ClientMethod(
            "extraction", lambda given: message_record(given.get("data")), added
        ),
        "graph.add_batch": ClientMethod(
            "extraction",
            lambda given: [message_record(read(each, "data")) for each in given["episodes"]],
            added_batch,
        ),
        "graph.add_fact_triple": ClientMethod(
            "extraction", lambda given: message_record(given.get("fact")), added_fact
        ),
        "graph.search": ClientMethod(
            "retrieval",
            lambda given: MemoryRecord(given.get("query")),
            lambda answer, given: kept(owner_of(given), _found(answer)),
        ),
        "graph.edge.get_by_user_id": all_of(facts),
        "graph.edge.get_by_graph_id": all_of(facts),
        "graph.node.get_by_user_id": all_of(nodes),
        "graph.node.get_by_graph_id": all_of(nodes),
        "graph.episode.get_by_user_id": all_of(episodes),
        "graph.episode.get_by_graph_id": all_of(episodes),
        "graph.delete": ClientMethod("deletion", deleted),
        "user.delete": ClientMethod("deletion", deleted),
    }


def _threads(records: OwnedRecords) -> Dict[str, ClientMethod]:
    def added(answer: Any, given: Given) -> List[MemoryRecord]:
        thread, messages = given["thread_id"], given["messages"]
        uuids = parts_of(answer, "message_uuids")
        for uuid in uuids:
            records.add([thread], uuid)
        ids = [*uuids, *[None] * (len(messages) - len(uuids))]
        stored = [_stored(id, read(each, "content")) for id, each in zip(ids, messages)]
        context = read(answer, "context")
        return [*stored, MemoryRecord(context)] if context else stored

    def asked(given: Given) -> Any:
        thread = given["thread_id"]
        messages = records.of(thread)[-_MAX_MESSAGES:]
        return [record_of(id) for id in messages] or request_for(thread)

    def created(given: Given) -> None:
        records.add([given.get("user_id")], given.get("thread_id"))

    add_messages = ClientMethod(
        "extraction",
        lambda given: [message_record(read(each, "content")) for each in given["messages"]],
        added,
    )
    return {
        "thread.add_messages": add_messages,
        "thread.add_messages_batch": add_messages,
        "thread.get_user_context": ClientMethod(
            "retrieval", asked, lambda answer, given: MemoryRecord(read(answer, "context") or None)
        ),
        "thread.get": _reading(
            lambda answer: [_episode(each) for each in parts_of(answer, "messages")]
        ),
        "thread.get_summary": _reading(lambda answer: MemoryRecord(read(answer, "summary"))),
        "thread.create": ClientMethod("", created),
        "thread.delete": ClientMethod(
            "deletion",
            lambda given: [record_of(id) for id in records.of(given["thread_id"])] or None,
        ),
    }
