from __future__ import annotations

import subprocess
from pathlib import Path
from typing import List

import memtrace
from support import same_program, service


def test_same_graph(client: memtrace.MemTrace, problems: List[memtrace.Problem]) -> None:
    """S131 The same program in TypeScript and in Python makes the same graph in the service"""
    ours, theirs = service.new_graph("python"), service.new_graph("typescript")
    same_program.run(client, ours)
    client.flush()
    program = Path(__file__).parent / "support/same_program.mjs"
    subprocess.run([service.NODE, program, service.URL, service.KEY, theirs], check=True)
    made = service.comparable(service.exported(ours))
    expected = service.comparable(service.exported(theirs))
    for part, records in expected.items():
        assert made[part] == records, part
    assert service.warnings(ours) == []
    assert problems == []


def test_shares() -> None:
    """S143 A share selects the same graphs as in TypeScript"""
    graphs = [f"user-{number}" for number in range(300)] + ["é", "😀 graph", "", "a" * 300]
    program = (
        "import { share } from '../../sdk/src/deliver/sample.ts';"
        "const graphs = JSON.parse(process.argv[1]);"
        "console.log(graphs.map((graph) => (share(0.3)(graph) ? 1 : 0)).join(''))"
    )
    import json

    selected = subprocess.run(
        [service.NODE, "--input-type=module", "-e", program, json.dumps(graphs)],
        cwd=Path(__file__).parent,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    share = memtrace.share(0.3)
    assert "".join("1" if share(graph) else "0" for graph in graphs) == selected
    assert 0.2 < selected.count("1") / len(graphs) < 0.4
