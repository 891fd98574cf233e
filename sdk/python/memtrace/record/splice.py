"""Finds the change between two texts."""

from __future__ import annotations

from typing import Callable, Dict, Optional, Union

from ..core.bounds import SPLICE_CHARS
from ..core.text import units

Splice = Dict[str, Union[str, int]]


def splice_of(ref: str, before: str, after: str) -> Optional[Splice]:
    """Returns the range in which the two texts differ. Returns None if sending `after` whole costs
    fewer characters."""
    shorter = min(len(before), len(after))
    at = _longest(shorter, lambda length: before.startswith(after[:length]))
    tail = _longest(shorter - at, lambda length: before.endswith(after[len(after) - length :]))
    insert = after[at : len(after) - tail]
    if len(insert) + SPLICE_CHARS >= len(after):
        return None
    removed = before[at : len(before) - tail]
    return {"of": ref, "at": units(before[:at]), "remove": units(removed), "insert": insert}


def _longest(most: int, matches: Callable[[int], bool]) -> int:
    """Finds the greatest length for which `matches` is true, by binary search. `matches` must also
    be true for every shorter length."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if matches(middle):
            low = middle
        else:
            high = middle - 1
    return low
