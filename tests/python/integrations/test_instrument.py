from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, List

import memtrace
import pytest
from memtrace.integrations.instrument import instrument
from support.collector import Collector

MakeClient = Callable[..., memtrace.MemTrace]


class Model:
    def generate(self, prompt: str) -> str:
        return prompt.upper()


class Memory:
    def __init__(self) -> None:
        self.llm = Model()
        self.rows: List[str] = []

    def add(self, text: str) -> str:
        self.rows.append(self.llm.generate(f"a fact of {text}"))
        return self.rows[-1]

    async def search(self, query: str) -> List[str]:
        return list(self.rows)


METHODS: Dict[str, Any] = {
    "add": {"category": "extraction", "name": "remember"},
    "search": {"category": "retrieval"},
    "llm.generate": {},
}


def test_instrument(traced: MakeClient, collector: Collector, problems: List[Any]) -> None:
    """S154 Methods at any path are traced once, also when the object calls them itself"""
    client = traced()
    memory = Memory()
    assert instrument(memory, METHODS, client) is memory
    instrument(memory, METHODS, client)
    with client.graph("g"):
        assert memory.add("her message") == "A FACT OF HER MESSAGE"
        assert asyncio.run(memory.search("What is known?")) == ["A FACT OF HER MESSAGE"]
    client.flush()
    operations = {event["name"]: event for event in collector.of("operation")}
    assert [event["name"] for event in collector.of("operation")] == [
        "generate",
        "remember",
        "search",
    ]
    assert operations["generate"]["metadata"]["inside"] == operations["remember"]["id"]
    assert Memory().add("another object") and len(collector.of("operation")) == 3
    assert problems == []


def test_several_clients(traced: MakeClient, collector: Collector) -> None:
    """S154 If clients share an object, each client whose graph contains a call records it"""
    first, second = traced(), traced()
    memory = instrument(instrument(Memory(), METHODS, first), METHODS, second)
    with first.graph("one"):
        memory.add("her message")
    memory.add("outside of every graph")
    first.flush()
    second.flush()
    assert {event["graph"] for event in collector.of("operation")} == {"one"}


def test_wrong_paths(traced: MakeClient) -> None:
    """S154 A path that cannot be traced is an error that names it"""

    class Slotted:
        __slots__ = ()

        def add(self) -> None:
            return

    for instance, path, message in (
        (Memory(), "forget", "there is no method forget"),
        (Memory(), "llm.missing.call", "there is no method llm.missing.call"),
        (Slotted(), "add", "add cannot be replaced"),
    ):
        with pytest.raises(TypeError, match=message):
            instrument(instance, {path: {}}, traced())
