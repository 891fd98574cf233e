"""The scripted hosted service of mem0, which makes one unit from every message, and its client: the
real `MemoryClient` if mem0ai is installed, and its recorded shape."""

from __future__ import annotations

import json
import os
import re
import urllib.request
from typing import Any, Dict, List, Optional

from support.scripted_service import Asked, ScriptedService

# mem0 reads this when it is imported.
os.environ["MEM0_TELEMETRY"] = "false"


class Mem0Service:
    def __init__(self) -> None:
        self.rows: List[Dict[str, Any]] = []
        self._server = ScriptedService(self._answer)
        self.url = self._server.url
        self.close = self._server.close

    def key_unit(self) -> str:
        return next(row["id"] for row in self.rows if "spare key" in row["memory"])

    def _answer(self, asked: Asked) -> Any:
        path, body = asked.path, asked.body or {}
        if path.endswith("/ping/"):
            return {"status": "ok", "org_id": "1", "project_id": "1"}
        if path.endswith("/add/"):
            return {"results": [self._add(body)]}
        if path.endswith("/history/"):
            return [{"id": "change-1", "new_memory": self.rows[0]["memory"]}]
        if path.endswith("/search/") or path == "/v3/memories/":
            return {"results": self.rows}
        if asked.method == "GET":
            return next((row for row in self.rows if path.endswith(f"/{row['id']}/")), None)
        owner = re.search(r"entities/user/([^/]+)/$", path)
        user = owner.group(1) if owner else asked.query.get("user_id")
        one = re.search(r"memories/([^/]+)/$", path)
        named = [one.group(1)] if one else [each["memory_id"] for each in body.get("memories", [])]
        meant = [row for row in self.rows if row["user_id"] == user or row["id"] in named]
        if one and not meant:
            return None
        if asked.method == "DELETE":
            self.rows = [row for row in self.rows if row not in meant]
        else:
            texts = {each["memory_id"]: each["text"] for each in body.get("memories", [])}
            for row in meant:
                row["memory"] = texts.get(row["id"]) or body["text"]
        return {"message": "ok"}

    def _add(self, body: Dict[str, Any]) -> Dict[str, Any]:
        said = body["messages"][0]["content"]
        memory = said.replace("By the way, the", "The").replace("My", "The user's")
        id = f"unit-{len(self.rows) + 1}"
        self.rows.append({"id": id, "memory": memory, "user_id": body["user_id"]})
        return {**self.rows[-1], "event": "ADD"}


class RecordedClient:
    """The recorded shape of mem0ai's `MemoryClient`: its methods, parameters and requests."""

    def __init__(self, api_key: str, host: str) -> None:
        self._host = host

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._host}{path}", data, method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read())

    def add(self, messages: Any, options: Any = None, **kwargs: Any) -> Any:
        if isinstance(messages, str):
            messages = [{"role": "user", "content": messages}]
        return self._send("POST", "/v3/memories/add/", {"messages": messages, **kwargs})

    def get(self, memory_id: str) -> Any:
        return self._send("GET", f"/v1/memories/{memory_id}/")

    def get_all(self, options: Any = None, **kwargs: Any) -> Any:
        return self._send("POST", "/v3/memories/", kwargs)

    def search(self, query: str, options: Any = None, **kwargs: Any) -> Any:
        return self._send("POST", "/v3/memories/search/", {"query": query, **kwargs})

    def history(self, memory_id: str) -> Any:
        return self._send("GET", f"/v1/memories/{memory_id}/history/")

    def update(self, memory_id: str, options: Any = None, **kwargs: Any) -> Any:
        return self._send("PUT", f"/v1/memories/{memory_id}/", kwargs)

    def batch_update(self, memories: List[Dict[str, Any]]) -> Any:
        return self._send("PUT", "/v1/batch/", {"memories": memories})

    def delete(self, memory_id: str, delete_linked: bool = False) -> Any:
        return self._send("DELETE", f"/v1/memories/{memory_id}/")

    def batch_delete(self, memories: List[Dict[str, Any]]) -> Any:
        return self._send("DELETE", "/v1/batch/", {"memories": memories})

    def delete_all(self, options: Any = None, **kwargs: Any) -> Any:
        return self._send("DELETE", f"/v1/memories/?user_id={kwargs['user_id']}")

    def delete_users(self, user_id: Optional[str] = None, agent_id: Optional[str] = None) -> Any:
        return self._send("DELETE", f"/v2/entities/user/{user_id}/")
