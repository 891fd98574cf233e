"""Traces the calls of an OpenAI client, sync or async."""

from __future__ import annotations

import functools
import inspect
from typing import Any, AsyncIterator, Callable, Dict, Iterator, List, Optional, TypeVar

from ..core.client import MemTrace
from ..core.default_client import client as default_client
from ..core.encode import encode, is_list, is_record, read
from ..core.tracing import RunningCall
from ..record.traced_call import CallOptions
from .in_place import OBSERVERS, begin, guarded, observers, records, system_prompt

T = TypeVar("T")
#: Metadata of a running operation. Its event is sent when the call ends. Until then, token counts
#: can be added.
Metadata = Dict[str, Any]
_RESOURCES = (
    ("chat.completions", "chat"),
    ("beta.chat.completions", "chat"),
    ("responses", "respond"),
)
_METHODS = ("create", "parse")
_COPIES = ("copy", "with_options")


def observe_openai(openai: T, client: Optional[MemTrace] = None) -> T:
    """Traces `chat.completions` and `responses` of the client, in place. `parse`, `stream` and
    clients made by `with_options` are traced too. Every message of the prompt is an input; an
    earlier recorded message is found by its text. The result is the answer's text. A stream's
    answer is recorded when the stream ends. Returns the client."""
    own = client or default_client()
    for path, name in _RESOURCES:
        resource = _resource(openai, path)
        for method in _METHODS:
            if callable(getattr(resource, method, None)):
                _replace(resource, method, own, functools.partial(_traced, own, name))
    for method in _COPIES:
        if callable(getattr(openai, method, None)):
            _replace(openai, method, own, functools.partial(_observed_copy, own))
    return openai


def _resource(openai: Any, path: str) -> Any:
    for part in path.split("."):
        openai = getattr(openai, part, None)
    return openai


def _replace(
    owner: Any, name: str, client: MemTrace, wrap: Callable[[Callable[..., Any]], Any]
) -> None:
    method = getattr(owner, name)
    clients = observers(method)
    if any(known is client for known in clients):
        return
    clients.append(client)
    wrapped = functools.wraps(method)(wrap(method))
    setattr(wrapped, OBSERVERS, clients)
    setattr(owner, name, wrapped)


def _observed_copy(client: MemTrace, method: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, **kwargs: observe_openai(method(*args, **kwargs), client)


def _traced(client: MemTrace, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    def create(*args: Any, **kwargs: Any) -> Any:
        call = None
        metadata: Metadata = {"model": kwargs.get("model")}
        if records(client, create):
            call = guarded(client, lambda: _begin(client, name, kwargs, metadata))
        if call is None:
            return method(*args, **kwargs)
        token = call.enter()
        try:
            answer = method(*args, **kwargs)
        except BaseException as error:
            call.leave(token)
            call.fail(error)
            raise
        call.leave(token)
        is_coming = inspect.iscoroutine(answer)
        return (_arriving if is_coming else _settle)(client, call, answer, metadata)

    return create


async def _arriving(client: MemTrace, call: RunningCall, coming: Any, metadata: Metadata) -> Any:
    token = call.enter()
    try:
        answer = await coming
    except BaseException as error:
        call.leave(token)
        call.fail(error)
        raise
    call.leave(token)
    return _settle(client, call, answer, metadata)


def _settle(client: MemTrace, call: RunningCall, answer: Any, metadata: Metadata) -> Any:
    """Ends the call with the answer. If the answer is a stream, ends the call when the app has read
    it."""
    iterator: Any = getattr(answer, "_iterator", None)
    if hasattr(iterator, "__anext__"):
        answer._iterator = _watched_async(client, call, iterator, metadata)
        answer.close = functools.partial(_close_async, answer._iterator, answer.close)
    elif hasattr(iterator, "__next__"):
        answer._iterator = _watched(client, call, iterator, metadata)
        answer.close = functools.partial(_close, answer._iterator, answer.close)
    else:
        parsed = guarded(client, lambda: _parsed(answer))
        guarded(client, lambda: _count(metadata, parsed))
        call.end(guarded(client, lambda: _text_of(parsed)))
    return answer


def _close(watched: Any, close: Callable[[], Any]) -> Any:
    watched.close()
    return close()


async def _close_async(watched: Any, close: Callable[[], Any]) -> Any:
    await watched.aclose()
    return await close()


def _watched(
    client: MemTrace, call: RunningCall, pieces: Iterator[Any], metadata: Metadata
) -> Iterator[Any]:
    streamed: List[str] = []
    try:
        for piece in pieces:
            streamed.append(guarded(client, lambda: _streamed_text(piece)) or "")
            guarded(client, lambda: _count(metadata, piece))
            yield piece
    except GeneratorExit:
        call.end("".join(streamed))
        raise
    except BaseException as error:
        call.fail(error)
        raise
    else:
        call.end("".join(streamed))


async def _watched_async(
    client: MemTrace, call: RunningCall, pieces: AsyncIterator[Any], metadata: Metadata
) -> AsyncIterator[Any]:
    streamed: List[str] = []
    try:
        async for piece in pieces:
            streamed.append(guarded(client, lambda: _streamed_text(piece)) or "")
            guarded(client, lambda: _count(metadata, piece))
            yield piece
    except GeneratorExit:
        call.end("".join(streamed))
        raise
    except BaseException as error:
        call.fail(error)
        raise
    else:
        call.end("".join(streamed))


def _count(metadata: Metadata, answer: Any) -> None:
    """Adds the token counts that an answer or a piece of a stream reports."""
    usage = read(answer, "usage") or read(read(answer, "response"), "usage")
    counts = [
        _first(usage, *names)
        for names in (("prompt_tokens", "input_tokens"), ("completion_tokens", "output_tokens"))
    ]
    if any(isinstance(count, int) for count in counts):
        metadata["usage"] = {"inputTokens": counts[0] or 0, "outputTokens": counts[1] or 0}
        details = _first(usage, "prompt_tokens_details", "input_tokens_details")
        cached = read(details, "cached_tokens")
        if isinstance(cached, int):
            metadata["usage"]["cachedInputTokens"] = cached


def _begin(
    client: MemTrace, name: str, body: Any, metadata: Metadata
) -> Optional[RunningCall]:
    if not client.enabled:
        return None
    given = body.get("input") or body.get("messages") or []
    # Do not read an iterator here: the library would then find no items in it.
    messages = [given] if isinstance(given, str) else list(given) if is_list(given) else []
    system = _texts_of(body.get("instructions"))
    said: List[str] = []
    for message in messages:
        is_system = read(message, "role") in ("system", "developer")
        (system if is_system else said).extend(_texts_of(message))
    prompt = [*(system_prompt(client, text) for text in system), *said]
    options = CallOptions(
        name=name,
        category="generation",
        metadata=metadata,
        input={"category": "prompt"},
        output={"category": "llm_response"},
    )
    return begin(client, options, (prompt,))


def _parsed(answer: Any) -> Any:
    """Returns the parsed answer. The body of a raw response has already been received, so parsing
    it here does not block.
    """
    is_raw = hasattr(answer, "http_response") and not is_record(answer)
    parsed = answer.parse() if is_raw and not hasattr(answer, "iter_bytes") else answer
    return None if inspect.iscoroutine(parsed) else parsed


def _texts_of(message: Any) -> List[str]:
    if isinstance(message, str):
        return [message]
    if is_list(message):
        return [text for part in message for text in _texts_of(part)]
    if not is_record(message):
        return []
    parts = _first(message, "content", "text", "output")
    calls = read(message, "tool_calls")
    texts = _texts_of(parts)
    return [*texts, encode(calls)] if calls else texts


def _text_of(answer: Any) -> Optional[str]:
    """Returns the text of the answer. If the answer has no text, returns its tool calls."""
    if not is_record(answer):
        return None if answer is None else encode(answer)
    choices = read(answer, "choices") or [None]
    message = read(choices[0], "message")
    said = read(answer, "output_text") or read(message, "content")
    output = read(answer, "output")
    text = said or read(message, "tool_calls") or "\n".join(_texts_of(output)) or output or answer
    return encode(text)


def _streamed_text(piece: Any) -> str:
    choices = read(piece, "choices")
    delta = read(read(choices[0], "delta"), "content") if choices else read(piece, "delta")
    return delta if isinstance(delta, str) else ""


def _first(record: Any, *keys: str) -> Any:
    return next((part for key in keys for part in [read(record, key)] if part is not None), None)
