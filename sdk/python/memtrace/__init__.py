"""Traces the memory of an LLM agent, so that MemTrace can find the operation that caused a wrong
answer.

All functions of this module use one shared client. `init` configures the client. If the app does
not call `init`, the first call configures it from the environment variables MEMTRACE_API_KEY and
MEMTRACE_URL."""

from __future__ import annotations

from . import smartcomment
from .core.client import Current, MemTrace
from .core.default_client import (
    changing,
    client,
    close,
    current,
    delete,
    find,
    flush,
    graph,
    init,
    judging,
    link,
    mutate,
    operation,
    propagate,
    session,
    variable,
    verdict,
)
from .core.problem import DeliveryError, Problem
from .deliver.mask import mask_texts
from .deliver.sample import share
from .record.description import OMIT, Description
from .record.variable import Variable
from .version import __version__

__all__ = [
    "OMIT",
    "Current",
    "DeliveryError",
    "Description",
    "MemTrace",
    "Problem",
    "Variable",
    "__version__",
    "changing",
    "client",
    "close",
    "current",
    "delete",
    "find",
    "flush",
    "graph",
    "init",
    "judging",
    "link",
    "mask_texts",
    "mutate",
    "operation",
    "propagate",
    "session",
    "share",
    "smartcomment",
    "variable",
    "verdict",
]
