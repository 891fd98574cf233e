"""Memories of mem0 for tests: of the package mem0ai if it is installed, and of its recorded shapes.
The model is scripted: it knows the facts of a few messages."""

from __future__ import annotations

import json
import os
import re
import tempfile
from typing import Any, Dict, List, Optional

from support import mem0_shapes
from support.scripted_openai import DIMENSIONS, ScriptedOpenAI

# mem0 reads these when it is imported.
os.environ["MEM0_TELEMETRY"] = "false"
os.environ["MEM0_DIR"] = tempfile.mkdtemp(prefix="memtrace-mem0-")
QUERY = "Under what is the spare key kept?"
EXPECTED = "the blue flowerpot"
SAID = "By the way, the spare key is kept under the blue flowerpot."
FACT = "The spare key is kept under the blue flowerpot"
MOVED_SAID = "We moved the spare key to the shed."
MOVED = "The spare key is kept in the shed"
FACTS = {
    SAID: FACT,
    "My sister Ruth moved to Lisbon in spring.": "The user's sister Ruth moved to Lisbon in spring",
    "I feed the cat at seven every morning.": "The user feeds the cat at seven every morning",
    MOVED_SAID: MOVED,
    "The spare key is lost.": "The spare key is lost",
}
#: The units that a fact changes, in versions before 2.
CHANGES = {MOVED: ("UPDATE", FACT), "The spare key is lost": ("DELETE", MOVED)}


class Mem0App:
    """Makes memories. `kind` is `mem0ai`, or the version of the recorded shapes."""

    def __init__(self, kind: str, folder: str) -> None:
        self.overlooked: List[str] = []
        #: Facts about which the model of versions before 2 decides nothing.
        self.undecided: List[str] = []
        self.server = ScriptedOpenAI(lambda body: self.answer(body))
        self._folder = folder
        self._made = 0
        self._package: Any = None
        self.version = 2
        if kind == "mem0ai":
            import mem0

            self._package = mem0
            self.version = int(mem0.__version__.split(".")[0])
        elif kind.endswith("1"):
            self.version = 1
        #: How to restrict a search to a user's units.
        self.ada: Dict[str, Any] = (
            {"filters": {"user_id": "ada"}} if self.version > 1 else {"user_id": "ada"}
        )

    def memory(self, is_async: bool = False) -> Any:
        if not self._package:
            kind = mem0_shapes.AsyncMemory if is_async else mem0_shapes.Memory
            return kind(self.version, self.answer, self.server.unembeddable)
        kind = self._package.AsyncMemory if is_async else self._package.Memory
        openai = {"api_key": "k", "openai_base_url": self.server.url}
        embedder = {**openai, "model": "words", "embedding_dims": DIMENSIONS}
        self._made += 1
        store = {"path": f"{self._folder}/{self._made}/units", "embedding_model_dims": DIMENSIONS}
        config = {
            "llm": {"provider": "openai", "config": {**openai, "model": "scripted"}},
            "embedder": {"provider": "openai", "config": embedder},
            "vector_store": {
                "provider": "faiss",
                "config": {**store, "distance_strategy": "cosine"},
            },
            "history_db_path": ":memory:",
        }
        return kind.from_config(config)

    def answer(self, body: Dict[str, Any]) -> Optional[str]:
        asked = _text_of(body["messages"][-1])
        new = re.search(r"## New Messages\n(.*?)\n## ", asked, re.S)
        said = new.group(1) if new else asked
        facts = [
            fact for text, fact in FACTS.items() if text in said and text not in self.overlooked
        ]
        if new:
            return json.dumps({"memory": [{"id": "0", "text": fact} for fact in facts]})
        if "Input:" in asked:
            return json.dumps({"facts": facts})
        if "smart memory manager" in asked:
            decided = [each for each in _decided(asked) if each["text"] not in self.undecided]
            return json.dumps({"memory": decided})
        return EXPECTED if FACT in asked and not self.overlooked else "I do not know that."


def _decided(asked: str) -> List[Dict[str, Any]]:
    """The changes that the model makes of the new facts in the prompt."""
    stored, _, news = asked.rpartition("The new retrieved facts")
    rows = re.findall(r"'id': '(\d+)', 'text': (['\"])(.*?)\2}", stored)
    found = {text: id for id, _, text in rows}
    actions = []
    for fact in FACTS.values():
        if fact not in news:
            continue
        event, old = CHANGES.get(fact, ("ADD", ""))
        if fact in found:
            actions.append({"id": found[fact], "text": fact, "event": "NONE"})
        elif old in found:
            actions.append({"id": found[old], "text": fact, "event": event, "old_memory": old})
        else:
            actions.append({"id": str(len(found)), "text": fact, "event": "ADD"})
    return actions


def _text_of(message: Dict[str, Any]) -> str:
    content = message["content"]
    if isinstance(content, str):
        return content
    return "\n".join(str(part.get("text", "")) for part in content)
