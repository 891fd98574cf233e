"""A scripted HTTP service: a function answers each request."""

from __future__ import annotations

import json
import threading
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, NamedTuple, Optional
from urllib.parse import parse_qsl, urlsplit


class Asked(NamedTuple):
    method: str
    path: str
    query: Dict[str, str]
    body: Any


class ScriptedService:
    """`answer` returns the value to send as JSON, or None: the service refuses the request. A list
    of bytes is sent as a stream of events."""

    def __init__(self, answer: Callable[[Asked], Any]) -> None:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args: Any) -> None:
                return

            def do_any(self) -> None:
                text = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                at = urlsplit(self.path)
                body = json.loads(text) if text else None
                said = answer(Asked(self.command, at.path, dict(parse_qsl(at.query)), body))
                if isinstance(said, list) and said and isinstance(said[0], bytes):
                    self.send(200, b"".join(said), "text/event-stream")
                elif said is None:
                    self.send(404, b'{"detail":"the script refuses"}')
                else:
                    self.send(200, json.dumps(said).encode())

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_any

            def send(self, status: int, body: bytes, kind: str = "application/json") -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        serve = partial(self._server.serve_forever, poll_interval=0.02)
        threading.Thread(target=serve, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def last(path: str) -> Optional[str]:
    """The last part of a path."""
    return path.rstrip("/").rpartition("/")[2] or None
