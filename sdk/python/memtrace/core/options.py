"""Finds the service's address and the project key."""

from __future__ import annotations

import os
from typing import NamedTuple, Optional

LOCAL = "http://localhost:8787"


class Address(NamedTuple):
    url: str
    api_key: Optional[str]


def address_of(url: Optional[str], api_key: Optional[str]) -> Address:
    """Returns the address and the key. Missing arguments come from `MEMTRACE_URL` and
    `MEMTRACE_API_KEY`."""
    given = url or os.environ.get("MEMTRACE_URL") or LOCAL
    key = os.environ.get("MEMTRACE_API_KEY") if api_key is None else api_key
    return Address(given.rstrip("/"), key or None)
