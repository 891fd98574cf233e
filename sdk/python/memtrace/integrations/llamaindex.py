"""Traces memories, memory blocks, retrievers and vector stores of LlamaIndex."""

from __future__ import annotations

from functools import partial
from typing import Any, Dict, List, Optional, TypeVar
from uuid import uuid4
from weakref import WeakKeyDictionary

from ..core.client import MemTrace
from ..core.default_client import client as default_client
from ..core.encode import is_list, read
from ..core.trace_function import trace_function
from ..core.tracing import RunningCall
from ..record.description import OMIT
from ..record.traced_call import CallOptions
from .in_place import guarded, records, store_text, write_unit
from .memory_record import OwnedRecords
from .steps import Describe, Effect, Given, Step, is_traced, trace_steps

T = TypeVar("T")
_EVERYTHING = "all messages"
_MESSAGE = {"category": "message"}
_UNIT = {"category": "memory_entry"}
#: Maximum number of sessions whose messages are remembered.
_MAX_SESSIONS = 1_000


class _Messages:
    """The memory units of one memory's messages."""

    def __init__(self) -> None:
        #: Text of a message → names of its units, the oldest at the start.
        self._names: Dict[str, List[str]] = {}
        #: Texts of messages that have moved into blocks and are not yet marked as deleted.
        self.moved: List[str] = []

    def add(self, client: MemTrace, texts: List[str]) -> None:
        for text in texts:
            name = f"message-{uuid4()}"
            store_text(client, text, name)
            self._names.setdefault(text, []).append(name)

    def delete(self, client: MemTrace, texts: List[str]) -> None:
        """For each text, marks one unit of the running graph as deleted."""
        for text in texts:
            names = self._names.get(text, [])
            known = next((name for name in names if client.find(name)), None)
            if known:
                client.delete(known)
                names.remove(known)
            if not names:
                self._names.pop(text, None)

    @property
    def texts(self) -> List[str]:
        return [text for text, names in self._names.items() for _ in names]


_sessions: "WeakKeyDictionary[MemTrace, Dict[str, _Messages]]" = WeakKeyDictionary()


def observe_memory(memory: T, client: Optional[MemTrace] = None) -> T:
    """Traces a `Memory` or a `ChatMemoryBuffer` in place, with its memory blocks and their vector
    stores: added, read, moved and cleared messages, sync and async. Each message is a memory
    unit. The content of a block is one unit, named by the block's name. Returns the memory."""
    own = client or default_client()
    if is_traced(memory, own):
        return memory
    session = read(memory, "session_id")
    messages = _of_session(own, session) if isinstance(session, str) else _Messages()

    def put(given: Given) -> Step:
        said = given.get("messages", [given.get("message")])
        texts = _texts_of(said)
        options = CallOptions("put", category="update", input=_MESSAGE)

        return Step(options, texts, lambda _: messages.add(own, texts))

    def replace(given: Given) -> Step:
        texts = _texts_of(given.get("messages"))
        options = CallOptions("set", category="update", input=_MESSAGE)

        def made(_: Any) -> None:
            before = messages.texts
            messages.delete(own, [text for text in before if text not in texts])
            messages.add(own, [text for text in texts if text not in before])

        return Step(options, texts, made)

    def clear(given: Given) -> Step:
        options = CallOptions("reset", category="deletion")
        return Step(options, [], lambda _: messages.delete(own, messages.texts))

    methods: Dict[str, Describe] = {
        **_both("put", put),
        **_both("put_messages", put),
        **_both("get", partial(_read, "get")),
        **_both("get_all", partial(_read, "get_all")),
        **_both("set", replace),
        **_both("reset", clear),
    }
    trace_steps(memory, own, methods, nested=False, replaced=_moves(memory, own, messages))
    guarded(own, lambda: _observe_parts(memory, own))
    return memory


def _moves(memory: Any, client: MemTrace, messages: _Messages) -> Dict[str, Any]:
    """Traces the method that moves a memory's oldest messages into its blocks. Records the moved
    messages as deleted from the memory."""
    kind: Any = type(memory)
    if not callable(getattr(kind, "_manage_queue", None)):
        return {}

    def begin(args: Any, kwargs: Any) -> Optional["_Move"]:
        options = CallOptions("manage_queue", category="deletion")
        call = client.begin(options, ()) if records(client, type(args[0])) else None
        return _Move(client, call, messages) if call else None

    return {"_manage_queue": trace_function(kind._manage_queue, begin)}


class _Move:
    def __init__(self, client: MemTrace, call: RunningCall, messages: _Messages) -> None:
        self._client, self._call, self._messages = client, call, messages

    def enter(self) -> object:
        return self._call.enter()

    def leave(self, token: Any) -> None:
        self._call.leave(token)

    def end(self, result: object) -> None:
        moved, self._messages.moved = self._messages.moved, []
        # Most calls move no message. Such a call records no operation.
        if moved:
            delete = partial(self._messages.delete, self._client, moved)
            guarded(self._client, lambda: self._call.inside(delete))
            self._call.end(None)

    def fail(self, error: BaseException) -> None:
        self._messages.moved = []
        self._call.fail(error)


def _observe_parts(memory: Any, client: MemTrace) -> None:
    """Traces the memory's blocks, and remembers which messages move into them."""

    def archive(given: Given) -> Optional[Effect]:
        session = given.get("key")
        if not isinstance(session, str):
            return None

        def made(moved: Any) -> None:
            _of_session(client, session).moved += _texts_of(moved)

        return Effect(made)

    store = read(memory, "sql_store")
    if store is not None and not is_traced(store, client):
        trace_steps(store, client, {"archive_oldest_messages": archive})
    for block in read(memory, "memory_blocks") or []:
        if not is_traced(block, client):
            _observe_block(block, client)


def _of_session(client: MemTrace, session: str) -> _Messages:
    sessions = _sessions.setdefault(client, {})
    known = sessions.pop(session, None) or _Messages()
    sessions[session] = known
    while len(sessions) > _MAX_SESSIONS:
        del sessions[next(iter(sessions))]
    return known


def _observe_block(block: Any, client: MemTrace) -> None:
    store = read(block, "vector_store")
    name = read(block, "name")
    holds_facts = is_list(read(block, "facts"))

    def facts() -> str:
        return "\n".join(str(fact) for fact in read(block, "facts") or [])

    def put(given: Given) -> Optional[Step]:
        moved = given.get("from_short_term_memory")
        if moved and read(block, "accept_short_term_memory") is False:
            return None
        before = facts()

        def made(_: Any) -> Any:
            return None if facts() == before else write_unit(client, name, facts())

        # If the block had facts before, the call is an update, whether it added or shortened facts.
        options = CallOptions("put", category="update" if before else "extraction", input=_MESSAGE)
        return Step(options, _texts_of(given.get("messages")), made)

    def get(given: Given) -> Step:
        # A vector block returns search results, so its text differs on each read and gets no name.
        # Any other block returns its whole content, named by the block's name.
        output = (lambda said, index: _UNIT) if store else _named(name)
        asked = _texts_of(given.get("messages"))[-1:] or [_EVERYTHING]
        options = CallOptions("get", category="retrieval", output=output)
        return Step(options, asked, lambda said: facts() if holds_facts else _content_of(said))

    # For a block without facts and without a vector store, only reads are traced: its content is
    # recorded when the memory reads it.
    methods = {"aget": get, **({"aput": put} if store is not None or holds_facts else {})}
    trace_steps(block, client, methods)
    if store is not None:
        observe_vector_store(store, client)


def observe_retriever(retriever: T, client: Optional[MemTrace] = None) -> T:
    """Traces a retriever's `retrieve` in place, sync and async: records the question and the found
    nodes. Returns the retriever."""
    own = client or default_client()

    def retrieve(given: Given) -> Step:
        asked = next(iter(given.values()), None)
        question = asked if isinstance(asked, str) else read(asked, "query_str")
        options = CallOptions("retrieve", category="retrieval", output=_described)
        return Step(options, [question], _nodes_of)

    if not is_traced(retriever, own):
        trace_steps(retriever, own, _both("retrieve", retrieve), nested=False)
    return retriever


def observe_vector_store(store: T, client: Optional[MemTrace] = None) -> T:
    """Traces a vector store in place, sync and async: records added, found and deleted nodes, named
    by their ids. Returns the store."""
    own = client or default_client()
    #: Document → its nodes. A deletion names only the document, but deletes its nodes.
    parts = OwnedRecords()

    def add(given: Given) -> Step:
        nodes = [(_id_of(node), _text_of_node(node), node) for node in given.get("nodes") or []]

        def made(_: Any) -> None:
            for id, text, node in nodes:
                parts.add([read(node, "ref_doc_id") or id], id)
                if text is not None:
                    store_text(own, text, id)

        return Step(CallOptions("add", category="update"), [text for _, text, _ in nodes], made)

    def query(given: Given) -> Step:
        asked = given.get("query")
        limit, filters = read(asked, "similarity_top_k"), read(asked, "filters")
        metadata = {"similarityTopK": limit, "filters": filters}

        def found(result: Any) -> List[Any]:
            nodes = read(result, "nodes")
            if is_list(nodes):
                return _nodes_of(nodes)
            # Some stores return the ids of the nodes without their texts.
            return [own.find(id) for id in read(result, "ids") or []]

        options = CallOptions("query", category="retrieval", metadata=metadata, output=_described)
        return Step(options, [read(asked, "query_str") or "a vector"], found)

    def delete(given: Given) -> Step:
        document = str(given.get("ref_doc_id"))

        def made(_: Any) -> None:
            known = parts.of(document)
            parts.forget(known)
            for part in known or [document]:
                own.delete(part)

        return Step(CallOptions("delete", category="deletion"), [], made)

    methods: Dict[str, Describe] = {
        **{"add": add, "async_add": add},
        **_both("query", query),
        **_both("delete", delete),
    }
    if not is_traced(store, own):
        trace_steps(store, own, methods, nested=False)
    return store


def _both(name: str, describe: Describe) -> Dict[str, Describe]:
    """Returns the same description for a method and for its async variant."""
    return {name: describe, f"a{name}": describe}


def _read(name: str, given: Given) -> Step:
    """Describes a read of a memory. The question is an input, not part of the result."""
    asked = given.get("input")
    texts = _texts_of([asked])

    def made(found: Any) -> List[str]:
        return [text for text in _texts_of(found) if text not in texts]

    options = CallOptions(name, category="retrieval", input=_MESSAGE, output=_UNIT)
    return Step(options, texts or [_EVERYTHING], made)


def _named(name: Any) -> Any:
    return lambda said, index: {**_UNIT, "name": name, "value": said}


def _content_of(said: Any) -> Any:
    """Returns the text of a block's content. The content is a text, a list of content blocks, or a
    list of messages."""
    return said if isinstance(said, str) else "\n".join(_texts_of(said))


def _nodes_of(found: Any) -> List[Any]:
    nodes = [(read(scored, "node"), scored) for scored in found or []]
    return [scored if node is None else node for node, scored in nodes]


def _described(node: Any, index: int) -> Any:
    text = _text_of_node(node)
    if node is None:
        return OMIT
    return None if text is None else {**_UNIT, "name": _id_of(node), "value": text}


def _id_of(node: Any) -> Optional[str]:
    id = read(node, "node_id") or read(node, "id_")
    return id if isinstance(id, str) else None


def _text_of_node(node: Any) -> Optional[str]:
    text = read(node, "text")
    return text if isinstance(text, str) and _id_of(node) else None


def _texts_of(messages: Any) -> List[str]:
    """Returns the texts of messages, content blocks or plain texts."""
    texts: List[str] = []
    for message in messages if is_list(messages) else []:
        content = message if isinstance(message, str) else read(message, "content")
        if not isinstance(content, str):
            content = read(message, "text")
        if isinstance(content, str) and content:
            texts.append(content)
    return texts
