"""The graph, session and operation of the running code."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Set, Tuple

from .variable import Variable


class Stamp(NamedTuple):
    """An event's position in the graph's order."""

    at: int
    seq: int


class RunningOperation:
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

    def __init__(self, category: Optional[str], comment: Optional[str]) -> None:
        self.id = ""
        self.category = category
        self.comment = comment
        self.inputs: List[Variable] = []
        #: Its position in the graph's order, while it runs.
        self.start: Optional[Stamp] = None
        #: Results of its inner operations, the latest last.
        self.inner: List[Variable] = []
        #: Variables recorded inside it without a link yet: its own results.
        self.unlinked: Dict[Variable, None] = {}
        self.links: Set[Tuple[str, str]] = set()
        #: Refs that a link inside it leads to, including links of inner operations.
        self.targets: Set[str] = set()

    def sources(self) -> List[Variable]:
        """The possible sources of a value that the operation made."""
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
