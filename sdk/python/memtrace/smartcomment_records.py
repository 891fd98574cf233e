"""Converts smartcomment's records to events, and finds fields that a MemTrace export would write
differently."""

from __future__ import annotations

import base64
import hashlib
from datetime import datetime, timezone
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple

from .core.bounds import MAX_NAME_CHARS
from .core.encode import to_json
from .core.text import units

Json = Dict[str, Any]


class Form(NamedTuple):
    """Describes one kind of record: the type of its event, its id, and the methods of
    smartcomment's driver for it."""

    name: str
    id: str
    add: str
    all: str
    #: Returns the event's fields that only this kind of record has.
    own: Callable[[Json], Json]


# Write the event's keys in the order in which the service writes them when it imports a file.
# `name_event` needs this order.


def _session(fields: Json) -> Json:
    id = fields["session_id"]
    return {
        "type": "session",
        "id": f"session:{id}",
        "session": id,
        "name": fields["session_name"] or None,
    }


def _variable(fields: Json) -> Json:
    id = fields["full_node_id"]
    return {
        "type": "variable",
        "id": f"variable:{id}",
        "ref": id,
        "session": fields["session_id"],
        "name": fields["name"],
        "class": fields["class_name"] or None,
        "version": fields["version"],
        "value": fields["value"],
    }


def _operation(fields: Json) -> Json:
    id = fields["op_id"]
    return {
        "type": "operation",
        "id": f"operation:{id}",
        "op": id,
        "session": fields["session_id"],
        "name": fields["op_name"] or id,
    }


def _link(fields: Json) -> Json:
    return {
        "type": "link",
        "id": fields["edge_id"],
        "op": fields["op_id"],
        "session": fields["session_id"],
        "from": fields["source_full_node_id"],
        "to": fields["target_full_node_id"],
    }


#: All kinds of records. A record refers only to records of earlier kinds in this list.
FORMS: Tuple[Form, ...] = (
    Form("session", "session_id", "add_session", "all_sessions", _session),
    Form("variable", "full_node_id", "add_node", "all_nodes", _variable),
    Form("operation", "op_id", "add_operation", "all_operations", _operation),
    Form("link", "edge_id", "add_edge", "all_edges", _link),
)

_HASH_CHARS = 6
_LINK_HASH_CHARS = 16


def name_event(event: Json) -> None:
    """Gives the event the same id that the service would give it when it imports the graph's file.
    So if a streamed graph is also imported as a file, the service stores nothing twice."""
    hash = digest(to_json(event))
    id = str(event["id"])
    if event["type"] == "link":
        event["link"] = id
        event["id"] = f"link:{hash[:_LINK_HASH_CHARS]}"
        return
    named = f"{id}:{hash[:_HASH_CHARS]}"
    # The record's id may already have the maximum length of a name. With the type added, it would
    # be too long for an event id.
    event["id"] = named if units(named) <= MAX_NAME_CHARS else f"{event['type']}:{hash[:24]}"


def digest(text: str) -> str:
    code = hashlib.sha256(text.encode("utf-8", "replace")).digest()
    return base64.urlsafe_b64encode(code).decode()


_DEFAULT_CATEGORY = {
    "session": "session",
    "variable": "variable",
    "operation": "operation",
    "link": "operation",
}


def origin_of(form: Form, fields: Json, at: int) -> Optional[Json]:
    """Returns the fields that an export would write differently, with their original values. They
    let the export restore the original."""
    written: Json = {"created_at": _time(at)}
    for key in ("comment", "class_name", "session_name"):
        written[key] = fields.get(key) or None
    written["category"] = fields["category"] or _DEFAULT_CATEGORY[form.name]
    written["op_name"] = fields.get("op_name") or fields.get("op_id")
    changed = {key: part for key, part in fields.items() if key in written and part != written[key]}
    return {"fields": changed} if changed else None


def _time(at: int) -> str:
    moment = datetime.fromtimestamp(at / 1_000, timezone.utc)
    return moment.strftime("%Y-%m-%d %H:%M:%S.") + f"{at % 1_000:03d}"
