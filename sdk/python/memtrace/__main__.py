"""`python -m memtrace whoami`: shows whether the service accepts the key, and the key's scopes."""

from __future__ import annotations

import http.client
import json
import sys
from typing import Any, List, Optional

from .core.options import address_of
from .core.text import to_name
from .deliver.http import Connection

HELP = """usage: python -m memtrace whoami [--json]

whoami shows whose key MEMTRACE_API_KEY is: project, name, scopes, expiry. The key needs the scope
read. MEMTRACE_URL is the address of the service, if it is not http://localhost:8787."""

DONE, FAILED, WRONG, UNREACHABLE = 0, 1, 2, 3
_TIMEOUT = 30.0


def main(args: Optional[List[str]] = None) -> int:
    given = sys.argv[1:] if args is None else args
    if given in (["--help"], ["-h"], ["help"]):
        print(HELP)
        return DONE
    if not given or given[0] != "whoami" or given[1:] not in ([], ["--json"]):
        return _fail(HELP, WRONG)
    url, key = address_of(None, None)
    if key is None:
        return _fail("MEMTRACE_API_KEY is not set. Create a key in MemTrace under Keys.", WRONG)
    try:
        headers = {"Authorization": f"Bearer {key}"}
        answer = Connection(url).request("GET", "/v1/whoami", None, headers, _TIMEOUT)
    except ValueError as error:
        return _fail(f"MEMTRACE_URL: {error}", WRONG)
    except (OSError, http.client.HTTPException) as error:
        return _fail(f"{url} does not answer: {error!r}. Check MEMTRACE_URL.", UNREACHABLE)
    try:
        said = json.loads(answer.text)
        if answer.status == 200:
            print(json.dumps(said, indent=2) if "--json" in given else _table(said))
            return DONE
        reason = str(said["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return _fail(f"{url} is not MemTrace: it answered {answer.status}.", UNREACHABLE)
    is_wrong = 400 <= answer.status < 500
    return _fail(to_name(reason, 2_000) or "", WRONG if is_wrong else UNREACHABLE)


def _table(who: Any) -> str:
    project = who["project"]
    lines = [
        ("project", f"{project['name']} ({project['id']})"),
        (who["kind"], who["name"]),
        ("scopes", ", ".join(who["scopes"])),
        ("expires", who["expiresAt"] or "never"),
    ]
    # A project's name may contain control characters, which could change what the terminal shows.
    return "\n".join(f"{name.ljust(9)}{to_name(text, 2_000)}" for name, text in lines)


def _fail(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
