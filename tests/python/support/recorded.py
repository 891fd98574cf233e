"""Reads what a collector received, in the order in which it was recorded."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

from support.collector import Collector


def operations_of(collector: Collector, graph: str = "g") -> List[str]:
    """The names of the operations, in the order in which they started."""
    found = [event for event in collector.of("operation") if event["graph"] == graph]
    return [event["name"] for event in sorted(found, key=lambda event: int(event["seq"]))]


def units_of(collector: Collector, graph: str = "g") -> List[str]:
    """The texts of the memory units, one per version."""
    values = _values(collector)
    return [
        values[event["ref"]]
        for event in collector.of("variable")
        if event.get("category") == "memory_entry" and event["graph"] == graph
    ]


def links_of(collector: Collector, operation: str, graph: str = "g") -> List[Tuple[str, str]]:
    """The values at both ends of the links of all operations with this name."""
    values = _values(collector)
    ids = {
        event["op"]
        for event in collector.of("operation")
        if event["name"] == operation and event["graph"] == graph
    }
    return [
        (values[event["from"]], values[event["to"]])
        for event in collector.of("link")
        if event["op"] in ids
    ]


def _values(collector: Collector) -> Dict[Any, str]:
    """The whole values by ref. A splice is applied to the value that it changes."""
    values: Dict[Any, str] = {}
    for event in collector.of("variable"):
        splice = event.get("splice")
        if splice:
            before = values[splice["of"]].encode("utf-16-le")
            start, end = 2 * splice["at"], 2 * (splice["at"] + splice["remove"])
            text = before[:start] + splice["insert"].encode("utf-16-le") + before[end:]
            values[event["ref"]] = text.decode("utf-16-le")
        else:
            values[event["ref"]] = event["value"]
    return values
