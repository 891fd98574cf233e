"""The client. No method raises into the app, except `flush` and `close`."""

from __future__ import annotations

import re
from contextlib import contextmanager
from types import TracebackType
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Type,
    TypeVar,
    Union,
    overload,
)

from ..deliver.delivery import Mask
from ..record.description import Describe, Description
from ..record.emitter import snapshot
from ..record.recorder import Recorder, described_by
from ..record.scope import TraceScope
from ..record.variable import Variable
from .bounds import FLUSH_TIMEOUT, MAX_TEXT_CHARS
from .encode import encode
from .operation import OperationDecorator
from .problem import Problem
from .text import cut, cut_to_limit, to_name
from .trace_function import trace_function
from .tracing import Tracing

F = TypeVar("F", bound=Callable[..., Any])
_VERSION = re.compile(r"@\d+$")


class Current(NamedTuple):
    """The ids of the graph, session and operation in which the current code runs."""

    graph: str
    session: Optional[str]
    operation: Optional[str]


class MemTrace(Tracing):
    """Traces a memory system into evolution graphs. Without a key, every call does nothing.

    - `api_key`: project key with the scope `ingest`; default `MEMTRACE_API_KEY`
    - `url`: address of the service; default `MEMTRACE_URL`, else http://localhost:8787
    - `on_error`: gets every problem. By default, the logger `memtrace` warns once per kind.
    - `describe`: describes values that the call itself does not describe
    - `mask`: changes every event before it leaves, for example to remove personal data
    - `sample`: returns True for a graph to trace; `memtrace.share(0.1)` traces a tenth
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        url: Optional[str] = None,
        *,
        on_error: Optional[Callable[[Problem], object]] = None,
        describe: Optional[Callable[[Any], Optional[Description]]] = None,
        mask: Optional[Mask] = None,
        sample: Optional[Callable[[str], bool]] = None,
    ) -> None:
        super().__init__(api_key, url, on_error, describe, mask, sample)

    @contextmanager
    def graph(
        self,
        id: str,
        *,
        user: Optional[str] = None,
        system: Optional[str] = None,
        strict: Optional[bool] = None,
        metadata: Optional[Mapping[str, Any]] = None,
    ) -> Iterator[None]:
        """Runs the block in the graph of one memory store. A store usually belongs to one end user.
        Calls with the same id, even in other processes, continue the same graph."""
        options = {
            "user": to_name(user),
            "system": to_name(system),
            "strict": strict,
            "metadata": metadata,
        }
        with self.running(lambda outer: self.open_graph(id, options, outer)):
            yield

    @contextmanager
    def session(
        self,
        *,
        id: Optional[str] = None,
        name: Optional[str] = None,
        category: Optional[str] = None,
        user: Optional[str] = None,
        comment: Optional[str] = None,
        metadata: Optional[Mapping[str, Any]] = None,
    ) -> Iterator[None]:
        """Runs the block as a session of the running graph, or of a new graph if none runs."""
        described = {
            "name": to_name(name),
            "category": category,
            "user": to_name(user),
            "comment": comment,
            "metadata": metadata,
        }
        with self.running(lambda outer: self.open_session(id, described, outer)):
            yield

    @contextmanager
    def propagate(self, **attributes: Any) -> Iterator[None]:
        """Runs the block. Adds the attributes to the metadata of every event of the block."""

        def added(outer: TraceScope) -> TraceScope:
            given = {**(outer.attributes or {}), **attributes}
            return outer._replace(attributes=snapshot(given))

        with self.running(added):
            yield

    @overload
    def operation(self, name: F) -> F: ...

    @overload
    def operation(
        self,
        name: Optional[str] = None,
        *,
        category: Optional[str] = None,
        comment: Optional[str] = None,
        metadata: Optional[Mapping[str, Any]] = None,
        input: Describe = None,
        output: Describe = None,
        reuse: bool = False,
    ) -> OperationDecorator: ...

    def operation(self, name: Any = None, **options: Any) -> Any:
        """Decorates a function as an operation. Each call records its inputs, its result and the
        links between them. Works for functions, coroutines and generators, and for methods.

        - `category`: `extraction`, `update`, `deletion`, `retrieval`, `answer`, or your own
        - `input`, `output`: how to show values: one description, or a function that describes
          each value or each element of a list. `memtrace.OMIT` leaves a value out.
        - `reuse`: if true, a call inside another operation joins that operation
        """
        decorator = OperationDecorator(lambda: self, None if callable(name) else name, **options)
        return decorator(name) if callable(name) else decorator

    def variable(
        self,
        value: object,
        *,
        name: Union[str, Callable[[Any], Optional[str]], None] = None,
        class_: Optional[str] = None,
        category: Optional[str] = None,
        comment: Optional[str] = None,
        metadata: Optional[Mapping[str, Any]] = None,
        shown: object = None,
        reference: Optional[bool] = None,
    ) -> Variable:
        """Records a value and returns its handle. A different value with the same name becomes a
        new version. If `shown` is given, it is recorded instead of the value."""
        given = {
            "name": name,
            "class": class_,
            "category": category,
            "comment": comment,
            "metadata": metadata,
            "value": shown,
            "reference": reference,
        }

        def work(scope: TraceScope, recorder: Recorder) -> Variable:
            if isinstance(value, Variable):
                return recorder.find_object(scope, value) or value
            return recorder.record(scope, value, recorder.describe(value, given))

        return self.within(work) or _UNTRACED

    def find(self, value: object) -> Optional[Variable]:
        """Returns the handle of a recorded value. `value` is a traced object, a text or a name."""
        return self.within(lambda scope, recorder: recorder.find(scope, value, 1))

    def link(
        self,
        source: object,
        made: object,
        *,
        operation: Optional[str] = None,
        category: Optional[str] = None,
        comment: Optional[str] = None,
        metadata: Optional[Mapping[str, Any]] = None,
    ) -> None:
        """Records that `made` was made from `source`, in the running operation or in a new one. If
        both are lists, every element of `made` is linked from every element of `source`."""
        given = {"category": category, "comment": comment, "metadata": metadata}

        def work(scope: TraceScope, recorder: Recorder) -> None:
            sources = self.each(scope, source)
            for one in self.each(scope, made):
                for from_ in sources:
                    recorder.link(scope, from_, one, given)

        self.in_operation(operation or "link", operation is not None, given, work)

    def mutate(
        self,
        target: object,
        value: object,
        *,
        inputs: Iterable[object] = (),
        operation: Optional[str] = None,
        category: Optional[str] = None,
        comment: Optional[str] = None,
        metadata: Optional[Mapping[str, Any]] = None,
    ) -> Variable:
        """Records an in-place change: a new version with a lineage link to the previous version.
        `inputs` are further values from which the app made the new version."""
        given = {"category": category, "comment": comment, "metadata": metadata}

        def work(scope: TraceScope, recorder: Recorder) -> Variable:
            named = _name_of(target)
            # If another process recorded the value, the service finds the previous version.
            mutates = (
                recorder.find(scope, target) if named else recorder.find_or_record(scope, target)
            )
            sources = self.each(scope, list(inputs))
            described = described_by(mutates) if mutates else named
            version = recorder.record(scope, value, described, mutates=mutates, lineage=given)
            for source in sources:
                recorder.link(scope, source, version, given)
            return version

        defaults = {**given, "category": category or "update"}
        made = self.in_operation(operation or "update", operation is not None, defaults, work)
        return made or _UNTRACED

    @contextmanager
    def changing(self, target: object, *, inputs: Iterable[object] = ()) -> Iterator[None]:
        """Runs a block that changes the object in place. Then records the changed object as its
        next version. If the block raises, nothing is recorded."""
        known = self.find(target)
        before = encode(target) if self.enabled else ""
        yield
        if self.enabled:
            self.mutate(known or self.variable(target, shown=before), target, inputs=inputs)

    def delete(
        self,
        target: object,
        *,
        operation: Optional[str] = None,
        category: str = "deletion",
        comment: Optional[str] = None,
        metadata: Optional[Mapping[str, Any]] = None,
    ) -> None:
        """Records a deletion: a link from the value to a marker."""
        given = {"category": category, "comment": comment, "metadata": metadata}

        def work(scope: TraceScope, recorder: Recorder) -> None:
            gone = recorder.find_or_record(scope, target, _name_of(target))
            recorder.link(scope, gone, recorder.marker(scope, True), given)

        self.in_operation(operation or "delete", operation is not None, given, work)

    def verdict(
        self,
        *,
        query: object,
        prediction: object,
        score: Union[float, bool],
        expected: Union[str, Sequence[str], None] = None,
        evidence: Optional[Iterable[object]] = None,
        reason: Optional[str] = None,
        metadata: Optional[Mapping[str, Any]] = None,
    ) -> None:
        """Reports the verdict of a judge or a person on an answer. A score below 0.5 opens a case.
        `evidence`: the messages that contain the answer, as handles, traced values or names."""

        def ref_of(scope: TraceScope, recorder: Recorder, value: object) -> Optional[str]:
            found = recorder.find(scope, value, 1)
            return found.ref if found else None

        def evidence_of(scope: TraceScope, recorder: Recorder, value: object) -> Optional[str]:
            found = ref_of(scope, recorder, value)
            if found or isinstance(value, str):
                return found or to_name(value)
            return recorder.find_or_record(scope, value).ref

        def work(scope: TraceScope, recorder: Recorder) -> None:
            answers = [expected] if isinstance(expected, str) else list(expected or ())
            event = {
                "type": "verdict",
                "query": _short(query) or "-",
                "queryRef": ref_of(scope, recorder, query),
                "prediction": _short(prediction),
                "predictionRef": ref_of(scope, recorder, prediction),
                "expected": [_short(answer) for answer in answers],
                "score": float(score),
                "evidence": None
                if evidence is None
                else [evidence_of(scope, recorder, value) for value in evidence],
                "reason": cut_to_limit(reason),
                "metadata": metadata,
            }
            recorder.send(scope, event)

        self.within(work)

    def judging(self, judge: F) -> F:
        """Decorates a judge function, so that every call records a verdict. The judge gets the
        named arguments of `verdict`, such as `query`. It returns a score, or a dict with `score`
        and `reason`. If the judge raises, no verdict is recorded."""

        def begin(args: Any, kwargs: Dict[str, Any]) -> "JudgeCall":
            return JudgeCall(self, kwargs)

        return trace_function(judge, begin)

    def current(self) -> Optional[Current]:
        """Returns the ids of the running graph, session and operation, for the app's own logs."""
        scope = self._scope.get()
        if not scope.graph:
            return None
        with self._lock:
            self._delivery.deferred.run_all()
        operation = scope.operation.id if scope.operation else None
        return Current(scope.graph, scope.session, operation)

    @property
    def dropped(self) -> int:
        """Number of events that the client has dropped because its queue was full."""
        return self._delivery.dropped

    def flush(self, timeout: float = FLUSH_TIMEOUT) -> None:
        """Returns when the service has accepted all events recorded so far. Raises a DeliveryError
        if events were lost since the last flush, or still wait after `timeout` seconds."""
        self._delivery.flush(timeout)

    def close(self, timeout: float = FLUSH_TIMEOUT) -> None:
        """Delivers the waiting events. The client records nothing after this call."""
        self.enabled = False
        self.flush(timeout)

    def __enter__(self) -> "MemTrace":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


class JudgeCall:
    """Records the verdict for one call of a judge function."""

    def __init__(self, client: MemTrace, answer: Dict[str, Any]) -> None:
        self._client = client
        self._answer = answer

    def enter(self) -> object:
        return None

    def leave(self, token: Any) -> None:
        return

    def end(self, result: object) -> None:
        given = dict(result) if isinstance(result, Mapping) else {"score": result}
        try:
            self._client.verdict(**{**self._answer, **given})
        except TypeError as cause:
            self._client.report(cause)

    def fail(self, error: BaseException) -> None:
        return


#: Calls return this handle if nothing is traced.
_UNTRACED = Variable("", "", "", "")


def _name_of(target: object) -> Optional[Dict[str, Any]]:
    """For a name or an id `name@version`, returns the name. Otherwise None."""
    return {"name": _VERSION.sub("", target)} if isinstance(target, str) else None


def _short(value: object) -> str:
    return cut(value.text if isinstance(value, Variable) else encode(value), MAX_TEXT_CHARS)
