"""Each test runs with zep-cloud if it is installed, and with its recorded shape. The service is
scripted."""

from __future__ import annotations

import asyncio
import os
from types import SimpleNamespace
from typing import Any, Callable, Dict, Iterator, List, Tuple

import memtrace
import pytest
from memtrace.integrations.zep import observe_zep
from support import service
from support.collector import Collector
from support.key_conversation import MOVED_KEY, converse
from support.recorded import links_of, operations_of
from support.zep_service import RecordedZep, ZepService

MakeClient = Callable[..., memtrace.MemTrace]
SAID = "The spare key is kept under the blue flowerpot."
os.environ.pop("ZEP_API_URL", None)


@pytest.fixture
def hosted() -> Iterator[ZepService]:
    made = ZepService()
    yield made
    made.close()


@pytest.fixture(params=["zep-cloud", "recorded shapes"])
def zep(request: Any, hosted: ZepService) -> Callable[[], Any]:
    kind: Any = RecordedZep
    if request.param == "zep-cloud":
        kind = pytest.importorskip("zep_cloud", reason="zep-cloud is not installed").Zep
    return lambda: kind(api_key="none", base_url=hosted.url)


def say(zep: Any, *texts: str) -> Any:
    messages: List[Any] = [SimpleNamespace(role="user", content=text) for text in texts]
    if not isinstance(zep, RecordedZep):
        from zep_cloud import Message

        messages = [Message(role="user", content=text) for text in texts]
    return zep.thread.add_messages("thread-1", messages=messages)


def key_fact(zep: Any) -> str:
    facts = zep.graph.edge.get_by_user_id("ada")
    return next(fact.uuid_ for fact in facts if "spare key" in fact.fact)


#: For each fault: the fault of the service, the type of error and the operation.
FAULTS: Dict[str, Tuple[str, str, str]] = {
    "not extracted": ("not extracted", "ExtractionError", "thread.add_messages"),
    "updated": ("", "UpdateError", "graph.edge.update"),
    "deleted": ("", "DeletionError", "graph.edge.delete"),
    "not found": ("not found", "RetrievalError", "graph.search"),
    "not in the context": ("not found", "RetrievalError", "thread.get_user_context"),
    "not used": ("", "ResponseError", "answer"),
}


def test_faults(zep: Any, hosted: ZepService, client: memtrace.MemTrace) -> None:
    """S197 Zep: a lost fact is attributed to the call that lost it"""
    graphs = {service.new_graph("zep"): fault for fault in FAULTS}
    for graph, fault in graphs.items():
        hosted.facts.clear()
        hosted.fault = FAULTS[fault][0]
        traced = observe_zep(zep(), client)

        def recall(query: str, traced: Any = traced, fault: str = fault) -> List[str]:
            if "context" in fault:
                say(traced, query)
                return [traced.thread.get_user_context("thread-1").context]
            return [edge.fact for edge in traced.graph.search(user_id="ada", query=query).edges]

        def meanwhile(traced: Any = traced, fault: str = fault) -> None:
            if "context" not in fault:
                traced.graph.edge.get_by_user_id("ada")
            if fault == "updated":
                traced.graph.edge.update(key_fact(traced), fact=MOVED_KEY)
            if fault == "deleted":
                traced.graph.edge.delete(key_fact(traced))

        def answer(found: List[str], fault: str = fault) -> str:
            known = [text for text in found if "spare key" in text]
            return known[0] if known and fault != "not used" else "Under the doormat."

        converse(
            client,
            graph,
            lambda said, traced=traced: say(traced, said),  # type: ignore[misc]
            recall,
            meanwhile,
            answer,
        )
    client.flush()
    cases = service.cases_of(list(graphs))
    assert {graphs[graph]: cases.get(graph) for graph in graphs} == {
        fault: (error, operation) for fault, (_, error, operation) in FAULTS.items()
    }


def test_records(
    zep: Any, hosted: ZepService, traced: MakeClient, collector: Collector, problems: Any
) -> None:
    """S197 Zep: each message becomes its own episode, and an outdated fact is a version that says
    so"""
    hosted.fault = "invalidated"
    client = traced()
    zep_client = observe_zep(zep(), client)
    assert observe_zep(zep_client, client) is zep_client
    with client.graph("g"):
        zep_client.thread.create(thread_id="thread-1", user_id="ada")
        say(zep_client, SAID, "My dog is called Bo.")
        zep_client.graph.add(data="She likes green tea.", type="text", user_id="ada")
        for _ in range(2):
            assert zep_client.graph.edge.get_by_user_id("ada")[0].uuid_ == "fact-1"
        zep_client.user.delete("ada")
    client.flush()
    until = f"{SAID} (until 2026-05-02T00:00:00Z)"
    assert links_of(collector, "thread.add_messages") == [
        (SAID, SAID),
        ("My dog is called Bo.", "My dog is called Bo."),
    ]
    assert links_of(collector, "extract")[0] == (SAID, SAID)
    assert links_of(collector, "update") == [(SAID, until), (SAID, until)]
    assert [e["name"] for e in collector.of("variable") if e["name"] == "fact-1"] == ["fact-1"] * 2
    gone = [from_ for from_, to in links_of(collector, "user.delete") if to == "deleted"]
    assert until in gone and SAID in gone and "She likes green tea." in gone
    assert [name for name in operations_of(collector) if "." in name] == [
        *("thread.add_messages", "graph.add", "graph.edge.get_by_user_id"),
        *("graph.edge.get_by_user_id", "user.delete"),
    ]
    assert problems == []


def test_errors_and_off(
    zep: Any, hosted: ZepService, traced: MakeClient, collector: Collector
) -> None:
    """S197 Zep: errors reach the app unchanged, and without a key nothing changes"""
    client = traced()

    def error_of(zep: Any) -> Any:
        with pytest.raises(Exception) as raised:
            zep.graph.edge.delete("fact-7")
        return type(raised.value)

    with client.graph("g"):
        assert error_of(observe_zep(zep(), client)) is error_of(zep())
    client.flush()
    assert [event["status"] for event in collector.of("operation")] == ["error"]
    off = observe_zep(zep(), memtrace.MemTrace("", on_error=lambda problem: None))
    assert say(off, SAID).message_uuids == ["episode-1"]


def test_async(hosted: ZepService, traced: MakeClient, collector: Collector) -> None:
    """S197 Zep: zep-cloud's async client is recorded like its sync client"""
    zep_cloud = pytest.importorskip("zep_cloud", reason="zep-cloud is not installed")
    client = traced()
    zep = observe_zep(zep_cloud.AsyncZep(api_key="none", base_url=hosted.url), client)

    async def run() -> None:
        with client.graph("g"):
            await zep.graph.add(data=SAID, type="text", user_id="ada")
            raw = await zep.graph.with_raw_response.search(query="Where is it?", user_id="ada")
            assert raw.data.edges[0].fact == SAID
            found = await zep.graph.search(query="Where is the key?", user_id="ada")
            assert found.edges[0].fact == SAID

    asyncio.run(run())
    client.flush()
    assert operations_of(collector) == ["graph.add", "graph.search", "extract"]
    assert links_of(collector, "graph.search") == [("Where is the key?", SAID)]
