from __future__ import annotations

import time
from email.utils import parsedate_to_datetime
from typing import Optional

_FIRST = 0.5
_MOST = 60.0
# The longest wait in seconds, even if the service asks for more.
_MOST_RETRY_AFTER = 300.0


def backoff(attempt: int, random: float) -> float:
    """Returns the seconds to wait before the next attempt. The maximum delay doubles with each
    attempt, from half a second to a minute. `random` (0 to 1) chooses a delay between half of
    the maximum and the maximum."""
    return min(_MOST, _FIRST * 2.0 ** (attempt - 1)) * (0.5 + random / 2)


def retry_after(header: Optional[str]) -> float:
    """Returns the seconds of a `Retry-After` header, which contains seconds or an HTTP date.
    Returns 0 if there is no header."""
    if not header:
        return 0.0
    try:
        asked = float(header)
    except ValueError:
        try:
            asked = parsedate_to_datetime(header).timestamp() - time.time()
        except (TypeError, ValueError, OverflowError):
            return 0.0
    return min(_MOST_RETRY_AFTER, max(0.0, asked)) if asked == asked else 0.0
