from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable, List

import memtrace
import pytest
from support import service
from support.collector import ACCEPTED, Collector

MakeClient = Callable[..., memtrace.MemTrace]
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")


def run(code: str, url: str, **more: Any) -> "subprocess.CompletedProcess[str]":
    env = {**os.environ, "MEMTRACE_API_KEY": "k", "MEMTRACE_URL": url}
    args = [sys.executable, "-c", code]
    return subprocess.run(args, env=env, text=True, capture_output=True, timeout=60, **more)


def test_exit(collector: Collector) -> None:
    """S139 A program that ends without a flush still delivers its events"""
    done = run(
        "import memtrace\n"
        "with memtrace.graph('g'):\n"
        "    memtrace.variable('said at the end', name='v')",
        collector.url,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [event["value"] for event in collector.of("variable")] == ["said at the end"]


def test_exit_without_service() -> None:
    """S139 If the service is down, the program ends within two seconds and reports lost events"""
    started = time.monotonic()
    done = run("import memtrace\nmemtrace.variable('lost', name='v')", "http://127.0.0.1:9")
    assert done.returncode == 0
    assert "2 events not delivered to http://127.0.0.1:9" in done.stderr
    assert time.monotonic() - started < 6


def test_exit_with_slow_service(collector: Collector) -> None:
    """S139 A service that does not answer delays the end of a program by at most two seconds"""
    ended = threading.Event()

    def wait(number: int) -> Any:
        ended.wait(20)
        return ACCEPTED

    collector.answer = wait
    started = time.monotonic()
    done = run("import memtrace\nmemtrace.variable('lost', name='v')", collector.url)
    took = time.monotonic() - started
    ended.set()
    assert done.returncode == 0 and took < 8
    assert "not delivered" in done.stderr


def test_without_key(collector: Collector) -> None:
    """S145 Without a key, everything runs untraced, nothing is sent, and one warning says why"""
    code = (
        "import memtrace\n"
        "@memtrace.operation\n"
        "def step(text): return text.upper()\n"
        "with memtrace.graph('g'), memtrace.session():\n"
        "    assert step('abc') == 'ABC'\n"
        "    memtrace.mutate('a', 'b'); memtrace.delete('a'); memtrace.link('a', 'b')\n"
        "    assert memtrace.find('a') is None and memtrace.current() is None\n"
        "memtrace.flush()"
    )
    done = run("import os; del os.environ['MEMTRACE_API_KEY']\n" + code, collector.url)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("MEMTRACE_API_KEY is not set") == 1
    assert collector.requests == []


def test_import_has_no_effect() -> None:
    """S145 Importing the package starts no thread, opens no connection and changes no handler"""
    done = run(
        "import threading, signal, sys\n"
        "before = sys.excepthook\n"
        "import memtrace\n"
        "@memtrace.operation('step')\n"
        "def step(): pass\n"
        "assert threading.active_count() == 1 and sys.excepthook is before\n"
        "assert 'asyncio' not in sys.modules",
        "http://127.0.0.1:9",
    )
    assert done.returncode == 0, done.stderr


@needs_fork
def test_fork(traced: MakeClient, collector: Collector) -> None:
    """S140 A forked process has its own identity, and sends nothing of its parent's queue"""
    client = traced()
    with client.graph("g"):
        client.variable("said in the parent", name="before")
        child = os.fork()
        if child == 0:
            status = 1
            try:
                client.variable("said in the child", name="child")
                client.mutate("before", "said in the parent, and changed in the child")
                client.flush()
                status = 0
            finally:
                os._exit(status)
        client.variable("said in the parent again", name="after")
        assert os.waitpid(child, 0)[1] == 0
        client.flush()
    assert Counter(event["name"] for event in collector.of("variable")) == {
        "before": 2,
        "child": 1,
        "after": 1,
    }
    ids = [event["id"] for event in collector.events]
    assert len(ids) == len(set(ids))
    clients = {
        name: {
            event["id"].split("-")[1] for event in collector.of("variable") if event["name"] == name
        }
        for name in ("child", "after")
    }
    assert clients["child"].isdisjoint(clients["after"])
    [change] = [event for event in collector.events if event.get("mutates")]
    assert change["value"] == "said in the parent, and changed in the child"


@needs_fork
def test_fork_while_busy(traced: MakeClient, collector: Collector) -> None:
    """S140 A fork at any moment, while other threads record, hangs neither process"""
    client = traced()
    ended = threading.Event()

    @client.operation("step")
    def step(text: str) -> str:
        return f"{text} was read"

    def keep_recording() -> None:
        with client.graph("busy"):
            while not ended.is_set():
                step(f"a text at {time.monotonic()}")

    threads = [threading.Thread(target=keep_recording) for _ in range(3)]
    for thread in threads:
        thread.start()
    children = []
    for number in range(12):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                signal.alarm(30)
                with client.graph(f"child-{number}"):
                    client.variable(f"said in child {number}", name="v")
                client.flush()
                status = 0
            finally:
                os._exit(status)
        children.append(child)
    statuses = [os.waitpid(child, 0)[1] for child in children]
    ended.set()
    for thread in threads:
        thread.join()
    client.flush()
    assert statuses == [0] * 12
    said = Counter(
        event["value"] for event in collector.of("variable") if event["graph"].startswith("child-")
    )
    assert said == {f"said in child {number}": 1 for number in range(12)}
    ids = [event["id"] for event in collector.events]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_multiprocessing(collector: Collector, tmp_path: Path, method: str) -> None:
    """S140 A process of multiprocessing delivers its events at its end, and only its own"""
    program = tmp_path / "program.py"
    program.write_text(
        "import multiprocessing, memtrace\n"
        "def work(number):\n"
        "    with memtrace.graph('g'):\n"
        "        memtrace.variable(f'said in process {number}', name=f'v{number}')\n"
        "if __name__ == '__main__':\n"
        f"    context = multiprocessing.get_context('{method}')\n"
        "    with memtrace.graph('g'):\n"
        "        memtrace.variable('said in the parent', name='parent')\n"
        "    processes = [context.Process(target=work, args=(n,)) for n in range(3)]\n"
        "    [process.start() for process in processes]\n"
        "    [process.join() for process in processes]\n"
    )
    env = {**os.environ, "MEMTRACE_API_KEY": "k", "MEMTRACE_URL": collector.url}
    args = [sys.executable, str(program)]
    done = subprocess.run(args, env=env, text=True, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    said = Counter(event["name"] for event in collector.of("variable"))
    assert said == {"parent": 1, "v0": 1, "v1": 1, "v2": 1}


def test_threads(traced: MakeClient, collector: Collector, problems: List[Any]) -> None:
    """S141 Calls of many threads are recorded completely, each in its own graph and operation"""
    client = traced()

    @client.operation("inner")
    def inner(text: str) -> str:
        return f"{text} inside"

    @client.operation("outer")
    def outer(text: str) -> str:
        return f"{inner(text)} outside"

    def work(number: int) -> None:
        with client.graph(f"graph-{number}"):
            for call in range(30):
                outer(f"call {call} of thread {number}")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    client.flush()
    operations = collector.of("operation")
    assert Counter(event["name"] for event in operations) == {"inner": 240, "outer": 240}
    graphs = {event["id"]: event["graph"] for event in operations}
    for event in operations:
        if event["name"] == "inner":
            assert graphs[event["metadata"]["inside"]] == event["graph"]
    assert len({event["id"] for event in collector.events}) == len(collector.events)
    assert problems == []


KILLED = """
import sys, memtrace
memtrace.init(sys.argv[2], sys.argv[1])
@memtrace.operation("step")
def step(text): return f"{text} was read"
number = 0
with memtrace.graph(sys.argv[3]):
    while True:
        for _ in range(7):
            number += 1
            memtrace.variable(f"value {number}", name=f"v{number}")
            step(f"text {number}")
        memtrace.flush()
        print(number, flush=True)
"""


def test_kill(client: memtrace.MemTrace) -> None:
    """S142 kill -9 at any moment loses only events that no flush confirmed, and doubles none"""
    for attempt in range(6):
        graph = service.new_graph("killed")
        app = subprocess.Popen(
            [sys.executable, "-c", KILLED, service.URL, service.KEY, graph],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert app.stdout
        confirmed = int(app.stdout.readline())
        time.sleep(0.05 + attempt * 0.037)
        app.send_signal(signal.SIGKILL)
        rest = app.stdout.read().split()
        confirmed = int(rest[-1]) if rest else confirmed
        app.wait()
        stored = service.exported(graph)["data"]
        names = Counter(node["full_name"] for node in stored["nodes"])
        assert {f"v{number}" for number in range(1, confirmed + 1)} <= set(names)
        assert set(names.values()) == {1}
        steps = len(stored["operations"])
        assert confirmed <= steps <= confirmed + 7
        assert len({edge["edge_id"] for edge in stored["edges"]}) == len(stored["edges"])
