"""Each test runs with mem0ai if it is installed, and with its recorded shapes (`mem0_shapes.py`).
The model is scripted."""

from __future__ import annotations

import asyncio
import contextlib
import re
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Tuple

import memtrace
import pytest
from memtrace.integrations.mem0 import observe_mem0
from support import service
from support.collector import Collector
from support.mem0_app import EXPECTED, FACT, FACTS, MOVED, MOVED_SAID, QUERY, SAID, Mem0App
from support.mem0_shapes import Memory
from support.recorded import links_of, operations_of, units_of

MakeClient = Callable[..., memtrace.MemTrace]
KINDS = ["mem0ai", "recorded shapes of mem0 2", "recorded shapes of mem0 1"]
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(params=KINDS)
def app(request: Any, tmp_path: Path) -> Iterator[Mem0App]:
    if request.param == "mem0ai":
        pytest.importorskip("mem0", reason="mem0ai is not installed")
        pytest.importorskip("faiss", reason="faiss-cpu is not installed")
    made = Mem0App(request.param, str(tmp_path))
    yield made
    made.server.close()


def remember(client: memtrace.MemTrace, memory: Any, said: str = SAID) -> str:
    """Returns the id of the first changed unit."""
    client.variable(said, category="message")
    added = memory.add([{"role": "user", "content": said}], user_id="ada")["results"]
    return str(added[0]["id"]) if added else ""


def ask(client: memtrace.MemTrace, app: Mem0App, found: List[Dict[str, Any]]) -> None:
    @client.operation("answer", output={"class": "prediction"})
    def answer(question: str, units: List[Dict[str, Any]]) -> str:
        prompt = "\n".join([*(unit["memory"] for unit in units), question])
        return app.answer({"messages": [{"role": "user", "content": prompt}]}) or ""

    prediction = answer(QUERY, found)
    client.verdict(
        query=QUERY,
        prediction=prediction,
        expected=EXPECTED,
        score=prediction == EXPECTED,
        evidence=[SAID],
    )


#: The type of error and the operation of each fault.
FAULTS: Dict[str, Tuple[str, str]] = {
    "the model overlooks a fact": ("ExtractionError", "extract"),
    "the store does not take a fact": ("ExtractionError", "add"),
    "a unit is overwritten": ("UpdateError", "update"),
    "a unit is deleted": ("DeletionError", "delete"),
    "the threshold is too high": ("RetrievalError", "search"),
    "the answer ignores the found units": ("ResponseError", "answer"),
}
#: In versions before 2, a second answer of the model decides about each fact.
UNDECIDED = {"the model does not decide to add a fact": ("UpdateError", "decide")}


def test_faults(app: Mem0App, client: memtrace.MemTrace) -> None:
    """S190 A planted fault in a mem0 memory is attributed to the operation that caused it"""
    faults = FAULTS if app.version > 1 else {**FAULTS, **UNDECIDED}
    graphs = {service.new_graph("mem0"): fault for fault in faults}
    for graph, fault in graphs.items():
        memory = observe_mem0(app.memory(), client)
        app.overlooked = [SAID] if "overlooks" in fault else []
        app.undecided = [FACT] if "decide" in fault else []
        app.server.unembeddable[:] = [FACT] if "not take" in fault else []
        with client.graph(graph, system="mem0"):
            id, *_ = [told(client, memory, said) for said in list(FACTS)[:3]]
            if "overwritten" in fault:
                memory.update(id, "The spare key was handed to Ruth")
            if "deleted" in fault:
                memory.delete(id)
            client.variable(QUERY, class_="query")
            too_high = 0.99 if app.version > 1 else 99.0
            threshold = too_high if "threshold" in fault else 0.01
            found = memory.search(QUERY, threshold=threshold, **app.ada)["results"]
            app.overlooked = [SAID] if "ignores" in fault else app.overlooked
            ask(client, app, found)
    client.flush()
    cases = service.cases_of(list(graphs))
    assert {graphs[graph]: cases.get(graph) for graph in graphs} == faults


def told(client: memtrace.MemTrace, memory: Any, said: str) -> str:
    """Versions before 2 raise an error of the embedder."""
    try:
        return remember(client, memory, said)
    except Exception as error:
        assert "refused" in str(error)
        return ""


def test_units(app: Mem0App, traced: MakeClient, collector: Collector, problems: Any) -> None:
    """S191 A mem0 unit is named by its id; changes are versions, and deletions are markers"""
    client = traced()
    memory = observe_mem0(app.memory(), client)
    assert observe_mem0(memory, client) is memory
    with client.graph("g"):
        id = remember(client, memory)
        memory.update(id, "The spare key is with Ruth")
        assert memory.get(id)["memory"] == "The spare key is with Ruth"
        assert len(memory.history(id)) == 2
        memory.delete(id)
        memory.add([{"role": "user", "content": "I like green tea"}], user_id="ada", infer=False)
        assert len(memory.get_all(**app.ada)["results"]) == 1
        memory.delete_all(user_id="ada")
        memory.add("I like black tea", user_id="ada", infer=False)
        memory.reset()
        memory.add("I like mint tea", user_id="ada", infer=False)
    client.flush()
    assert units_of(collector) == [
        *(FACT, "The spare key is with Ruth"),
        *("I like green tea", "I like black tea", "I like mint tea"),
    ]
    named = [each for each in collector.of("variable") if each["name"] == id]
    assert [bool(each.get("mutates")) for each in named] == [False, True]
    decided = [] if app.version > 1 else ["decide"]
    assert operations_of(collector) == [
        *("add", "extract", *decided, "insert", "update", "get", "history", "delete"),
        *("add", "insert", "get_all", "delete_all", "add", "insert", "reset", "add", "insert"),
    ]
    assert links_of(collector, "update") == [
        (FACT, "The spare key is with Ruth"),
        ("The spare key is with Ruth", "The spare key is with Ruth"),
    ]
    gone = [to for name in ("delete", "delete_all", "reset") for _, to in links_of(collector, name)]
    assert gone == ["deleted"] * 3
    assert [to for _, to in links_of(collector, "history")] == [FACT, "The spare key is with Ruth"]
    # No vector is recorded.
    assert not re.search(r"(\d[.,\s]+){8}", str(collector.events))
    assert problems == []


def test_changes(app: Mem0App, traced: MakeClient, collector: Collector, problems: Any) -> None:
    """S191 If mem0's model decides to change or delete a unit, this is an operation inside `add`"""
    if app.version > 1:
        pytest.skip("from version 2 on, `add` only adds units")
    client = traced()
    memory = observe_mem0(app.memory(), client)
    with client.graph("g"):
        id = remember(client, memory)
        # The model decides: ADD, NONE, UPDATE, DELETE.
        for said in (SAID, MOVED_SAID, "The spare key is lost."):
            remember(client, memory, said)
    client.flush()
    names = ["add", "extract", "decide"]
    inner = [*names, "insert", *names, *names, "update", *names, "delete"]
    assert operations_of(collector) == inner
    named = [each for each in collector.of("variable") if each["name"] == id]
    assert units_of(collector) == [FACT, MOVED] and len(named) == 2
    assert [to for _, to in links_of(collector, "delete")] == ["deleted"]
    sources = [from_ for from_, to in links_of(collector, "update") if to == MOVED]
    assert sources[0] == FACT and '"UPDATE"' in sources[1]
    # The prompt of a decision comes from the facts and the units that mem0 compares with them.
    compared = [from_ for from_, to in links_of(collector, "add") if "smart memory" in to]
    assert FACT in compared and any('"facts"' in text for text in compared)
    assert problems == []


def test_async(app: Mem0App, traced: MakeClient, collector: Collector, problems: Any) -> None:
    """S191 Parallel additions of an async memory stay in the graphs of their callers"""
    client = traced()
    memory = observe_mem0(app.memory(is_async=True), client)
    told = list(FACTS)[:2]

    async def turn(number: int) -> None:
        user = f"user-{number}"
        with client.graph(user):
            message = [{"role": "user", "content": told[number]}]
            await memory.add(message, user_id=user)
            scope = {"filters": {"user_id": user}} if app.version > 1 else {"user_id": user}
            assert len((await memory.search(told[number], **scope))["results"]) == 1
            await memory.delete_all(user_id=user)

    async def run() -> None:
        await asyncio.gather(*(turn(number) for number in range(2)))

    asyncio.run(run())
    client.flush()
    for number in range(2):
        graph = f"user-{number}"
        assert units_of(collector, graph) == [FACTS[told[number]]]
        assert sorted(operations_of(collector, graph)) == sorted(
            ["add", "extract", *([] if app.version > 1 else ["decide"])]
            + ["insert", "search", "delete_all"]
        )
        assert [to for _, to in links_of(collector, "delete_all", graph)] == ["deleted"]
    assert problems == []


def test_reranker(app: Mem0App, traced: MakeClient, collector: Collector, problems: Any) -> None:
    """S191 mem0's reranker is an operation inside the search"""

    class Reranker:
        def rerank(self, query: str, documents: Any, top_k: Any = None) -> Any:
            return [each for each in documents if each["memory"] != FACT]

    client = traced()
    memory = observe_mem0(app.memory(), client)
    memory.reranker = Reranker()
    with client.graph("g"):
        for said in list(FACTS)[:3]:
            remember(client, memory, said)
        found = memory.search(QUERY, rerank=True, threshold=0.0, **app.ada)["results"]
    client.flush()
    assert FACT not in [row["memory"] for row in found]
    assert operations_of(collector)[-2:] == ["search", "rerank"]
    assert FACT in [from_ for from_, _ in links_of(collector, "rerank")]
    assert FACT not in [to for _, to in links_of(collector, "search")]
    assert problems == []


def test_pictures(app: Mem0App, traced: MakeClient, collector: Collector) -> None:
    """S191 The picture of a message is not recorded"""
    client = traced()
    memory = observe_mem0(app.memory(), client)
    picture = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{'A' * 1000}"}}
    said = {"role": "user", "content": [{"type": "text", "text": "This is my cat"}, picture]}
    with client.graph("g"):
        # Without a model for pictures, mem0 may refuse the message.
        with contextlib.suppress(Exception):
            memory.add([said], user_id="ada")
    client.flush()
    values = [event["value"] for event in collector.of("variable")]
    assert "This is my cat\n[image_url]" in values


def test_errors_and_off(app: Mem0App, traced: MakeClient, collector: Collector) -> None:
    """S192 mem0's errors reach the app unchanged, and without tracing nothing changes"""
    client = traced()

    def error_of(memory: Any) -> str:
        with pytest.raises(Exception) as raised:
            memory.add(7, user_id="ada")
        return f"{type(raised.value)} {raised.value}"

    plain = error_of(app.memory())
    memory = observe_mem0(app.memory(), client)
    with client.graph("g"):
        assert error_of(memory) == plain
        with pytest.raises(TypeError):
            memory.add()
        client.enabled = False
        assert remember(client, memory)
        client.enabled = True
    client.flush()
    [failed] = collector.of("operation")
    assert (failed["name"], failed["status"]) == ("add", "error")
    assert units_of(collector) == []
    off = observe_mem0(app.memory(), memtrace.MemTrace("", on_error=lambda problem: None))
    assert off.add([{"role": "user", "content": SAID}], user_id="ada")["results"]
    with pytest.raises(TypeError, match="mem0_client"):
        observe_mem0(object(), client)


@pytest.mark.parametrize("odd", [None, 7, "text", [None], {"results": [None, 7]}])
def test_unexpected_forms(odd: Any, traced: MakeClient, collector: Collector) -> None:
    """S192 Recorded shapes: results and calls of an unexpected form do not change mem0's behaviour
    """

    class Odd(Memory):
        def search(self, query: Any, **options: Any) -> Any:
            self.llm.generate_response(messages=odd)
            self.vector_store.insert(vectors=odd, ids=[], payloads=[])
            return odd

        def get(self, memory_id: Any) -> Any:
            return odd

        def history(self, memory_id: Any) -> Any:
            return odd

    client = traced()
    memory = observe_mem0(Odd(2, lambda body: odd or "text", []), client)
    with client.graph("g"):
        answers = [memory.search(odd), memory.get(odd), memory.history(odd)]
        with pytest.raises(KeyError):
            memory.vector_store.delete(7)
    client.flush()
    assert all(answer is odd for answer in answers)
    assert "search" in operations_of(collector)


def test_several_clients(app: Mem0App, traced: MakeClient, collector: Collector) -> None:
    """S192 If clients share a memory, each client whose graph contains a call records it"""
    first, second = traced(), traced()
    memory = observe_mem0(observe_mem0(app.memory(), first), second)
    with first.graph("one"):
        memory.add("said in the graph one", user_id="ada", infer=False)
        with second.graph("two"):
            memory.add("said in both graphs", user_id="ada", infer=False)
    memory.add("said outside of every graph", user_id="ada", infer=False)
    first.flush()
    second.flush()
    assert units_of(collector, "one") == ["said in the graph one", "said in both graphs"]
    assert units_of(collector, "two") == ["said in both graphs"]
    assert {event["graph"] for event in collector.of("operation")} == {"one", "two"}
