"""A conversation with a memory that ends with a question and a wrong answer."""

from __future__ import annotations

from typing import Any, Callable, List, Optional

import memtrace

STATEMENTS = [
    "My sister Ada moved to Lisbon in May and works at the harbour.",
    "By the way, the spare key is kept under the blue flowerpot.",
    "On Tuesdays I take the dog to the old quarry.",
]
KEY_QUERY = "Under what is the spare key kept?"
MOVED_KEY = "The spare key is kept at the neighbours'."


def converse(
    client: memtrace.MemTrace,
    graph: str,
    remember: Callable[[str], Any],
    recall: Callable[[str], List[str]],
    meanwhile: Optional[Callable[[], Any]] = None,
    answer: Callable[[List[str]], str] = lambda found: next(
        (text for text in found if "spare key" in text), "I do not know that."
    ),
) -> None:
    """Stores all statements, asks where the key is, and reports the answer as wrong. `meanwhile`
    runs after the statements and before the question."""

    @client.operation("answer", category="answer", output={"class": "prediction"})
    def reply(question: str, found: List[str]) -> str:
        return answer(found)

    with client.graph(graph, system=graph):
        said = [client.variable(text, category="message") for text in STATEMENTS]
        for text in STATEMENTS:
            remember(text)
        if meanwhile:
            meanwhile()
        client.variable(KEY_QUERY, class_="query")
        client.verdict(
            query=KEY_QUERY,
            prediction=reply(KEY_QUERY, recall(KEY_QUERY)),
            expected="the blue flowerpot",
            score=0,
            evidence=said[1:2],
        )
