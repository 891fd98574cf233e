"""No test has a graph database: `graphiti_shapes.py` has the recorded shapes of Graphiti's methods.
Each test runs with the models of graphiti-core if it is installed, and with their recorded shapes.
"""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, List, Tuple

import memtrace
import pytest
from memtrace.integrations.graphiti import observe_graphiti
from support import service
from support.collector import Collector
from support.graphiti_shapes import NOW, ScriptedGraphiti, models_of
from support.key_conversation import converse
from support.recorded import links_of, operations_of, units_of

MakeClient = Callable[..., memtrace.MemTrace]
SAID = "The spare key is kept under the blue flowerpot."
MOVED = "We moved it to the shed."


@pytest.fixture(params=["graphiti-core", "recorded shapes"])
def models(request: Any) -> Any:
    return models_of(request.param)


async def say(graphiti: Any, text: str) -> Any:
    return await graphiti.add_episode("chat", text, source_description="", reference_time=NOW)


#: For each fault: the fault of Graphiti, the type of error and the operation.
FAULTS: Dict[str, Tuple[str, str, str]] = {
    "not extracted": ("not extracted", "ExtractionError", "add_episode"),
    "not found": ("not found", "RetrievalError", "search"),
    "removed": ("", "DeletionError", "remove_episode"),
    "not used": ("", "ResponseError", "answer"),
}


def test_faults(models: Any, client: memtrace.MemTrace) -> None:
    """S196 Graphiti, recorded shapes: a lost fact is attributed to the call that lost it"""
    graphs = {service.new_graph("graphiti"): fault for fault in FAULTS}
    for graph, fault in graphs.items():
        graphiti = observe_graphiti(ScriptedGraphiti(models, FAULTS[fault][0]), client)

        def remember(text: str, graphiti: Any = graphiti) -> None:
            asyncio.run(say(graphiti, text))

        def recall(query: str, graphiti: Any = graphiti) -> List[str]:
            return [edge.fact for edge in asyncio.run(graphiti.search(query))]

        def meanwhile(graphiti: Any = graphiti, fault: str = fault) -> None:
            if fault == "removed":
                asyncio.run(graphiti.remove_episode("episode-2"))

        converse(
            client, graph, remember, recall, meanwhile, lambda found: "I do not know that."
        )
    client.flush()
    cases = service.cases_of(list(graphs))
    assert {graphs[graph]: cases.get(graph) for graph in graphs} == {
        fault: (error, operation) for fault, (_, error, operation) in FAULTS.items()
    }


def test_records(
    models: Any, traced: MakeClient, collector: Collector, problems: Any
) -> None:
    """S196 Graphiti, recorded shapes: facts are named by their uuids, and an invalidated fact is a
    version that says until when it was true"""
    client = traced()
    graphiti = observe_graphiti(ScriptedGraphiti(models), client)
    assert observe_graphiti(graphiti, client) is graphiti

    async def run() -> None:
        with client.graph("g"):
            client.variable(SAID, category="message")
            await say(graphiti, SAID)
            assert (await say(graphiti, MOVED)).edges[0].invalid_at == NOW
            assert len(await graphiti.search("Where is the key?")) == 2
            assert len((await graphiti.search_("Where is the key?")).edges) == 2
            await graphiti.remove_episode("episode-1")

    asyncio.run(run())
    client.flush()
    until = f"{SAID} (until {NOW.isoformat()})"
    assert operations_of(collector) == [
        *("add_episode", "add_episode", "update", "search", "search_", "remove_episode")
    ]
    facts = [e["name"] for e in collector.of("variable") if e["name"].startswith("fact-")]
    assert facts == ["fact-1", "fact-1", "fact-2"]
    assert units_of(collector) == [SAID, "Ada: The user", until, MOVED]
    assert (SAID, SAID) in links_of(collector, "add_episode")
    # The version comes from the fact and from the episode that invalidates it.
    assert links_of(collector, "update") == [(SAID, until), (SAID, until), (MOVED, until)]
    assert [to for _, to in links_of(collector, "search")] == [until, MOVED]
    assert sorted(links_of(collector, "remove_episode")) == [(SAID, "deleted"), (until, "deleted")]
    assert problems == []


def test_errors_and_off(models: Any, traced: MakeClient, collector: Collector) -> None:
    """S196 Graphiti, recorded shapes: errors reach the app unchanged, and without a key nothing
    changes"""
    client = traced()
    graphiti = observe_graphiti(ScriptedGraphiti(models), client)
    with client.graph("g"), pytest.raises(ValueError, match="node episode-7 not found"):
        asyncio.run(graphiti.remove_episode("episode-7"))
    client.flush()
    assert [event["status"] for event in collector.of("operation")] == ["error"]
    off = memtrace.MemTrace("", on_error=lambda problem: None)
    plain = observe_graphiti(ScriptedGraphiti(models), off)
    assert asyncio.run(say(plain, SAID)).edges[0].fact == SAID
