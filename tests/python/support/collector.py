"""A scripted service that keeps the batches that it receives, and fails as a test says."""

from __future__ import annotations

import gzip
import json
import threading
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, Optional, Tuple

Answer = Tuple[int, Dict[str, str], str]
ACCEPTED: Answer = (202, {}, '{"accepted":1,"duplicates":0,"rejected":[]}')


class Batch:
    def __init__(self, headers: Dict[str, str], body: bytes) -> None:
        self.headers = headers
        self.id = headers["batch-id"]
        self.lines = gzip.decompress(body).decode().split("\n")
        self.events: List[Dict[str, Any]] = [json.loads(line) for line in self.lines]


class Collector:
    """`answer` gets the number of the request, from 1. None closes the connection."""

    def __init__(self) -> None:
        self.requests: List[Batch] = []
        self.accepted: List[Batch] = []
        self.answer: Callable[[int], Optional[Answer]] = lambda number: ACCEPTED
        self._lock = threading.Lock()
        collector = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args: Any) -> None:
                return

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {key.lower(): value for key, value in self.headers.items()}
                answer = collector.take(Batch(headers, body))
                if answer is None:
                    self.close_connection = True
                    return
                status, more, text = answer
                self.send_response(status)
                for key, value in more.items():
                    self.send_header(key, value)
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())

        class Server(ThreadingHTTPServer):
            def handle_error(self, request: Any, client_address: Any) -> None:
                # A killed program leaves its connection.
                return

        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        serve = partial(self._server.serve_forever, poll_interval=0.02)
        threading.Thread(target=serve, daemon=True).start()

    def take(self, batch: Batch) -> Optional[Answer]:
        with self._lock:
            self.requests.append(batch)
            answer = self.answer(len(self.requests))
            if answer and answer[0] == 202:
                self.accepted.append(batch)
            return answer

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def events(self) -> List[Dict[str, Any]]:
        return [event for batch in self.accepted for event in batch.events]

    def of(self, kind: str) -> List[Dict[str, Any]]:
        return [event for event in self.events if event["type"] == kind]
