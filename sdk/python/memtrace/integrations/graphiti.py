"""Traces a Graphiti instance."""

from __future__ import annotations

from typing import Any, List, Optional, TypeVar

from ..core.client import MemTrace
from ..core.default_client import client as default_client
from ..core.encode import is_list, read
from .client_methods import ClientMethod, ClientMethods, trace_methods
from .memory_record import MemoryRecord, OwnedRecords, message_record, parts_of, record_of
from .steps import Given
from .zep import fact_record

T = TypeVar("T")


def observe_graphiti(graphiti: T, client: Optional[MemTrace] = None) -> T:
    """Traces a `Graphiti` in place: added episodes and facts, searches, and removed episodes.
    Episodes, facts (edges) and nodes are named by their uuids. If an episode invalidates a fact,
    the fact gets a new version that states the end of its validity. Returns the object."""
    own = client or default_client()
    return trace_methods(graphiti, own, _methods(own))


def _episode(episode: Any) -> MemoryRecord:
    text = read(episode, "content")
    return MemoryRecord(text, read(episode, "uuid"), "episode", text)


def _fact(edge: Any, episodes: List[str]) -> MemoryRecord:
    """If a later episode invalidates the fact, that episode is a source of the fact's new version.
    Graphiti does not list it in the fact, so `episodes` adds it."""
    record = fact_record(edge)
    known = [source for source in record.sources if source in episodes]
    record.sources = list(dict.fromkeys([*record.sources, *([] if known else episodes)]))
    return record


def _node(node: Any, episodes: List[str]) -> MemoryRecord:
    text = f"{read(node, 'name')}: {read(node, 'summary')}"
    return MemoryRecord(text, read(node, "uuid"), source=episodes)


def _methods(client: MemTrace) -> ClientMethods:
    #: Episode → its facts. Removing an episode also removes its facts.
    owned = OwnedRecords()

    def added(answer: Any, given: Given) -> List[MemoryRecord]:
        episode = read(answer, "episode")
        made = parts_of(answer, "episodes") if episode is None else [episode]
        episodes = [read(each, "uuid") for each in made]
        for edge in parts_of(answer, "edges"):
            owned.add((read(edge, "episodes") or [])[:1], read(edge, "uuid"))
        return [
            *(_episode(each) for each in made),
            *(_fact(edge, episodes) for edge in parts_of(answer, "edges")),
            *(_node(node, episodes) for node in parts_of(answer, "nodes")),
        ]

    def record_changes(answer: Any, given: Given) -> None:
        """Records each change of a known fact as a separate operation."""
        for record in added(answer, given):
            before = client.find(record.id) if record.id else None
            if record.category == "episode" and before is None:
                text = client.find(record.text)
                episode = client.variable(record.text, name=record.id, category="episode")
                if text:
                    client.link(text, episode)
            elif before and before.name == record.id and before.text != record.text:
                found = [before, *(client.find(source) for source in record.sources)]
                unit = client.variable(record.text, name=record.id, category=record.category)
                sources = [each for each in found if each]
                client.link(sources, unit, operation="update", category="update")

    def found(answer: Any, given: Given) -> List[MemoryRecord]:
        if is_list(answer):
            return [_found(each) for each in answer]
        names = ("edges", "nodes", "episodes", "communities")
        return [_found(each) for name in names for each in parts_of(answer, name)]

    def removed(given: Given) -> List[MemoryRecord]:
        episode = given["episode_uuid"]
        return [record_of(id) for id in [episode, *owned.of(episode)]]

    def query(given: Given) -> MemoryRecord:
        return MemoryRecord(given.get("query"))

    def request(given: Given) -> MemoryRecord:
        return MemoryRecord({key: part for key, part in given.items() if key != "driver"})

    return {
        "add_episode": ClientMethod(
            "extraction",
            lambda given: message_record(given.get("episode_body")),
            added,
            record_changes,
        ),
        "add_episode_bulk": ClientMethod(
            "extraction",
            lambda given: [
                message_record(read(each, "content")) for each in given["bulk_episodes"]
            ],
            added,
            record_changes,
        ),
        "add_triplet": ClientMethod(
            "extraction", lambda given: message_record(read(given["edge"], "fact")), added
        ),
        "search": ClientMethod("retrieval", query, found),
        "search_": ClientMethod("retrieval", query, found),
        "retrieve_episodes": ClientMethod("retrieval", request, found),
        "get_nodes_and_edges_by_episode": ClientMethod("retrieval", request, found),
        "remove_episode": ClientMethod("deletion", removed),
    }


def _found(row: Any) -> MemoryRecord:
    """Makes the record of a fact, an episode or a node."""
    if read(row, "fact") is not None:
        return fact_record(row)
    return _node(row, []) if read(row, "content") is None else _episode(row)
