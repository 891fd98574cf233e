"""How to show a value in the graph."""

from __future__ import annotations

from typing import Any, Callable, Dict, Mapping, Optional, Union


class Omit:
    """A description that leaves the value out."""

    def __repr__(self) -> str:
        return "memtrace.OMIT"


OMIT = Omit()

#: The keys of a description:
#:
#: - `name`: a text, or a function of the value. Values with the same name are versions of one
#:   variable. An unnamed value has no other versions.
#: - `class`: the kind of the value, such as `query`, `prediction`, `context`. It is part of the
#:   value's identity.
#: - `category`: the role of the value: `message`, `memory_entry`, `prompt`, `llm_response`
#: - `comment`, `metadata`
#: - `value`: what to record instead of the value, or a function of the value
#: - `reference`: the value only refers to the variable with its name and does not change it
Description = Mapping[str, Any]
Describe = Union[Description, Callable[[Any, int], Union[Description, Omit, None]], None]

_KEYS = frozenset(("name", "class", "category", "comment", "metadata", "value", "reference"))


def checked(description: Optional[Description]) -> Dict[str, Any]:
    """Returns the description without keys whose value is None. Raises an error that names an
    unknown key."""
    if not description:
        return {}
    given = {key: part for key, part in description.items() if part is not None}
    unknown = given.keys() - _KEYS
    if unknown:
        raise ValueError(f"a description has no {', '.join(sorted(unknown))}")
    return given
