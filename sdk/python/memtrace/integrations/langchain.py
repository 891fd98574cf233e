"""Traces chat histories of LangChain."""

from __future__ import annotations

from functools import partial
from typing import Any, List, Optional, Sequence, TypeVar
from uuid import uuid4

from ..core.client import MemTrace
from ..core.default_client import client as default_client
from ..core.encode import is_list, read
from ..record.traced_call import CallOptions
from .in_place import begin, guarded, inside, override, records, store_text

T = TypeVar("T")


def observe_chat_history(history: T, client: Optional[MemTrace] = None) -> T:
    """Traces a chat history in place: added, read and cleared messages, sync and async. Returns the
    history."""
    own = client or default_client()
    kind: Any = type(history)
    names: List[str] = []

    def add(name: str, messages: Sequence[Any], run: Any) -> Any:
        texts = [text for message in messages for text in _texts_of(message)]
        options = CallOptions(name, category="update", input={"category": "message"})
        call = begin(own, options, tuple(texts))

        def record() -> None:
            for text in texts:
                unit = f"message-{uuid4()}"
                store_text(own, text, unit)
                names.append(unit)

        return _Call(own, call, run, record)

    def clear(run: Any) -> Any:
        def record() -> None:
            for unit in names:
                own.delete(unit)
            names.clear()

        return _Call(own, begin(own, CallOptions("clear", category="deletion"), ()), run, record)

    def read_all(run: Any) -> Any:
        options = CallOptions(
            "get_messages", category="retrieval", output={"category": "memory_entry"}
        )
        return _Call(own, begin(own, options, ("all messages",)), run, None)

    class Methods:
        def add_message(self, message: Any) -> Any:
            run = partial(kind.add_message, self, message)
            if not records(own, type(self)):
                return run()
            return add("add_message", [message], run).now()

        def add_messages(self, messages: Sequence[Any]) -> Any:
            run = partial(kind.add_messages, self, messages)
            if not records(own, type(self)):
                return run()
            return add("add_messages", messages, run).now()

        async def aadd_messages(self, messages: Sequence[Any]) -> Any:
            run = partial(kind.aadd_messages, self, messages)
            if not records(own, type(self)):
                return await run()
            return await add("add_messages", messages, run).later()

        async def aget_messages(self) -> Any:
            run = partial(kind.aget_messages, self)
            return await (run() if not records(own, type(self)) else read_all(run).later())

        def clear(self) -> Any:
            run = partial(kind.clear, self)
            if not records(own, type(self)):
                return run()
            return clear(run).now()

        async def aclear(self) -> Any:
            run = partial(kind.aclear, self)
            return await (run() if not records(own, type(self)) else clear(run).later())

        def __getattribute__(self, name: str) -> Any:
            # Depending on the class, `messages` is a property or a field of the instance.
            if name != "messages" or not records(own, type(self)):
                return kind.__getattribute__(self, name)
            return read_all(partial(kind.__getattribute__, self, name)).now()

    wanted = {
        name: method
        for name, method in vars(Methods).items()
        if callable(method) and hasattr(kind, name)
    }
    return override(history, own, wanted)


class _Call:
    def __init__(self, client: MemTrace, call: Any, run: Any, record: Any) -> None:
        self._client, self._call, self._run, self._record = client, call, run, record

    def now(self) -> Any:
        try:
            with inside(self._client, self._call):
                result = self._run()
        except BaseException as error:
            self._fail(error)
            raise
        return self._end(result)

    async def later(self) -> Any:
        try:
            with inside(self._client, self._call):
                result = await self._run()
        except BaseException as error:
            self._fail(error)
            raise
        return self._end(result)

    def _fail(self, error: BaseException) -> None:
        if self._call:
            self._call.fail(error)

    def _end(self, result: Any) -> Any:
        call, record = self._call, self._record
        if call and record:
            guarded(self._client, lambda: call.inside(record))
            call.end(None)
        elif call:
            texts = guarded(self._client, lambda: _all_texts(result))
            call.end(texts or None)
        return result


def _all_texts(messages: Any) -> List[str]:
    return [text for message in messages for text in _texts_of(message)]


def _texts_of(message: Any) -> List[str]:
    content = message if isinstance(message, str) else read(message, "content")
    if isinstance(content, str):
        return [content] if content else []
    parts = content if is_list(content) else []
    texts = [part if isinstance(part, str) else read(part, "text") for part in parts]
    return [text for text in texts if isinstance(text, str) and text]
