"""Turns values into variables. For each value, the recorder looks for a known variable: by object
identity, then by content, then by name. If it finds none, it records a new variable."""

from __future__ import annotations

from typing import Any, Callable, Dict, Mapping, Optional

from ..core.bounds import MAX_VALUE_CHARS, MIN_SHARED_CHARS
from ..core.encode import encode, fields_of, id_of
from ..core.problem import Report
from ..core.text import cut, is_sentence, to_name, units
from ..deliver.delivery import EventDelivery
from .description import Description, checked
from .emitter import Emitter
from .kept_values import Originals
from .scope import TraceScope
from .splice import splice_of
from .variable import Accept, Held, KnownObjects, RecentVariables, Variable

LinkDescription = Mapping[str, Any]
_PRIMITIVES = (str, int, float, bool, type(None))
#: Marks a description that shows only a part of the object. A difference between this part and the
#: object does not mean that the object changed.
FIXED = object()


class Recorder(Emitter):
    def __init__(
        self,
        delivery: EventDelivery,
        *,
        describe: Optional[Callable[[Any], Optional[Description]]],
        report: Report,
        is_masked: bool,
    ) -> None:
        super().__init__(delivery)
        self._describe = describe
        self._report = report
        # If the app has a mask, every version is sent whole: the mask must see the full text, which
        # a splice does not contain.
        self._is_masked = is_masked
        # Variables with an `order` up to this number may never have reached the service. They are
        # sent again before an event refers to them.
        self._lost = 0
        # Variables with an `order` up to this number were recorded by the parent of this forked
        # process.
        self._inherited = 0
        self._clear()

    def _clear(self) -> None:
        self._objects = KnownObjects()
        self._texts = RecentVariables()
        self._names = RecentVariables()

    def report(self, cause: BaseException) -> None:
        self._report("internal", f"{type(cause).__name__}: {cause}", 1, cause=cause)

    def forget(self) -> None:
        """The client calls this when events were lost. Later events must not refer to variables in
        lost events."""
        self._clear()
        self._lost = self.stamp().seq

    def after_fork(self) -> None:
        """Later events may refer to the parent process's variables. But no value is sent as a
        splice of a parent's value, because the parent may fail to deliver that value."""
        self.new_client()
        self._inherited = self.stamp().seq

    def stand_for(self, originals: Originals) -> None:
        """Makes each copy count as its original, until the next call of this method."""
        self._objects.originals = originals

    def may_refer_to(self, order: int) -> bool:
        """Whether a new value may be sent as a splice of the value with this order."""
        return order > max(self._lost, self._inherited)

    def describe(self, value: object, own: Optional[Description] = None) -> Dict[str, Any]:
        """Returns the call's own description. Fields that it lacks come from the client's
        `describe`."""
        general = self._describe(value) if self._describe else None
        given = {**checked(general), **checked(own)}
        name = given.get("name")
        if callable(name):
            given["name"] = name(value)
        return given

    def find_object(self, scope: TraceScope, value: object) -> Optional[Variable]:
        """Returns the variable of a handle or of a known object. If the object has changed, records
        a new version."""
        if isinstance(value, Variable):
            if value.graph == scope.graph and value.order > self._lost:
                return value
            again = self.record(scope, value.text, described_by(value))
            if scope.operation:
                scope.operation.unlinked.pop(again, None)
            return again
        if isinstance(value, _PRIMITIVES):
            return None
        held = self._objects.get(value)
        if held is None or held.variable.graph != scope.graph:
            return None
        variable, shown = held
        if is_fixed(shown) or self._text_of(value, shown) == variable.text:
            return variable
        # If an operation is running, it caused the change: link the new version from the old
        # version.
        mutates = variable if scope.operation else None
        return self.record(
            scope, value, {**described_by(variable), "value": shown}, mutates=mutates
        )

    def _text_of(self, value: object, shown: object) -> str:
        return cut(encode(shown_of(value, shown)), MAX_VALUE_CHARS)

    def changed(self, scope: TraceScope, value: object) -> Optional[Variable]:
        """If the running operation changed this known object in place, returns the object's new
        version."""
        if isinstance(value, _PRIMITIVES):
            return None
        held = self._objects.get(value)
        now = self.find_object(scope, value) if held else None
        return None if held is None or now is held.variable else now

    def find_text(
        self,
        scope: TraceScope,
        value: object,
        accept: Optional[Accept] = None,
        least: int = MIN_SHARED_CHARS,
    ) -> Optional[Variable]:
        """Returns the latest variable that has this content and passes `accept`. If there is none,
        returns the variable whose name is this text."""
        text = encode(value)
        alike = self._texts.get(scope.graph, text, accept) if len(text) >= least else None
        if alike or not isinstance(value, str):
            return alike
        return self._names.get(scope.graph, text, accept)

    def find(
        self, scope: TraceScope, value: object, least: int = MIN_SHARED_CHARS
    ) -> Optional[Variable]:
        return self.find_object(scope, value) or self.find_text(scope, value, None, least)

    def find_or_record(
        self, scope: TraceScope, value: object, own: Optional[Description] = None
    ) -> Variable:
        """Returns the variable of a value. Records the value if no variable is known for it."""
        return self.find(scope, value) or self.record(scope, value, self.describe(value, own))

    def record(
        self,
        scope: TraceScope,
        value: object,
        description: Optional[Description] = None,
        *,
        label: str = "value",
        mutates: Optional[Variable] = None,
        lineage: Optional[LinkDescription] = None,
    ) -> Variable:
        """Records a value. A value without a name gets its id as name, or else `label` and a
        number. If the value equals the latest version of its name, returns that version instead."""
        described = description or {}
        graph, operation = scope.graph, scope.operation
        shown = described.get("value")
        whole = encode(shown_of(value, shown))
        text = cut(whole, MAX_VALUE_CHARS)
        kind = to_name(described.get("class"))
        given = to_name(described.get("name"))
        if given is None and not is_fixed(shown):
            given = to_name(id_of(value))
        before = (given and self._names.get(graph, name_key(given, kind))) or mutates
        if before and before.class_ == kind:
            if described.get("reference") or (before.text == text and before.name == given):
                self.alias(value, before, shown if before.text == text else FIXED)
                return before
            if scope.strict and not mutates and before.name == given:
                self._report("undeclared", f"{given} changed without `mutate`", 1)
        ref = self.new_id()
        # The ref is a counter, `-`, and the client's random id. Six characters of this id keep the
        # names of two processes apart.
        name = given or f"{label}-{ref[: ref.index('-') + 7]}"
        category, comment = described.get("category"), described.get("comment")
        variable = Variable(graph, ref, text, name, category, comment, kind)
        splice = None
        if before and not self._is_masked and self.may_refer_to(before.order):
            splice = splice_of(before.ref, before.text, text)
        # Remember the variable before sending its event: if sending fails, `forget` removes
        # everything.
        self._remember(value, variable, shown, given is not None)
        event = {
            "type": "variable",
            "id": ref,
            "ref": ref,
            "name": name,
            "class": kind,
            "category": category,
            "comment": comment,
            "metadata": described.get("metadata"),
            "length": None if whole is text or whole == text else units(whole),
            "mutates": mutates.ref if mutates else None,
            "splice": splice,
            "value": None if splice else text,
        }
        self.send(scope, event)
        if operation:
            operation.unlinked[variable] = None
        if mutates:
            self._send_link(scope, mutates, variable, lineage)
        return variable

    def marker(self, scope: TraceScope, deleted: bool) -> Variable:
        """Records the marker variable for a deleted or missing value."""
        kind = "delete_marker" if deleted else "empty_marker"
        description = {"class": kind, "category": "marker"}
        return self.record(scope, "deleted" if deleted else "nothing", description)

    def latest(self, scope: TraceScope, name: str) -> Optional[Variable]:
        return self._names.get(scope.graph, name)

    def alias(self, value: object, variable: Variable, shown: object) -> None:
        """Remembers the variable for this object."""
        if isinstance(value, (*_PRIMITIVES, Variable)):
            return
        held = self._objects.get(value)
        if held is None or held.variable is not variable:
            self._objects.put(value, Held(variable, shown))

    def link_sources(self, scope: TraceScope, variable: Variable) -> None:
        """Call this before the variable becomes a source. If the running operation made the
        variable, links it from the operation's sources known so far."""
        operation = scope.operation
        if not operation or variable not in operation.unlinked:
            return
        del operation.unlinked[variable]
        if operation.inputs:
            for source in operation.sources():
                self.link(scope, source, variable)

    def link(
        self,
        scope: TraceScope,
        source: Variable,
        made: Variable,
        described: Optional[LinkDescription] = None,
    ) -> None:
        """Records a link between two variables, in the running operation."""
        self.link_sources(scope, source)
        if scope.operation:
            scope.operation.unlinked.pop(made, None)
            scope.operation.targets.add(made.ref)
        self._send_link(scope, source, made, described)

    def _send_link(
        self,
        scope: TraceScope,
        source: Variable,
        made: Variable,
        described: Optional[LinkDescription] = None,
    ) -> None:
        operation = scope.operation
        ends = (source.ref, made.ref)
        if not operation or source is made or ends in operation.links:
            return
        operation.links.add(ends)
        given = described or {}
        event = {
            "type": "link",
            "op": operation.id,
            "from": source.ref,
            "to": made.ref,
            "category": given.get("category") or operation.category,
            "comment": given.get("comment") or operation.comment,
            "metadata": given.get("metadata"),
        }
        self.send(scope, event)

    def _remember(self, value: object, variable: Variable, shown: object, is_named: bool) -> None:
        graph, name, kind = variable.graph, variable.name, variable.class_
        self._texts.add(graph, variable.text, variable)
        if is_named:
            self._names.add(graph, name_key(name, kind), variable)
            if kind:
                self._names.add(graph, name, variable)
        if isinstance(value, (*_PRIMITIVES, Variable)):
            return
        self._objects.put(value, Held(variable, shown))
        # A sentence in a field of a recorded object can identify the object. A single word or an id
        # cannot, because other objects may contain it too.
        for _, part in fields_of(value) or ():
            if is_sentence(part) and len(part) >= MIN_SHARED_CHARS:
                self._texts.add(graph, encode(part), variable)


def described_by(variable: Variable) -> Dict[str, Any]:
    return {
        "name": variable.name,
        "class": variable.class_,
        "category": variable.category,
        "comment": variable.comment,
    }


def shown_of(value: object, shown: object) -> object:
    if callable(shown):
        return shown(value)
    return shown if is_fixed(shown) else value


def is_fixed(shown: object) -> bool:
    return shown is not None and not callable(shown)


def name_key(name: str, class_name: Optional[str]) -> str:
    return f"{class_name}:{name}" if class_name else name
