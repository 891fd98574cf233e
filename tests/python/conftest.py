from __future__ import annotations

from typing import Any, Callable, Iterator, List

import memtrace
import pytest
from support import service
from support.collector import Collector

MakeClient = Callable[..., memtrace.MemTrace]


@pytest.fixture
def collector() -> Iterator[Collector]:
    scripted = Collector()
    yield scripted
    scripted.close()


@pytest.fixture
def problems() -> List[memtrace.Problem]:
    return []


@pytest.fixture
def traced(collector: Collector, problems: List[memtrace.Problem]) -> MakeClient:
    """Makes clients that send to the collector."""

    def make(**options: Any) -> memtrace.MemTrace:
        return memtrace.MemTrace("k", collector.url, **{"on_error": problems.append, **options})

    return make


@pytest.fixture
def client(problems: List[memtrace.Problem]) -> memtrace.MemTrace:
    """A client of the running service."""
    if not service.URL:
        pytest.skip("no service runs: use `npm run test:python`")
    return memtrace.MemTrace(service.KEY, service.URL, on_error=problems.append)
