"""The records of smartcomment, and what an export of MemTrace would write for them."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple

Json = Dict[str, Any]


class Form(NamedTuple):
    """One kind of record: the type of its event, its id, and the driver's methods for it."""

    name: str
    id: str
    add: str
    all: str
    #: The fields of the event that other kinds do not have.
    own: Callable[[Json], Json]


#: In the order in which records refer to each other.
FORMS: Tuple[Form, ...] = (
    Form(
        "session",
        "session_id",
        "add_session",
        "all_sessions",
        lambda fields: {"name": fields["session_name"]},
    ),
    Form(
        "variable",
        "full_node_id",
        "add_node",
        "all_nodes",
        lambda fields: {
            "name": fields["name"],
            "class": fields["class_name"],
            "version": fields["version"],
        },
    ),
    Form(
        "operation",
        "op_id",
        "add_operation",
        "all_operations",
        lambda fields: {"op": fields["op_id"], "name": fields["op_name"] or fields["op_id"]},
    ),
    Form(
        "link",
        "edge_id",
        "add_edge",
        "all_edges",
        lambda fields: {
            "link": fields["edge_id"],
            "op": fields["op_id"],
            "from": fields["source_full_node_id"],
            "to": fields["target_full_node_id"],
        },
    ),
)

_DEFAULT_CATEGORY = {
    "session": "session",
    "variable": "variable",
    "operation": "operation",
    "link": "operation",
}
#: Texts that an event cannot carry if they are empty.
_TEXTS = ("comment", "class_name", "session_name")


def origin_of(form: Form, fields: Json, at: int) -> Optional[Json]:
    """The fields that an export would write differently, with their original values."""
    written: Json = {"created_at": _time(at)}
    for key in _TEXTS:
        if key in fields:
            written[key] = fields[key] or None
    written["category"] = fields["category"] or _DEFAULT_CATEGORY[form.name]
    if form.name == "operation":
        written["op_name"] = fields["op_name"] or fields["op_id"]
    changed = {key: fields[key] for key, part in written.items() if fields[key] != part}
    return {"fields": changed} if changed else None


def _time(at: int) -> str:
    moment = datetime.fromtimestamp(at / 1_000, timezone.utc)
    return moment.strftime("%Y-%m-%d %H:%M:%S.") + f"{at % 1_000:03d}"
