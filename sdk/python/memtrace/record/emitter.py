"""Gives each event its id and its position in the graph's order, and adds it to the delivery queue."""

from __future__ import annotations

import json
from typing import Any, Dict, Mapping, Optional
from uuid import uuid4

from ..core.bounds import MAX_METADATA_CHARS, MAX_SHOWN_CHARS
from ..core.encode import encode, to_json
from ..core.text import cut, cut_to_limit, to_name, units
from ..deliver.delivery import EventDelivery
from .scope import Stamp, TraceScope

# Characters of a client's random id: about 60 random bits.
_CLIENT_CHARS = 16


class Emitter:
    def __init__(self, delivery: EventDelivery) -> None:
        self._delivery = delivery
        self._client = ""
        self._count = 0
        #: The time, in milliseconds since the epoch, that the next events get. The client sets it
        #: to the time of the call that it records.
        self.at = 0

    def new_client(self) -> None:
        """Gets a new client id in a forked process. Otherwise its event ids could equal the
        parent's."""
        self._client = ""

    def send(self, scope: TraceScope, event: Dict[str, Any], stamp: Optional[Stamp] = None) -> None:
        at, seq = stamp or self.stamp()
        metadata = event.get("metadata")
        if scope.attributes:
            metadata = {**(metadata or {}), **scope.attributes}
        event["id"] = event.get("id") or self.new_id()
        event["category"] = to_name(event.get("category"))
        event["comment"] = cut_to_limit(event.get("comment"))
        event["metadata"] = snapshot(metadata) if metadata else None
        sent = {key: part for key, part in event.items() if part is not None}
        sent["graph"] = scope.graph
        if scope.session is not None:
            sent["session"] = scope.session
        sent["at"] = at
        sent["seq"] = seq
        self._delivery.add(scope.graph, to_json(sent))

    def stamp(self) -> Stamp:
        self._count += 1
        return Stamp(self.at, self._count)

    def new_id(self) -> str:
        if not self._client:
            self._client = uuid4().hex[:_CLIENT_CHARS]
        self._count += 1
        return f"{self._count}-{self._client}"


def snapshot(metadata: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns a copy of the metadata, so later changes by the app do not reach the event. Leaves
    out values that JSON lacks."""
    text = encode(dict(metadata))
    if units(text) > MAX_METADATA_CHARS:
        return {"memtrace:cut": cut(text, MAX_SHOWN_CHARS)}
    copy = json.loads(text)
    return copy if isinstance(copy, dict) else {"memtrace:unreadable": text}
