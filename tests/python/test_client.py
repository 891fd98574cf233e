from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, List

import memtrace
import pytest
from support.collector import Collector

MakeClient = Callable[..., memtrace.MemTrace]
Problems = List[memtrace.Problem]


def test_app_never_fails(traced: MakeClient, problems: Problems) -> None:
    """S136 No failure of recording reaches the app, and the SDK reports each failure"""

    class Odd:
        def __getattribute__(self, name: str) -> Any:
            raise RuntimeError("no attribute can be read")

        def __hash__(self) -> int:
            raise RuntimeError("no hash")

        def __eq__(self, other: object) -> bool:
            raise RuntimeError("cannot be compared")

        def __repr__(self) -> str:
            raise RuntimeError("cannot be shown")

    def describe(value: Any) -> Any:
        if value == "describe fails":
            raise ValueError("cannot describe")
        return None

    client = traced(describe=describe)

    @client.operation(output=lambda value, index: {"unknown": 1})
    def step(*values: Any, **named: Any) -> Any:
        return values[0]

    odd = Odd()
    with client.graph("g"), client.graph(""), client.session():
        assert step(odd, text="x") is odd
    with client.graph("g"):
        assert step(odd) is odd
        assert step("describe fails") == "describe fails"
        client.variable(odd)
        client.variable("a text", name=lambda value: 1 / 0)
        client.mutate(odd, odd)
        client.link([odd], {"a": odd})
        client.delete(odd)
        client.verdict(query=odd, prediction=odd, score="not a number")  # type: ignore[arg-type]
        with client.propagate(odd=odd), client.session(metadata={"odd": odd}):
            step("a text in there")
        step("an ordinary text")
    client.flush()
    assert {problem.code for problem in problems} <= {"internal"}
    assert any("a description has no unknown" in problem.message for problem in problems)


def test_failing_hook(traced: MakeClient, collector: Collector) -> None:
    """S136 A hook that raises changes nothing for the app"""

    def hook(problem: memtrace.Problem) -> None:
        raise RuntimeError("the hook fails")

    client = traced(on_error=hook)
    with client.graph("g", strict=True):
        client.variable("one text", name="v")
        client.variable("another text", name="v")
    client.flush()
    assert len(collector.of("variable")) == 2


def test_strict(traced: MakeClient, problems: Problems) -> None:
    """S136 In a strict graph, a change without `mutate` is reported"""
    client = traced()
    with client.graph("g", strict=True):
        client.variable("one text", name="v")
        client.mutate("v", "its next version")
        client.variable("another text", name="v")
    assert [(problem.code, problem.message) for problem in problems] == [
        ("undeclared", "v changed without `mutate`")
    ]


def test_judging(traced: MakeClient, collector: Collector) -> None:
    """S145 Each call of a judge reports a verdict; a call without a result reports none"""
    client = traced()

    @client.judging
    def judge(*, query: str, prediction: str, expected: str) -> Dict[str, Any]:
        return {"score": 1 if expected in prediction else 0, "reason": "it is compared"}

    with client.graph("g"):
        judge(query="Where?", prediction="In Porto", expected="Lisbon")
        with pytest.raises(TypeError):
            judge(query="Where?", prediction=None, expected="Lisbon")  # type: ignore[arg-type]
    client.flush()
    [verdict] = collector.of("verdict")
    assert (verdict["score"], verdict["reason"]) == (0, "it is compared")
    assert verdict["expected"] == ["Lisbon"]


def test_module_functions(collector: Collector, monkeypatch: pytest.MonkeyPatch) -> None:
    """S145 The module's functions use one client, of `init` or of the environment variables"""
    from memtrace.core import default_client

    monkeypatch.setenv("MEMTRACE_API_KEY", "k")
    monkeypatch.setenv("MEMTRACE_URL", f"{collector.url}/")
    default = default_client.DefaultClient()
    monkeypatch.setattr(default_client, "_default", default)

    @default.operation("early")
    def early(text: str) -> str:
        return f"{text} was decorated before init"

    with default.graph("environment"):
        early("this function")
    default.flush()
    assert default.init("other", collector.url) is default
    with default.graph("configured"):
        early("the same function")
    default.flush()
    off = default_client.DefaultClient()
    off.enabled = False
    with off.graph("off"):
        off.variable("a text", name="v")
    off.flush()
    keys = {
        batch.events[0]["graph"]: batch.headers["authorization"] for batch in collector.accepted
    }
    assert keys == {"environment": "Bearer k", "configured": "Bearer other"}
    assert isinstance(memtrace.client(), memtrace.MemTrace)


def test_several_clients(traced: MakeClient, collector: Collector) -> None:
    """S135 Each client has its own scopes, and a thread of one does not wait for another"""
    first, second = traced(), traced()
    barrier = threading.Barrier(2)

    def work(client: memtrace.MemTrace, graph: str) -> None:
        with client.graph(graph):
            barrier.wait(5)
            client.variable(f"said in {graph}", name="v")
            client.flush()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, (first, second), ("one", "two")))
    with first.graph("one"):
        assert second.current() is None
    assert {event["graph"] for event in collector.of("variable")} == {"one", "two"}
