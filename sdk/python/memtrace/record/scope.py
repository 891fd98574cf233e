"""The graph, session and operation of the running code."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Set, Tuple

from .variable import Variable


class Stamp(NamedTuple):
    """An event's position in the graph's order."""

    at: int
    seq: int


class RunningOperation:
    """An operation that runs. Its lists are created when it starts. Until then, a deferred call
    holds only its values."""

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
    #: Position of the operation in the graph's order, while it runs.
    start: Optional[Stamp]
    #: Results of the inner operations, the latest last.
    inner: List[Variable]
    #: Variables that were recorded inside the operation and have no link yet: its own results.
    unlinked: Dict[Variable, None]
    links: Set[Tuple[str, str]]
    #: Refs of the variables that links inside the operation lead to, including links of inner
    #: operations.
    targets: Set[str]

    def sources(self) -> List[Variable]:
        """Returns the possible sources of a value that the operation made."""
        return unique([*self.inputs, *self.inner])


class TraceScope(NamedTuple):
    #: Empty outside of every graph.
    graph: str = ""
    #: True if sampling excludes the graph: nothing is recorded.
    off: bool = False
    strict: Optional[bool] = None
    session: Optional[str] = None
    operation: Optional[RunningOperation] = None
    #: Added to the metadata of every event.
    attributes: Optional[Mapping[str, Any]] = None


def unique(variables: Iterable[Variable]) -> List[Variable]:
    return list(dict.fromkeys(variables))
