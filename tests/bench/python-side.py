"""The Python SDK's side of `npm run bench -- python`, and smartcomment's with a stream.

python-side.py calls URL ROUNDS CALLS CHARS         microseconds per call, by round
python-side.py objects URL ROUNDS CALLS CHARS       the same with dicts instead of texts
python-side.py stream URL ROUNDS CALLS CHARS PEER   the same of a streamed comment_fn
python-side.py waits CALLS CHARS                    microseconds of each call, untraced and
                                                    traced, while no service answers

It prints one JSON line.
"""

import hashlib
import json
import socket
import sys
import time
from typing import Any, Callable, Dict, List

import memtrace

TASK, *ARGUMENTS = sys.argv[1:]


def step(text: str) -> str:
    return text[:20] + " was read, and this is the answer"


def inputs(round_number: int, calls: int, chars: int) -> List[str]:
    return [f"{round_number} {call} ".ljust(chars, "x") for call in range(calls)]


def failing(problem: memtrace.Problem) -> None:
    raise SystemExit(problem.message)


def rounds_of(
    client: memtrace.MemTrace, run: Callable[[int, List[str]], float], sizes: List[int]
) -> Dict[str, List[float]]:
    rounds, calls, chars = sizes
    called, delivered, processor = [], [], []
    for number in range(rounds):
        texts = inputs(number, calls, chars)
        started, used = time.perf_counter(), time.process_time()
        called.append(run(number, texts) / calls * 1e6)
        client.flush()
        delivered.append((time.perf_counter() - started) / calls * 1e6)
        processor.append((time.process_time() - used) / calls * 1e6)
    return {"called": called, "delivered": delivered, "processor": processor}


def ours(url: str, sizes: List[int], as_objects: bool) -> Any:
    client = memtrace.MemTrace("k", url, on_error=failing)
    traced = client.operation("step")(step)
    objects = client.operation("step")(lambda row: {"text": step(row["text"])})

    def run(number: int, texts: List[str]) -> float:
        with client.graph(f"graph-{number}"):
            started = time.perf_counter()
            if as_objects:
                for text in texts:
                    objects({"text": text})
            else:
                for text in texts:
                    traced(text)
            return time.perf_counter() - started

    return rounds_of(client, run, sizes)


def streamed(url: str, sizes: List[int], peer: str) -> Any:
    sys.path.insert(0, peer)
    from smartcomment import comment_fn, comment_graph, comment_session

    client = memtrace.MemTrace("k", url, on_error=failing)
    traced = comment_fn(op_name="step")(step)

    def run(number: int, texts: List[str]) -> float:
        with comment_graph() as graph, comment_session(session_name="run"):
            memtrace.smartcomment.stream(graph, client)
            started = time.perf_counter()
            for text in texts:
                traced(text)
            return time.perf_counter() - started

    return rounds_of(client, run, sizes)


def waits(calls: int, chars: int) -> Any:
    """An app's call computes, or waits as for a model. Untraced and traced calls alternate, so that
    the machine treats both alike."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
    client = memtrace.MemTrace("k", url, on_error=lambda problem: None)

    def computing(text: str) -> str:
        code = text.encode()
        for _ in range(200):
            code = hashlib.sha256(code).digest()
        return code.hex()

    def waiting(text: str) -> str:
        time.sleep(0.001)
        return step(text)

    found: Dict[str, List[float]] = {}
    for name, plain in (("computing", computing), ("waiting", waiting)):
        traced = client.operation(name)(plain)
        times: Dict[str, List[float]] = {"untraced": [], "traced": []}
        with client.graph(f"down-{name}"):
            for text in inputs(0, calls, chars):
                for kind, call in (("untraced", plain), ("traced", traced)):
                    started = time.perf_counter()
                    call(text)
                    times[kind].append((time.perf_counter() - started) * 1e6)
        found[f"{name} untraced"] = times["untraced"]
        found[f"{name} traced"] = times["traced"]
    return {"times": found, "dropped": client.dropped}


if TASK == "waits":
    answer = waits(*map(int, ARGUMENTS))
elif TASK == "stream":
    answer = streamed(ARGUMENTS[0], [int(text) for text in ARGUMENTS[1:4]], ARGUMENTS[4])
else:
    answer = ours(ARGUMENTS[0], [int(text) for text in ARGUMENTS[1:4]], TASK == "objects")
print(json.dumps(answer), flush=True)
