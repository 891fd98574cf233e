"""Traces a share of the graphs."""

from __future__ import annotations

from typing import Callable

_BITS = 0xFFFFFFFF


def share(part: float) -> Callable[[str], bool]:
    """Returns a function that says whether to trace a graph. `part` is the share of graphs to
    trace, between 0 and 1. All processes select the same graphs, whether they use Python or
    TypeScript."""

    def selects(graph: str) -> bool:
        code = 0x811C9DC5
        for character in graph:
            code = ((code ^ ord(character)) * 0x01000193) & _BITS
        # Mix the bits: without this step, ids that differ only in the last characters get almost
        # the same hash.
        code = ((code ^ (code >> 15)) * 0x735A2D97) & _BITS
        return (code ^ (code >> 15)) / 2**32 < part

    return selects
