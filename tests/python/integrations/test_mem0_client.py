"""Each test runs with mem0ai's `MemoryClient` if mem0ai is installed, and with its recorded shape.
The service is scripted."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, Iterator, List

import memtrace
import pytest
from memtrace.integrations.mem0_client import observe_mem0_client
from support import service
from support.collector import Collector
from support.key_conversation import MOVED_KEY, converse
from support.mem0_service import Mem0Service, RecordedClient
from support.recorded import links_of, operations_of

MakeClient = Callable[..., memtrace.MemTrace]
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def hosted() -> Iterator[Mem0Service]:
    made = Mem0Service()
    yield made
    made.close()


@pytest.fixture(params=["mem0ai", "recorded shapes of mem0"])
def mem0_client(request: Any, hosted: Mem0Service) -> Callable[[], Any]:
    kind: Any = RecordedClient
    if request.param == "mem0ai":
        mem0 = pytest.importorskip("mem0", reason="mem0ai is not installed")
        if mem0.__version__.startswith("1."):
            pytest.skip("the client of mem0ai 1 sends other requests")
        kind = mem0.MemoryClient
    return lambda: kind(api_key="none", host=hosted.url)


#: How a fact is lost, by the method that loses the fact.
LOSSES: Dict[str, Any] = {
    "update": lambda client, unit: client.update(unit, text=MOVED_KEY),
    "batch_update": lambda client, unit: client.batch_update(
        [{"memory_id": unit, "text": MOVED_KEY}, {"memory_id": "unit-1", "text": "Ada is in Porto."}]
    ),
    "delete": lambda client, unit: client.delete(memory_id=unit),
    "batch_delete": lambda client, unit: client.batch_delete(
        [{"memory_id": unit}, {"memory_id": "unit-1"}]
    ),
    "delete_all": lambda client, unit: client.delete_all(user_id="ada"),
    "delete_users": lambda client, unit: client.delete_users(user_id="ada"),
}


def test_faults(
    mem0_client: Callable[[], Any], hosted: Mem0Service, client: memtrace.MemTrace
) -> None:
    """S193 A fact lost by a call of mem0's hosted client is attributed to that call"""
    graphs = {service.new_graph("mem0-client"): name for name in LOSSES}
    for graph, name in graphs.items():
        hosted.rows = []
        memory = observe_mem0_client(mem0_client(), client)

        def recall(query: str, memory: Any = memory) -> List[str]:
            found = memory.search(query, filters={"user_id": "ada"})
            return [row["memory"] for row in found["results"]]

        def lose(name: str = name, memory: Any = memory) -> None:
            LOSSES[name](memory, hosted.key_unit())

        converse(
            client,
            graph,
            lambda said, memory=memory: memory.add(  # type: ignore[misc]
                [{"role": "user", "content": said}], user_id="ada"
            ),
            recall,
            lose,
        )
    client.flush()
    cases = service.cases_of(list(graphs))
    assert {graphs[graph]: cases[graph] for graph in graphs} == {
        name: ("UpdateError" if "update" in name else "DeletionError", name) for name in LOSSES
    }


def test_owners(
    mem0_client: Callable[[], Any], traced: MakeClient, collector: Collector, problems: Any
) -> None:
    """S193 A deletion for one user does not affect another, and each changed unit has one source"""
    client = traced()
    memory = observe_mem0_client(mem0_client(), client)
    assert observe_mem0_client(memory, client) is memory
    with client.graph("g"):
        memory.add([{"role": "user", "content": "Ada likes green tea."}], user_id="ada")
        memory.add("Bob likes black tea.", user_id="bob")
        memory.batch_update(
            [
                {"memory_id": "unit-1", "text": "Ada likes white tea."},
                {"memory_id": "unit-2", "text": "Bob likes red tea."},
            ]
        )
        assert memory.get("unit-2")["memory"] == "Bob likes red tea."
        assert len(memory.get_all(filters={"user_id": "*"})["results"]) == 2
        memory.history("unit-1")
        memory.delete_all(user_id="ada")
    client.flush()
    assert operations_of(collector) == [
        *("add", "add", "batch_update", "get", "get_all", "history", "delete_all")
    ]
    assert sorted(links_of(collector, "batch_update")) == [
        ("Ada likes green tea.", "Ada likes white tea."),
        ("Ada likes white tea.", "Ada likes white tea."),
        ("Bob likes black tea.", "Bob likes red tea."),
        ("Bob likes red tea.", "Bob likes red tea."),
    ]
    assert [to for _, to in links_of(collector, "history")] == ["Ada likes white tea."]
    assert sorted(links_of(collector, "delete_all")) == [
        ("Ada likes white tea.", "deleted"),
        ('{"user_id":"ada"}', "deleted"),
    ]
    assert problems == []


def test_errors_and_off(
    mem0_client: Callable[[], Any], traced: MakeClient, collector: Collector
) -> None:
    """S193 Errors reach the app unchanged, and without a key nothing changes"""
    client = traced()

    def error_of(memory: Any) -> str:
        with pytest.raises(Exception) as raised:
            memory.delete("unit-7")
        return f"{type(raised.value)} {raised.value}"

    plain = error_of(mem0_client())
    with client.graph("g"):
        assert error_of(observe_mem0_client(mem0_client(), client)) == plain
    client.flush()
    assert [event["status"] for event in collector.of("operation")] == ["error"]
    off = observe_mem0_client(mem0_client(), memtrace.MemTrace("", on_error=lambda problem: None))
    assert off.add("Ada likes tea.", user_id="ada")["results"][0]["id"] == "unit-1"
    with pytest.raises(TypeError, match="integrations.mem0"):
        observe_mem0_client(object(), client)


ODD: List[Any] = [None, 7, "text", [None, 7], {"results": "text"}, {"results": [[], {"id": 7}]}]


@pytest.mark.parametrize("odd", ODD)
def test_unexpected_answers(odd: Any, traced: MakeClient, collector: Collector) -> None:
    """S193 Recorded shapes: an answer of an unexpected form reaches the app unchanged"""

    class Odd(RecordedClient):
        def _send(self, method: str, path: str, body: Any = None) -> Any:
            return odd

    client = traced()
    memory = observe_mem0_client(Odd("none", ""), client)
    with client.graph("g"):
        answers = [
            memory.add(odd, user_id="ada"),
            memory.search("Where is the key?"),
            memory.get("unit-1"),
            memory.get_all(user_id="ada"),
            memory.history(memory_id="unit-1"),
            memory.update("unit-1", text="The key is here."),
            memory.batch_update(odd),
            memory.batch_delete(odd),
            memory.delete_all(user_id="ada"),
        ]
    client.flush()
    assert all(answer is odd for answer in answers)
    assert operations_of(collector)[:3] == ["add", "search", "get"]


def test_async(hosted: Mem0Service, traced: MakeClient, collector: Collector) -> None:
    """S193 mem0ai's async client is recorded like its sync client"""
    mem0 = pytest.importorskip("mem0", reason="mem0ai is not installed")
    if mem0.__version__.startswith("1."):
        pytest.skip("the client of mem0ai 1 sends other requests")
    client = traced()
    memory = observe_mem0_client(mem0.AsyncMemoryClient(api_key="none", host=hosted.url), client)

    async def run() -> None:
        with client.graph("g"):
            await memory.add("Ada likes green tea.", user_id="ada")
            await memory.delete("unit-1")

    asyncio.run(run())
    client.flush()
    assert operations_of(collector) == ["add", "delete"]
    assert links_of(collector, "delete") == [("Ada likes green tea.", "deleted")]
