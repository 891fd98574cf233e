"""Recorded versions of values. The client compares new values with the versions that it recorded
recently."""

from __future__ import annotations

import weakref
from collections import OrderedDict
from typing import Any, Callable, Dict, Iterable, Mapping, NamedTuple, Optional, Tuple

from ..core.bounds import (
    MAX_EQUAL,
    MAX_HELD_CHARS,
    MAX_HELD_OBJECTS,
    MAX_RECENT,
    MAX_RECENT_CHARS,
)

_MAX_HELD_DEPTH = 8


class Variable:
    """Handle of one recorded version. Every call that takes a value also takes its handle."""

    __slots__ = (
        "graph",
        "ref",
        "name",
        "class_",
        "category",
        "comment",
        "text",
        "order",
        "made_by",
    )

    def __init__(
        self,
        graph: str,
        ref: str,
        text: str,
        name: str,
        category: Optional[str] = None,
        comment: Optional[str] = None,
        class_: Optional[str] = None,
    ) -> None:
        self.graph = graph
        #: The client's own id for this version. The service gives the version another id:
        #: `name@version`.
        self.ref = ref
        self.name = name
        self.class_ = class_
        self.category = category
        self.comment = comment
        #: The recorded text.
        self.text = text
        # Counter of the client at the time of the record: a later variable has a higher number.
        self.order = int(ref.partition("-")[0] or 0)
        # Name of the operation that made the variable.
        self.made_by: Optional[str] = None

    def __repr__(self) -> str:
        return f"<memtrace.Variable {self.name!r} {self.text[:60]!r}>"


Accept = Callable[[Variable], bool]
_Generation = Dict[str, Dict[str, Tuple[Variable, ...]]]


class RecentVariables:
    """Remembers recently recorded variables by graph and key, in two generations. A used entry
    moves to the newer generation. When the newer generation is full, it becomes the older one,
    and the previous older one is forgotten. So the memory stays bounded."""

    def __init__(self) -> None:
        self._young: _Generation = {}
        self._old: _Generation = {}
        self._entries = 0
        self._chars = 0

    def get(self, graph: str, key: str, accept: Optional[Accept] = None) -> Optional[Variable]:
        """Returns the key's latest variable that passes `accept`."""
        for variable in self._find(graph, key):
            if accept is None or accept(variable):
                return variable
        return None

    def add(self, graph: str, key: str, variable: Variable) -> None:
        known = [other for other in self._find(graph, key) if other is not variable]
        self._put(graph, key, (variable, *known)[:MAX_EQUAL])

    def _find(self, graph: str, key: str) -> Tuple[Variable, ...]:
        young = self._young.get(graph, {}).get(key)
        if young is not None:
            return young
        old = self._old.get(graph, {}).get(key)
        if old is None:
            return ()
        self._put(graph, key, old)
        return old

    def _put(self, graph: str, key: str, variables: Tuple[Variable, ...]) -> None:
        self._chars += len(key) + len(variables[0].text)
        self._entries += 1
        if self._entries > MAX_RECENT or self._chars > MAX_RECENT_CHARS:
            self._old, self._young = self._young, {}
            self._entries = self._chars = 0
        self._young.setdefault(graph, {})[key] = variables


class Held(NamedTuple):
    """The variable of an object. `shown` is the `value` of the object's description. If it is not a
    function, it never changes. Then a difference between it and the object does not mean that
    the object changed."""

    variable: Variable
    shown: Any


class KnownObjects:
    """Identity of a recorded object → its variable."""

    def __init__(self) -> None:
        #: Used while a call with copied values is recorded: each copy counts as its original.
        self.originals: Mapping[int, Tuple[object, object]] = {}
        self._weak: Dict[int, Tuple["weakref.ref[Any]", Held]] = {}
        self._strong: "OrderedDict[int, Tuple[object, Held]]" = OrderedDict()

    def get(self, value: object) -> Optional[Held]:
        value = self._original(value)
        weak = self._weak.get(id(value))
        if weak is not None:
            return weak[1] if weak[0]() is value else None
        strong = self._strong.get(id(value))
        return strong[1] if strong is not None and strong[0] is value else None

    def _original(self, value: object) -> object:
        known = self.originals.get(id(value)) if self.originals else None
        return known[1] if known else value

    def put(self, value: object, held: Held) -> None:
        original = self._original(value)
        key = id(original)
        weak = self._weak
        try:
            weak[key] = (weakref.ref(original, lambda _: weak.pop(key, None)), held)
        except TypeError:
            if len(held.variable.text) <= MAX_HELD_CHARS and _is_plain(value):
                self._put_strong(key, original, held)

    def _put_strong(self, key: int, value: object, held: Held) -> None:
        self._strong[key] = (value, held)
        self._strong.move_to_end(key)
        if len(self._strong) > MAX_HELD_OBJECTS:
            self._strong.popitem(last=False)


def _is_plain(value: object, depth: int = 0) -> bool:
    """Whether the value contains only texts and numbers. Remembering such a value keeps no other
    object alive."""
    if isinstance(value, (dict, list, tuple)):
        parts: Iterable[object] = value.values() if isinstance(value, dict) else value
        return depth < _MAX_HELD_DEPTH and all(_is_plain(part, depth + 1) for part in parts)
    return value is None or isinstance(value, (str, int, float))
