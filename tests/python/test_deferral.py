from __future__ import annotations

import json
import random
from typing import Any, Callable, List

import memtrace
import pytest
from support.collector import Collector

MakeClient = Callable[..., memtrace.MemTrace]
Problems = List[memtrace.Problem]


def test_deferral_changes_nothing(traced: MakeClient, collector: Collector) -> None:
    """S144 Calls with only texts and numbers are processed later, with the same events in order"""

    def program(client: memtrace.MemTrace, **options: Any) -> None:
        @client.operation("inner", **options)
        def inner(text: str, limit: int) -> str:
            return f"{text} up to {limit}"

        @client.operation("outer", **options)
        def outer(text: str) -> str:
            inner(text, 3)
            return inner(f"{text} again", 4)

        for number in range(20):
            outer(f"text {number}")
            if number % 7 == 0:
                client.variable(f"text {number}", name=f"named-{number}")

    for graph, options in (("deferred", {}), ("direct", {"input": lambda value, index: {}})):
        client = traced()
        with client.graph(graph):
            program(client, **options)
        client.flush()

    def comparable(graph: str) -> List[Any]:
        kept = ("id", "type", "name", "value", "seq", "status")
        return [
            [str(event.get(key)).split(client_of(event))[0] for key in kept]
            for event in collector.events
            if event["graph"] == graph
        ]

    def client_of(event: Any) -> str:
        return "-" + str(event["id"].split("-")[1][:6])

    assert comparable("deferred") == comparable("direct")
    assert len(comparable("deferred")) > 200


@pytest.mark.parametrize("seed", range(12))
def test_deferral_of_changing_values(
    traced: MakeClient, collector: Collector, problems: Problems, seed: int
) -> None:
    """S144 Calls with dicts and lists are deferred too, with the values at the time of the call"""

    def program(client: memtrace.MemTrace, **options: Any) -> None:
        chance = random.Random(seed)
        rows: List[Any] = [{"id": f"unit-000{n}", "text": f"the row number {n}"} for n in range(4)]

        @client.operation("change", **options)
        def change(row: Any, how: str) -> Any:
            if how == "in place":
                row["text"] = f"{row['text']}, changed {chance.randrange(100)}"
            elif how == "nested":
                row.setdefault("tags", []).append(chance.randrange(100))
            elif how == "new":
                return {**row, "score": 0.5}
            elif how == "odd":
                row["odd"] = Incomparable()
            elif how == "text":
                return f"what is said of {row['text']}"
            return row if how == "same" else None

        @client.operation("search", **options)
        def search(query: str) -> List[Any]:
            change(chance.choice(rows), "text")
            return chance.sample(rows, 2)

        for _ in range(25):
            row = chance.choice(rows)
            change(row, chance.choice(["in place", "nested", "new", "same", "text", "none", "odd"]))
            row.pop("odd", None)
            found = search(f"a question number {chance.randrange(5)}")
            if chance.random() < 0.5:
                found[0]["text"] = f"changed outside {chance.randrange(100)}"
            if chance.random() < 0.2:
                client.variable(row, name=f"named-{chance.randrange(3)}")
            if chance.random() < 0.2:
                client.flush()

    for graph, options in (("deferred", {}), ("direct", {"input": lambda value, index: {}})):
        client = traced()
        with client.graph(graph):
            program(client, **options)
        client.flush()

    def comparable(graph: str) -> List[Any]:
        events = [event for event in collector.events if event["graph"] == graph]
        own = "-" + events[0]["id"].split("-")[1]
        kept = ("at", "graph", "startedAt", "endedAt", "source")
        text = [{key: part for key, part in event.items() if key not in kept} for event in events]
        return json.loads(json.dumps(text).replace(own, "").replace(own[:7], ""))

    assert comparable("deferred") == comparable("direct")
    assert len(comparable("deferred")) > 200
    assert problems == []


class Incomparable:
    def __eq__(self, other: object) -> bool:
        raise RuntimeError("cannot be compared")


def test_deferred_work_is_bounded(
    traced: MakeClient, collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S144 If much work is deferred, each call processes a little of it"""
    from memtrace.deliver import deferred

    monkeypatch.setattr(deferred, "MAX_DEFERRED_CHARS", 100_000)
    client = traced()
    step = client.operation("step")(lambda text: text)
    most = 0
    with client.graph("g"):
        for number in range(2_000):
            step(f"{number} ".ljust(300, "x"))
            most = max(most, client._delivery.deferred._chars)
    assert 0 < most < 110_000
    client.flush()
    assert len(collector.of("operation")) == 2_000
