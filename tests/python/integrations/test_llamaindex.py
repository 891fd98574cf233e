"""The tests of memories with blocks, and of vector stores, run on the recorded shapes of
llama-index-core (`llamaindex_shapes.py`). The others run with the package too, if it is installed.
The model of the fact block is scripted."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, Callable, Dict, List

import memtrace
import pytest
from memtrace.integrations.llamaindex import (
    observe_memory,
    observe_retriever,
    observe_vector_store,
)
from support import llamaindex_shapes as shapes
from support import service
from support.collector import Collector
from support.key_conversation import converse
from support.recorded import links_of, operations_of, units_of

MakeClient = Callable[..., memtrace.MemTrace]
SAID = "By the way, the spare key is kept under the blue flowerpot."
KINDS = ["llama-index-core", "recorded shapes"]


def facts_in(texts: List[str]) -> str:
    """The scripted model: it keeps what follows the comma."""
    facts = [f"<fact>Fact: {text.rpartition(', ')[2]}</fact>" for text in texts]
    return f"<facts>{''.join(facts)}</facts>"


@pytest.fixture(params=KINDS)
def kinds(request: Any) -> Any:
    if request.param == "recorded shapes":
        return shapes
    memory = pytest.importorskip("llama_index.core.memory", reason="no llama-index-core")
    llms = pytest.importorskip("llama_index.core.llms")
    return SimpleNamespace(
        ChatMessage=llms.ChatMessage,
        ChatMemoryBuffer=lambda: memory.ChatMemoryBuffer.from_defaults(token_limit=1_000),
    )


def test_buffer(kinds: Any, traced: MakeClient, collector: Collector, problems: Any) -> None:
    """S195 Put, read, replaced and cleared messages of a LlamaIndex memory are operations on units
    """
    client = traced()
    memory = observe_memory(kinds.ChatMemoryBuffer(), client)
    assert observe_memory(memory, client) is memory

    def message(text: str) -> Any:
        return kinds.ChatMessage(role="user", content=text)

    with client.graph("g"):
        memory.put(message(SAID))
        asyncio.run(memory.aput(message("I feed the cat at seven.")))
        assert [each.content for each in memory.get()] == [SAID, "I feed the cat at seven."]
        memory.set([message(SAID)])
        assert len(memory.get_all()) == 1
        memory.reset()
    client.flush()
    assert operations_of(collector) == ["put", "put", "get", "set", "get_all", "reset"]
    assert units_of(collector) == [SAID, "I feed the cat at seven."]
    assert [to for _, to in links_of(collector, "get")] == [SAID, "I feed the cat at seven."]
    assert ("I feed the cat at seven.", "deleted") in links_of(collector, "set")
    assert links_of(collector, "reset") == [(SAID, "deleted")]
    assert problems == []


def memory_with(blocks: List[Any], session: str = "session-1", limit: int = 2) -> Any:
    store = shapes.ChatStore()
    return shapes.Memory(session_id=session, sql_store=store, memory_blocks=blocks, limit=limit)


def test_blocks(traced: MakeClient, collector: Collector, problems: Any) -> None:
    """S195 Recorded shapes: the facts of a block are versions of one unit, and messages that move
    into blocks count as deleted"""
    client = traced()
    facts = shapes.FactBlock(model=facts_in)
    static = shapes.StaticBlock(static_content=[SimpleNamespace(text="The user is Ada.")])
    memory = observe_memory(memory_with([facts, static]), client)

    with client.graph("g"):
        for said in (SAID, "Hello, the cat is called Tom.", "How are you?", "What is new?"):
            memory.put(shapes.ChatMessage("user", said))
        found = memory.get("Where is the key?")
        assert "<fact>Fact: the cat is called Tom.</fact>" in found[0].content
    client.flush()
    first, both = (
        "Fact: the spare key is kept under the blue flowerpot.",
        "Fact: the spare key is kept under the blue flowerpot.\nFact: the cat is called Tom.",
    )
    block_units = [text for text in units_of(collector) if text.startswith("Fact:")]
    assert block_units == [first, both]
    names = [e["name"] for e in collector.of("variable") if e["name"] == "ExtractedFacts"]
    assert len(names) == 2
    moved = [from_ for from_, to in links_of(collector, "manage_queue")]
    assert moved == [SAID, "Hello, the cat is called Tom."]
    assert "The user is Ada." in units_of(collector)
    results = [to for _, to in links_of(collector, "get")]
    assert both in results and found[0].content in results
    assert problems == []


def test_vector_block(traced: MakeClient, collector: Collector, problems: Any) -> None:
    """S195 Recorded shapes: the vector store of a block is traced, sync and async"""
    client = traced()
    block = shapes.VectorBlock(vector_store=shapes.VectorStore())
    memory = observe_memory(memory_with([block], "session-2"), client)

    async def run() -> None:
        with client.graph("g"):
            for said in (SAID, "How are you?", "What is new?"):
                await memory.aput(shapes.ChatMessage("user", said))
            await memory.aget("Where is the key?")

    asyncio.run(run())
    client.flush()
    node = f"<message role='user'>{SAID}</message>"
    assert [to for _, to in links_of(collector, "add")] == [node]
    assert [to for _, to in links_of(collector, "query")] == [node]
    inner = ["manage_queue", "put", "add"]
    assert operations_of(collector) == ["put", "put", "put", *inner, "get", "get", "query"]
    assert problems == []


def test_vector_store(traced: MakeClient, collector: Collector, problems: Any) -> None:
    """S195 Recorded shapes: nodes of a vector store are units named by their ids"""
    client = traced()
    store = observe_vector_store(shapes.VectorStore(), client)
    with client.graph("g"):
        for text in ("The key is in the shed.", "The key is with Ruth."):
            store.add([shapes.TextNode(id_="node-1", text=text, ref_doc_id="doc-1")])
        asked = SimpleNamespace(query_str="Where is the key?", similarity_top_k=1, filters=None)
        store.query(asked)
        store.delete("doc-1")
    client.flush()
    assert operations_of(collector) == ["add", "add", "query", "delete"]
    assert units_of(collector) == ["The key is in the shed.", "The key is with Ruth."]
    assert links_of(collector, "delete") == [("The key is with Ruth.", "deleted")]
    assert problems == []


def retriever_of(kind: str) -> Any:
    text = "The spare key is kept under the blue flowerpot"
    if kind == "recorded shapes":
        return shapes.Retriever([shapes.TextNode(id_="node-1", text=text)])
    retrievers = pytest.importorskip("llama_index.core.retrievers", reason="no llama-index-core")
    schema = pytest.importorskip("llama_index.core.schema")

    class Retriever(retrievers.BaseRetriever):  # type: ignore[misc,name-defined]
        def _retrieve(self, query_bundle: Any) -> List[Any]:
            node = schema.TextNode(text=text, id_="node-1")
            return [schema.NodeWithScore(node=node, score=0.5)]

    return Retriever()


@pytest.mark.parametrize("kind", KINDS)
def test_retriever(kind: str, traced: MakeClient, collector: Collector, problems: Any) -> None:
    """S195 A retriever's call leads from the question to the nodes, sync and async"""
    client = traced()
    retriever = observe_retriever(retriever_of(kind), client)
    with client.graph("g"):
        assert retriever.retrieve("Where is the key?")[0].node.node_id == "node-1"
        assert len(asyncio.run(retriever.aretrieve("Where is the cat?"))) == 1
    client.flush()
    unit = "The spare key is kept under the blue flowerpot"
    assert links_of(collector, "retrieve") == [
        ("Where is the key?", unit),
        ("Where is the cat?", unit),
    ]
    assert units_of(collector) == [unit]
    assert problems == []


def test_faults(client: memtrace.MemTrace) -> None:
    """S195 Recorded shapes: a lost fact of a memory is attributed to the operation that lost it"""
    faults = {
        "the block's model overlooks a moved fact": ("DeletionError", "chat"),
        "the memory is reset": ("DeletionError", "reset"),
        "the answer ignores the memory": ("ResponseError", "answer"),
    }
    graphs: Dict[str, str] = {service.new_graph("llamaindex"): fault for fault in faults}
    for graph, fault in graphs.items():

        @client.operation("chat", category="generation", output={"category": "llm_response"})
        def model(texts: List[str], drop: bool = "overlooks" in fault) -> str:
            return facts_in([text for text in texts if not (drop and "spare key" in text)])

        limit = 2 if "overlooks" in fault else 9
        memory = observe_memory(memory_with([shapes.FactBlock(model=model)], graph, limit), client)

        def recall(query: str, memory: Any = memory) -> List[str]:
            return [message.content for message in memory.get(query)]

        def remember(said: str, memory: Any = memory) -> None:
            memory.put(shapes.ChatMessage("user", said))

        def meanwhile(memory: Any = memory, fault: str = fault) -> None:
            if "reset" in fault:
                memory.reset()
            for text in ("Hello!", "How are you?"):
                memory.put(shapes.ChatMessage("user", text))

        converse(client, graph, remember, recall, meanwhile, lambda found: "I do not know that.")
    client.flush()
    cases = service.cases_of(list(graphs))
    assert {graphs[graph]: cases.get(graph) for graph in graphs} == faults


def test_off(traced: MakeClient, collector: Collector) -> None:
    """S195 An error reaches the app, and without a key nothing changes"""
    client = traced()
    retriever = observe_retriever(shapes.Retriever([None]), client)  # type: ignore[list-item]
    with client.graph("g"), pytest.raises(TypeError):
        retriever.retrieve()
    assert len(retriever.retrieve("Where is the key?")) == 1
    client.flush()
    memory = observe_memory(
        shapes.ChatMemoryBuffer(), memtrace.MemTrace("", on_error=lambda problem: None)
    )
    memory.put(shapes.ChatMessage("user", SAID))
    assert memory.get()[0].content == SAID
