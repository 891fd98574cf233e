"""The program of `same_program.mjs` with the Python SDK."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Dict, Iterator, List

import memtrace


def run(client: memtrace.MemTrace, id: str) -> None:
    units: Dict[str, Dict[str, Any]] = {}

    @client.operation("remember", category="extraction", comment="keeps the first half")
    def remember(message: str) -> memtrace.Variable:
        row = {"id": f"unit-000{len(units)}", "text": f"The user said: {message.split(',')[0]}"}
        units[row["id"]] = row
        return client.variable(row, name=row["id"], shown=row["text"], category="memory_entry")

    @client.operation(
        "search",
        category="retrieval",
        output=lambda row, index: {"name": row["id"], "value": row["text"]},
    )
    def search(query: str, limit: int) -> List[Dict[str, Any]]:
        return [{**row, "score": 0.5} for row in list(units.values())[:limit]]

    @client.operation("prompt", reuse=True)
    def prompt(query: str, found: List[Dict[str, Any]]) -> Dict[str, Any]:
        return {
            "system": "Answer from the memory only.",
            "about": f"Question: {query}",
            "found": found,
        }

    @client.operation(
        "answer",
        category="answer",
        output={"class": "prediction"},
        metadata={"model": "scripted"},
    )
    async def answer(query: str, found: List[Dict[str, Any]]) -> str:
        prompt(query, found)
        return f"All I know: {len(found)} notes 😀"

    @client.operation("failing")
    def failing(text: str) -> None:
        raise RuntimeError(f"cannot read {text}")

    @client.operation("streamed")
    def streamed(text: str) -> Iterator[str]:
        for word in text.split(" "):
            yield f"{word} "

    with (
        client.graph(
            id, user="ada", system="same", strict=True, metadata={"run": 1, "share": 0.25}
        ),
        client.session(id=f"{id}-session", name="conversation", category="memory"),
        client.propagate(tenant="acme"),
    ):
        said = "I moved to Lisbon, and my cat is called Tom"
        message = client.variable(said, name="message-1", category="message")
        remember(said)
        remember("My sister lives in Porto, by the river 🌊")
        query = "What is the cat called?"
        client.variable(query, name="query-1", class_="query")
        found = search(query, 5)
        prediction = asyncio.run(answer(query, found))
        with contextlib.suppress(RuntimeError):
            failing("a text of some length")
        list(streamed("one two three four"))
        profile = "🌊 The profile of the user, which grows over time. " * 20
        client.variable(profile, name="profile")
        client.mutate("profile", f"{profile}She likes 😀 tea.", inputs=[message])
        client.mutate("profile", f"Now: {profile}She likes 😎 tea.", comment="corrected")
        client.link(message, "profile", operation="derive", category="extraction")
        client.delete("unit-0001", comment="outdated")
        client.variable({"list": [1, 2.5, 1e21, True, None, {"deep": ["x"]}]}, name="data")
        client.verdict(
            query=query,
            prediction=prediction,
            expected="Tom",
            score=False,
            evidence=[message],
            reason="wrong",
            metadata={"judge": "scripted"},
        )
