"""Records of memory services, as their clients send and return them."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Dict, Iterable, List, Optional, Tuple

from ..core.encode import encode, is_list, read

#: The number of records that a client remembers with their owners.
_MAX_OWNED = 10_000


class MemoryRecord:
    """A record or a text that a memory service received or returned."""

    def __init__(
        self, text: Any = None, id: Any = None, category: Optional[str] = None, source: Any = None
    ) -> None:
        #: The record's text. None means the text that was last recorded under the id.
        self.text: Optional[str] = None if text is None else encode(text)
        #: The service's id for the record. A record without an id is found by its text.
        self.id: Optional[str] = (None if id is None else encode(id)) or None
        self.category = category or ("memory_entry" if self.id else None)
        #: The only sources of the record: ids of records, or texts.
        self.sources: List[str] = [
            each if isinstance(each, str) else encode(each)
            for each in (source if is_list(source) else [source])
            if each is not None
        ]


def request_for(id: Any) -> MemoryRecord:
    """Makes the input of a request that names a record or an owner only by the id. As a plain text,
    the id would count as the record itself."""
    return MemoryRecord({"id": id})


def record_of(id: Any) -> MemoryRecord:
    """Makes a record that refers to the record last recorded under this id."""
    return MemoryRecord(None, id)


def message_record(text: Any) -> MemoryRecord:
    return MemoryRecord(text, category="message")


def parts_of(value: Any, name: str) -> List[Any]:
    """Returns the elements of a list in the value."""
    part = read(value, name)
    return list(part) if is_list(part) else []


class OwnedRecords:
    """The owners of records, because a deletion may name only an owner."""

    def __init__(self) -> None:
        self._owners: "OrderedDict[str, Tuple[str, ...]]" = OrderedDict()

    def add(self, owners: Iterable[Any], id: Any) -> None:
        known = [str(owner) for owner in owners if owner]
        if not id or not known:
            return
        before = self._owners.pop(str(id), ())
        self._owners[str(id)] = tuple(dict.fromkeys([*before, *known]))
        while len(self._owners) > _MAX_OWNED:
            self._owners.popitem(last=False)

    def of(self, *owners: Any) -> List[str]:
        """Returns the ids of the records that have all of these owners, the latest last."""
        wanted = {str(owner) for owner in owners}
        return [id for id, known in self._owners.items() if wanted <= set(known)]

    def forget(self, ids: Iterable[str]) -> None:
        for id in ids:
            self._owners.pop(id, None)
