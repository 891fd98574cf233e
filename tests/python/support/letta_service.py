"""A scripted server for the parts of Letta's API that the tests use, including its agent, and the
recorded shape of its client. The agent stores each message in its archive, and answers from the
passages that it finds."""

from __future__ import annotations

import json
import urllib.request
from types import SimpleNamespace
from typing import Any, Dict, List

from support.scripted_service import Asked, ScriptedService


class LettaService:
    """`fault`: `tool forgets`, `not found`, `ignored`, or none."""

    def __init__(self) -> None:
        self.fault = ""
        self.passages: List[Dict[str, str]] = []
        self.block = {"id": "block-1", "label": "human", "value": "The user lives by a canal."}
        self._server = ScriptedService(self._answer)
        self.url = self._server.url
        self.close = self._server.close

    def _answer(self, asked: Asked) -> Any:
        parts = [*asked.path.strip("/").split("/"), "", "", ""]
        if parts[1] == "agents" and not parts[2]:
            return {"id": "agent-1", "blocks": [self.block]}
        part, id = parts[3], parts[4]
        if part == "core-memory":
            if asked.method == "PATCH":
                self.block["value"] = asked.body["value"]
            return self.block if id and parts[5] else [self.block]
        if part == "archival-memory":
            return self._archive(asked, id)
        if part == "messages" and asked.body["messages"]:
            messages = self._turn(asked.body["messages"][0]["content"])
            if id == "stream":
                events = [f"data: {json.dumps(message)}\n\n" for message in messages]
                return [*(event.encode() for event in events), b"data: [DONE]\n\n"]
            stop = {"message_type": "stop_reason", "stop_reason": "end_turn"}
            usage = {"message_type": "usage_statistics"}
            return {"messages": messages, "stop_reason": stop, "usage": usage}
        return None

    def _archive(self, asked: Asked, id: str) -> Any:
        if id == "search":
            results = [
                {"id": row["id"], "content": row["text"], "timestamp": "2026-05-01"}
                for row in self._found()
            ]
            return {"count": len(results), "results": results}
        if asked.method == "POST":
            return [self._keep(asked.body["text"])]
        if asked.method == "DELETE":
            self.passages = [row for row in self.passages if row["id"] != id]
            return {}
        return self.passages

    def _keep(self, text: str) -> Dict[str, str]:
        id = f"passage-{len(self.passages) + 1}"
        self.passages.append({"id": id, "text": text.replace("By the way, the", "The")})
        return self.passages[-1]

    def _found(self) -> List[Dict[str, str]]:
        is_lost = self.fault == "not found"
        return [row for row in self.passages if not (is_lost and "spare key" in row["text"])]

    def _turn(self, said: str) -> List[Any]:
        if said.endswith("?"):
            rows = [{"id": row["id"], "content": row["text"]} for row in self._found()]
            known = [row["content"] for row in rows if "spare key" in row["content"]]
            answer = known[0] if known and self.fault != "ignored" else "I do not know that."
            return [*_call("archival_memory_search", {"query": said}, rows), _reply(answer)]
        if self.fault == "tool forgets" and "spare key" in said:
            return [_reply("I see.")]
        row = self._keep(said)
        returned = f"Memory inserted with ID {row['id']}"
        return [
            *_call("archival_memory_insert", {"content": row["text"]}, returned),
            _reply("I see."),
        ]


_HEAD = {"date": "2026-05-01T00:00:00Z"}


def _call(name: str, args: Any, returned: Any) -> List[Any]:
    call = {"name": name, "arguments": json.dumps(args), "tool_call_id": "call-1"}
    text = returned if isinstance(returned, str) else json.dumps(returned)
    return [
        {**_HEAD, "id": "m1", "message_type": "tool_call_message", "tool_call": call},
        {
            **{**_HEAD, "id": "m2", "message_type": "tool_return_message", "status": "success"},
            **{"tool_call_id": "call-1", "tool_return": text},
        },
    ]


def _reply(content: str) -> Any:
    return {**_HEAD, "id": "m3", "message_type": "assistant_message", "content": content}


class RecordedLetta:
    """The recorded shape of letta-client 1: its resources, methods, parameters and requests."""

    def __init__(self, api_key: str, base_url: str) -> None:
        self.agents = _Agents(base_url)


class _Resource:
    def __init__(self, url: str) -> None:
        self._url = url

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._url}/v1/agents/{path}", data, method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read(), object_hook=lambda found: SimpleNamespace(**found))


class _Agents(_Resource):
    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.blocks, self.passages, self.messages = _Blocks(url), _Passages(url), _Messages(url)

    def create(self, *, memory_blocks: Any = None) -> Any:
        return self._send("POST", "", {"memory_blocks": memory_blocks})


class _Blocks(_Resource):
    def retrieve(self, block_label: str, *, agent_id: str) -> Any:
        return self._send("GET", f"{agent_id}/core-memory/blocks/{block_label}")

    def update(self, block_label: str, *, agent_id: str, value: Any = None) -> Any:
        return self._send("PATCH", f"{agent_id}/core-memory/blocks/{block_label}", {"value": value})


class _Passages(_Resource):
    def create(self, agent_id: str, *, text: str) -> Any:
        return self._send("POST", f"{agent_id}/archival-memory", {"text": text})

    def list(self, agent_id: str) -> Any:
        return self._send("GET", f"{agent_id}/archival-memory")

    def search(self, agent_id: str, *, query: str) -> Any:
        return self._send("GET", f"{agent_id}/archival-memory/search")

    def delete(self, memory_id: str, *, agent_id: str) -> Any:
        return self._send("DELETE", f"{agent_id}/archival-memory/{memory_id}")


class _Stream:
    """A stream of pieces."""

    def __init__(self, pieces: List[Any]) -> None:
        self._iterator = iter(pieces)

    def __iter__(self) -> Any:
        yield from self._iterator


class _Messages(_Resource):
    def create(self, agent_id: str, *, messages: Any = None, input: Any = None) -> Any:
        return self._send("POST", f"{agent_id}/messages", {"messages": messages})

    def stream(self, agent_id: str, *, messages: Any = None, input: Any = None) -> Any:
        answer = self._send("POST", f"{agent_id}/messages", {"messages": messages})
        return _Stream(answer.messages)
