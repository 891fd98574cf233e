"""Each test runs with letta-client if it is installed, and with its recorded shape. The service and
its agent are scripted."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, Iterator, List, Tuple

import memtrace
import pytest
from memtrace.integrations.letta import observe_letta
from support import service
from support.collector import Collector
from support.key_conversation import KEY_QUERY, converse
from support.letta_service import LettaService, RecordedLetta
from support.recorded import links_of, operations_of, units_of

MakeClient = Callable[..., memtrace.MemTrace]
AGENT = "agent-1"
SAID = "The spare key is kept under the blue flowerpot."
START = "The user lives by a canal."


@pytest.fixture
def hosted() -> Iterator[LettaService]:
    made = LettaService()
    yield made
    made.close()


@pytest.fixture(params=["letta-client", "recorded shapes"])
def letta(request: Any, hosted: LettaService) -> Callable[[], Any]:
    kind: Any = RecordedLetta
    if request.param == "letta-client":
        kind = pytest.importorskip("letta_client", reason="letta-client is not installed").Letta
    return lambda: kind(api_key="none", base_url=hosted.url)


def say(letta: Any, content: str) -> str:
    answer = letta.agents.messages.create(AGENT, messages=[{"role": "user", "content": content}])
    said = [each for each in answer.messages if each.message_type == "assistant_message"]
    return " ".join(each.content for each in said)


#: For each fault: the fault of the service, the type of error and the operation.
FAULTS: Dict[str, Tuple[str, str, str]] = {
    "not kept by the agent": ("tool forgets", "ExtractionError", "agents.messages.create"),
    "not found by the agent": ("not found", "RetrievalError", "archival_memory_search"),
    "not used by the agent": ("ignored", "ResponseError", "agents.messages.create"),
    "deleted from the archive": ("", "DeletionError", "agents.passages.delete"),
    "overwritten in a block": ("", "UpdateError", "agents.blocks.update"),
}


def test_faults(letta: Any, hosted: LettaService, client: memtrace.MemTrace) -> None:
    """S198 Letta: a lost fact is attributed to the call that lost it"""
    graphs = {service.new_graph("letta"): fault for fault in FAULTS}
    for graph, fault in graphs.items():
        hosted.passages, hosted.fault = [], FAULTS[fault][0]
        hosted.block["value"] = START
        traced = observe_letta(letta(), client)
        with client.graph(graph):
            traced.agents.create()
        if "agent" in fault:
            converse_with_agent(client, graph, traced)
        else:
            converse_with_app(client, graph, traced, "block" in fault)
    client.flush()
    cases = service.cases_of(list(graphs))
    assert {graphs[graph]: cases.get(graph) for graph in graphs} == {
        fault: (error, operation) for fault, (_, error, operation) in FAULTS.items()
    }


def converse_with_agent(client: memtrace.MemTrace, graph: str, letta: Any) -> None:
    """The agent stores and answers."""
    from support.key_conversation import STATEMENTS

    with client.graph(graph):
        said = [client.variable(text, category="message") for text in STATEMENTS]
        for text in STATEMENTS:
            say(letta, text)
        client.variable(KEY_QUERY, class_="query")
        client.verdict(
            query=KEY_QUERY,
            prediction=say(letta, KEY_QUERY),
            expected="the blue flowerpot",
            score=0,
            evidence=said[1:2],
        )


def converse_with_app(
    client: memtrace.MemTrace, graph: str, letta: Any, in_block: bool
) -> None:
    """The app stores notes in the archive, or in a block that the agent sees."""
    notes = [START]

    def write(value: str) -> None:
        notes.append(value)
        letta.agents.blocks.update("human", agent_id=AGENT, value=value)

    def remember(said: str) -> None:
        if in_block:
            write(f"{notes[-1]}\n{said}")
        else:
            letta.agents.passages.create(AGENT, text=said)

    def recall(query: str) -> List[str]:
        if in_block:
            return [letta.agents.blocks.retrieve("human", agent_id=AGENT).value]
        found = letta.agents.passages.search(AGENT, query=query)
        return [each.content for each in found.results]

    def meanwhile() -> None:
        if in_block:
            write("The user lives by a canal and has a dog.")
        else:
            letta.agents.passages.delete("passage-2", agent_id=AGENT)

    converse(client, graph, remember, recall, meanwhile)


def test_records(
    letta: Any, hosted: LettaService, traced: MakeClient, collector: Collector, problems: Any
) -> None:
    """S198 Letta: passages and blocks are named by their ids, and an agent's tools are operations
    """
    client = traced()
    observed = observe_letta(letta(), client)
    assert observe_letta(observed, client) is observed
    with client.graph("g"):
        observed.agents.create()
        say(observed, SAID)
        observed.agents.blocks.update("human", agent_id=AGENT, value="The user is Ada.")
        assert observed.agents.passages.list(AGENT)[0].id == "passage-1"
        observed.agents.passages.delete("passage-1", agent_id=AGENT)
    client.flush()
    assert operations_of(collector) == [
        *("agents.create", "agents.messages.create", "archival_memory_insert"),
        *("agents.blocks.update", "agents.passages.list", "agents.passages.delete"),
    ]
    assert units_of(collector) == [START, SAID, "The user is Ada."]
    assert (START, "The user is Ada.") in links_of(collector, "agents.blocks.update")
    assert links_of(collector, "agents.passages.delete") == [(SAID, "deleted")]
    assert problems == []


def test_stream(
    letta: Any, hosted: LettaService, traced: MakeClient, collector: Collector, problems: Any
) -> None:
    """S198 Letta: a streamed turn is recorded when the app has read it, and the app gets every
    piece"""
    client = traced()
    observed = observe_letta(letta(), client)
    with client.graph("g"):
        messages = [{"role": "user", "content": SAID}]
        pieces = list(observed.agents.messages.stream(AGENT, messages=messages))
        assert [each.message_type for each in pieces][-1] == "assistant_message"
    client.flush()
    assert operations_of(collector) == ["agents.messages.stream", "archival_memory_insert"]
    assert (SAID, "I see.") in links_of(collector, "agents.messages.stream")
    assert problems == []


def test_errors_and_off(
    letta: Any, hosted: LettaService, traced: MakeClient, collector: Collector
) -> None:
    """S198 Letta: errors reach the app unchanged, and without a key nothing changes"""
    client = traced()

    def error_of(letta: Any) -> Any:
        with pytest.raises(Exception) as raised:
            letta.agents.messages.create(AGENT, messages=[])
        return type(raised.value)

    with client.graph("g"):
        assert error_of(observe_letta(letta(), client)) is error_of(letta())
    client.flush()
    assert [event["status"] for event in collector.of("operation")] == ["error"]
    off = observe_letta(letta(), memtrace.MemTrace("", on_error=lambda problem: None))
    assert say(off, SAID) == "I see."


def test_async(hosted: LettaService, traced: MakeClient, collector: Collector) -> None:
    """S198 Letta: letta-client's async client is recorded like its sync client"""
    letta_client = pytest.importorskip("letta_client", reason="letta-client is not installed")
    client = traced()
    kind: Any = letta_client.AsyncLetta
    letta = observe_letta(kind(api_key="none", base_url=hosted.url), client)

    async def run() -> None:
        with client.graph("g"):
            await letta.agents.passages.create(AGENT, text=SAID)
            messages = [{"role": "user", "content": "Where is the key?"}]
            stream = await letta.agents.messages.stream(AGENT, messages=messages)
            assert [piece.message_type async for piece in stream][-1] == "assistant_message"

    asyncio.run(run())
    client.flush()
    assert operations_of(collector) == [
        *("agents.passages.create", "agents.messages.stream", "archival_memory_search")
    ]
    assert links_of(collector, "archival_memory_search") == [("Where is the key?", SAID)]
