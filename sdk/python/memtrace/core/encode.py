"""Encodes values as text. A text stays unchanged. Any other value becomes JSON. No function here
raises."""

from __future__ import annotations

import dataclasses
import datetime
import enum
import json
import math
from collections.abc import Mapping
from collections.abc import Set as AnySet
from contextlib import contextmanager
from decimal import Decimal
from pathlib import PurePath
from threading import local
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple
from uuid import UUID

from .bounds import MAX_TEXT_PARTS, MIN_ID_CHARS
from .text import valid

PRIMITIVE_TYPES = frozenset((str, int, float, bool, type(None)))
_AS_TEXT = (Decimal, UUID, PurePath)
_TIMES = (datetime.datetime, datetime.date, datetime.time)
# JavaScript writes a number from this size on with an exponent, so this SDK must not write it as a
# whole number.
_MAX_WHOLE = 1e21


class _Encoded(local):
    """Identity of a value → its text, for each value that the running work has already encoded."""

    texts: Optional[Dict[int, Tuple[object, str]]] = None


_encoded = _Encoded()
_dump = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def encode(value: object) -> str:
    """Returns the text of a value. If reading the value fails, returns `[unreadable]`."""
    if type(value) is str:
        return valid(value)
    texts = _encoded.texts
    if texts is not None:
        known = texts.get(id(value))
        if known is not None:
            return known[1]
    try:
        text = valid(_dump(_Plain().of(value, ())))
    except Exception:
        text = "[unreadable]"
    if texts is not None:
        texts[id(value)] = (value, text)
    return text


def to_json(value: object) -> str:
    """Returns a value as one line of JSON. The value must contain only types that JSON has."""
    return _dump(value)


@contextmanager
def encoding_once() -> Iterator[None]:
    """Runs work that changes no value, so each value needs to be encoded only once."""
    outer = _encoded.texts
    _encoded.texts = {}
    try:
        yield
    finally:
        _encoded.texts = outer


class _Plain:
    """Makes a copy without circular references and without types that JSON lacks. `room` limits the
    size of the copy: objects that refer to each other can be reached on a huge number of paths."""

    def __init__(self) -> None:
        self.room = MAX_TEXT_PARTS

    def of(self, value: object, above: Tuple[object, ...]) -> Any:
        if isinstance(value, enum.Enum):
            value = value.value
        if isinstance(value, str):
            self.room -= len(value)
            return str(value)
        self.room -= 1
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            return int(value)
        if isinstance(value, float):
            return _number(float(value))
        if isinstance(value, _AS_TEXT):
            return str(value)
        if isinstance(value, _TIMES):
            return value.isoformat()
        if self.room < 0 or any(value is outer for outer in above):
            return "[circular]"
        inside = (*above, value)
        if isinstance(value, BaseException):
            return {"name": type(value).__name__, "message": str(value)}
        fields = fields_of(value)
        if fields is not None:
            if all(isinstance(key, str) for key, _ in fields):
                return {str(key): self.of(part, inside) for key, part in fields}
            return [[self.of(key, inside), self.of(part, inside)] for key, part in fields]
        if is_list(value):
            return [self.of(part, inside) for part in value]  # type: ignore[attr-defined]
        # Write only the class name: the object is usually a client that contains configuration and
        # secrets.
        return f"[{type(value).__name__}]"


def _number(value: float) -> Any:
    """Returns the number as JavaScript would write it in JSON: a whole number without a fraction,
    and null for NaN and infinity."""
    if not math.isfinite(value):
        return None
    return int(value) if value.is_integer() and abs(value) < _MAX_WHOLE else value


def is_list(value: object) -> bool:
    return isinstance(value, (list, tuple, AnySet)) and not hasattr(value, "_fields")


def is_record(value: object) -> bool:
    """Whether the value is a dict, a dataclass, a named tuple or a pydantic model. The named fields
    of such a value are its whole content."""
    return not isinstance(value, type) and (
        isinstance(value, Mapping) or _reader(type(value)) is not None
    )


def is_data(value: object) -> bool:
    return is_list(value) or is_record(value)


def is_instance(value: object) -> bool:
    """Whether the value is an object of a class that is neither a record nor a simple type: for
    example, a client."""
    return not (
        isinstance(value, (str, int, float, bool, type(None), enum.Enum, *_AS_TEXT, *_TIMES))
        or is_data(value)
    )


Fields = List[Tuple[Any, Any]]


def fields_of(value: object) -> Optional[Fields]:
    """Returns the named fields of a record. Returns None if the value is not a record."""
    if isinstance(value, type):
        return None
    if isinstance(value, Mapping):
        return list(value.items())
    reader = _reader(type(value))
    return reader(value) if reader else None


_readers: Dict[type, Optional[Callable[[object], Fields]]] = {}


def _reader(kind: type) -> Optional[Callable[[object], Fields]]:
    try:
        return _readers[kind]
    except KeyError:
        reader = _readers[kind] = _make_reader(kind)
        return reader


def _make_reader(kind: Any) -> Optional[Callable[[object], Fields]]:
    if dataclasses.is_dataclass(kind):
        names = [field.name for field in dataclasses.fields(kind)]
    elif issubclass(kind, tuple) and hasattr(kind, "_fields"):
        names = list(kind._fields)
    elif isinstance(getattr(kind, "model_fields", None), dict) and hasattr(kind, "model_dump"):
        names = list(kind.model_fields)
    else:
        return None
    return lambda value: [(name, read(value, name)) for name in names]


def read(value: object, key: str) -> Any:
    """Returns a field of a record or an attribute of an object. Returns None if reading it fails."""
    try:
        return value.get(key) if isinstance(value, Mapping) else getattr(value, key, None)
    except Exception:
        return None


def id_of(value: object, least: int = MIN_ID_CHARS) -> Optional[str]:
    """Returns the record's own `id`, if it is a UUID or a text of at least `least` characters."""
    given = read(value, "id") if is_record(value) else None
    if isinstance(given, UUID):
        given = str(given)
    return given if isinstance(given, str) and len(given) >= least else None
