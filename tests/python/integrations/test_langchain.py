from __future__ import annotations

import asyncio
from typing import Any, List

import memtrace
import pytest
from memtrace.integrations.langchain import observe_chat_history
from support import service

histories = pytest.importorskip(
    "langchain_core.chat_history", reason="langchain-core is not installed"
)
messages = pytest.importorskip("langchain_core.messages")


class OwnHistory(histories.BaseChatMessageHistory):  # type: ignore[misc,name-defined]
    """A history whose messages are a property, as those of databases are."""

    def __init__(self) -> None:
        self.kept: List[Any] = []

    @property
    def messages(self) -> List[Any]:
        return list(self.kept)

    def add_messages(self, added: Any) -> None:
        self.kept.extend(added)

    def clear(self) -> None:
        self.kept.clear()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", ["own", "in memory"])
def test_history(client: memtrace.MemTrace, problems: List[Any], kind: str) -> None:
    """S153 Added, read and cleared messages of a chat history are operations on memory units"""
    graph = service.new_graph("history")
    history: Any = OwnHistory() if kind == "own" else histories.InMemoryChatMessageHistory()
    assert observe_chat_history(history, client) is history
    assert observe_chat_history(history, client) is history
    with client.graph(graph):
        history.add_messages([messages.HumanMessage("I moved to Lisbon last May")])
        history.add_ai_message("That sounds like a good change")
        assert len(history.messages) == 2
        history.clear()
        assert history.messages == []
    client.flush()
    stored = service.exported(graph)
    names = [operation["op_name"] for operation in stored["data"]["operations"]]
    assert names[-3:] == ["get_messages", "clear", "get_messages"]
    assert set(names[:-3]) <= {"add_message", "add_messages"} and len(names) == 5
    assert [to for _, to in service.links_of(stored, "get_messages")] == [
        "I moved to Lisbon last May",
        "That sounds like a good change",
        "nothing",
    ]
    assert {to for _, to in service.links_of(stored, "clear")} == {"deleted"}
    assert len(service.links_of(stored, "clear")) == 2
    assert problems == []


@pytest.mark.filterwarnings("ignore")
def test_async_history(client: memtrace.MemTrace, problems: List[Any]) -> None:
    """S153 The async methods of a chat history are recorded like the sync methods, once each"""
    graph = service.new_graph("history")
    history = observe_chat_history(OwnHistory(), client)

    async def run() -> None:
        with client.graph(graph):
            await history.aadd_messages([messages.HumanMessage("I moved to Lisbon last May")])
            assert len(await history.aget_messages()) == 1
            await history.aclear()

    asyncio.run(run())
    client.flush()
    operations = service.exported(graph)["data"]["operations"]
    assert [each["op_name"] for each in operations] == ["add_messages", "get_messages", "clear"]
    assert problems == []
