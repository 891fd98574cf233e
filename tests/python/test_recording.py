from __future__ import annotations

import asyncio
import contextvars
import dataclasses
import enum
import inspect
import uuid
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any, AsyncIterator, Callable, Dict, Iterator, List

import memtrace
import pytest
from support import service
from support.collector import Collector

MakeClient = Callable[..., memtrace.MemTrace]
Problems = List[memtrace.Problem]


def links(collector: Collector, operation: str) -> List[Any]:
    values = {event["ref"]: event.get("value") for event in collector.of("variable")}
    ops = {event["op"] for event in collector.of("operation") if event["name"] == operation}
    return [
        (values.get(event["from"]), values.get(event["to"]))
        for event in collector.of("link")
        if event["op"] in ops
    ]


def test_kinds_of_functions(traced: MakeClient, collector: Collector, problems: Problems) -> None:
    """S130 Functions, coroutines and generators keep their kind; each call is an operation"""
    client = traced()

    @client.operation
    def plain(text: str) -> str:
        """Says it."""
        return f"{text} plainly"

    @client.operation("later")
    async def later(text: str) -> str:
        await asyncio.sleep(0)
        return f"{text} later"

    @client.operation
    def parts(text: str) -> Iterator[str]:
        got = yield f"{text} first, "
        yield f"then {got}"

    @client.operation
    async def chunks(text: str) -> AsyncIterator[str]:
        yield f"{text} one, "
        await asyncio.sleep(0)
        yield "and two"

    @client.operation("returned")
    def returned(text: str) -> Any:
        async def run() -> str:
            return f"{text} when awaited"

        return run()

    assert (plain.__name__, plain.__doc__) == ("plain", "Says it.")
    assert inspect.iscoroutinefunction(later) and inspect.isgeneratorfunction(parts)
    assert inspect.isasyncgenfunction(chunks)
    assert list(inspect.signature(plain).parameters) == ["text"]

    async def run() -> None:
        assert await later("it comes") == "it comes later"
        assert [part async for part in chunks("it has")] == ["it has one, ", "and two"]
        assert await returned("it is done") == "it is done when awaited"

    with client.graph("g"):
        assert plain("it is said") == "it is said plainly"
        asyncio.run(run())
        steps = parts("it comes")
        assert [next(steps), steps.send("second")] == ["it comes first, ", "then second"]
        assert list(steps) == []
    client.flush()
    assert links(collector, "plain") == [("it is said", "it is said plainly")]
    assert links(collector, "later") == [("it comes", "it comes later")]
    assert links(collector, "chunks") == [("it has", "it has one, and two")]
    assert links(collector, "returned") == [("it is done", "it is done when awaited")]
    assert links(collector, "parts") == [("it comes", "it comes first, then second")]
    assert {event["status"] for event in collector.of("operation")} == {"ok"}
    assert collector.of("operation")[0]["source"]["file"].endswith("test_recording.py")
    assert problems == []


def test_errors(traced: MakeClient, collector: Collector) -> None:
    """S130 An error reaches the caller unchanged and marks the operation, also when cancelled"""
    client = traced()
    error = KeyError("no such unit")

    @client.operation
    def failing(text: str) -> None:
        raise error

    @client.operation
    async def hanging(text: str) -> None:
        await asyncio.sleep(60)

    @client.operation
    def broken(text: str) -> Iterator[str]:
        yield "a first part"
        raise error

    async def cancel() -> None:
        task = asyncio.create_task(hanging("a text to wait for"))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with client.graph("g"):
        for call in (lambda: failing("a text"), lambda: list(broken("a text"))):
            with pytest.raises(KeyError) as raised:
                call()
            assert raised.value is error
        asyncio.run(cancel())
    client.flush()
    operations = collector.of("operation")
    ended = {event["name"]: (event["status"], event["error"]) for event in operations}
    assert ended == {
        "failing": ("error", "'no such unit'"),
        "broken": ("error", "'no such unit'"),
        "hanging": ("error", "CancelledError"),
    }


def test_generators_that_end_early(traced: MakeClient, collector: Collector) -> None:
    """S130 A generator that the app ends early is closed, and records what it yielded"""
    client = traced()
    closed = []

    @client.operation
    def endless(text: str) -> Iterator[str]:
        try:
            while True:
                yield f"{text} "
        finally:
            closed.append(client.current())

    with client.graph("g"):
        steps = endless("again")
        assert [next(steps), next(steps)] == ["again ", "again "]
        assert client.current() and not client.current().operation  # type: ignore[union-attr]
        steps.close()
    client.flush()
    assert links(collector, "endless") == [("again", "again again ")]
    assert closed[0].operation == collector.of("operation")[0]["id"]


Pair = namedtuple("Pair", "left right")


class Colour(enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Unit:
    id: str
    text: str


class Client:
    secret = "sk-secret"


def test_values(traced: MakeClient, collector: Collector, problems: Problems) -> None:
    """S132 Data becomes JSON as JavaScript writes it; other instances give only their class name"""
    client = traced()
    loop: Dict[str, Any] = {}
    loop["self"] = loop
    number = uuid.UUID(int=1)
    values = {
        "text": ("just a text", "just a text"),
        "numbers": (
            [1, 2.0, 2.5, 10**20, float("nan"), True],
            "[1,2,2.5,100000000000000000000,null,true]",
        ),
        "dict": ({"a": {"b": [None]}}, '{"a":{"b":[null]}}'),
        "keys": ({1: "x"}, '[[1,"x"]]'),
        "tuple": ((1, "b"), '[1,"b"]'),
        "set": ({"only"}, '["only"]'),
        "named tuple": (Pair(1, "r"), '{"left":1,"right":"r"}'),
        "dataclass": (Unit("u", "t"), '{"id":"u","text":"t"}'),
        "enum": ([Colour.RED], '["red"]'),
        "times": ([datetime(2026, 5, 4, tzinfo=timezone.utc)], '["2026-05-04T00:00:00+00:00"]'),
        "exact": ([Decimal("1.10"), number], f'["1.10","{number}"]'),
        "client": ({"client": Client(), "raw": b"x"}, '{"client":"[Client]","raw":"[bytes]"}'),
        "loop": (loop, '{"self":"[circular]"}'),
        "error": (ValueError("bad"), '{"name":"ValueError","message":"bad"}'),
        "emoji": (["😀é"], '["😀é"]'),
        "half a pair": ("a\ud83d b\ud83d\ude00", "a\ufffd b😀"),
    }
    with client.graph("g"):
        for name, (value, _) in values.items():
            client.variable(value, name=name)
    client.flush()
    stored = {event["name"]: event["value"] for event in collector.of("variable")}
    assert stored == {name: text for name, (_, text) in values.items()}
    assert problems == []


def test_pydantic(traced: MakeClient, collector: Collector) -> None:
    """S132 A pydantic model is a record: its id names it, and a changed one is its next version"""
    pydantic = pytest.importorskip("pydantic")
    model = pydantic.create_model("Row", id=(str, ...), text=(str, ...))
    client = traced()

    @client.operation(category="update")
    def correct(row: Any) -> Any:
        return model(id=row.id, text="She lives in Porto now")

    with client.graph("g"):
        before = model(id="unit-0001", text="She lives in Lisbon")
        row = client.variable(before, category="memory_entry")
        made = correct(model(id="unit-0001", text="She lives in Lisbon"))
        assert isinstance(made, model)
    client.flush()
    assert row.name == "unit-0001"
    assert [event["name"] for event in collector.of("variable")] == ["unit-0001"] * 2
    assert collector.of("variable")[1]["mutates"] == row.ref


def test_methods(traced: MakeClient, collector: Collector) -> None:
    """S130 The object of a decorated method is no input, even if it is a dataclass"""
    client = traced()

    @dataclasses.dataclass
    class Memory:
        notes: List[str]

        @client.operation(category="update")
        def add(self, note: str, *, tag: str = "none") -> str:
            self.notes.append(note)
            return f"{note} ({tag})"

        @classmethod
        @client.operation
        def named(cls, text: str) -> str:
            return f"{cls.__name__}: {text}"

    with client.graph("g"):
        assert Memory([]).add("a note of hers", tag="private") == "a note of hers (private)"
        assert Memory.named("a text of hers") == "Memory: a text of hers"
    client.flush()
    assert links(collector, "add") == [
        ("a note of hers", "a note of hers (private)"),
        ("private", "a note of hers (private)"),
    ]
    assert links(collector, "named") == [("a text of hers", "Memory: a text of hers")]


def test_objects_changed_in_place(traced: MakeClient, collector: Collector) -> None:
    """S130 If a step changes an object in place, the object gets a new version"""
    client = traced()

    @client.operation(category="update")
    def correct(profile: Dict[str, Any]) -> None:
        profile["city"] = "She lives in Porto"

    with client.graph("g"):
        profile = {"city": "She lives in Lisbon", "cat": "Tom"}
        before = client.variable(profile, name="profile")
        correct(profile)
        with client.changing(profile, inputs=["a letter of hers"]):
            profile["cat"] = "Tim"
        with pytest.raises(ZeroDivisionError), client.changing(profile):
            profile["cat"] = str(1 // 0)
    client.flush()
    versions = [event for event in collector.of("variable") if event["name"] == "profile"]
    assert [event.get("mutates") for event in versions] == [None, before.ref, versions[1]["ref"]]
    assert "Tim" in versions[2]["value"]


def test_tasks_and_threads(traced: MakeClient, collector: Collector) -> None:
    """S135 Concurrent tasks keep their own graph, session and operation; so do threads"""
    client = traced()

    @client.operation
    async def inner(text: str) -> str:
        await asyncio.sleep(0.001)
        return f"{text} inside"

    @client.operation
    async def outer(text: str) -> str:
        return await inner(text)

    async def turn(number: int) -> None:
        with client.graph(f"g{number}"), client.session(name=f"s{number}"):
            with client.propagate(number=number):
                await asyncio.gather(*(outer(f"call {call} of {number}") for call in range(4)))

    async def run() -> None:
        await asyncio.gather(*(turn(number) for number in range(5)))
        assert client.current() is None

    asyncio.run(run())
    with client.graph("threads"), ThreadPoolExecutor(2) as pool:
        context = contextvars.copy_context()
        assert pool.submit(context.run, client.current).result() == ("threads", None, None)
        assert pool.submit(client.current).result() is None
    client.flush()
    operations = {event["id"]: event for event in collector.of("operation")}
    inside = [event for event in operations.values() if event["name"] == "inner"]
    assert len(inside) == 20
    for event in inside:
        around = operations[event["metadata"]["inside"]]
        assert (around["name"], around["graph"]) == ("outer", event["graph"])
        assert event["graph"] == f"g{event['metadata']['number']}"
        assert event["session"] == around["session"]


def test_without_graph(traced: MakeClient, collector: Collector) -> None:
    """S135 Outside every graph, a client records in one session of its own"""
    client = traced()
    client.variable("said outside", name="v")
    with client.session(id="chat-1", name="chat"):
        client.variable("said in a session", name="w")
        current = client.current()
    client.flush()
    [own, chat] = collector.of("session")
    assert own["graph"] == own["session"] and chat["graph"] == "chat-1"
    assert current and (current.graph, current.session) == ("chat-1", "chat-1")


def test_limits(client: memtrace.MemTrace, problems: Problems) -> None:
    """S134 Names, texts, values and metadata over a limit are cut, counted as the service counts"""
    graph = service.new_graph("limits")
    with client.graph(graph):
        client.variable("😀" * 300_000, name="😀" * 400)
        client.variable("x", name="a\x00b\ud800c")
        client.variable("x" * 600_000, name="large", comment="c" * 40_000)
        client.variable("m", name="m", metadata={"large": "y" * 70_000})
        client.verdict(query="q" * 40_000, prediction="p" * 40_000, score=1)
    client.flush()
    assert problems == []
    nodes = {node["name"]: node for node in service.exported(graph)["data"]["nodes"]}
    emoji = nodes["😀" * 256]
    assert emoji["value"].startswith("😀" * 1_000) and emoji["memtrace"]["length"] == 600_000
    assert emoji["value"].endswith("of 600000 characters kept]")
    assert "a b c" in nodes
    assert nodes["large"]["memtrace"]["length"] == 600_000
    assert len(nodes["large"]["comment"]) < 33_000
    assert list(nodes["m"]["metadata"]) == ["memtrace:cut"]
