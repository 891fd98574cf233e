"""The recorded shapes of mem0: the methods, parameters, order of calls and results of mem0ai 2.0 and
1.0. The tests run on these shapes where mem0ai is not installed. The model is a function."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, Callable, Dict, List, Optional
from uuid import uuid4

Rows = List[Dict[str, Any]]


class Llm:
    def __init__(self, answer: Callable[[Dict[str, Any]], Any]) -> None:
        self.config = SimpleNamespace(model="scripted")
        self._answer = answer

    def generate_response(
        self, messages: Rows, response_format: Any = None, tools: Any = None
    ) -> str:
        answer = self._answer({"messages": messages})
        if answer is None:
            raise RuntimeError("it is refused")
        return str(answer)


class Embedder:
    def __init__(self, unembeddable: List[str]) -> None:
        self._unembeddable = unembeddable

    def embed(self, text: str, memory_action: Optional[str] = None) -> List[float]:
        return self.embed_batch([text])[0]

    def embed_batch(self, texts: List[str], memory_action: str = "add") -> List[List[float]]:
        if any(text in self._unembeddable for text in texts):
            raise RuntimeError("it is refused")
        return [[0.125] * 8 for _ in texts]


class Store:
    def __init__(self) -> None:
        self.rows: Dict[str, Dict[str, Any]] = {}

    def insert(self, vectors: Any, payloads: Any = None, ids: Any = None) -> None:
        self.rows.update(zip(ids, payloads))

    def search(self, query: str, vectors: Any, top_k: int = 5, filters: Any = None) -> List[Any]:
        return [
            SimpleNamespace(id=id, payload=payload, score=0.5)
            for id, payload in self.rows.items()
            if all(payload.get(key) == part for key, part in (filters or {}).items())
        ][:top_k]

    def update(self, vector_id: str, vector: Any = None, payload: Any = None) -> None:
        # The store of FAISS does this too.
        self.delete(vector_id)
        self.insert([vector], [payload], [vector_id])

    def delete(self, vector_id: str) -> None:
        del self.rows[vector_id]

    def get(self, vector_id: str) -> Any:
        payload = self.rows.get(vector_id)
        return payload and SimpleNamespace(id=vector_id, payload=payload)

    def list(self, filters: Any = None, top_k: int = 100) -> List[Any]:
        return [self.search("", [], top_k, filters)]

    def delete_col(self) -> None:
        self.rows.clear()

    def reset(self) -> None:
        self.delete_col()


class Memory:
    def __init__(self, version: int, answer: Any, unembeddable: List[str]) -> None:
        self._version = version
        self.llm = Llm(answer)
        self.embedding_model = Embedder(unembeddable)
        self.vector_store = Store()
        self.reranker: Any = None
        self._history: Dict[str, Rows] = {}

    def add(self, messages: Any, *, user_id: Any = None, infer: bool = True) -> Dict[str, Any]:
        if isinstance(messages, str):
            messages = [{"role": "user", "content": messages}]
        if not isinstance(messages, list):
            raise ValueError("messages must be str, dict, or list[dict]")
        if self._version > 1:
            return {"results": self._add_to_vector_store(messages, user_id, infer)}
        with ThreadPoolExecutor() as executor:
            coming = executor.submit(self._add_to_vector_store, messages, user_id, infer)
            return {"results": coming.result()}

    def _add_to_vector_store(self, messages: Rows, user: Any, infer: bool) -> Rows:
        if not infer:
            return [self._create(message["content"], user) for message in messages]
        said = "\n".join(f"{message['role']}: {message['content']}" for message in messages)
        return self._add_2(said, user) if self._version > 1 else self._add_1(said, user)

    def _add_2(self, said: str, user: Any) -> Rows:
        vector = self.embedding_model.embed(said, "search")
        self.vector_store.search(query=said, vectors=vector, top_k=10, filters={"user_id": user})
        facts = self._ask(
            {"role": "system", "content": "You are a Memory Extractor"},
            {"role": "user", "content": f"## New Messages\n{said}\n\n## Observation Date\n"},
        )["memory"]
        texts = self._embeddable([fact["text"] for fact in facts])
        if not texts:
            return []
        ids = [str(uuid4()) for _ in texts]
        payloads = [{"data": text, "user_id": user} for text in texts]
        self.vector_store.insert(vectors=[[0.125]] * len(ids), ids=ids, payloads=payloads)
        for id, text in zip(ids, texts):
            self._note(id, text, "ADD")
        return [{"id": id, "memory": text, "event": "ADD"} for id, text in zip(ids, texts)]

    def _embeddable(self, texts: List[str]) -> List[str]:
        try:
            self.embedding_model.embed_batch(texts, "add")
            return texts
        except RuntimeError:
            return [text for text in texts if self._embeds(text)]

    def _embeds(self, text: str) -> bool:
        try:
            self.embedding_model.embed(text, "add")
            return True
        except RuntimeError:
            return False

    def _add_1(self, said: str, user: Any) -> Rows:
        facts = self._ask(
            {"role": "system", "content": "You are a Personal Information Organizer"},
            {"role": "user", "content": f"Input:\n{said}"},
        )["facts"]
        old: Rows = []
        for fact in facts:
            vector = self.embedding_model.embed(fact, "add")
            found = self.vector_store.search(query=fact, vectors=vector, filters={"user_id": user})
            old = [{"id": str(at), "text": row.payload["data"]} for at, row in enumerate(found)]
            ids = [row.id for row in found]
        if not facts:
            return []
        prompt = f"You are a smart memory manager\n{old}\nThe new retrieved facts:\n{facts}"
        results = []
        for action in self._ask({"role": "user", "content": prompt})["memory"]:
            text, event = action["text"], action["event"]
            if event == "ADD":
                results.append(self._create(text, user))
            elif event != "NONE":
                id = ids[int(action["id"])]
                results.append({"id": id, "memory": text, "event": event})
                self._change(id, text) if event == "UPDATE" else self._delete_memory(id)
        return results

    def _ask(self, *messages: Dict[str, Any]) -> Any:
        form = {"type": "json_object"}
        answer = self.llm.generate_response(messages=list(messages), response_format=form)
        return json.loads(answer)

    def _create(self, text: str, user: Any) -> Dict[str, Any]:
        id = str(uuid4())
        payload = {"data": text, "user_id": user}
        self.vector_store.insert(vectors=[[0.125]], ids=[id], payloads=[payload])
        self._note(id, text, "ADD")
        return {"id": id, "memory": text, "event": "ADD"}

    def _change(self, id: str, text: str) -> None:
        payload = {**self.vector_store.rows[id], "data": text}
        self.vector_store.update(vector_id=id, vector=[0.125], payload=payload)
        self._note(id, text, "UPDATE")

    def _delete_memory(self, id: str) -> None:
        self.vector_store.delete(vector_id=id)
        self._note(id, None, "DELETE")

    def _note(self, id: str, text: Any, event: str) -> None:
        row = {"memory_id": id, "new_memory": text, "event": event}
        self._history.setdefault(id, []).append(row)

    def search(
        self,
        query: str,
        *,
        user_id: Any = None,
        filters: Any = None,
        threshold: float = 0.1,
        rerank: bool = False,
    ) -> Dict[str, Any]:
        wanted = filters or {"user_id": user_id}
        found = self.vector_store.search(query=query, vectors=[], filters=wanted)
        rows = [
            {"id": row.id, "memory": row.payload["data"], "score": row.score}
            for row in found
            if row.score >= threshold
        ]
        if rerank and self.reranker:
            rows = self.reranker.rerank(query, rows, 5)
        return {"results": rows}

    def get(self, memory_id: str) -> Any:
        row = self.vector_store.get(vector_id=memory_id)
        return row and {"id": row.id, "memory": row.payload["data"]}

    def get_all(self, *, user_id: Any = None, filters: Any = None) -> Dict[str, Any]:
        [rows] = self.vector_store.list(filters=filters or {"user_id": user_id})
        return {"results": [{"id": row.id, "memory": row.payload["data"]} for row in rows]}

    def update(self, memory_id: str, text: Any = None, metadata: Any = None) -> Dict[str, Any]:
        self._change(memory_id, text or self.vector_store.rows[memory_id]["data"])
        return {"message": "Memory updated successfully!"}

    def delete(self, memory_id: str) -> Dict[str, Any]:
        if memory_id not in self.vector_store.rows:
            raise ValueError(f"Memory with id {memory_id} not found")
        self._delete_memory(memory_id)
        return {"message": "Memory deleted successfully!"}

    def delete_all(self, user_id: Any = None) -> Dict[str, Any]:
        for row in self.vector_store.list(filters={"user_id": user_id})[0]:
            self._delete_memory(row.id)
        return {"message": "Memories deleted successfully!"}

    def history(self, memory_id: str) -> Rows:
        return self._history[memory_id]

    def reset(self) -> None:
        self.vector_store.reset()
        self.vector_store = Store()


class AsyncMemory(Memory):
    """Calls the model and the store in threads, as the async memory of mem0 does."""

    async def add(self, messages: Any, **options: Any) -> Any:  # type: ignore[override]
        return await asyncio.to_thread(super().add, messages, **options)

    async def search(self, query: str, **options: Any) -> Any:  # type: ignore[override]
        return await asyncio.to_thread(super().search, query, **options)

    async def delete_all(self, user_id: Any = None) -> Any:  # type: ignore[override]
        rows = self.vector_store.list(filters={"user_id": user_id})[0]
        await asyncio.gather(*(asyncio.to_thread(self._delete_memory, row.id) for row in rows))
        return {"message": "Memories deleted successfully!"}
