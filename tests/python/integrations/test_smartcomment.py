from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import Any, Callable, List

import memtrace
import pytest
from support import service
from support.collector import Collector

pytest.importorskip("smartcomment", reason="SMARTCOMMENT names no folder with smartcomment")

from smartcomment import (  # noqa: E402
    comment_fn,
    comment_graph,
    comment_link,
    comment_mutation,
    comment_op,
    comment_op_scope,
    comment_session,
    comment_variable,
    propagate_attributes,
)

MakeClient = Callable[..., memtrace.MemTrace]


@comment_fn(op_name="remember", category="extraction", param_options={"-o": {"category": "unit"}})
def remember(said: str) -> List[str]:
    return [part.strip() for part in said.split(",")]


def program(graph: Any, rounds: int = 3) -> None:
    with comment_session(session_name="talk", category="memory_construction", comment="first"):
        for number in range(rounds):
            remember(
                f"She moved to Lisbon in round {number}, and her cat is called Tom 😀 {number}"
            )
        with propagate_attributes(run="r-1", share=0.5, deep={"list": [1, None, "x"]}):
            profile = ["The profile of the user. " * 40]
            comment_variable(
                profile, id_strategy=lambda value: "profile", comment="", category="memory"
            )
            for number in range(rounds):
                with comment_mutation(
                    target=profile,
                    inputs=[f"She likes tea {number}"],
                    mutation_name="update",
                    comment="grows",
                    id_strategy=lambda value: "profile" if isinstance(value, list) else str(value),
                ):
                    profile.append(f"😀 She likes tea {number}.")
        comment_link(source="a source text", target="a target text", comment="linked")
        comment_op(op_name="nothing", inputs=["lost input"], outputs=[])
        with comment_op_scope(op_name=None, comment="unnamed"):
            comment_op(inputs=["x is given"], outputs=["y is made"])
    comment_variable("outside of every session", class_name="query", category="query")


def test_export_is_equal(client: memtrace.MemTrace, problems: List[memtrace.Problem]) -> None:
    """S148 A streamed graph is exported field by field as smartcomment exports it"""
    with comment_graph(
        graph_id=service.new_graph("streamed"),
        user_id="ada",
        project_id="my-memory",
        metadata={"experiment": 7},
    ) as graph:
        assert memtrace.smartcomment.stream(graph, client) is graph
        program(graph)
    client.flush()
    assert problems == []
    assert service.exported(graph.graph_id) == graph.export_graph()
    assert service.warnings(graph.graph_id) == []


def test_late_stream(client: memtrace.MemTrace) -> None:
    """S148 Records from before the stream and later metadata of the graph are sent too"""
    with comment_graph(graph_id=service.new_graph("late")) as graph:
        program(graph, 1)
        memtrace.smartcomment.stream(graph, client)
        program(graph, 2)
    client.flush()
    assert service.exported(graph.graph_id) == graph.export_graph()


def test_times_of_another_zone(client: memtrace.MemTrace, monkeypatch: pytest.MonkeyPatch) -> None:
    """S148 In every time zone, the export has the written times, and the graph the real ones"""
    monkeypatch.setenv("TZ", "America/St_Johns")
    time.tzset()
    try:
        with comment_graph(graph_id=service.new_graph("zone")) as graph:
            memtrace.smartcomment.stream(graph, client)
            program(graph, 1)
        client.flush()
    finally:
        monkeypatch.undo()
        time.tzset()
    assert service.exported(graph.graph_id) == graph.export_graph()
    found = service.get(f"/graphs/{graph.graph_id}/search?kinds=operation&q=remember")
    [operation] = found["items"]
    at = datetime.fromisoformat(operation["at"].replace("Z", "+00:00"))
    assert abs(at.timestamp() - time.time()) < 300


def test_repeated(client: memtrace.MemTrace) -> None:
    """S149 Streaming a graph again, in this process or in another, stores nothing twice"""
    with comment_graph(graph_id=service.new_graph("repeated")) as graph:
        memtrace.smartcomment.stream(graph, client)
        memtrace.smartcomment.stream(graph, client)
        program(graph, 2)
        client.flush()
        # A separate client acts as another process that continues the exported graph.
        other = memtrace.MemTrace(service.KEY, service.URL)
        again = type(graph).import_graph(graph.export_graph())
        memtrace.smartcomment.stream(again, other)
        other.flush()
        with comment_graph(graph=again):
            program(again, 1)
        other.flush()
    assert service.exported(graph.graph_id) == again.export_graph()
    assert service.warnings(graph.graph_id) == []


def test_imported_again(client: memtrace.MemTrace) -> None:
    """S149 Importing the file of a streamed graph stores nothing twice"""
    with comment_graph(graph_id=service.new_graph("imported"), user_id="ada") as graph:
        memtrace.smartcomment.stream(graph, client)
        program(graph, 2)
    client.flush()
    answer = service.post("/graphs", graph.export_graph())
    assert service.exported(graph.graph_id) == graph.export_graph()
    assert service.warnings(graph.graph_id) == [], answer


def test_random_edits(client: memtrace.MemTrace) -> None:
    """S149 Any change of a value is sent as a change, and the service stores the exact value"""
    chance = random.Random(7)
    alphabet = "ab \n😀é日𝄞"
    with comment_graph(graph_id=service.new_graph("edits")) as graph:
        memtrace.smartcomment.stream(graph, client)
        with comment_session():
            text = "".join(chance.choice(alphabet) for _ in range(3_000))
            for _ in range(60):
                start = chance.randrange(len(text) + 1)
                end = min(len(text), start + chance.randrange(20))
                added = "".join(chance.choice(alphabet) for _ in range(chance.randrange(30)))
                text = text[:start] + added + text[end:]
                comment_variable(text, id_strategy=lambda value: "memory")
    client.flush()
    assert service.exported(graph.graph_id) == graph.export_graph()


def test_changes_are_small(traced: MakeClient, collector: Collector) -> None:
    """S149 For version 300 of a large memory, only the change is sent"""
    client = traced()
    with comment_graph(graph_id="growing") as graph:
        memtrace.smartcomment.stream(graph, client)
        with comment_session():
            memory = "What is known of the user. " * 2_000
            for number in range(300):
                memory += f"Fact {number}. "
                comment_variable(memory, id_strategy=lambda value: "memory")
    client.flush()
    versions = [
        len(line)
        for batch in collector.accepted
        for line in batch.lines
        if '"type":"variable"' in line
    ]
    assert len(versions) == 300
    assert versions[0] > 50_000 and max(versions[1:]) < 1_000


def test_failures_stay_outside(traced: MakeClient, problems: List[memtrace.Problem]) -> None:
    """S150 A program whose graph cannot be streamed runs as without the stream"""
    client = traced()
    assert memtrace.smartcomment.stream(None, client) is None
    with comment_graph() as graph:
        memtrace.smartcomment.stream(graph, client)
        client._delivery.add = None  # type: ignore[assignment,method-assign]
        program(graph, 1)
        assert graph.node_count > 3
    assert {problem.code for problem in problems} == {"internal"}
    off = memtrace.MemTrace("", "http://127.0.0.1:9", on_error=lambda problem: None)
    with comment_graph() as graph:
        memtrace.smartcomment.stream(graph, off)
        assert "add_node" not in vars(graph._driver)


def test_documented_program(client: memtrace.MemTrace, tmp_path: Path) -> None:
    """S148 With one more line, the program of docs/command-line.md opens its case while it runs"""
    page = (Path(__file__).parents[3] / "docs/command-line.md").read_text()
    code = re.search(r"^```python\n(.*?)^```$", page, re.M | re.S)
    assert code
    graph = service.new_graph("documented")
    line = "    memtrace.smartcomment.stream(graph)\n"
    text = code[1].replace("user-42", graph).replace("as graph:\n", f"as graph:\n{line}", 1)
    (tmp_path / "agent.py").write_text("import memtrace\n" + text)
    env = {**os.environ, "MEMTRACE_API_KEY": service.KEY, "MEMTRACE_URL": service.URL}
    subprocess.run([sys.executable, "agent.py"], cwd=tmp_path, env=env, check=True)
    deadline = time.monotonic() + 60
    cases: List[Any] = []
    while not cases and time.monotonic() < deadline:
        cases = [
            case
            for case in service.get("/cases?limit=100")["items"]
            if case["graph"] == graph and case.get("errorType")
        ]
        time.sleep(0.3)
    assert [case["errorType"] for case in cases] == ["RetrievalError"]
