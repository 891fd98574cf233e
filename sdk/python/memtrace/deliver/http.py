"""Sends HTTP requests to the service over one connection that stays open."""

from __future__ import annotations

import http.client
import socket
from typing import Mapping, NamedTuple, Optional, Union
from urllib.parse import urlsplit


class Answer(NamedTuple):
    status: int
    text: str
    retry_after: Optional[str]


class Connection:
    """Not thread-safe: only one thread may use a connection."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url} is not an address that starts with http:// or https://")
        self._parts = parts
        self._open: Optional[http.client.HTTPConnection] = None

    def request(
        self,
        method: str,
        path: str,
        body: Optional[bytes],
        headers: Mapping[str, str],
        timeout: float,
    ) -> Answer:
        """Raises OSError or HTTPException. Does not follow redirects: the key must not reach
        another host."""
        kept = self._open
        if kept is not None:
            try:
                return self._ask(kept, method, path, body, headers, timeout)
            except (http.client.RemoteDisconnected, ConnectionError):
                # The service may have closed the idle connection. Repeat the request: it has the
                # same batch id, so the service stores the batch only once.
                self.close()
        return self._ask(self._connect(timeout), method, path, body, headers, timeout)

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    def _connect(self, timeout: float) -> http.client.HTTPConnection:
        kind: Union[type, object] = (
            http.client.HTTPSConnection
            if self._parts.scheme == "https"
            else http.client.HTTPConnection
        )
        self._open = kind(  # type: ignore[operator]
            self._parts.hostname, self._parts.port, timeout=timeout
        )
        assert self._open is not None
        return self._open

    def _ask(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        body: Optional[bytes],
        headers: Mapping[str, str],
        timeout: float,
    ) -> Answer:
        try:
            connection.timeout = timeout
            if isinstance(connection.sock, socket.socket):
                connection.sock.settimeout(timeout)
            connection.request(method, f"{self._parts.path}{path}", body, dict(headers))
            response = connection.getresponse()
            text = response.read().decode("utf-8", "replace")
            return Answer(response.status, text, response.getheader("Retry-After"))
        except BaseException:
            self.close()
            raise
