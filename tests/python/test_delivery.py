from __future__ import annotations

import json
import time
from email.utils import formatdate
from typing import Any, Callable, List

import memtrace
import pytest
from memtrace.core import bounds
from memtrace.deliver import delivery as delivering
from memtrace.deliver.retry import backoff, retry_after
from support.collector import ACCEPTED, Collector

MakeClient = Callable[..., memtrace.MemTrace]
Problems = List[memtrace.Problem]


@pytest.fixture
def fast_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivering, "backoff", lambda attempt, random: 0.01)


def record(client: memtrace.MemTrace, count: int, graph: str = "g") -> None:
    with client.graph(graph):
        for number in range(count):
            client.variable(f"value {number} of {graph}", name=f"v{number}")


def test_batches(traced: MakeClient, collector: Collector) -> None:
    """S137 Events are sent as gzipped NDJSON with a key, each batch under its own id"""
    client = traced()
    record(client, 10)
    client.flush()
    record(client, 10, "other")
    client.flush()
    first, second = collector.requests
    assert first.headers["authorization"] == "Bearer k"
    assert first.headers["content-type"].startswith("application/x-ndjson;")
    assert first.headers["content-encoding"] == "gzip"
    assert first.id != second.id
    names = [event["name"] for event in first.events if event["type"] == "variable"]
    assert names == [f"v{number}" for number in range(10)]
    assert len({event["id"] for event in collector.events}) == len(collector.events) == 22
    places = [(event["at"], event["seq"]) for event in collector.events]
    assert places == sorted(places)


def test_alone(traced: MakeClient, collector: Collector) -> None:
    """S137 Without a flush, a batch is sent after a second, and a full batch at once"""
    client = traced()
    record(client, 3)
    started = time.monotonic()
    wait_until(lambda: collector.of("variable"))
    assert len(collector.of("variable")) == 3
    assert time.monotonic() - started < 5
    record(client, 60, "full")
    started = time.monotonic()
    wait_until(lambda: len(collector.of("variable")) == 63)
    assert time.monotonic() - started < 0.9


@pytest.mark.usefixtures("fast_retries")
def test_retries(traced: MakeClient, collector: Collector, problems: Problems) -> None:
    """S137 A failed batch is sent again under the same id and counts once; later events wait"""
    collector.answer = lambda number: [(503, {}, "later"), (429, {}, "slow"), None, ACCEPTED][
        min(number, 4) - 1
    ]
    client = traced()
    record(client, 5)
    client.flush()
    record(client, 2, "after")
    client.flush()
    ids = [batch.id for batch in collector.requests]
    assert len(set(ids)) == 2 and len(ids) >= 5
    assert [batch.id for batch in collector.accepted] == list(dict.fromkeys(ids))
    assert [problem.code for problem in problems] == ["retrying"]
    assert client.dropped == 0


def test_wait() -> None:
    """S137 The wait doubles up to a minute, with jitter, and Retry-After is added to it"""
    assert [backoff(attempt, 1) for attempt in (1, 2, 3, 20)] == [0.5, 1, 2, 60]
    assert backoff(1, 0) == 0.25
    assert retry_after("7") == 7
    assert retry_after("100000") == 300
    assert [retry_after(text) for text in (None, "", "soon", "-1", "nan")] == [0] * 5
    assert 50 < retry_after(formatdate(time.time() + 60, usegmt=True)) <= 60


def test_service_asks_to_wait(traced: MakeClient, collector: Collector) -> None:
    """S137 A batch is not sent again before the time of Retry-After"""
    collector.answer = lambda number: (429, {"Retry-After": "1"}, "") if number == 1 else ACCEPTED
    client = traced(on_error=lambda problem: None)
    record(client, 1)
    started = time.monotonic()
    client.flush()
    assert time.monotonic() - started >= 1


def test_refused(traced: MakeClient, collector: Collector, problems: Problems) -> None:
    """S138 A refused batch is lost, flush counts its events, and later events do not refer to it"""
    collector.answer = lambda number: (401, {}, "no such key") if number == 1 else ACCEPTED
    client = traced()
    with client.graph("g"):
        client.variable("a long text " * 50, name="doc")
        with pytest.raises(memtrace.DeliveryError, match="2 events not delivered .*401") as raised:
            client.flush()
        assert raised.value.undelivered == 2
        client.mutate("doc", "a long text " * 50 + "and more")
        client.flush()
    assert [problem.code for problem in problems] == ["undelivered"]
    variables = collector.of("variable")
    assert [event.get("splice") for event in variables] == [None] * len(variables)


def test_rejected(traced: MakeClient, collector: Collector, problems: Problems) -> None:
    """S138 A rejected event is reported with its index and code, and the others are delivered"""
    rejected = [{"index": 1, "code": "invalid_event", "message": "name is missing"}]
    answer = {"accepted": 1, "duplicates": 0, "rejected": rejected}
    collector.answer = lambda number: (202, {}, json.dumps(answer))
    client = traced()
    record(client, 1)
    client.flush()
    [problem] = problems
    assert (problem.code, problem.index, problem.reason) == ("rejected", 1, "invalid_event")
    assert "name is missing" in problem.message and "value 0 of g" in problem.message


@pytest.mark.usefixtures("fast_retries")
def test_foreign_answer(traced: MakeClient, collector: Collector, problems: Problems) -> None:
    """S138 An answer that is not the service's, such as a sign-in page, delivers nothing"""
    collector.answer = lambda number: (200, {}, "<html>Sign in</html>") if number < 3 else ACCEPTED
    client = traced()
    record(client, 1)
    client.flush()
    assert len(collector.requests) == 3
    assert "MEMTRACE_URL" in problems[0].message


def test_redirect(traced: MakeClient, collector: Collector) -> None:
    """S138 A redirect is not followed, so the key goes nowhere else"""
    other = Collector()
    collector.answer = lambda number: (307, {"Location": f"{other.url}/v1/events"}, "")
    client = traced(on_error=lambda problem: None)
    record(client, 1)
    with pytest.raises(memtrace.DeliveryError, match="307"):
        client.flush()
    assert other.requests == []
    other.close()


def test_queue_is_bounded(
    traced: MakeClient, monkeypatch: pytest.MonkeyPatch, collector: Collector, problems: Problems
) -> None:
    """S138 A full queue drops new events, counts them visibly, and reports at powers of two"""
    monkeypatch.setattr(delivering, "MAX_WAITING_CHARS", 20_000)
    collector.answer = lambda number: (503, {}, "") if number == 1 else ACCEPTED
    client = traced()
    record(client, 300)
    kept = 300 - client.dropped
    assert 0 < kept < 200
    with pytest.raises(memtrace.DeliveryError) as raised:
        client.flush()
    assert raised.value.undelivered >= client.dropped > 100
    counts = [problem.count for problem in problems if problem.code == "dropped"]
    assert counts == [2**power for power in range(len(counts))] and len(counts) > 6
    client.flush()
    record(client, 1, "after")
    client.flush()
    assert "value 0 of after" in [event["value"] for event in collector.of("variable")]


def test_unreachable(problems: Problems) -> None:
    """S138 Without a service, flush gives up after its timeout and counts the waiting events"""
    client = memtrace.MemTrace("k", "http://127.0.0.1:9", on_error=problems.append)
    record(client, 4)
    started = time.monotonic()
    with pytest.raises(memtrace.DeliveryError, match="5 events not delivered"):
        client.flush(timeout=0.3)
    assert 0.25 < time.monotonic() - started < 3
    client.enabled = False
    record(client, 4)
    assert client.dropped == 0


def test_flush_under_load(traced: MakeClient, collector: Collector) -> None:
    """S139 A flush waits for everything recorded before it, even while recording continues"""
    import threading

    client = traced()
    ended = threading.Event()

    def keep_recording() -> None:
        number = 0
        # Without a pause, this thread would hold the interpreter most of the time, and a slow
        # machine could not send within the timeout what it records.
        while not ended.wait(0.001):
            record(client, 5, f"other-{number}")
            number += 1

    thread = threading.Thread(target=keep_recording)
    thread.start()
    try:
        for round_ in range(5):
            record(client, 20, f"mine-{round_}")
            client.flush(timeout=20)
            arrived = {event["value"] for event in collector.of("variable")}
            assert {f"value {number} of mine-{round_}" for number in range(20)} <= arrived
    finally:
        ended.set()
        thread.join()


def test_mask(traced: MakeClient, collector: Collector, problems: Problems) -> None:
    """S143 A mask changes every text before it leaves, and values are then sent whole"""
    client = traced(mask=memtrace.mask_texts(lambda text, field: text.replace("Ada", "###")))
    with client.graph("g", user="u"):
        message = client.variable("Ada lives in Lisbon " * 20, name="message-1")
        client.mutate(message, "Ada lives in Lisbon " * 20 + "Ada!", comment="by Ada")
        client.verdict(
            query="Where is Ada?", prediction="Ada?", expected="Ada", score=0, evidence=[message]
        )
    client.flush()
    text = json.dumps(collector.events)
    assert "Ada" not in text and text.count("###") > 40
    assert "splice" not in text
    assert [event["name"] for event in collector.of("variable")] == ["message-1"] * 2
    assert problems == []


@pytest.mark.usefixtures("fast_retries")
def test_failing_mask(traced: MakeClient, collector: Collector, problems: Problems) -> None:
    """S143 While the mask fails, the SDK sends nothing"""
    attempts: List[Any] = []

    def mask(event: Any) -> Any:
        attempts.append(event)
        if len(attempts) < 3:
            raise ValueError("not ready")
        return event

    client = traced(mask=mask)
    record(client, 1)
    client.flush()
    assert len(collector.requests) == 1
    assert problems[0].code == "retrying" and "mask" in problems[0].message


def test_sample(traced: MakeClient, collector: Collector) -> None:
    """S143 A graph outside the sample is not traced at all, and tracing can be switched off"""
    client = traced(sample=lambda graph: graph.startswith("in"))
    ran = []

    @client.operation("step")
    def step(text: str) -> str:
        ran.append(text)
        return text.upper()

    for graph in ("in-1", "out-1", "in-2"):
        with client.graph(graph), client.session(name="s"):
            assert step(f"a text of {graph}") == f"A TEXT OF {graph.upper()}"
    client.enabled = False
    with client.graph("in-3"):
        step("switched off")
    client.flush()
    assert {event["graph"] for event in collector.events} == {"in-1", "in-2"}
    assert len(ran) == 4


def test_bounds(traced: MakeClient, collector: Collector) -> None:
    """S137 A batch stays below its maximum size, however much waits"""
    client = traced()
    with client.graph("g"):
        for number in range(20):
            client.variable(f"{number} " + "x" * 60_000, name=f"v{number}")
    client.flush()
    sizes = [sum(map(len, batch.lines)) for batch in collector.accepted]
    assert max(sizes) < bounds.BATCH_CHARS + 70_000 and len(sizes) >= 4
    for number in range(450):
        record(client, 1, f"graph-{number}")
    client.flush()
    for batch in collector.accepted:
        assert len({event["graph"] for event in batch.events}) <= bounds.MAX_BATCH_GRAPHS


def wait_until(is_true: Callable[[], Any], timeout: float = 10.0) -> None:
    deadline = time.monotonic() + timeout
    while not is_true():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)


def test_outdated(
    traced: MakeClient,
    collector: Collector,
    problems: Problems,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Y82 Batches name the SDK, and the message that it is too old is logged once, as no problem"""
    monkeypatch.setattr("memtrace.core.problem._is_outdated", False)
    answer = '{"accepted":1,"duplicates":0,"rejected":[],"message":"Update it."}'
    collector.answer = lambda number: (202, {}, answer)
    for client in (traced(), traced()):
        for text in ("first", "second"):
            with client.graph("g"):
                client.variable(text)
            client.flush()
    types = {batch.headers["content-type"] for batch in collector.requests}
    assert types == {f"application/x-ndjson;py={memtrace.__version__}"}
    said = [record.getMessage() for record in caplog.records if record.name == "memtrace"]
    assert (said, problems) == (["Update it."], [])
