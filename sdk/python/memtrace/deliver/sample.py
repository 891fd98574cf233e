"""Traces a share of the graphs."""

from __future__ import annotations

from typing import Callable

_BITS = 0xFFFFFFFF


def share(part: float) -> Callable[[str], bool]:
    """Returns a function that says whether to trace a graph. `part` is the share of graphs, from 0
    to 1. All processes select the same graphs, in Python and in TypeScript."""

    def selects(graph: str) -> bool:
        code = 0x811C9DC5
        for character in graph:
            code = ((code ^ ord(character)) * 0x01000193) & _BITS
        # Without this step, the last characters hardly change the result.
        code = ((code ^ (code >> 15)) * 0x735A2D97) & _BITS
        return (code ^ (code >> 15)) / 2**32 < part

    return selects
