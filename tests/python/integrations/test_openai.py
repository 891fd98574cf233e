from __future__ import annotations

import asyncio
from typing import Any, Callable, Dict, Iterator, List, Tuple

import memtrace
import pytest
from memtrace.integrations.openai import observe_openai
from support import service
from support.collector import Collector
from support.scripted_openai import ScriptedOpenAI

openai = pytest.importorskip("openai", reason="openai is not installed")
MakeClient = Callable[..., memtrace.MemTrace]

SYSTEM = {"role": "system", "content": "Answer from the facts."}
USER = {"role": "user", "content": "Where does she live?"}
ASK: Any = {"model": "scripted", "messages": [SYSTEM, USER]}
ANSWER = "She lives in Lisbon"


@pytest.fixture
def scripted() -> Iterator[ScriptedOpenAI]:
    server = ScriptedOpenAI(lambda body: None if body["model"] == "refused" else ANSWER)
    yield server
    server.close()


def recorded(collector: Collector) -> List[Tuple[str, str, List[str], str]]:
    """Returns, for each operation, its name, status, input texts and result."""
    values = {event["ref"]: event.get("value") for event in collector.of("variable")}
    found = []
    for operation in collector.of("operation"):
        links = [link for link in collector.of("link") if link["op"] == operation["op"]]
        inputs = [values[link["from"]] for link in links]
        result = values[links[0]["to"]] if links else ""
        found.append((operation["name"], operation["status"], inputs, result))
    return found


def test_chat(
    traced: MakeClient, collector: Collector, scripted: ScriptedOpenAI, problems: List[Any]
) -> None:
    """S151 A chat call records messages, answer and model, and its behaviour does not change"""
    client = traced()
    api = observe_openai(openai.OpenAI(api_key="k", base_url=scripted.url), client)
    assert observe_openai(api, client) is api
    with client.graph("g"):
        message = client.variable(USER["content"], name="query-1", class_="query")
        answer = api.chat.completions.create(**ASK)
        assert isinstance(answer, openai.types.chat.ChatCompletion)
        assert answer.choices[0].message.content == ANSWER
        with pytest.raises(openai.BadRequestError):
            api.chat.completions.create(**{**ASK, "model": "refused"})
        api.with_options(timeout=5).chat.completions.create(**ASK)
        raw = api.chat.completions.with_raw_response.create(**ASK)
        assert raw.parse().choices[0].message.content == ANSWER
    client.flush()
    inputs = [SYSTEM["content"], USER["content"]]
    assert recorded(collector) == [
        ("chat", "ok", inputs, ANSWER),
        ("chat", "error", [], ""),
        ("chat", "ok", inputs, ANSWER),
        ("chat", "ok", inputs, ANSWER),
    ]
    prompt = next(each for each in collector.of("variable") if each["value"] == SYSTEM["content"])
    assert (prompt["class"], prompt["category"]) == ("instructions", "prompt")
    assert message.ref in {link["from"] for link in collector.of("link")}
    used = {"model": "scripted", "usage": {"inputTokens": 1, "outputTokens": 1}}
    assert collector.of("operation")[0]["metadata"] == used
    assert problems == []


def test_streams(traced: MakeClient, collector: Collector, scripted: ScriptedOpenAI) -> None:
    """S151 A stream is recorded when the app has read or left it, and the app gets every piece"""
    client = traced()
    api = observe_openai(openai.OpenAI(api_key="k", base_url=scripted.url), client)
    with client.graph("g"):
        pieces = list(api.chat.completions.create(**ASK, stream=True))
        assert isinstance(pieces[0], openai.types.chat.ChatCompletionChunk)
        stream = api.chat.completions.create(**ASK, stream=True)
        assert next(iter(stream)).choices[0].delta.content == "She "
        stream.close()
        with api.chat.completions.stream(**ASK) as helper:
            assert helper.get_final_completion().choices[0].message.content == f"{ANSWER} "
    client.flush()
    results = [result for _, _, _, result in recorded(collector)]
    assert sorted(results) == sorted([f"{ANSWER} ", "She ", f"{ANSWER} "])


def test_responses(traced: MakeClient, collector: Collector, scripted: ScriptedOpenAI) -> None:
    """S151 A call of the responses API is recorded like a chat, whole and streamed"""
    client = traced()
    api = observe_openai(openai.OpenAI(api_key="k", base_url=scripted.url), client)
    ask: Any = {"model": "scripted", "instructions": SYSTEM["content"]}
    with client.graph("g"):
        assert api.responses.create(**ask, input=USER["content"]).output_text == ANSWER
        list(api.responses.create(**ask, input=[USER], stream=True))
    client.flush()
    inputs = [SYSTEM["content"], USER["content"]]
    assert recorded(collector) == [
        ("respond", "ok", inputs, ANSWER),
        ("respond", "ok", inputs, f"{ANSWER} "),
    ]


def test_async(traced: MakeClient, collector: Collector, scripted: ScriptedOpenAI) -> None:
    """S151 Concurrent calls of an async client belong to the operations that made them"""
    client = traced()

    async def run() -> None:
        api = observe_openai(openai.AsyncOpenAI(api_key="k", base_url=scripted.url), client)

        @client.operation("answer")
        async def answer(number: int, question: str) -> str:
            ask: Dict[str, Any] = {**ASK, "messages": [{"role": "user", "content": question}]}
            if number % 2:
                stream = await api.chat.completions.create(**ask, stream=True)
                parts = [part.choices[0].delta.content or "" async for part in stream]
                return f"answer {number}: {''.join(parts)}"
            said = await api.chat.completions.create(**ask)
            return f"answer {number}: {said.choices[0].message.content}"

        with client.graph("g"):
            await asyncio.gather(*(answer(n, f"the question number {n}") for n in range(6)))
            with pytest.raises(openai.BadRequestError):
                await api.chat.completions.create(**{**ASK, "model": "refused"})
        await api.close()

    asyncio.run(run())
    client.flush()
    operations = {event["op"]: event for event in collector.of("operation")}
    calls = [event for event in operations.values() if event["name"] == "chat"]
    assert [event["status"] for event in calls].count("ok") == 6
    values = {event["ref"]: event.get("value") for event in collector.of("variable")}
    for link in collector.of("link"):
        operation = operations[link["op"]]
        if operation["name"] == "chat" and "inside" in operation["metadata"]:
            around = operation["metadata"]["inside"]
            asked = [each for each in collector.of("link") if each["op"] == around]
            assert values[link["from"]] in {values[each["from"]] for each in asked}


def test_parse_and_tools(traced: MakeClient, collector: Collector) -> None:
    """S151 A parsed answer and a tool call are recorded exactly as the model gave them"""
    pydantic = pytest.importorskip("pydantic")
    City = pydantic.create_model("City", city=(str, ...))
    server = ScriptedOpenAI(
        lambda body: (
            {"tool": "look", "arguments": {"at": "map"}}
            if body.get("tools")
            else '{"city":"Lisbon"}'
        )
    )
    client = traced()
    api = observe_openai(openai.OpenAI(api_key="k", base_url=server.url), client)
    tool = {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}
    with client.graph("g"):
        parsed = api.chat.completions.parse(**ASK, response_format=City)
        assert parsed.choices[0].message.parsed == City(city="Lisbon")
        api.chat.completions.create(**ASK, tools=[tool])
    client.flush()
    server.close()
    first, second = recorded(collector)
    assert first[3] == '{"city":"Lisbon"}'
    assert '"name":"look"' in second[3] and '"map' in second[3]


def test_several_clients(
    traced: MakeClient, collector: Collector, scripted: ScriptedOpenAI
) -> None:
    """S151 If clients share an object, each client whose graph contains a call records it"""
    first, second = traced(), traced()
    api = openai.OpenAI(api_key="k", base_url=scripted.url)
    observe_openai(observe_openai(api, first), second)
    with first.graph("one"):
        api.chat.completions.create(**ASK)
        with second.graph("two"):
            api.chat.completions.create(**ASK)
    api.chat.completions.create(**ASK)
    first.flush()
    second.flush()
    operations = sorted(event["graph"] for event in collector.of("operation"))
    assert operations == ["one", "one", "two"]


def test_off(scripted: ScriptedOpenAI) -> None:
    """S151 Without a key, the client works as without tracing"""
    off = memtrace.MemTrace("", on_error=lambda problem: None)
    api = observe_openai(openai.OpenAI(api_key="k", base_url=scripted.url), off)
    assert api.chat.completions.create(**ASK).choices[0].message.content == ANSWER
    assert "".join(
        piece.choices[0].delta.content or ""
        for piece in api.chat.completions.create(**ASK, stream=True)
    )


def test_stored(client: memtrace.MemTrace, scripted: ScriptedOpenAI) -> None:
    """S151 The service links the answer to the recorded fact in the prompt"""
    api = observe_openai(openai.OpenAI(api_key="k", base_url=scripted.url), client)
    graph = service.new_graph("openai")
    with client.graph(graph):
        fact = client.variable("She moved to Lisbon", name="unit-1", category="memory_entry")
        api.chat.completions.create(
            model="scripted", messages=[{"role": "user", "content": fact.text}, USER]
        )
    client.flush()
    assert ("She moved to Lisbon", ANSWER) in service.links_of(service.exported(graph), "chat")


def test_tokens(traced: MakeClient, collector: Collector, problems: List[Any]) -> None:
    """S182 The metadata has the tokens that an answer or the last piece of a stream reports"""

    class Answer(Dict[str, Any]):
        _iterator: Any = None

        def close(self) -> None:
            return

    def create(**body: Any) -> Any:
        details = {"cached_tokens": 8}
        usage = {"prompt_tokens": 12, "completion_tokens": 3, "prompt_tokens_details": details}
        if not body.get("stream"):
            return {"choices": [], "usage": {"input_tokens": 7} if body["model"] == "new" else None}
        answer = Answer()
        answer._iterator = iter([{"choices": [], "usage": None}, {"choices": [], "usage": usage}])
        return answer

    class Completions:
        pass

    completions: Any = Completions()
    completions.create = create
    api: Any = Completions()
    api.chat = Completions()
    api.chat.completions = completions
    client = traced()
    observe_openai(api, client)
    with client.graph("g"):
        for model, stream in (("old", False), ("new", False), ("old", True)):
            answer = completions.create(model=model, messages=[USER], stream=stream)
            if stream:
                assert len(list(answer._iterator)) == 2
    client.flush()
    assert [each["metadata"].get("usage") for each in collector.of("operation")] == [
        None,
        {"inputTokens": 7, "outputTokens": 0},
        {"inputTokens": 12, "outputTokens": 3, "cachedInputTokens": 8},
    ]
    assert problems == []
