"""Finds the variables of a value that an operation received or returned. For a list, finds each
element's variable. For a record that contains recorded values, finds the variables of those
values. So the result of a retrieval is the stored memory units themselves, not a new text that
repeats them."""

from __future__ import annotations

import types
from dataclasses import dataclass
from typing import Any, Dict, List, Optional

from ..core.bounds import MAX_DEPTH, MAX_LIST, MAX_SCANNED_CHARS
from ..core.encode import encode, fields_of, id_of, is_data, is_instance, is_list, is_record
from ..core.text import is_sentence
from .description import Describe, Omit
from .recorder import FIXED, Recorder, shown_of
from .scope import TraceScope
from .variable import Accept, Variable

_IGNORED = (
    type(None),
    types.FunctionType,
    types.MethodType,
    types.BuiltinFunctionType,
    types.ModuleType,
    type,
)


@dataclass
class ResolveContext:
    recorder: Recorder
    scope: TraceScope
    describe: Describe
    #: Start of the generated names of values without a name.
    label: str
    #: Name of the operation that returned the value; None for an input. A variable that this
    #: operation made earlier is not reused for its new result.
    made_by: Optional[str] = None

    def record(
        self,
        value: object,
        description: Dict[str, Any],
        mutates: Optional[Variable] = None,
    ) -> Variable:
        return self.recorder.record(
            self.scope, value, description, label=self.label, mutates=mutates
        )


def resolve_values(
    context: ResolveContext, value: object, index: int, depth: int = 0
) -> List[Variable]:
    try:
        return _resolve(context, value, index, depth)
    except Exception as cause:
        # The app's `describe` function may raise. Skip only the value for which it raises.
        context.recorder.report(cause)
        return []


def _resolve(context: ResolveContext, value: object, index: int, depth: int) -> List[Variable]:
    recorder, scope, made_by = context.recorder, context.scope, context.made_by
    if isinstance(value, _IGNORED):
        return []
    identical = recorder.find_object(scope, value)
    if identical and isinstance(value, Variable):
        return [identical]
    describe = context.describe
    if callable(describe):
        # `describe` expects one element, so do not call it with the whole list.
        own = None if is_list(value) else describe(value, index)
    else:
        own = describe
    if isinstance(own, Omit):
        return []
    description = recorder.describe(value, own)
    if description.get("name"):
        return [context.record(value, description)]
    if is_list(value) and not identical and _is_list_of_values(context, value, depth):
        elements: Any = value
        return [
            variable
            for at, element in enumerate(elements)
            for variable in resolve_values(context, element, at if made_by else index, depth + 1)
        ]
    shown = shown_of(value, description.get("value"))
    known = identical or _known_equal(
        context, shown, description, _accept_made(context, shown, depth)
    )
    if known:
        recorder.alias(value, known, None if shown is value else FIXED)
        return [known]
    # Do not record a number, a flag or a client object that is an input: it is only a setting. As a
    # result, a number is information, and so is a class instance with a description.
    is_informative = made_by and (description or not is_instance(shown))
    if not is_informative and not _is_information(shown):
        return []
    # If a variable's name is the object's id, the object is the same record: loaded again or
    # changed.
    version = recorder.latest(scope, id_of(shown, 1) or "")
    if version:
        return [_version_of(context, value, shown, description, version)]
    parts = _known_parts(context, value, index, depth, description)
    if parts is not None:
        return parts
    if is_list(value) and made_by and scope.operation:
        # The recorded values in the list are the sources of the list.
        for part in list(value)[:MAX_LIST]:  # type: ignore[call-overload]
            if _holds_known(context, part, depth + 1):
                scope.operation.inner.extend(resolve_values(context, part, index, 1))
    return [context.record(value, description)]


def _accept_made(context: ResolveContext, shown: object, depth: int) -> Optional[Accept]:
    """Returns a function that decides whether an earlier variable may be reused for a returned
    text; None if every equal variable may be reused. A returned text may equal an earlier text
    by chance: an answer may quote a memory unit. Reuse the earlier variable only if this
    operation recorded it, or if the text is its name."""
    if depth > 0 or not context.made_by or not isinstance(shown, str):
        return None
    operation = context.scope.operation
    before = operation.start.seq if operation and operation.start else 0
    return lambda known: known.name == shown or (known.order > before and known.text == shown)


def _version_of(
    context: ResolveContext,
    value: object,
    shown: object,
    description: Dict[str, Any],
    version: Variable,
) -> Variable:
    if _contains_all_texts(shown, version):
        context.recorder.alias(value, version, FIXED)
        return version
    described = {
        **description,
        "name": version.name,
        "class": version.class_ or description.get("class"),
        "category": version.category or description.get("category"),
    }
    return context.record(value, described, version if context.made_by else None)


def _known_parts(
    context: ResolveContext, value: object, index: int, depth: int, description: Dict[str, Any]
) -> Optional[List[Variable]]:
    """Returns the variables of the recorded values in a record. Returns None if the record contains
    none."""
    fields = fields_of(value) or []
    # A value with a category and an id is a record of its own, even if its fields contain recorded
    # values.
    if description.get("category") and id_of(value):
        return None
    if not 0 < len(fields) <= MAX_LIST or not _holds_known(context, value, depth):
        return None
    variables: List[Variable] = []
    rest = {}
    for key, part in fields:
        if _holds_known(context, part, depth + 1):
            variables += resolve_values(context, part, index, depth + 1)
        else:
            rest[key] = part
    if any(is_sentence(part) for part in rest.values()):
        variables.append(context.record(rest, description))
    return variables


def _known_equal(
    context: ResolveContext,
    value: object,
    description: Optional[Dict[str, Any]] = None,
    accept: Optional[Accept] = None,
) -> Optional[Variable]:
    """Returns an earlier variable with equal content. Skips it if this operation made it, or if its
    class or category differs."""
    wanted = description or {}

    def is_equal(known: Variable) -> bool:
        if accept and not accept(known):
            return False
        if wanted.get("class") not in (None, known.class_):
            return False
        # An earlier variable that is an input keeps its category: the description applies only to
        # new variables.
        return not context.made_by or (
            known.made_by != context.made_by and wanted.get("category") in (None, known.category)
        )

    return context.recorder.find_text(context.scope, value, is_equal)


def _contains_all_texts(value: object, version: Variable) -> bool:
    """Whether the version contains every text of the object. A search result often equals a unit
    plus a score; it is then that unit, not a new version."""
    return all(
        part in version.text or encode([part])[2:-2] in version.text
        for _, part in fields_of(value) or ()
        if is_sentence(part)
    )


def _is_list_of_values(context: ResolveContext, value: Any, depth: int) -> bool:
    if depth >= MAX_DEPTH or not 0 < len(value) <= MAX_LIST:
        return False
    if all(isinstance(part, str) or is_data(part) or is_instance(part) for part in value):
        return True
    return any(_holds_known(context, part, depth + 1) for part in value)


def _holds_known(context: ResolveContext, value: object, depth: int) -> bool:
    if not isinstance(value, str) and not is_data(value) and not is_instance(value):
        return False
    if context.recorder.find_object(context.scope, value) or _known_equal(context, value):
        return True
    if depth >= MAX_DEPTH or not is_data(value) or len(encode(value)) > MAX_SCANNED_CHARS:
        return False
    parts: Any = [part for _, part in fields_of(value) or ()] if is_record(value) else value
    return any(_holds_known(context, part, depth + 1) for part in parts)


def _is_information(value: object) -> bool:
    if is_list(value):
        return len(value) > 0  # type: ignore[arg-type]
    return isinstance(value, str) or is_record(value)
