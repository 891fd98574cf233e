"""Sends the records of a smartcomment graph to MemTrace while the graph grows.

with comment_graph(graph_id="user-42") as graph:
    memtrace.smartcomment.stream(graph)
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any, Callable, Dict, List, Optional, Tuple, TypeVar

from .core.bounds import DEFERRED_CALL_CHARS, MAX_GRAPH_ID_CHARS, MAX_RECENT, MAX_VALUE_CHARS
from .core.client import MemTrace
from .core.default_client import client as default_client
from .core.encode import encode, to_json
from .core.text import cut, units
from .core.tracing import now
from .record.emitter import snapshot
from .record.scope import TraceScope
from .record.splice import splice_of
from .smartcomment_records import FORMS, Form, Json, digest, name_event, origin_of

G = TypeVar("G")
_MARK = "_memtrace_streams"


def stream(graph: G, client: Optional[MemTrace] = None) -> G:
    """Sends all records of the graph, and then each new record when smartcomment adds it. Returns
    the graph. If the same graph is streamed again, even by another process, the service stores
    nothing twice. An error while sending never reaches the app."""
    own = client or default_client()
    if not own.enabled:
        return graph
    try:
        _follow(graph, own)
    except Exception as cause:
        own.report(cause)
    return graph


def _follow(graph: Any, client: MemTrace) -> None:
    driver = graph._driver
    streams: List[MemTrace] = driver.__dict__.setdefault(_MARK, [])
    if any(known is client for known in streams):
        return
    streams.append(client)
    sender = _Sender(graph, client)
    # Watch for new records before sending the known ones, because another thread may add a record
    # meanwhile. A record may be sent twice: both events have the same id, so the service stores
    # one.
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
        self._imported = now()
        self._header = ""
        self._sent: Dict[str, None] = {}
        #: Kind of record → time of its last record. In an export, each list must be sorted by time.
        self._last: Dict[str, int] = {}
        #: Variable name → ref of its latest value, this value, and its position among the sent
        #: values.
        self._values: Dict[str, Tuple[str, str, int]] = {}

    def add(self, form: Form, record: Any) -> None:
        """Sends the record later. smartcomment does not change a record after adding it, so the
        record is still the same then."""
        value = getattr(record, "value", "")
        self._client.defer(partial(self._send, form, record), DEFERRED_CALL_CHARS + len(value))

    def _send(self, form: Form, record: Any) -> None:
        fields: Json = record.model_dump()
        key = f"{form.name}:{fields[form.id]}"
        if key in self._sent:
            return
        self._sent[key] = None
        self._send_header()
        at = max(_milliseconds(fields["created_at"]), self._last.get(form.name, 0))
        self._last[form.name] = at
        event: Json = {
            **form.own(fields),
            "graph": self._scope.graph,
            "at": at,
            "category": fields["category"] or None,
            "comment": fields["comment"] or None,
            "metadata": snapshot(fields["metadata"]) if fields["metadata"] else None,
            "source": _source(fields),
            "origin": origin_of(form, fields, at),
        }
        event = {key: part for key, part in event.items() if part is not None}
        name_event(event)
        event["seq"] = self._client._recorder.stamp().seq
        event["imported"] = self._imported
        if form.name == "variable":
            self._shorten(event, fields["full_name"])
        self._client._delivery.add(self._scope.graph, to_json(event))

    def _shorten(self, event: Json, full_name: str) -> None:
        """Makes the event smaller: a changed value is sent as a splice, and a value over the
        service's limit is cut."""
        whole = encode(event["value"])
        text = cut(whole, MAX_VALUE_CHARS)
        if text != whole:
            event["length"] = units(whole)
        event["value"] = text
        before = self._values.pop(full_name, None)
        if before and self._client._recorder.may_refer_to(before[2]):
            splice = splice_of(before[0], before[1], text)
            if splice:
                del event["value"]
                event["splice"] = splice
        self._values[full_name] = (event["ref"], text, event["seq"])
        if len(self._values) > MAX_RECENT:
            del self._values[next(iter(self._values))]

    def _send_header(self) -> None:
        """Sends the graph's header. Sends it again whenever the graph's own fields have changed."""
        graph = self._graph
        origin = {"created_at": graph.created_at}
        if graph.storage_path is not None:
            origin["storage_path"] = graph.storage_path
        if graph.driver_type != "in_memory":
            origin["driver_type"] = graph.driver_type
        header: Json = {
            "user": graph.user_id,
            "system": graph.project_id,
            "strict": graph.strict,
            "metadata": snapshot(graph.metadata),
            "origin": {"fields": origin},
        }
        text = encode(header)
        if text == self._header:
            return
        self._header = text
        event = {
            "type": "graph",
            "id": f"graph:{digest(text)[:24]}",
            "graph": self._scope.graph,
            "at": _milliseconds(graph.created_at),
            # If the service has several headers, it uses the one with the latest `imported`.
            "imported": now(),
            **{key: part for key, part in header.items() if part not in (None, "")},
        }
        self._client._delivery.add(self._scope.graph, to_json(event))


def _milliseconds(written: str) -> int:
    """Converts a time of smartcomment to milliseconds since the epoch. smartcomment writes local
    times without a time zone."""
    return round(datetime.fromisoformat(written).timestamp() * 1_000)


def _source(fields: Json) -> Json:
    file = {"file": fields["filename"]} if fields["filename"] else {}
    return {**file, "line": fields["lineno"]}
