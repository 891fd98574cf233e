"""Tells in which graph, session and operation the current code runs."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Set, Tuple

from .variable import Variable


class Stamp(NamedTuple):
    """Determines where an event comes in the graph's order."""

    at: int
    seq: int


class RunningOperation:
    """A call that is an operation. Its lists are created when it starts. Until then, a deferred
    call stores only its values."""

    __slots__ = (
        "id",
        "category",
        "comment",
        "inputs",
        "start",
        "inner",
        "unlinked",
        "links",
        "targets",
    )

    id: str
    category: Optional[str]
    comment: Optional[str]
    inputs: List[Variable]
    #: The operation's position in the graph's order. None before the operation starts and after it
    #: ends.
    start: Optional[Stamp]
    #: Results of operations that ran inside this operation, the latest at the end.
    inner: List[Variable]
    #: Variables recorded inside the operation that no link leads to yet. At the end they count as
    #: the operation's results.
    unlinked: Dict[Variable, None]
    links: Set[Tuple[str, str]]
    #: Refs of all variables that are the target of a link recorded inside this operation or an
    #: inner operation.
    targets: Set[str]

    def sources(self) -> List[Variable]:
        """Returns the variables from which the operation may have made a value: its inputs and the
        results of inner operations."""
        return unique([*self.inputs, *self.inner])


class TraceScope(NamedTuple):
    #: Id of the graph. Empty if no graph runs.
    graph: str = ""
    #: True if sampling left out this graph. Then nothing is recorded.
    off: bool = False
    strict: Optional[bool] = None
    session: Optional[str] = None
    operation: Optional[RunningOperation] = None
    #: Added to the metadata of every event in this scope.
    attributes: Optional[Mapping[str, Any]] = None


def unique(variables: Iterable[Variable]) -> List[Variable]:
    return list(dict.fromkeys(variables))
