"""The recorded shapes of LlamaIndex: the classes, methods, parameters and order of calls of
llama-index-core 0.14. The model of the fact block is a function."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any, Callable, Dict, List, Optional

from pydantic import BaseModel, ConfigDict


class ChatMessage(BaseModel):
    role: str = "user"
    blocks: List[Dict[str, Any]] = []

    def __init__(self, role: str = "user", content: str = "") -> None:
        super().__init__(role=role, blocks=[{"text": content}])

    @property
    def content(self) -> str:
        return "\n".join(block["text"] for block in self.blocks)


class Component(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid")


class ChatMemoryBuffer(Component):
    chat_store: Dict[str, List[Any]] = {}
    chat_store_key: str = "chat_history"

    def put(self, message: ChatMessage) -> None:
        self.chat_store.setdefault(self.chat_store_key, []).append(message)

    async def aput(self, message: ChatMessage) -> None:
        await asyncio.to_thread(self.put, message)

    def put_messages(self, messages: List[ChatMessage]) -> None:
        for message in messages:
            self.put(message)

    def get(self, input: Optional[str] = None, **kwargs: Any) -> List[ChatMessage]:
        return self.get_all()[-2:]

    def get_all(self) -> List[ChatMessage]:
        return list(self.chat_store.get(self.chat_store_key, []))

    def set(self, messages: List[ChatMessage]) -> None:
        self.chat_store[self.chat_store_key] = list(messages)

    def reset(self) -> None:
        self.chat_store.pop(self.chat_store_key, None)


class ChatStore(Component):
    active: List[Any] = []

    async def get_messages(self, key: str) -> List[ChatMessage]:
        return list(self.active)

    async def add_message(self, key: str, message: ChatMessage) -> None:
        self.active.append(message)

    async def archive_oldest_messages(self, key: str, n: int) -> List[ChatMessage]:
        moved, self.active[:] = self.active[:n], self.active[n:]
        return moved


class Block(Component):
    name: str
    accept_short_term_memory: bool = True

    async def aget(self, messages: Optional[List[Any]] = None, **kwargs: Any) -> Any:
        return await self._aget(messages or [])

    async def aput(
        self,
        messages: List[Any],
        from_short_term_memory: bool = False,
        session_id: Optional[str] = None,
    ) -> None:
        await self._aput(messages)

    async def _aget(self, messages: List[Any]) -> Any:
        raise NotImplementedError

    async def _aput(self, messages: List[Any]) -> None:
        raise NotImplementedError


class FactBlock(Block):
    name: str = "ExtractedFacts"
    model: Callable[[List[str]], str]
    facts: List[str] = []

    async def _aget(self, messages: List[Any]) -> str:
        return "\n".join(f"<fact>{fact}</fact>" for fact in self.facts)

    async def _aput(self, messages: List[Any]) -> None:
        answer = self.model([message.content for message in messages])
        self.facts = [*self.facts, *re.findall(r"<fact>(.*?)</fact>", answer)]


class StaticBlock(Block):
    name: str = "Static"
    static_content: List[Any] = []

    async def _aget(self, messages: List[Any]) -> List[Any]:
        return self.static_content

    async def _aput(self, messages: List[Any]) -> None:
        return


class TextNode(BaseModel):
    id_: str
    text: str = ""
    ref_doc_id: Optional[str] = None

    @property
    def node_id(self) -> str:
        return self.id_


class VectorStore(Component):
    kept: List[Any] = []

    def add(self, nodes: List[Any], **kwargs: Any) -> List[str]:
        ids = [node.node_id for node in nodes]
        self.kept = [*(node for node in self.kept if node.node_id not in ids), *nodes]
        return ids

    async def async_add(self, nodes: List[Any], **kwargs: Any) -> List[str]:
        return self.add(nodes, **kwargs)

    def query(self, query: Any, **kwargs: Any) -> Any:
        ids = [node.node_id for node in self.kept]
        return SimpleNamespace(nodes=list(self.kept), ids=ids, similarities=[0.5] * len(ids))

    async def aquery(self, query: Any, **kwargs: Any) -> Any:
        return self.query(query, **kwargs)

    def delete(self, ref_doc_id: str, **kwargs: Any) -> None:
        self.kept = [node for node in self.kept if node.ref_doc_id != ref_doc_id]


class VectorBlock(Block):
    name: str = "RetrievedMessages"
    vector_store: VectorStore

    async def _aget(self, messages: List[Any]) -> str:
        asked = SimpleNamespace(query_str=messages[-1].content, similarity_top_k=2, filters=None)
        found = await self.vector_store.aquery(asked)
        return "\n\n".join(node.text for node in found.nodes)

    async def _aput(self, messages: List[Any]) -> None:
        texts = [f"<message role='{each.role}'>{each.content}</message>" for each in messages]
        node = TextNode(id_=f"node-{len(self.vector_store.kept) + 1}", text="\n".join(texts))
        await self.vector_store.async_add([node])


class Memory(Component):
    session_id: str
    sql_store: ChatStore
    memory_blocks: List[Any] = []
    #: More messages than these move into the blocks.
    limit: int = 2

    async def aput(self, message: ChatMessage) -> None:
        await self.sql_store.add_message(self.session_id, message)
        await self._manage_queue()

    async def _manage_queue(self) -> None:
        active = await self.sql_store.get_messages(self.session_id)
        if len(active) > self.limit:
            count = len(active) - self.limit
            moved = await self.sql_store.archive_oldest_messages(self.session_id, n=count)
            puts = [
                block.aput(moved, from_short_term_memory=True, session_id=self.session_id)
                for block in self.memory_blocks
            ]
            await asyncio.gather(*puts)

    async def aget(self, input: Optional[str] = None, **kwargs: Any) -> List[ChatMessage]:
        active = await self.sql_store.get_messages(self.session_id)
        asked = [*active, ChatMessage("user", input)] if input else active
        contents = [await block.aget(asked) for block in self.memory_blocks]
        texts = [text if isinstance(text, str) else text[0].text for text in contents if text]
        system = [ChatMessage("system", "<memory>" + "\n".join(texts) + "</memory>")]
        return [*(system if texts else []), *active]

    def put(self, message: ChatMessage) -> None:
        asyncio.run(self.aput(message))

    def get(self, input: Optional[str] = None, **kwargs: Any) -> List[ChatMessage]:
        return asyncio.run(self.aget(input, **kwargs))

    def reset(self) -> None:
        self.sql_store.active.clear()


class Retriever:
    """A retriever without its base class of spans and callbacks."""

    def __init__(self, nodes: List[TextNode]) -> None:
        self.nodes = nodes

    def retrieve(self, str_or_query_bundle: Any) -> List[Any]:
        return [SimpleNamespace(node=node, score=0.5) for node in self.nodes]

    async def aretrieve(self, str_or_query_bundle: Any) -> List[Any]:
        return self.retrieve(str_or_query_bundle)
