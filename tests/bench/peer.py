"""Drives smartcomment through its public API, for `npm run bench -- graph`.

peer.py PEER_FOLDER TASK.json   the task is the one that graph-side.ts reads; prints one JSON line
"""

import hashlib
import json
import re
import sys
import time

sys.path.insert(0, sys.argv[1])

from smartcomment.runtime import ExecNetwork  # noqa: E402


def timed(repeats, work):
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        result = work()
        times.append((time.perf_counter() - started) * 1000)
    return times, result


def digest(ids):
    return hashlib.sha256("\n".join(sorted(ids)).encode()).hexdigest()


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        task = json.load(file)
    # Other libraries of the peer log to standard error; the answer alone goes to standard output.
    imported = []
    for path in task["files"]:
        text = read(path)
        times, graph = timed(1, lambda: ExecNetwork.import_graph(json.loads(text)))
        imported.append({"bytes": len(text.encode()), "ms": times[0]})

    walks = []
    for walk in task["walks"]:
        times, found = timed(
            task["repeats"], lambda: graph.bfs(walk["start"], walk["direction"])
        )
        walks.append(
            {
                "ms": times,
                "count": len(found.nodes),
                "operations": len(found.ops),
                "digest": digest(node.full_node_id for node in found.nodes),
            }
        )

    searches = []
    for search in task["searches"]:
        if search["of"] == "names":
            query = {"name_pattern": search.get("pattern"), "category": search.get("category")}
            times, found = timed(task["repeats"], lambda: graph.search_variables(**query))
        else:
            pattern = re.compile(search["text"])
            if search["syntax"] == "regex":
                matches = lambda value: pattern.search(value) is not None  # noqa: E731
            else:
                matches = lambda value: search["text"] in value  # noqa: E731
            times, found = timed(
                task["repeats"],
                lambda: [node for node in graph.get_all_nodes() if matches(node.raw_value)],
            )
        searches.append(
            {
                "ms": times,
                "count": len(found),
                "digest": digest(node.full_node_id for node in found),
            }
        )

    exported = None
    if task["export"]:
        times, text = timed(task["repeats"], lambda: json.dumps(graph.export_graph()))
        exported = {"ms": times, "bytes": len(text.encode())}

    print(
        json.dumps(
            {
                "imported": imported,
                "walks": walks,
                "searches": searches,
                "exported": exported,
            }
        )
    )


main()
