"""Copies a call's values, so that the call can be recorded later. The app may change its own values
meanwhile."""

from __future__ import annotations

from typing import Any, Dict, NamedTuple, Optional, Sequence, Tuple

from ..core.bounds import DEFERRED_CALL_CHARS, MAX_HELD_CHARS
from ..core.encode import PRIMITIVE_TYPES
from .variable import Variable

#: Identity of a copy → the copy and its original. An entry keeps both alive, so the identity stays
#: valid.
Originals = Dict[int, Tuple[object, object]]

_MAX_DEPTH = 8
_PART_CHARS = 16


class KeptValues(NamedTuple):
    values: Tuple[Any, ...]
    originals: Originals
    #: How many characters the copies count for in the queue of deferred work.
    chars: int


class _NotPlain(Exception):
    pass


def keep(values: Sequence[object]) -> Optional[KeptValues]:
    """Copies the values. Returns None if a value is too large, contains other types than texts,
    numbers, dicts and lists, or is being changed by another thread. The client then records the
    call immediately."""
    keeper = _Keeper()
    try:
        copies = tuple([keeper.copy(value, 0) for value in values])
    except (_NotPlain, RuntimeError):
        return None
    return KeptValues(copies, keeper.originals, keeper.chars)


class _Keeper:
    def __init__(self) -> None:
        self.originals: Originals = {}
        self.chars = DEFERRED_CALL_CHARS

    def copy(self, value: Any, depth: int) -> Any:
        kind = type(value)
        if kind is str:
            self.chars += len(value)
            return value
        if kind in PRIMITIVE_TYPES or kind is Variable:
            return value
        copied: Any
        if depth == _MAX_DEPTH or self.chars > MAX_HELD_CHARS:
            raise _NotPlain
        if kind is dict:
            self.chars += _PART_CHARS * len(value)
            copied = {}
            for key, part in list(value.items()):
                if type(key) is not str:
                    raise _NotPlain
                copied[key] = self.copy(part, depth + 1)
        elif kind is list or kind is tuple:
            self.chars += _PART_CHARS * len(value)
            copied = kind([self.copy(part, depth + 1) for part in value])
        else:
            raise _NotPlain
        self.originals[id(copied)] = (copied, value)
        return copied
