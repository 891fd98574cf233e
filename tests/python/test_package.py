from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, List

import memtrace
import pytest
from support import service
from support.scripted_openai import ScriptedOpenAI

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "sdk/python"
SOURCES = sorted((PACKAGE / "memtrace").rglob("*.py"))


def test_standard_library_alone() -> None:
    """S146 The package imports nothing but the standard library, and parses as Python 3.9"""
    names = set(sys.stdlib_module_names) | {"memtrace"}
    for path in SOURCES:
        tree = ast.parse(path.read_text(), str(path), feature_version=(3, 9))
        for node in ast.walk(tree):
            imported: List[str] = []
            if isinstance(node, ast.Import):
                imported = [each.name for each in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                imported = [node.module or ""]
            assert {name.split(".")[0] for name in imported} <= names, path


def test_types() -> None:
    """S146 The package is fully typed, and says so"""
    pytest.importorskip("mypy", reason="mypy is not installed")
    assert (PACKAGE / "memtrace/py.typed").exists()
    args = [sys.executable, "-m", "mypy", "memtrace", "--cache-dir", os.devnull]
    checked = subprocess.run(args, cwd=PACKAGE, text=True, capture_output=True)
    assert checked.returncode == 0, checked.stdout


def test_installs(tmp_path: Path) -> None:
    """S146 pip installs the package with its types, and nothing else"""
    source, target = tmp_path / "source", tmp_path / "target"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("*.egg-info", "build"))
    args = ["--quiet", "--no-deps", "--no-build-isolation", "--target", str(target), str(source)]
    built = subprocess.run(
        [sys.executable, "-m", "pip", "install", *args], text=True, capture_output=True
    )
    assert built.returncode == 0, built.stderr
    installed = {path.relative_to(target) for path in (target / "memtrace").rglob("*.py")}
    assert installed == {path.relative_to(PACKAGE) for path in SOURCES}
    assert (target / "memtrace/py.typed").exists()


def programs(page: Path) -> List[str]:
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.M | re.S)


def test_quickstart(client: memtrace.MemTrace) -> None:
    """S147 The quickstart of the README runs unchanged, and its case names the operation"""
    [program] = programs(PACKAGE / "README.md")
    graph = service.new_graph("quickstart")
    env = {**os.environ, "MEMTRACE_API_KEY": service.KEY, "MEMTRACE_URL": service.URL}
    code = program.replace("quickstart-user", graph)
    done = subprocess.run([sys.executable, "-c", code], env=env, text=True, capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Sent.")
    deadline = time.monotonic() + 60
    cases: List[Any] = []
    while not cases and time.monotonic() < deadline:
        items = service.get("/cases?limit=100")["items"]
        cases = [case for case in items if case["graph"] == graph and case.get("errorType")]
        time.sleep(0.2)
    assert [(case["errorType"], case["opName"]) for case in cases] == [
        ("ExtractionError", "remember")
    ]


def scripted_answer(body: Dict[str, Any]) -> str:
    """Repeats the question. mem0's model extracts one fact."""
    asked = str(body["messages"][-1]["content"])
    fact = {"id": "0", "text": "The spare key is kept under the blue flowerpot"}
    return json.dumps({"memory": [fact]}) if "## New Messages" in asked else asked


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize(
    ("number", "package", "graph"),
    [
        (0, "smartcomment", "streamed-user"),
        (1, "openai", "openai-user"),
        (2, "langgraph.store.memory", "langgraph-user"),
        (3, "mem0", "mem0-user"),
        (4, "memtrace", "library-user"),
    ],
)
def test_documented(number: int, package: str, graph: str, tmp_path: Path) -> None:
    """S147 The programs of docs/python.md run unchanged and record what the page says"""
    pytest.importorskip(package, reason=f"{package} is not installed")
    found = programs(ROOT / "docs/python.md")
    assert len(found) == 5
    own = service.new_graph(graph)
    model = ScriptedOpenAI(scripted_answer)
    env = {
        **os.environ,
        **{"MEMTRACE_API_KEY": service.KEY, "MEMTRACE_URL": service.URL},
        **{"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": model.url},
        **{"MEM0_TELEMETRY": "false", "MEM0_DIR": str(tmp_path)},
    }
    # mem0's own store keeps its data between two runs.
    store = {"vector_store": {"provider": "faiss", "config": {"path": f"{tmp_path}/units"}}}
    code = found[number].replace(graph, own)
    code = code.replace("(Memory())", f"(Memory.from_config({store}))")
    done = subprocess.run([sys.executable, "-c", code], env=env, text=True, capture_output=True)
    model.close()
    assert done.returncode == 0, done.stderr
    stored = service.exported(own)
    names = [operation["op_name"] for operation in stored["data"]["operations"]]
    expected = {
        0: ["remember"],
        1: ["remember", "chat", "answer", "chat"],
        2: ["put", "put", "search"],
        3: ["add", "extract", "insert", "search", "answer"],
        4: ["add", "generate", "search"],
    }
    assert names == expected[number]
    if number == 2:
        tea = service.values_of(stored, "ada.memories/tea")
        assert tea == ["likes green tea", "likes black tea"]


def whoami(*args: str, **env: str) -> "subprocess.CompletedProcess[str]":
    given = {**os.environ, "MEMTRACE_API_KEY": service.KEY, "MEMTRACE_URL": service.URL, **env}
    return subprocess.run(
        [sys.executable, "-m", "memtrace", *args], env=given, text=True, capture_output=True
    )


@pytest.mark.usefixtures("client")
def test_whoami() -> None:
    """S147 `python -m memtrace whoami` shows the key's project, name and scopes, not the key"""
    done = whoami("whoami")
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(
        r"project  Python \(prj_\w+\)\nkey      Python\nscopes   ingest, read, write\n"
        r"expires  never\n",
        done.stdout,
    )
    assert service.KEY not in done.stdout
    assert '"scopes"' in whoami("whoami", "--json").stdout


@pytest.mark.usefixtures("client")
def test_whoami_failures() -> None:
    """S147 whoami ends with 2 for a wrong command or key, with 3 if no service answers"""
    for args in ((), ("whois",), ("whoami", "--all")):
        assert whoami(*args).returncode == 2
    missing = whoami("whoami", MEMTRACE_API_KEY="")
    assert missing.returncode == 2 and "MEMTRACE_API_KEY" in missing.stderr
    wrong = whoami("whoami", MEMTRACE_API_KEY="mt_live_no")
    assert wrong.returncode == 2 and "key" in wrong.stderr
    down = whoami("whoami", MEMTRACE_URL="http://127.0.0.1:9")
    assert down.returncode == 3 and "MEMTRACE_URL" in down.stderr
    assert "usage" in whoami("--help").stdout


def test_served_wheel(tmp_path: Path) -> None:
    """S169 pip installs the package from the service, without an index, and its command works"""
    if not service.URL:
        pytest.skip("no service runs: use `npm run test:python`")
    wheel = f"{service.URL}/memtrace_sdk-{memtrace.__version__}-py3-none-any.whl"
    target = tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index"]
    subprocess.run([*pip, "--target", str(target), wheel], check=True)
    environment = {
        **os.environ,
        "PYTHONPATH": str(target),
        "MEMTRACE_URL": service.URL,
        "MEMTRACE_API_KEY": service.KEY,
    }
    command = [sys.executable, "-m", "memtrace", "whoami"]
    shown = subprocess.run(
        command, env=environment, cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert "Python" in shown.stdout
