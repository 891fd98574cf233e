"""A scripted server for the parts of Zep's API that the tests use, and the recorded shape of its
client. Every message becomes a fact, unless a fault prevents it."""

from __future__ import annotations

import json
import urllib.request
from types import SimpleNamespace
from typing import Any, Dict, List

from support.scripted_service import Asked, ScriptedService


class ZepService:
    """`fault`: `not extracted`, `invalidated`, `not found`, or none."""

    def __init__(self) -> None:
        self.fault = ""
        self.facts: List[Dict[str, Any]] = []
        self._episodes = 0
        self._server = ScriptedService(self._answer)
        self.url = self._server.url
        self.close = self._server.close

    def _learn(self, fact: str, episode: str) -> None:
        self.facts.append(
            {
                **{"uuid": f"fact-{len(self.facts) + 1}", "fact": fact, "episodes": [episode]},
                **{"created_at": "2026-05-01T00:00:00Z", "name": "TOLD"},
                **{"source_node_uuid": "node-1", "target_node_uuid": "node-2"},
            }
        )

    def _answer(self, asked: Asked) -> Any:
        path, body = asked.path.replace("/api/v2", ""), asked.body
        if path.startswith("/threads/") and path.endswith("/messages"):
            return {"message_uuids": [self._say(each["content"]) for each in body["messages"]]}
        if path.endswith("/context"):
            facts = [each["fact"] for each in self._findable()]
            return {"context": "\n".join(["FACTS", *(f"- {fact}" for fact in facts)])}
        if path == "/threads" and asked.method == "POST":
            return {**body, "created_at": "2026-05-01T00:00:00Z"}
        if path.startswith("/users/") and asked.method == "DELETE":
            self.facts.clear()
            return {"message": "deleted"}
        if path == "/graph":
            uuid = self._say(body["data"])
            return {"uuid": uuid, "content": body["data"], "created_at": "2026-05-01T00:00:00Z"}
        if path.startswith("/graph/edge/user/"):
            return self._all()
        if path == "/graph/search":
            return {"edges": self._findable()}
        edge = next((fact for fact in self.facts if path == f"/graph/edge/{fact['uuid']}"), None)
        if edge and asked.method == "DELETE":
            self.facts.remove(edge)
            return {"message": "deleted"}
        if edge and asked.method == "PATCH":
            edge["fact"] = body["fact"]
        return edge

    def _say(self, content: str) -> str:
        self._episodes += 1
        uuid = f"episode-{self._episodes}"
        if not (self.fault == "not extracted" and "spare key" in content):
            self._learn(content.replace("By the way, the", "The"), uuid)
        return uuid

    def _findable(self) -> List[Dict[str, Any]]:
        return [
            fact
            for fact in self.facts
            if not fact.get("invalid_at")
            and not (self.fault == "not found" and "spare key" in fact["fact"])
        ]

    def _all(self) -> List[Dict[str, Any]]:
        answer = [dict(fact) for fact in self.facts]
        # Zep itself sometimes marks a fact as outdated.
        for fact in self.facts:
            if self.fault == "invalidated" and "spare key" in fact["fact"]:
                fact["invalid_at"] = "2026-05-02T00:00:00Z"
        return answer


class RecordedZep:
    """The recorded shape of zep-cloud 3: its resources, methods, parameters and requests."""

    def __init__(self, api_key: str, base_url: str) -> None:
        self.thread = _Thread(base_url)
        self.user = _User(base_url)
        self.graph = _Graph(base_url)


class _Resource:
    def __init__(self, url: str) -> None:
        self._url = url

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._url}{path}", data, method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read(), object_hook=_Model)


class _Model(SimpleNamespace):
    """An answer. `uuid` is called `uuid_` in Python."""

    def __init__(self, fields: Dict[str, Any]) -> None:
        super().__init__(**{"uuid_" if key == "uuid" else key: v for key, v in fields.items()})


class _Thread(_Resource):
    def create(self, *, thread_id: str, user_id: str) -> Any:
        return self._send("POST", "/threads", {"thread_id": thread_id, "user_id": user_id})

    def add_messages(self, thread_id: str, *, messages: Any, return_context: Any = None) -> Any:
        said = [{"role": each.role, "content": each.content} for each in messages]
        return self._send("POST", f"/threads/{thread_id}/messages", {"messages": said})

    def get_user_context(self, thread_id: str) -> Any:
        return self._send("GET", f"/threads/{thread_id}/context")


class _User(_Resource):
    def delete(self, user_id: str) -> Any:
        return self._send("DELETE", f"/users/{user_id}")


class _Graph(_Resource):
    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.edge = _Edge(url)

    def add(self, *, data: str, type: str, user_id: Any = None, graph_id: Any = None) -> Any:
        return self._send("POST", "/graph", {"data": data, "type": type, "user_id": user_id})

    def search(self, *, query: str, user_id: Any = None, graph_id: Any = None) -> Any:
        return self._send("POST", "/graph/search", {"query": query, "user_id": user_id})


class _Edge(_Resource):
    def get_by_user_id(self, user_id: str, *, limit: Any = None) -> Any:
        return self._send("POST", f"/graph/edge/user/{user_id}", {})

    def update(self, uuid_: str, *, fact: Any = None, name: Any = None) -> Any:
        return self._send("PATCH", f"/graph/edge/{uuid_}", {"fact": fact})

    def delete(self, uuid_: str) -> Any:
        return self._send("DELETE", f"/graph/edge/{uuid_}")


