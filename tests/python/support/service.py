"""Reads what the running service stores of a graph."""

from __future__ import annotations

import json
import os
import re
import time
import urllib.request
from typing import Any, Dict, List, Tuple
from urllib.parse import quote
from uuid import uuid4

URL = os.environ.get("MEMTRACE_TEST_URL", "")
KEY = os.environ.get("MEMTRACE_TEST_KEY", "")
NODE = os.environ.get("MEMTRACE_TEST_NODE", "node")


def get(path: str) -> Any:
    return _ask(urllib.request.Request(f"{URL}/v1{path}"))


def post(path: str, body: Any) -> Any:
    headers = {"Content-Type": "application/json"}
    return _ask(urllib.request.Request(f"{URL}/v1{path}", json.dumps(body).encode(), headers))


def _ask(request: urllib.request.Request) -> Any:
    request.add_header("Authorization", f"Bearer {KEY}")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


def exported(graph: str) -> Dict[str, Any]:
    """The graph as smartcomment would export it."""
    return get(f"/graphs/{quote(graph, safe='')}/export")


def warnings(graph: str) -> List[Dict[str, Any]]:
    return get(f"/graphs/{quote(graph, safe='')}/warnings")["items"]


def cases_of(graphs: List[str]) -> Dict[str, Tuple[str, str]]:
    """Waits for the verdicts of the graphs' cases: the type of error and the operation."""
    found: Dict[str, Tuple[str, str]] = {}
    deadline = time.monotonic() + 60
    while len(found) < len(graphs) and time.monotonic() < deadline:
        for case in get("/cases?limit=100")["items"]:
            if case["graph"] in graphs and case.get("errorType"):
                found[case["graph"]] = (case["errorType"], case.get("opName"))
        time.sleep(0.2)
    return found


def new_graph(name: str) -> str:
    return f"{name}-{uuid4().hex[:12]}"


def values_of(graph: Dict[str, Any], name: str) -> List[str]:
    """The values of a name's versions."""
    nodes = [node for node in graph["data"]["nodes"] if node["name"] == name]
    return [node["value"] for node in sorted(nodes, key=lambda node: node["version"])]


def links_of(graph: Dict[str, Any], operation: str) -> List[Tuple[str, str]]:
    """The values at both ends of the links of all operations with this name."""
    data = graph["data"]
    values = {node["full_node_id"]: node["value"] for node in data["nodes"]}
    ids = {each["op_id"] for each in data["operations"] if each["op_name"] == operation}
    return [
        (values[edge["source_full_node_id"]], values[edge["target_full_node_id"]])
        for edge in data["edges"]
        if edge["op_id"] in ids
    ]


_NUMBERED = re.compile(r"-(\d+)-[0-9a-f]{6}\b")


def comparable(graph: Dict[str, Any]) -> Dict[str, Any]:
    """The part of a graph that two equal programs share: no times, ids or lines of code."""
    data = graph["data"]
    names = {each["op_id"]: each["op_name"] for each in data["operations"]}

    def of(record: Dict[str, Any], *keys: str) -> Dict[str, Any]:
        metadata = {key: part for key, part in record["metadata"].items() if key != "inside"}
        inside = names.get(record["metadata"].get("inside", ""))
        extra = {
            key: part
            for key, part in record.get("memtrace", {}).items()
            if key not in ("startedAt", "endedAt")
        }
        kept = {key: record[key] for key in ("category", "comment", *keys)}
        text = json.dumps({**kept, "metadata": metadata, "inside": inside, "extra": extra})
        return json.loads(_NUMBERED.sub(r"-\1", text))

    return {
        "header": {key: graph[key] for key in ("user_id", "project_id", "strict", "metadata")},
        "nodes": [of(node, "full_node_id", "value") for node in data["nodes"]],
        "operations": [of(operation, "op_name") for operation in data["operations"]],
        "edges": [
            {**of(edge, "source_full_node_id", "target_full_node_id"), "op": names[edge["op_id"]]}
            for edge in data["edges"]
        ],
        "sessions": [of(session, "session_name") for session in data["sessions"]],
        "verdicts": [
            {
                key: _NUMBERED.sub(r"-\1", part) if isinstance(part, str) else part
                for key, part in verdict.items()
                if key not in ("id", "at", "session")
            }
            for verdict in data.get("memtrace", {}).get("verdicts", [])
        ],
    }
