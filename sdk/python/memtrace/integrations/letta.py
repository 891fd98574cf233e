"""Traces the calls of a Letta client."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import Any, Callable, Dict, List, Optional, Tuple, TypeVar

from ..core.client import MemTrace
from ..core.default_client import client as default_client
from ..core.encode import is_list, read
from .client_methods import ClientMethod, ClientMethods, begin, trace_methods
from .memory_record import MemoryRecord, message_record, parts_of, record_of, request_for
from .steps import Given

T = TypeVar("T")
_CALL_KEYS = ("name", "arguments", "tool_call_id")
#: Maximum number of agents whose blocks are remembered.
_MAX_AGENTS = 1_000


def observe_letta(letta: T, client: Optional[MemTrace] = None) -> T:
    """Traces a `Letta` or an `AsyncLetta` in place: passages and blocks (named by their ids), agent
    messages, and the agent's memory tools. Returns the client."""
    own = client or default_client()
    blocks = _KnownBlocks()
    return trace_methods(letta, own, {**_PASSAGES, **_blocks(blocks), **_turns(own, blocks)})


class _KnownBlocks:
    """Finds a block's id by its agent and label. Knows only blocks that this process has seen."""

    def __init__(self) -> None:
        self._labels: Dict[str, Dict[str, str]] = {}

    def remember(self, agent: str, block: Any) -> None:
        id, label = read(block, "id"), read(block, "label")
        if not id or not label:
            return
        labels = self._labels.pop(agent, {})
        self._labels[agent] = {**labels, label: id}
        while len(self._labels) > _MAX_AGENTS:
            del self._labels[next(iter(self._labels))]

    def detach(self, agent: str, block: str) -> None:
        """Removes the block from the agent. After a detach, the agent's prompt no longer contains
        the block."""
        labels = self._labels.get(agent, {})
        self._labels[agent] = {label: id for label, id in labels.items() if id != block}

    def id_of(self, agent: str, label: str) -> str:
        """Returns the block's id. If the id is unknown, returns a name made from the agent and the
        label.
        """
        return self._labels.get(agent, {}).get(label) or f"{agent}/{label}"

    def of(self, agent: str) -> List[str]:
        """Returns the ids of the blocks that the agent's prompt contains."""
        return list(self._labels.get(agent, {}).values())


def _first(given: Given) -> Any:
    return next(iter(given.values()), None)


def _request(given: Given) -> MemoryRecord:
    return request_for(_first(given))


def _passage(passage: Any) -> MemoryRecord:
    text = read(passage, "text")
    return MemoryRecord(read(passage, "content") if text is None else text, read(passage, "id"))


def _stored(answer: Any, given: Given) -> List[MemoryRecord]:
    """A bulk request creates several passages. Link each passage only from its own text."""
    passages = answer if is_list(answer) else [answer]
    return [
        MemoryRecord(read(each, "text"), read(each, "id"), source=read(each, "text"))
        for each in passages
    ]


def _reading(
    output: Callable[[Any], Any], input: Callable[[Given], Any] = lambda given: None
) -> ClientMethod:
    return ClientMethod(
        "retrieval",
        lambda given: input(given) or _request(given),
        lambda answer, given: output(answer),
    )


def _query(given: Given) -> Optional[MemoryRecord]:
    return MemoryRecord(given["query"]) if isinstance(given.get("query"), str) else None


_CREATE_PASSAGE = ClientMethod(
    "extraction", lambda given: message_record(given.get("text")), _stored
)
_DELETING = ClientMethod("deletion", lambda given: record_of(_first(given)))

_PASSAGES: ClientMethods = {
    "agents.passages.create": _CREATE_PASSAGE,
    "agents.passages.list": _reading(lambda found: [_passage(each) for each in found]),
    "agents.passages.search": _reading(
        lambda answer: [_passage(each) for each in parts_of(answer, "results")], _query
    ),
    "agents.passages.delete": _DELETING,
    "archives.passages.create": _CREATE_PASSAGE,
    "archives.passages.create_many": ClientMethod(
        "extraction",
        lambda given: [message_record(read(each, "text")) for each in given["passages"]],
        _stored,
    ),
    "archives.passages.delete": _DELETING,
    "passages.search": _reading(
        lambda found: [_passage(read(each, "passage")) for each in found], _query
    ),
}


def _blocks(blocks: _KnownBlocks) -> ClientMethods:
    def unit(block: Any) -> MemoryRecord:
        return MemoryRecord(read(block, "value"), read(block, "id"))

    def of_agent(agent: str, block: Any) -> MemoryRecord:
        blocks.remember(agent, block)
        return unit(block)

    def shown(agent: Any) -> List[MemoryRecord]:
        return [of_agent(read(agent, "id"), block) for block in parts_of(agent, "blocks")]

    def given_block(block: Any, given: Given) -> MemoryRecord:
        return of_agent(given["agent_id"], block)

    def listed(page: Any, given: Given) -> List[MemoryRecord]:
        return [of_agent(given["agent_id"], block) for block in parts_of(page, "items")]

    def labelled(given: Given) -> List[MemoryRecord]:
        known = record_of(blocks.id_of(given["agent_id"], given["block_label"]))
        return [known, message_record(given.get("value"))]

    def detached(given: Given) -> MemoryRecord:
        blocks.detach(given["agent_id"], given["block_id"])
        return record_of(given["block_id"])

    def first_values(given: Given) -> List[MemoryRecord]:
        made: Any = given.get("memory_blocks")
        return [message_record(read(each, "value")) for each in (made if is_list(made) else [])]

    return {
        "agents.create": ClientMethod(
            "extraction", first_values, lambda agent, given: shown(agent)
        ),
        "agents.retrieve": _reading(shown),
        "agents.blocks.retrieve": ClientMethod("retrieval", _request, given_block),
        "agents.blocks.list": ClientMethod("retrieval", _request, listed),
        "agents.blocks.update": ClientMethod("update", labelled, given_block),
        "agents.blocks.detach": ClientMethod("deletion", detached),
        "blocks.create": ClientMethod(
            "extraction",
            lambda given: message_record(given.get("value")),
            lambda block, given: unit(block),
        ),
        "blocks.retrieve": _reading(unit),
        "blocks.update": ClientMethod(
            "update",
            lambda given: [record_of(_first(given)), message_record(given.get("value"))],
            lambda block, given: unit(block),
        ),
        "blocks.delete": _DELETING,
    }


def _turns(client: MemTrace, blocks: _KnownBlocks) -> ClientMethods:
    def said(given: Given) -> List[MemoryRecord]:
        asked = given.get("input") or given.get("messages")
        return [
            *(message_record(text) for text in _texts_of(asked)),
            *(record_of(id) for id in blocks.of(given["agent_id"])),
        ]

    def tools(answer: Any, given: Given) -> None:
        _record_tools(client, parts_of(answer, "messages"), given["agent_id"], blocks)

    turn = ClientMethod("generation", said, _replies_of, tools, _whole_answer)
    return {"agents.messages.create": turn, "agents.messages.stream": turn}


def _texts_of(content: Any) -> List[str]:
    if isinstance(content, str):
        return [content]
    if is_list(content):
        return [text for part in content for text in _texts_of(part)]
    inner = read(content, "content")
    inner = read(content, "text") if inner is None else inner
    return [] if inner is None else _texts_of(inner)


def _replies_of(answer: Any, given: Given) -> List[MemoryRecord]:
    return [
        MemoryRecord(text, category="llm_response")
        for message in parts_of(answer, "messages")
        if read(message, "message_type") == "assistant_message"
        for text in _texts_of(read(message, "content"))
    ]


def _whole_answer(pieces: List[Any]) -> Any:
    """Joins the pieces of a stream into messages."""
    whole: Dict[Tuple[Any, Any], Any] = {}
    for piece in pieces:
        key = (read(piece, "message_type"), read(piece, "id"))
        whole[key] = _joined(whole[key], piece) if key in whole else piece
    return SimpleNamespace(messages=list(whole.values()))


def _joined(before: Any, piece: Any) -> Any:
    calls = [read(each, "tool_call") for each in (before, piece)]
    parts = {key: [read(call, key) for call in calls if read(call, key)] for key in _CALL_KEYS}
    texts = [text for each in (before, piece) for text in _texts_of(read(each, "content"))]
    call = SimpleNamespace(
        name=(parts["name"] or [None])[0],
        tool_call_id=(parts["tool_call_id"] or [None])[0],
        arguments="".join(parts["arguments"]),
    )
    return SimpleNamespace(
        **{key: read(before, key) for key in ("id", "message_type", "tool_call_id", "tool_return")},
        content="".join(texts),
        tool_call=call if any(parts.values()) else None,
    )


def _record_tools(
    client: MemTrace, messages: List[Any], agent: str, blocks: _KnownBlocks
) -> None:
    """Records each call of a memory tool as an operation."""
    for message in messages:
        call = read(message, "tool_call")
        name, args = read(call, "name"), _parsed(read(call, "arguments"))
        if not name or not isinstance(args, dict):
            continue
        returned = next(
            (
                read(each, "tool_return")
                for each in messages
                if read(each, "tool_return")
                and read(each, "tool_call_id") == read(call, "tool_call_id")
            ),
            None,
        )
        if name.endswith("_search"):
            _record(
                client, name, "retrieval", [MemoryRecord(args.get("query"))], _results(returned)
            )
        elif name == "archival_memory_insert":
            text = args.get("content")
            id = re.search(r"passage-[\w-]+", str(returned))
            unit = MemoryRecord(text, id.group() if id else text)
            _record(client, name, "extraction", [MemoryRecord(text)], [unit])
        elif args.get("label"):
            _record_edit(client, name, args, blocks.id_of(agent, args["label"]))


def _record_edit(client: MemTrace, name: str, args: Dict[str, Any], id: str) -> None:
    known = client.find(id)
    before = known.text if known and known.name == id else ""
    added, after = _edited(before, args)
    if after is not None:
        inputs = [*([record_of(id)] if before else []), MemoryRecord(added)]
        _record(client, name, "update", inputs, [MemoryRecord(after, id)])


def _record(
    client: MemTrace, name: str, category: str, inputs: List[Any], results: List[Any]
) -> None:
    call = begin(client, name, category, inputs)
    if call:
        call.end(results)


def _edited(before: str, args: Dict[str, Any]) -> Tuple[Optional[str], Optional[str]]:
    """Returns the text that the edit added, and the block's text after the edit. The second is None
    if the text before the edit is unknown."""
    whole = args.get("new_memory")
    keys = ("new_str", "new_string", "new_content", "new_memory", "content")
    added = next((args[key] for key in keys if args.get(key) is not None), None)
    old = next(
        (args[key] for key in ("old_str", "old_string", "old_content") if args.get(key)), None
    )
    if added is None or added == whole or not before:
        return added, added
    return added, f"{before}\n{added}" if old is None else before.replace(old, added, 1)


def _results(returned: Any) -> List[MemoryRecord]:
    """If the search result is JSON, returns its rows. Otherwise, returns its text as one record."""
    rows = _parsed(returned)
    rows = read(rows, "results") if isinstance(rows, dict) else rows
    if not is_list(rows):
        return [MemoryRecord(returned)] if returned else []
    return [
        MemoryRecord(read(row, "content") or read(row, "text") or row, read(row, "id"))
        for row in rows
    ]


def _parsed(text: Any) -> Any:
    try:
        return json.loads(text)
    except (TypeError, ValueError):
        return None
