"""Delivers the clients' events when the process ends, and resets the clients in a forked process."""

from __future__ import annotations

import atexit
import os
import sys
from threading import Lock
from typing import Any, List, Protocol
from weakref import WeakSet


class AtExit(Protocol):
    def flush_at_exit(self) -> None: ...


class Forked(Protocol):
    def before_fork(self) -> None: ...

    def after_fork_in_parent(self) -> None: ...

    def after_fork_in_child(self) -> None: ...


_waiting: "WeakSet[Any]" = WeakSet()
_clients: "WeakSet[Any]" = WeakSet()
_held: List[Any] = []
_forking = Lock()
_registered = {"exit": 0, "fork": False}


def deliver_at_exit(delivery: AtExit) -> None:
    """Delivers the queue's events when the process ends. The first event calls this function, so
    importing the SDK has no side effect."""
    _waiting.add(delivery)
    if _registered["exit"] == os.getpid():
        return
    is_child = _registered["exit"] != 0
    _registered["exit"] = os.getpid()
    process = sys.modules.get("multiprocessing.process")
    if process is not None and process.parent_process() is not None:
        # A process that `multiprocessing` started does not run the functions registered with
        # `atexit`.
        from multiprocessing.util import Finalize

        Finalize(None, _flush_all, exitpriority=10)
    elif not is_child:
        # Register only once: a forked process has its parent's registration.
        atexit.register(_flush_all)


def _flush_all() -> None:
    for delivery in list(_waiting):
        delivery.flush_at_exit()


def follow_forks(client: Forked) -> None:
    _clients.add(client)
    if _registered["fork"] or not hasattr(os, "register_at_fork"):
        return
    _registered["fork"] = True
    os.register_at_fork(
        before=_before, after_in_parent=_after_in_parent, after_in_child=_after_in_child
    )


def _before() -> None:
    _forking.acquire()
    _held[:] = list(_clients)
    for client in _held:
        client.before_fork()


def _after_in_parent() -> None:
    for client in reversed(_held):
        client.after_fork_in_parent()
    _held.clear()
    _forking.release()


def _after_in_child() -> None:
    global _forking
    _forking = Lock()
    for client in _held:
        client.after_fork_in_child()
    _held.clear()
    _waiting.clear()
