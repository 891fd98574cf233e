"""Traces the client of a memory service. A table describes the client's methods. A record's
variable is named by the service's id, so an update becomes a new version, and a repeated read
finds the same unit."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, TypeVar

from ..core.client import MemTrace
from ..core.encode import is_list
from ..core.tracing import RunningCall
from ..record.traced_call import CallOptions
from .in_place import guarded
from .memory_record import MemoryRecord
from .steps import Describe, Given, trace_steps

T = TypeVar("T")
#: The SDK records a list with more elements than this as one value.
_LIST = 50


class ClientMethod(NamedTuple):
    """Describes how one method uses the memory. Each function reads the method's arguments or
    answer, and returns a record, a list of records, or None."""

    category: str
    #: Returns the inputs. None means that the call does not use the memory; it then records no
    #: operation.
    input: Callable[[Given], Any]
    #: Returns the records that the call created or found. If there are none, the operation's result
    #: is a marker.
    output: Callable[[Any, Given], Any] = lambda answer, given: []
    #: Called inside the call's operation. Records the operations that the service itself ran.
    inside: Optional[Callable[[Any, Given], object]] = None
    #: Joins the pieces of a stream into an answer.
    whole: Optional[Callable[[List[Any]], Any]] = None


ClientMethods = Mapping[str, ClientMethod]


def trace_methods(instance: T, client: MemTrace, methods: ClientMethods) -> T:
    """Replaces each method that both the table and the client have by a traced method."""
    owners: Dict[str, Dict[str, Describe]] = {}
    for path, method in methods.items():
        owner, _, name = path.rpartition(".")
        describe = partial(_describe, client, path, method)
        owners.setdefault(owner, {})[name] = describe
    for owner, described in owners.items():
        part: Any = instance
        for step in owner.split(".") if owner else []:
            part = getattr(part, step, None)
        if part is not None:
            trace_steps(part, client, described)
    return instance


def _describe(
    client: MemTrace, name: str, method: ClientMethod, given: Given
) -> Optional["MethodCall"]:
    inputs = guarded(client, lambda: method.input(given))
    call = None if inputs is None else begin(client, name, method.category, inputs)
    return MethodCall(client, call, method, given) if call else None


def begin(client: MemTrace, name: str, category: str, inputs: Any) -> Optional["RecordCall"]:
    """Begins an operation whose inputs and results are memory records."""
    options = CallOptions(name, category=category, input=_described, output=_described)
    call = client.begin(options, _recordable(client, category, inputs))
    return RecordCall(client, call, category) if call else None


class RecordCall:
    """A running operation whose inputs and results are memory records."""

    def __init__(self, client: MemTrace, call: RunningCall, category: str) -> None:
        self.client = client
        self.call = call
        self._category = category

    def end(self, answer: Any) -> None:
        client, call = self.client, self.call
        found = _recordable(client, self._category, answer)
        is_read = self._category == "retrieval"
        for each in found:
            # A read may return records that the service made by itself. Record their making as a
            # separate operation.
            if is_read:
                _record_origin(client, each, True)
            elif each.sources:
                call.inside(partial(_record_origin, client, each, False))
        lists = [list(found[at : at + _LIST]) for at in range(0, len(found), _LIST)]
        call.end(lists if len(lists) > 1 else lists[0] if lists else None)


class MethodCall:
    """The recording of one call of a client's method."""

    def __init__(
        self, client: MemTrace, call: RecordCall, method: ClientMethod, given: Given
    ) -> None:
        self._client = client
        self._call = call
        self._method = method
        self._given = given

    def enter(self) -> object:
        return self._call.call.enter()

    def leave(self, token: Any) -> None:
        self._call.call.leave(token)

    def end(self, result: Any) -> None:
        watch = self._method.whole and _watcher(result)
        if watch:
            watch(self)
        elif not hasattr(result, "__await__"):
            # The app reads an async page only later, so its records are not known here: record no
            # operation.
            self.settle(result)

    def settle(self, answer: Any) -> None:
        method, given, call = self._method, self._given, self._call

        def work() -> Any:
            inside = method.inside
            if inside:
                call.call.inside(lambda: inside(answer, given))
            return method.output(answer, given)

        # If the answer has an unknown shape, the operation ends without a result.
        found = guarded(self._client, work)
        guarded(self._client, lambda: call.end(found))

    def settle_pieces(self, pieces: List[Any]) -> None:
        whole = self._method.whole
        self.settle(guarded(self._client, lambda: whole(pieces)) if whole else None)

    def fail(self, error: BaseException) -> None:
        self._call.call.fail(error)


def _watcher(answer: Any) -> Optional[Callable[[MethodCall], None]]:
    """Returns a function that ends a call when the app has read the stream. Returns None if the
    answer is not a stream."""
    iterator = getattr(answer, "_iterator", None)
    if hasattr(iterator, "__anext__"):
        watch: Callable[[Any, MethodCall], Any] = _watched_async
    elif hasattr(iterator, "__next__"):
        watch = _watched
    else:
        return None

    def replace(call: MethodCall) -> None:
        answer._iterator = watch(iterator, call)

    return replace


def _watched(pieces: Any, call: MethodCall) -> Any:
    read: List[Any] = []
    try:
        for piece in pieces:
            read.append(piece)
            yield piece
    except GeneratorExit:
        call.settle_pieces(read)
        raise
    except BaseException as error:
        call.fail(error)
        raise
    else:
        call.settle_pieces(read)


async def _watched_async(pieces: Any, call: MethodCall) -> Any:
    read: List[Any] = []
    try:
        async for piece in pieces:
            read.append(piece)
            yield piece
    except GeneratorExit:
        call.settle_pieces(read)
        raise
    except BaseException as error:
        call.fail(error)
        raise
    else:
        call.settle_pieces(read)


def _recordable(client: MemTrace, category: str, records: Any) -> Sequence[MemoryRecord]:
    each = records if is_list(records) else [records]
    return [
        record
        for record in each
        if isinstance(record, MemoryRecord)
        and (
            record.text is not None
            # If another process recorded a unit, this process does not know its text. Only a
            # deletion may refer to such a unit.
            or (record.id and (category == "deletion" or client.find(record.id)))
        )
    ]


def _described(record: Any, index: int) -> Dict[str, Any]:
    return {
        "name": record.id,
        "value": record.id if record.text is None else record.text,
        "category": record.category,
        "reference": record.text is None,
    }


def _record_origin(client: MemTrace, record: MemoryRecord, is_new_operation: bool) -> None:
    if not record.id or record.text is None:
        return
    before = client.find(record.id)
    found = [before, *(client.find(source) for source in record.sources)]
    sources = [each for each in found if each is not None]
    if not sources or (before and before.text == record.text):
        return
    operation, category = ("update", "update") if before else ("extract", "extraction")
    unit = client.variable(record.text, name=record.id, category=record.category)
    if is_new_operation:
        client.link(sources, unit, operation=operation, category=category)
    else:
        client.link(sources, unit)
