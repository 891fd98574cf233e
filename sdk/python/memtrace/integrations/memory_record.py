"""Memory records, as the clients of memory services send and return them."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Dict, Iterable, List, Optional, Tuple

from ..core.encode import encode, is_list, read

#: Maximum number of records whose owners are remembered per client.
_MAX_OWNED = 10_000


class MemoryRecord:
    """A memory record that a service received or returned. May also be a plain text."""

    def __init__(
        self, text: Any = None, id: Any = None, category: Optional[str] = None, source: Any = None
    ) -> None:
        #: None means: the text that was last recorded under the id.
        self.text: Optional[str] = None if text is None else encode(text)
        #: The service's id for the record. Without an id, the recorder looks for the record's text.
        self.id: Optional[str] = (None if id is None else encode(id)) or None
        self.category = category or ("memory_entry" if self.id else None)
        #: Ids of records, or texts, from which the record was made. If given, the record gets no
        #: other source.
        self.sources: List[str] = [
            each if isinstance(each, str) else encode(each)
            for each in (source if is_list(source) else [source])
            if each is not None
        ]


def request_for(id: Any) -> MemoryRecord:
    """Makes the input of a request that contains only an id. As a plain text, the id would be taken
    for the record with that name."""
    return MemoryRecord({"id": id})


def record_of(id: Any) -> MemoryRecord:
    """Makes a reference to the record that was last recorded under this id."""
    return MemoryRecord(None, id)


def message_record(text: Any) -> MemoryRecord:
    return MemoryRecord(text, category="message")


def parts_of(value: Any, name: str) -> List[Any]:
    """If the value has a list with this name, returns its elements."""
    part = read(value, name)
    return list(part) if is_list(part) else []


class OwnedRecords:
    """Remembers the owners of records. A deletion may name only an owner, but deletes the owner's
    records."""

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
        """Returns the ids of the records that have all of these owners, the latest at the end."""
        wanted = {str(owner) for owner in owners}
        return [id for id, known in self._owners.items() if wanted <= set(known)]

    def forget(self, ids: Iterable[str]) -> None:
        for id in ids:
            self._owners.pop(id, None)
