/**
 * Traces one call of a function. Records inputs when the call starts, and results and links when it
 * ends.
 */
import { MAX_INNER, MAX_LINK_TARGETS } from "../core/bounds.ts";
import { cutToLimit, encode, isObject } from "../core/encode.ts";
import type { Source } from "../core/wire.ts";
import type { Recorder } from "./recorder.ts";
import { type Describe, resolveValues } from "./resolve-values.ts";
import { operationSources, type RunningOperation, type TraceScope, unique } from "./scope.ts";
import type { Variable } from "./variable.ts";

export interface CallOptions {
  readonly name: string;
  readonly category?: string | undefined;
  readonly comment?: string | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
  readonly source?: Source | undefined;
  /** If true, the call joins the running operation instead of starting a new one. */
  readonly reuse?: boolean | undefined;
  readonly input?: Describe;
  readonly output?: Describe;
  /**
   * True if the client can record the call later. For this, the options must not contain anything
   * that the app could change before that time: no function and no metadata.
   */
  readonly deferrable?: boolean;
}

export interface TracedCall extends RunningOperation {
  readonly options: CallOptions;
  /** The scope in which the function's body runs. */
  scope: TraceScope;
  readonly outer: TraceScope;
  readonly recorder: Recorder;
  readonly args: readonly unknown[];
}

/** All calls share this empty set until they start, because nothing is added to it before. */
const NONE = new Set<never>();

/** Creates a call. Nothing is recorded until `beginCall` starts it. */
export function openCall(
  outer: TraceScope,
  recorder: Recorder,
  options: CallOptions,
  args: readonly unknown[],
): TracedCall {
  const { category = options.reuse ? outer.operation?.category : undefined } = options;
  const call: TracedCall = {
    outer,
    recorder,
    options,
    args,
    category,
    scope: outer,
    id: "",
    start: undefined,
    inputs: [],
    inner: [],
    unlinked: NONE,
    targets: NONE,
    links: NONE,
  };
  call.scope = { ...outer, operation: call };
  return call;
}

export function beginCall(call: TracedCall): TracedCall {
  const { outer, recorder, options, args } = call;
  const context = {
    recorder,
    scope: outer,
    describe: options.input,
    label: `${options.name}.input`,
  };
  call.unlinked = new Set();
  call.links = new Set();
  call.targets = new Set();
  call.inputs = unique(args.flatMap((arg, index) => resolveValues(context, arg, index)));
  for (const input of call.inputs) recorder.linkAll(outer, input);
  call.start = recorder.stamp();
  call.id = (options.reuse && outer.operation?.id) || recorder.newId();
  return call;
}

/** Records the call's results. Each result gets links from the values that it was made from. */
export function endCall(call: TracedCall, result: unknown): void {
  const { scope, recorder, args, options, inputs, targets } = call;
  const { name, output: describe } = options;
  if (!call.start) return;
  const changed = args.flatMap((arg) => recorder.mutated(scope, arg) ?? []);
  const context = { recorder, scope, describe, label: `${name}-result`, madeBy: name };
  let results = resolveValues(context, result, 0);
  const passedThrough = results.some((variable) => inputs.includes(variable));
  if (passedThrough) {
    const whole = isObject(result) && !recorder.findObject(scope, result);
    results = whole ? [recorder.record(scope, result, {}, context)] : [];
  }
  const made = unique([...results, ...changed, ...call.unlinked]).filter(
    ({ ref }) => !targets.has(ref),
  );
  if (made.length + targets.size === 0 && !passedThrough && inputs.length > 0) {
    made.push(recorder.marker(scope, call.category === "deletion"));
  }
  let sources = operationSources(call);
  // Only a link shows which operation made a variable, so each result needs a link. If the
  // operation has no source from which a link can start, record its arguments as one source.
  if (made.length > 0 && sources.length === 0)
    sources = [recorder.record(scope, encode(args), {}, { label: `${name}.input` })];
  for (const to of made) {
    to.madeBy ??= name;
    for (const from of sources) recorder.link(scope, from, to);
  }
  closeCall(call, made);
}

/** Records the operation with its error. A failed operation has no results. */
export function failCall(call: TracedCall, error: unknown): void {
  closeCall(call, [], Object(error).message ?? encode(isObject(error) ? [error] : error));
}

export function closeCall(call: TracedCall, made: readonly Variable[], error?: string): void {
  const { id, outer, recorder, start, options } = call;
  if (!start) return;
  call.start = undefined;
  const { operation } = outer;
  if (operation) {
    operation.inner.push(...made);
    operation.inner.splice(0, operation.inner.length - MAX_INNER);
    if (operation.targets.size > MAX_LINK_TARGETS) operation.targets.clear();
    for (const ref of call.targets) operation.targets.add(ref);
    if (operation.id === id) return;
  }
  const settings = call.args.filter((arg) => typeof arg === "number" || typeof arg === "boolean");
  let { metadata } = options;
  if (settings.length > 0) metadata = { ...metadata, settings };
  if (operation) metadata = { ...metadata, inside: operation.id };
  recorder.send(
    outer,
    {
      type: "operation",
      id,
      op: id,
      name: options.name,
      category: call.category,
      comment: options.comment,
      startedAt: start.at,
      endedAt: recorder.at,
      error: cutToLimit(error),
      status: error === undefined ? "ok" : "error",
      source: options.source,
      metadata,
    },
    start,
  );
}
