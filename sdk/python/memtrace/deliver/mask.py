"""Masks for the client's option `mask`."""

from __future__ import annotations

from typing import Any, Callable, Dict, FrozenSet

from ..core.text import is_sentence

# These fields identify an event or its position in the graph, so a mask must not change them.
_KEPT = frozenset(
    "type id graph session op ref from to mutates queryRef predictionRef name class category status"
    " source".split()
)
_NOTHING: FrozenSet[str] = frozenset()


def mask_texts(change: Callable[[str, str], str]) -> Callable[[Dict[str, Any]], Dict[str, Any]]:
    """Returns a mask that changes every text of the app: values, comments, errors, metadata,
    questions, answers. `change` gets a text and the name of its field. Names, ids and categories
    stay unchanged."""

    def masked(value: Any, field: str, kept: FrozenSet[str] = _NOTHING) -> Any:
        if isinstance(value, str):
            # An evidence entry may be a name or an id, and a mask must not change names or ids.
            keep = field == "evidence" and not is_sentence(value)
            return value if keep else change(value, field)
        if isinstance(value, list):
            return [masked(part, field) for part in value]
        if isinstance(value, dict):
            return {key: part if key in kept else masked(part, key) for key, part in value.items()}
        return value

    return lambda event: masked(event, "", _KEPT)
