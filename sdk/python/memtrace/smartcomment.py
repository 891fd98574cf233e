"""Sends the records of a running smartcomment graph as they are made.

    with comment_graph(graph_id="user-42") as graph:
        memtrace.smartcomment.stream(graph)
"""

from __future__ import annotations

import hashlib
import time
from datetime import datetime
from typing import Any, Callable, Dict, List, Optional, Tuple, TypeVar

from .core.bounds import DEFERRED_CALL_CHARS, MAX_GRAPH_ID_CHARS, MAX_RECENT, MAX_VALUE_CHARS
from .core.client import MemTrace
from .core.default_client import client as default_client
from .core.encode import encode, to_json
from .core.text import cut, units
from .record.emitter import snapshot
from .record.scope import TraceScope
from .record.splice import splice_of
from .smartcomment_records import FORMS, Form, Json, origin_of

G = TypeVar("G")
_MARK = "_memtrace_streams"


def stream(graph: G, client: Optional[MemTrace] = None) -> G:
    """Sends every record that the graph has, and each later one when the graph gets it. Returns the
    graph. Streaming a graph again, also from another process, stores nothing twice. A failure to
    send never reaches the app."""
    own = client or default_client()
    if not own.enabled:
        return graph
    try:
        _follow(graph, own)
    except Exception as cause:
        own.within(lambda scope, recorder: recorder.report(cause))
    return graph


def _follow(graph: Any, client: MemTrace) -> None:
    driver = graph._driver
    streams: List[MemTrace] = driver.__dict__.setdefault(_MARK, [])
    if any(known is client for known in streams):
        return
    streams.append(client)
    sender = _Sender(graph, client)
    # First the new records, because another thread may add one while the known ones are sent. A
    # record that is sent twice has the same id, and counts once.
    for form in FORMS:
        _watch(driver, form, sender)
    for form in FORMS:
        for record in getattr(driver, form.all)():
            sender.add(form, record)


def _watch(driver: Any, form: Form, sender: "_Sender") -> None:
    add: Callable[[Any], None] = getattr(driver, form.add)

    def added(record: Any) -> None:
        add(record)
        sender.add(form, record)

    setattr(driver, form.add, added)


class _Sender:
    def __init__(self, graph: Any, client: MemTrace) -> None:
        self._graph = graph
        self._client = client
        self._scope = TraceScope(graph=str(graph.graph_id)[:MAX_GRAPH_ID_CHARS])
        self._imported = _now()
        self._header = ""
        self._sent: Dict[str, None] = {}
        #: The time of the last record of each form. A list of an export is in the order of its times.
        self._last: Dict[str, int] = {}
        #: The latest value of each name, with its ref and the order in which it was sent.
        self._values: Dict[str, Tuple[str, str, int]] = {}

    def add(self, form: Form, record: Any) -> None:
        """Only notes the record, which no longer changes."""
        value = getattr(record, "value", "")
        self._client.attempt(lambda: self._send(form, record), DEFERRED_CALL_CHARS + len(value))

    def _send(self, form: Form, record: Any) -> None:
        fields: Json = record.model_dump()
        key = f"{form.name}:{fields[form.id]}"
        if key in self._sent:
            return
        self._sent[key] = None
        self._send_header()
        at = max(_milliseconds(fields["created_at"]), self._last.get(form.name, 0))
        self._last[form.name] = at
        source = {"file": fields["filename"], "line": fields["lineno"]}
        event: Json = {
            "type": form.name,
            "id": f"{form.name}:{_digest(fields)}",
            "graph": self._scope.graph,
            "session": fields["session_id"],
            "at": at,
            "seq": self._client._recorder.stamp().seq,
            "imported": self._imported,
            "category": fields["category"],
            "comment": fields["comment"],
            "metadata": _metadata(fields["metadata"]),
            "source": source,
            "origin": origin_of(form, fields, at),
        }
        event.update(form.own(fields))
        if form.name == "variable":
            self._add_value(event, fields)
        self._put(event)

    def _add_value(self, event: Json, fields: Json) -> None:
        """A growing value is sent as its change."""
        recorder = self._client._recorder
        text = cut(encode(fields["value"]), MAX_VALUE_CHARS)
        ref = fields["full_node_id"]
        before = self._values.pop(fields["full_name"], None)
        splice = None
        if before and recorder.may_refer_to(before[2]):
            splice = splice_of(before[0], before[1], text)
        event["ref"] = ref
        event["splice" if splice else "value"] = splice or text
        if text != fields["value"]:
            event["length"] = units(fields["value"])
        self._values[fields["full_name"]] = (ref, text, event["seq"])
        if len(self._values) > MAX_RECENT:
            del self._values[next(iter(self._values))]

    def _send_header(self) -> None:
        """Again if the graph's own fields have changed."""
        graph = self._graph
        header = {
            "user": graph.user_id,
            "system": graph.project_id,
            "strict": graph.strict,
            "metadata": _metadata(graph.metadata),
            "origin": {
                "fields": {
                    "created_at": graph.created_at,
                    "storage_path": graph.storage_path,
                    "driver_type": graph.driver_type,
                }
            },
        }
        text = encode(header)
        if text == self._header:
            return
        self._header = text
        event = {
            "type": "graph",
            "id": f"graph:{_digest(header)}",
            "graph": self._scope.graph,
            "at": _milliseconds(graph.created_at),
            # The latest header counts.
            "imported": _now(),
            **header,
        }
        self._put(event)

    def _put(self, event: Json) -> None:
        sent = {key: part for key, part in event.items() if part is not None and part != ""}
        self._client._delivery.add(self._scope.graph, to_json(sent))


def _now() -> int:
    return time.time_ns() // 1_000_000


def _milliseconds(written: str) -> int:
    """smartcomment writes local times without a zone."""
    return round(datetime.fromisoformat(written).timestamp() * 1_000)


def _metadata(metadata: Json) -> Optional[Json]:
    return snapshot(metadata) if metadata else None


def _digest(fields: Json) -> str:
    return hashlib.sha256(encode(fields).encode()).hexdigest()[:24]
