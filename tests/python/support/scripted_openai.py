"""An OpenAI-compatible server with a scripted model: chat completions and responses, whole or
streamed, and embeddings that count words."""

from __future__ import annotations

import json
import re
import threading
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List

DIMENSIONS = 64
DEFAULT_DIMENSIONS = 1536
USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}


class ScriptedOpenAI:
    """`answer` gets the request's body. It returns a text (the model's answer), a dict (a tool
    call), or None (the server refuses the request). The server also refuses the texts in
    `unembeddable`."""

    def __init__(self, answer: Callable[[Dict[str, Any]], Any]) -> None:
        self.asked: List[Dict[str, Any]] = []
        self.unembeddable: List[str] = []
        script = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args: Any) -> None:
                return

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if self.path.endswith("/embeddings"):
                    self.embed(body)
                    return
                script.asked.append(body)
                said = answer(body)
                if said is None:
                    self.refuse()
                elif body.get("stream"):
                    events = _pieces(said) if "messages" in body else _response_events(said)
                    text = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
                    self.send(200, "text/event-stream", f"{text}data: [DONE]\n\n")
                else:
                    whole = _completion(said) if "messages" in body else _response(said)
                    self.send(200, "application/json", json.dumps(whole))

            def embed(self, body: Dict[str, Any]) -> None:
                texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
                if any(text in script.unembeddable for text in texts):
                    self.refuse()
                else:
                    size = body.get("dimensions", DEFAULT_DIMENSIONS)
                    self.send(200, "application/json", json.dumps(_embeddings(texts, size)))

            def refuse(self) -> None:
                self.send(400, "application/json", '{"error":{"message":"it is refused"}}')

            def send(self, status: int, kind: str, text: str) -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        serve = partial(self._server.serve_forever, poll_interval=0.02)
        threading.Thread(target=serve, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _completion(said: Any) -> Dict[str, Any]:
    message: Dict[str, Any] = {"role": "assistant", "content": said, "refusal": None}
    if isinstance(said, dict):
        function = {"name": said["tool"], "arguments": json.dumps(said["arguments"])}
        call = {"id": "call-1", "type": "function", "function": function}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    return {
        **{"id": "chat-1", "object": "chat.completion", "created": 1, "model": "scripted"},
        **{"choices": [choice], "usage": USAGE},
    }


def _pieces(said: str) -> List[Dict[str, Any]]:
    head = {"id": "chat-1", "object": "chat.completion.chunk", "created": 1, "model": "scripted"}

    def piece(delta: Dict[str, Any], finish: Any = None) -> Dict[str, Any]:
        return {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}

    words = [piece({"role": "assistant", "content": f"{word} "}) for word in said.split(" ")]
    return [*words, piece({}, "stop")]


def _response(said: str) -> Dict[str, Any]:
    part = {"type": "output_text", "text": said, "annotations": []}
    message = {
        **{"id": "message-1", "type": "message", "role": "assistant", "status": "completed"},
        "content": [part],
    }
    return {
        **{"id": "response-1", "object": "response", "created_at": 1, "model": "scripted"},
        **{"output": [message], "status": "completed", "parallel_tool_calls": False},
        **{"tool_choice": "auto", "tools": []},
    }


def _response_events(said: str) -> List[Dict[str, Any]]:
    place = {"item_id": "message-1", "output_index": 0, "content_index": 0}
    deltas = [
        {
            **{"type": "response.output_text.delta", "delta": f"{word} ", **place},
            **{"sequence_number": number, "logprobs": []},
        }
        for number, word in enumerate(said.split(" "))
    ]
    done = {"type": "response.completed", "response": _response(said), "sequence_number": 99}
    return [*deltas, done]


def _embeddings(texts: List[str], size: int) -> Dict[str, Any]:
    data = [
        {"object": "embedding", "index": index, "embedding": _counts(text, size)}
        for index, text in enumerate(texts)
    ]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return {"object": "list", "data": data, "model": "words", "usage": usage}


def _counts(text: str, size: int) -> List[float]:
    """Counts the text's words. The letters of a word decide the index of its counter."""
    counts = [0.0] * size
    for word in re.findall(r"\w+", text.lower()) or ["-"]:
        place = 7
        for letter in word:
            place = (place * 31 + ord(letter)) % 9973
        counts[place % size] += 1
    return counts
