"""Handles texts as the service does: counts UTF-16 code units, and removes unpaired surrogates."""

from __future__ import annotations

import re
from typing import Optional

from .bounds import MARKER_CHARS, MAX_NAME_CHARS, MAX_TEXT_CHARS

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NOT_IN_NAMES = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")
_SPACE = re.compile(r"\s")


def units(text: str) -> int:
    """Returns the length in UTF-16 code units."""
    return len(text) if text.isascii() else len(text) + len(_ASTRAL.findall(text))


def valid(text: str) -> str:
    """Returns the text without unpaired surrogates, because UTF-8 cannot encode them."""
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def first_units(text: str, count: int) -> str:
    """Returns at most `count` code units from the start of the text."""
    if len(text) <= count and units(text) <= count:
        return text
    text = text[:count]
    over = units(text) - count
    while over > 0:
        # A character has one or two code units, so removing half as many characters as surplus
        # units never removes too much.
        text = text[: -((over + 1) // 2)]
        over = units(text) - count
    return text


def cut(text: str, most: int) -> str:
    """Returns at most `most` code units of the text. A cut text ends in a marker that states the
    full length.
    """
    if len(text) * 2 <= most:
        return text
    length = units(text)
    if length <= most:
        return text
    kept = first_units(text, most - MARKER_CHARS)
    return f"{kept}…[memtrace: cut, {units(kept)} of {length} characters kept]"


def cut_to_limit(text: Optional[str]) -> Optional[str]:
    """Cuts a comment, a reason or an error message to the service's limit."""
    return cut(valid(str(text)), MAX_TEXT_CHARS) if text else None


def to_name(text: Optional[object], most: int = MAX_NAME_CHARS) -> Optional[str]:
    """Returns a name or an id that the service accepts; None stays None."""
    if text is None:
        return None
    given = text if isinstance(text, str) else str(text)
    if given.isascii() and given.isprintable() and 0 < len(given) <= most:
        return given
    paired = given.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return _NOT_IN_NAMES.sub(" ", first_units(paired, most)) or "unnamed"


def is_sentence(value: object) -> bool:
    """Whether the value is a text that contains white space. Ids and keys contain none."""
    return isinstance(value, str) and _SPACE.search(value) is not None
