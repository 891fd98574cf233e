"""Traces a `Memory` of mem0."""

from __future__ import annotations

import contextvars
import inspect
import threading
from collections import OrderedDict
from contextvars import ContextVar
from functools import partial
from typing import Any, Callable, Dict, List, Mapping, Optional, TypeVar

from ..core.client import MemTrace
from ..core.default_client import client as default_client
from ..core.encode import encode, is_list, is_record, read
from ..record.traced_call import CallOptions
from ..record.variable import Variable
from .in_place import guarded, system_prompt
from .steps import (
    Describe,
    Described,
    Effect,
    Given,
    Step,
    is_traced,
    set_in_context,
    trace_steps,
)

T = TypeVar("T")
_PARTS = ("llm", "vector_store", "embedding_model", "reranker")
#: mem0 before version 2 runs these methods in a separate thread.
_IN_THREADS = ("_add_to_vector_store", "_search_vector_store", "_get_all_from_vector_store")
#: `reset` records the deletion of at most this many units. A memory may contain very many.
_MAX_IDS = 10_000


class Adding:
    """What is known about an `add` call while it runs."""

    def __init__(self, messages: List[Variable]) -> None:
        self.messages = messages
        #: The latest answer of the model during this `add`.
        self.answer: Optional[Variable] = None
        #: Stored units that `add` has compared with the new facts.
        self.compared: List[Variable] = []

    def sources(self, texts: List[str]) -> List[Variable]:
        """Returns the variables from which `add` made units with these texts."""
        if self.answer:
            return [self.answer]
        return [each for each in self.messages if each.text in texts] or self.messages


_adding: ContextVar[Mapping[int, Adding]] = ContextVar("memtrace_mem0_adding", default={})


def observe_mem0(memory: T, client: Optional[MemTrace] = None) -> T:
    """Traces a `Memory` or an `AsyncMemory` in place. Each method call is an operation. Model calls
    and writes during `add` are operations inside the operation `add`. Every memory unit is a
    variable, named by the unit's id. Returns the memory."""
    if not hasattr(memory, "llm"):
        raise TypeError("no Memory: a MemoryClient is for memtrace.integrations.mem0_client")
    own = client or default_client()
    if not is_traced(memory, own):
        _Observer(own).observe(memory)
    return memory


class _Observer:
    def __init__(self, client: MemTrace) -> None:
        self._client = client
        self._ids: "OrderedDict[str, None]" = OrderedDict()

    def observe(self, memory: Any) -> None:
        kind: Any = type(memory)
        steps = {
            "add": self._add,
            "search": lambda given: self._retrieval("search", self._known(given["query"]), given),
            "get": lambda given: self._retrieval("get", self._asked(given), {}),
            "get_all": lambda given: self._retrieval("get_all", self._asked(given), given),
            "history": self._history,
            "update": self._update,
            "delete": lambda given: _deletion("delete", list(given.values())[:1]),
            "delete_all": lambda given: _deletion("delete_all", [given]),
            "reset": lambda given: _deletion("reset", []),
        }

        def set_part(instance: Any, name: str, part: Any) -> None:
            # `reset` replaces the parts of the memory by new parts, so trace these too.
            kind.__setattr__(instance, name, part)
            self._observe_part(name, part)

        replaced: Dict[str, Any] = {
            name: _in_context(kind, name) for name in _IN_THREADS if hasattr(kind, name)
        }
        trace_steps(
            memory, self._client, steps, replaced={**replaced, "__setattr__": set_part}
        )
        for name in _PARTS:
            self._observe_part(name, getattr(memory, name, None))

    def _observe_part(self, name: str, part: Any) -> None:
        if part is None or name not in _PARTS or is_traced(part, self._client):
            return
        steps: Dict[str, Describe] = {}
        if name == "llm":
            steps = {"generate_response": lambda given: self._question(part, given)}
        elif name == "reranker":
            steps = {"rerank": self._ranking}
        elif name == "embedding_model":
            steps = {"embed": self._embedding, "embed_batch": self._embedding}
        else:
            steps = {
                "insert": self._insert,
                "search": self._compare,
                "update": self._change,
                "delete": self._delete,
                "delete_col": lambda given: Effect(self._delete_every),
                "reset": lambda given: Effect(self._delete_every),
            }
        # A vector store's `update` may call its own `delete` and `insert`. The memory did not ask
        # for these calls, so do not record them.
        is_store = name == "vector_store"
        guarded(
            self._client, lambda: trace_steps(part, self._client, steps, nested=not is_store)
        )

    def _add(self, given: Given) -> Step:
        said: Any = given.get("messages")
        each = said if is_list(said) else [said]
        messages = [self._known(_text_of(message), "message") for message in each]
        adding = Adding(messages)

        def during() -> Callable[[], object]:
            return set_in_context(_adding, {**_adding.get(), id(self._client): adding})

        return Step(CallOptions("add", category="extraction"), messages, during=during)

    @property
    def _running(self) -> Optional[Adding]:
        return _adding.get().get(id(self._client))

    def _question(self, llm: Any, given: Given) -> Step:
        """Describes a model call. During `add`, the model extracts facts from the messages. Before
        version 2 of mem0, a second call decides how the facts change the stored units."""
        client, adding = self._client, self._running
        *before, asked = given.get("messages") or []
        prompt = client.variable(_text_of(asked), category="prompt")
        name, category = ("extract", "extraction") if adding else ("generate", "generation")
        if adding and adding.answer and not before and given.get("response_format"):
            name, category = "decide", "update"
            client.link([adding.answer, *adding.compared], prompt)
        elif adding:
            client.link(adding.messages, prompt)

        def made(answer: Any) -> Variable:
            response = client.variable(_text_of(answer), category="llm_response")
            if adding:
                adding.answer = response
            return response

        model = read(read(llm, "config"), "model")
        return Step(
            CallOptions(name, category=category, metadata={"model": model}),
            [*(self._context(message) for message in before), prompt],
            made,
        )

    def _context(self, message: Any) -> object:
        """Returns the variable of a message that comes before the question."""
        text = _text_of(message)
        is_system = read(message, "role") == "system"
        return system_prompt(self._client, text) if is_system else self._known(text)

    def _insert(self, given: Given) -> Step:
        payloads = given.get("payloads") or []
        units = list(zip(given.get("ids") or [], [read(each, "data") for each in payloads]))
        adding = self._running
        sources = adding.sources([text for _, text in units]) if adding else []

        def made(_: Any) -> None:
            for id, text in units:
                self._client.link(sources, self._unit(id, text))

        return Step(CallOptions("insert", category="extraction"), sources, made)

    def _compare(self, given: Given) -> Optional[Effect]:
        """Remembers the stored units that `add` compares with the new facts."""
        adding = self._running
        if not adding:
            return None

        def made(rows: Any) -> None:
            known = [self._known_unit(read(row, "id")) for row in rows]
            adding.compared.extend(unit for unit in known if unit)

        return Effect(made)

    def _change(self, given: Given) -> Described:
        id, text = given.get("vector_id"), read(given.get("payload"), "data")
        adding = self._running
        known = self._known_unit(id)
        is_same = known is not None and known.text == text
        answer = adding.answer if adding else None
        if not answer or is_same:
            return Effect(lambda _: self._changed(id, text, self._client.find(text)))
        options = CallOptions("update", category="update")
        return Step(options, [answer], lambda _: self._changed(id, text, answer))

    def _delete(self, given: Given) -> Described:
        id, adding = given.get("vector_id"), self._running
        if not adding or not adding.answer:
            return Effect(lambda _: self._deleted(id))
        options = CallOptions("delete", category="deletion")
        return Step(options, [adding.answer], lambda _: self._deleted(id))

    def _embedding(self, given: Given) -> Effect:
        """Records only a failed embedding: its text is then missing from the store. A successful
        embedding is not recorded, because vectors do not help to find a lost fact."""
        texts = next(iter(given.values()), None)
        options = CallOptions("embed", category="embedding")

        def failed(error: BaseException) -> None:
            call = self._client.begin(options, (texts,))
            if call:
                call.fail(error)

        return Effect(failed=failed)

    def _retrieval(self, name: str, asked: Variable, given: Given) -> Step:
        options = {key: part for key, part in given.items() if key != "query"}
        metadata = {"options": options} if options else None

        def made(result: Any) -> None:
            for row in _rows_of(result):
                score = read(row, "score")
                comment = f"score {score:.3f}" if isinstance(score, float) else None
                unit = self._unit(read(row, "id"), read(row, "memory"))
                self._client.link(asked, unit, comment=comment)

        return Step(CallOptions(name, category="retrieval", metadata=metadata), [asked], made)

    def _history(self, given: Given) -> Step:
        asked = self._asked(given)

        def made(rows: Any) -> None:
            for row in rows:
                text = read(row, "new_memory")
                if text:
                    self._client.link(asked, self._known(text))

        return Step(CallOptions("history", category="retrieval"), [asked], made)

    def _ranking(self, given: Given) -> Step:
        texts = [_text_of(document) for document in given.get("documents") or []]

        def made(ranked: Any) -> List[str]:
            return [_text_of(document) for document in ranked]

        inputs = [self._known(text) for text in [_text_of(given.get("query")), *texts]]
        return Step(CallOptions("rerank", category="retrieval"), inputs, made)

    def _update(self, given: Given) -> Step:
        id, text = given.get("memory_id"), given.get("text", given.get("data"))
        changed = self._known(text) if isinstance(text, str) else id
        options = CallOptions("update", category="update")
        # Returns the unit's latest version. An update that changes only the metadata makes no new
        # version.
        return Step(options, [changed], lambda _: self._client.find(id))

    def _asked(self, given: Given) -> Variable:
        return self._client.variable(given)

    def _changed(self, id: Any, text: Any, source: Optional[Variable]) -> None:
        before = self._known_unit(id)
        if before is None:
            self._unit(id, text)
        elif before.text != text:
            self._client.mutate(before, text, inputs=[source] if source else [])

    def _deleted(self, id: Any) -> None:
        self._ids.pop(str(id), None)
        unit = self._known_unit(id)
        if unit:
            self._client.delete(unit)

    def _delete_every(self, _: Any) -> None:
        for id in list(self._ids):
            self._deleted(id)

    def _known_unit(self, id: Any) -> Optional[Variable]:
        known = self._client.find(str(id))
        return known if known and known.name == str(id) else None

    def _unit(self, id: Any, text: Any) -> Variable:
        self._ids[str(id)] = None
        while len(self._ids) > _MAX_IDS:
            self._ids.popitem(last=False)
        return self._client.variable(text, name=str(id), category="memory_entry")

    def _known(self, text: str, category: Optional[str] = None) -> Variable:
        return self._client.find(text) or self._client.variable(text, category=category)


def _deletion(name: str, inputs: List[Any]) -> Step:
    return Step(CallOptions(name, category="deletion"), inputs)


def _in_context(kind: Any, name: str) -> property:
    """Makes a property for a method that mem0 runs in another thread. The method keeps the context
    of the thread that read the property."""

    def bound(instance: Any) -> Callable[..., Any]:
        method: Callable[..., Any] = getattr(kind, name).__get__(instance)
        context, thread = contextvars.copy_context(), threading.get_ident()

        def run(*args: Any, **kwargs: Any) -> Any:
            if threading.get_ident() == thread:
                return method(*args, **kwargs)
            return context.run(partial(method, *args, **kwargs))

        return method if inspect.iscoroutinefunction(method) else run

    return property(bound)


def _rows_of(result: Any) -> List[Any]:
    rows = read(result, "results") if is_record(result) else result
    rows = result if rows is None else rows
    return list(rows) if is_list(rows) else [rows] if is_record(rows) else []


def _text_of(message: Any) -> str:
    """Returns the text of a message, a document or an answer. A picture is replaced by its type in
    brackets."""
    if isinstance(message, str):
        return message
    content = read(message, "content") if is_record(message) else message
    if content is None:
        memory = read(message, "memory")
        return memory if isinstance(memory, str) else encode(message)
    parts = content if is_list(content) else [content]
    return "\n".join(_part_text(part) for part in parts)


def _part_text(part: Any) -> str:
    if not is_record(part):
        return encode(part)
    text, kind = read(part, "text"), read(part, "type")
    return encode(text) if text is not None else f"[{kind}]" if kind else encode(part)
