"""Calls one traced function through smartcomment's public API, for `npm run bench -- sdk`.

sdk-peer.py PEER_FOLDER ROUNDS CALLS CHARS   prints one JSON line: microseconds per call, by round
"""

import json
import sys
import time

sys.path.insert(0, sys.argv[1])

from smartcomment import comment_fn, comment_graph, comment_session  # noqa: E402

ROUNDS, CALLS, CHARS = (int(text) for text in sys.argv[2:5])


@comment_fn(op_name="step")
def step(text):
    return text[:20] + " was read, and this is the answer"


def inputs(round_number):
    return [f"{round_number} {call} ".ljust(CHARS, "x") for call in range(CALLS)]


def run(texts):
    with comment_graph():
        with comment_session(session_name="run"):
            started = time.perf_counter()
            for text in texts:
                step(text)
            return (time.perf_counter() - started) / CALLS * 1e6


# Other libraries of the peer log to standard error; the answer alone goes to standard output.
print(json.dumps([run(inputs(number)) for number in range(ROUNDS)]))
