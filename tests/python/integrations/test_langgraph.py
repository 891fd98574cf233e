from __future__ import annotations

import asyncio
from typing import Any, Callable, List

import memtrace
import pytest
from memtrace.integrations.langgraph import observe_store
from support import service

memory = pytest.importorskip("langgraph.store.memory", reason="langgraph is not installed")
base = pytest.importorskip("langgraph.store.base")
MakeClient = Callable[..., memtrace.MemTrace]
PREFIX = ("ada", "memories")


def names_of(graph: Any) -> List[str]:
    return [operation["op_name"] for operation in graph["data"]["operations"]]


def test_store(client: memtrace.MemTrace, problems: List[Any]) -> None:
    """S152 Each call of a store is one operation; an item is a unit named by namespace and key"""
    graph = service.new_graph("store")
    store = observe_store(memory.InMemoryStore(), client)
    assert isinstance(store, memory.InMemoryStore)
    assert observe_store(store, client) is store
    with client.graph(graph):
        store.put(PREFIX, "tea", {"text": "likes green tea"})
        store.put(PREFIX, "tea", {"text": "likes black tea"})
        assert store.get(PREFIX, "tea").value == {"text": "likes black tea"}
        assert len(store.search(("ada",), limit=3)) == 1
        assert store.list_namespaces() == [PREFIX]
        store.delete(PREFIX, "tea")
        assert store.get(PREFIX, "tea") is None
    client.flush()
    stored = service.exported(graph)
    assert names_of(stored) == ["put", "put", "get", "search", "list_namespaces", "delete", "get"]
    unit = "ada.memories/tea"
    assert service.values_of(stored, unit) == ["likes green tea", "likes black tea"]
    assert ("likes green tea", "likes black tea") in service.links_of(stored, "put")
    assert [to for _, to in service.links_of(stored, "search")] == ["likes black tea"]
    assert service.links_of(stored, "delete") == [("likes black tea", "deleted")]
    assert problems == []


def test_async_and_batches(client: memtrace.MemTrace, problems: List[Any]) -> None:
    """S152 Async calls and each call of a batch are recorded like single sync calls"""
    graph = service.new_graph("batches")
    store = observe_store(memory.InMemoryStore(), client)

    async def run() -> None:
        with client.graph(graph):
            await store.aput(PREFIX, "tea", {"text": "likes green tea"})
            found = await store.asearch(PREFIX, query="What does she drink?")
            assert [item.key for item in found] == ["tea"]
            results = await store.abatch(
                [
                    base.PutOp(PREFIX, "cat", {"text": "has a cat", "since": "May"}),
                    base.GetOp(PREFIX, "tea"),
                    base.PutOp(PREFIX, "tea", None),
                ]
            )
            assert results[1].value == {"text": "likes green tea"}

    asyncio.run(run())
    client.flush()
    stored = service.exported(graph)
    assert names_of(stored) == ["put", "search", "put", "get", "delete"]
    assert service.links_of(stored, "search") == [("What does she drink?", "likes green tea")]
    assert service.values_of(stored, "ada.memories/cat") == ['{"text":"has a cat","since":"May"}']
    assert problems == []


def test_queue(traced: MakeClient, collector: Any, problems: List[Any]) -> None:
    """S152 A store with a queue records each call once, in the graph of its caller"""
    batched = pytest.importorskip("langgraph.store.base.batch")

    class Queued(batched.AsyncBatchedBaseStore):
        def __init__(self) -> None:
            super().__init__()
            self.inner = memory.InMemoryStore()

        def batch(self, ops: Any) -> Any:
            return self.inner.batch(ops)

        async def abatch(self, ops: Any) -> Any:
            return await self.inner.abatch(ops)

    client = traced()

    async def run() -> None:
        store = observe_store(Queued(), client)

        async def turn(number: int) -> None:
            with client.graph(f"g{number}"):
                await store.aput(PREFIX, f"k{number}", {"text": f"the text number {number}"})
                assert (await store.aget(PREFIX, f"k{number}")).key == f"k{number}"

        await asyncio.gather(*(turn(number) for number in range(3)))

    asyncio.run(run())
    client.flush()
    operations = [(event["graph"], event["name"]) for event in collector.of("operation")]
    assert sorted(operations) == [(f"g{n}", name) for n in range(3) for name in ("get", "put")]
    assert problems == []


def test_errors_and_off(traced: MakeClient, collector: Any) -> None:
    """S152 An error reaches the app and marks the operation; without a key nothing changes"""
    client = traced()
    store = observe_store(memory.InMemoryStore(), client)
    with client.graph("g"):
        with pytest.raises(base.InvalidNamespaceError):
            store.put((), "tea", {"text": "likes tea"})
        with pytest.raises(ValueError):
            store.batch([base.PutOp(PREFIX, "tea", {"text": "x"}), 7])
    client.flush()
    assert {event["status"] for event in collector.of("operation")} <= {"error"}
    off = memtrace.MemTrace("", on_error=lambda problem: None)
    plain = observe_store(memory.InMemoryStore(), off)
    value = {"text": "likes tea"}
    plain.put(PREFIX, "tea", value)
    assert plain.get(PREFIX, "tea").value == value


def test_graph(client: memtrace.MemTrace) -> None:
    """S152 The store calls of a graph's nodes belong to the operation that ran the graph"""
    try:
        from langgraph.graph import END, START, StateGraph
    except ImportError as cause:
        pytest.skip(f"langgraph is only partly installed: {cause}")
    graph = service.new_graph("nodes")
    store = observe_store(memory.InMemoryStore(), client)

    def node(state: Any, *, store: Any) -> Any:
        store.put(PREFIX, "note", {"text": f"The note: {state['question']}"})
        return {"question": store.get(PREFIX, "note").value["text"]}

    built = StateGraph(dict)
    built.add_node("node", node)
    built.add_edge(START, "node")
    built.add_edge("node", END)
    app = built.compile(store=store)

    @client.operation("ask")
    def ask(question: str) -> Any:
        return app.invoke({"question": question})

    with client.graph(graph):
        ask("Where does she live?")
    client.flush()
    operations = service.exported(graph)["data"]["operations"]
    [own] = [each for each in operations if each["op_name"] == "ask"]
    inside = [
        each["op_name"] for each in operations if each["metadata"].get("inside") == own["op_id"]
    ]
    assert inside == ["put", "get"]


def test_several_clients(traced: MakeClient, collector: Any) -> None:
    """S152 If clients share a store, each client whose graph contains a call records it"""
    first, second = traced(), traced()
    store = memory.InMemoryStore()
    observe_store(observe_store(store, first), second)
    with first.graph("one"):
        store.put(PREFIX, "a", {"text": "said in the graph one"})
        with second.graph("two"):
            store.put(PREFIX, "b", {"text": "said in both graphs"})
    store.put(PREFIX, "c", {"text": "said outside of every graph"})
    first.flush()
    second.flush()
    operations = sorted(event["graph"] for event in collector.of("operation"))
    assert operations == ["one", "one", "two"]
