"""Traces one call of a function: records the inputs when the call starts, and the results and links
when it ends."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence

from ..core.bounds import MAX_INNER, MAX_LINK_TARGETS
from ..core.encode import encode, is_data, is_instance
from ..core.text import cut_to_limit
from .description import Describe
from .kept_values import KeptValues, Originals, keep
from .recorder import Recorder
from .resolve_values import ResolveContext, resolve_values
from .scope import RunningOperation, TraceScope, unique
from .variable import Variable

NO_ORIGINALS: Originals = {}


class CallOptions(NamedTuple):
    name: str
    category: Optional[str] = None
    comment: Optional[str] = None
    metadata: Optional[Mapping[str, Any]] = None
    source: Optional[Dict[str, Any]] = None
    #: If true, the call joins the running operation instead of creating an operation of its own.
    reuse: bool = False
    input: Describe = None
    output: Describe = None
    #: True if the recording may run later, because the description cannot change until then.
    deferrable: bool = False


class TracedCall(RunningOperation):
    __slots__ = ("options", "scope", "outer", "recorder", "args", "given", "originals")

    def __init__(
        self,
        outer: TraceScope,
        recorder: Recorder,
        options: CallOptions,
        args: Sequence[object],
    ) -> None:
        self.id = ""
        self.start = None
        self.options = options
        self.outer = outer
        self.recorder = recorder
        self.args = args
        #: If `args` are copies: the app's own arguments. Otherwise None.
        self.given: Optional[Sequence[object]] = None
        self.originals: Originals = NO_ORIGINALS
        #: The scope in which the function's body runs.
        self.scope = TraceScope(
            outer.graph, outer.off, outer.strict, outer.session, self, outer.attributes
        )

    def keep_args(self) -> int:
        """Copies the arguments, so that the call can be recorded later. Returns how many characters
        they count for, or 0 if they cannot be copied."""
        kept = keep(self.args)
        if not kept:
            return 0
        self.given, self.args, self.originals = self.args, kept.values, kept.originals
        return kept.chars

    def has_changed_args(self) -> bool:
        try:
            return self.given is not None and tuple(self.given) != tuple(self.args)
        except Exception:
            # Comparing an argument failed, so assume that it has changed.
            return True

    def use_given_args(self) -> None:
        """Replaces the copies by the app's own arguments, because the call has changed them."""
        if self.given is not None:
            self.args, self.given, self.originals = self.given, None, NO_ORIGINALS

    def end_kept(self, result: KeptValues) -> None:
        self.originals = {**self.originals, **result.originals}
        self.end(result.values[0])

    def begin(self) -> None:
        self.recorder.stand_for(self.originals)
        try:
            self._begin()
        finally:
            self.recorder.stand_for(NO_ORIGINALS)

    def end(self, result: object) -> None:
        """Records the results of the call, and links them from their sources."""
        if not self.start:
            return
        self.recorder.stand_for(self.originals)
        try:
            self._end(result)
        finally:
            self.recorder.stand_for(NO_ORIGINALS)

    def _begin(self) -> None:
        outer, recorder, options = self.outer, self.recorder, self.options
        self.category = options.category
        if self.category is None and options.reuse and outer.operation:
            self.category = outer.operation.category
        self.comment = options.comment
        self.inner = []
        self.unlinked = {}
        self.links = set()
        self.targets = set()
        context = ResolveContext(recorder, outer, options.input, f"{options.name}.input")
        inputs: List[Variable] = []
        for index, arg in enumerate(self.args):
            inputs += resolve_values(context, arg, index)
        self.inputs = unique(inputs)
        for variable in self.inputs:
            recorder.link_sources(outer, variable)
        self.start = recorder.stamp()
        shared = outer.operation.id if options.reuse and outer.operation else ""
        self.id = shared or recorder.new_id()

    def _end(self, result: object) -> None:
        scope, recorder, name = self.scope, self.recorder, self.options.name
        changed = [
            version
            for arg in self.args
            for version in [recorder.changed(scope, arg)]
            if version is not None
        ]
        context = ResolveContext(recorder, scope, self.options.output, f"{name}-result", name)
        results = resolve_values(context, result, 0)
        passed_through = any(variable in self.inputs for variable in results)
        if passed_through:
            whole = (is_data(result) or is_instance(result)) and not recorder.find_object(
                scope, result
            )
            results = [context.record(result, {})] if whole else []
        made = [
            variable
            for variable in unique([*results, *changed, *self.unlinked])
            if variable.ref not in self.targets
        ]
        if not made and not self.targets and not passed_through and self.inputs:
            made.append(recorder.marker(scope, self.category == "deletion"))
        sources = self.sources()
        if made and not sources:
            # If no source is recorded, record the arguments as one value and use it as the source.
            # Without a link, the graph could not show which operation made the results.
            label = f"{name}.input"
            sources = [recorder.record(scope, encode(list(self.args)), {}, label=label)]
        for variable in made:
            variable.made_by = variable.made_by or name
            for source in sources:
                recorder.link(scope, source, variable)
        self.close(made)

    def fail(self, error: BaseException) -> None:
        """Records the operation with its error. A failed operation has no results."""
        self.close([], str(error) or type(error).__name__)

    def close(self, made: List[Variable], error: Optional[str] = None) -> None:
        start = self.start
        if not start:
            return
        self.start = None
        outer, recorder, options = self.outer, self.recorder, self.options
        if outer.operation:
            operation = outer.operation
            operation.inner = [*operation.inner, *made][-MAX_INNER:]
            if len(operation.targets) > MAX_LINK_TARGETS:
                operation.targets.clear()
            operation.targets |= self.targets
            if operation.id == self.id:
                return
        settings = [arg for arg in self.args if isinstance(arg, (int, float))]
        metadata = dict(options.metadata or {})
        if settings:
            metadata["settings"] = settings
        if outer.operation:
            metadata["inside"] = outer.operation.id
        event = {
            "type": "operation",
            "id": self.id,
            "op": self.id,
            "name": options.name,
            "category": self.category,
            "comment": options.comment,
            "startedAt": start.at,
            "endedAt": recorder.at,
            "error": cut_to_limit(error),
            "status": "ok" if error is None else "error",
            "source": options.source,
            "metadata": metadata or None,
        }
        recorder.send(outer, event, start)
