/** One call of a traced function: its inputs when it starts, its results and links when it ends. */
import { MAX_INNER, MAX_REACHED } from "../core/bounds.ts";
import { cutText, encode, isObject } from "../core/encode.ts";
import type { Source } from "../core/wire.ts";
import type { Recorder } from "./recorder.ts";
import { type Describe, endsOf } from "./resolve-values.ts";
import { type RunningOperation, type Scope, sourcesOf, unique } from "./scope.ts";
import type { Variable } from "./variable.ts";

export interface CallOptions {
  readonly name: string;
  readonly category?: string | undefined;
  readonly comment?: string | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
  readonly source?: Source | undefined;
  /** Whether the call belongs to the running operation instead of being one of its own. */
  readonly reuse?: boolean | undefined;
  readonly input?: Describe;
  readonly output?: Describe;
  /** Whether a call may be noted: nothing that describes it can change. */
  readonly isNoted?: boolean;
}

export interface TracedCall extends RunningOperation {
  readonly options: CallOptions;
  /** The scope that the function's body runs in. */
  scope: Scope;
  readonly outer: Scope;
  readonly recorder: Recorder;
  readonly args: readonly unknown[];
}

/** Of a call that has not begun. */
const NONE = new Set<never>();

/** A call that is to begin. */
export function openCall(
  outer: Scope,
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
    loose: NONE,
    reached: NONE,
    links: NONE,
  };
  call.scope = { ...outer, operation: call };
  return call;
}

/** The call starts: records what it was given. */
export function beginCall(call: TracedCall): TracedCall {
  const { outer, recorder, options, args } = call;
  const side = { recorder, scope: outer, describe: options.input, label: `${options.name}.input` };
  call.loose = new Set();
  call.links = new Set();
  call.reached = new Set();
  call.inputs = unique(args.flatMap((arg, index) => endsOf(side, arg, index)));
  for (const input of call.inputs) recorder.settle(outer, input);
  call.start = recorder.stamp();
  call.id = (options.reuse && outer.operation?.id) || recorder.newId();
  return call;
}

/** The call returned: records what it made, and links it to what it was made from. */
export function endCall(call: TracedCall, result: unknown): void {
  const { scope, recorder, args, options, inputs, loose, reached, category } = call;
  const { name, output: describe } = options;
  if (!call.start) return;
  const changed = args.flatMap((arg) => recorder.changed(scope, arg) ?? []);
  const side = { recorder, scope, describe, label: `${name}-result`, maker: name };
  let results = endsOf(side, result, 0);
  const passedThrough = results.some((variable) => inputs.includes(variable));
  if (passedThrough) {
    const whole = isObject(result) && !recorder.held(scope, result);
    results = whole ? [recorder.record(scope, result, {}, side)] : [];
  }
  const made = unique([...results, ...changed, ...loose]).filter(({ ref }) => !reached.has(ref));
  if (made.length + reached.size === 0 && !passedThrough && inputs.length > 0) {
    made.push(recorder.marker(scope, category === "deletion"));
  }
  let sources = sourcesOf(call);
  // Without a source there is no link, and without a link no trace of what the operation made.
  if (made.length > 0 && sources.length === 0)
    sources = [recorder.record(scope, encode(args), {}, { label: `${name}.input` })];
  for (const to of made) {
    to.madeBy ??= name;
    for (const from of sources) recorder.link(scope, from, to);
  }
  closeCall(call, made);
}

/** The call threw: the operation is recorded with its error, and made nothing. */
export function failCall(call: TracedCall, error: unknown): void {
  const text = Object(error).message ?? encode(isObject(error) ? [error] : error);
  closeCall(call, [], text);
}

/** Ends the call with what it made. */
export function closeCall(call: TracedCall, made: readonly Variable[], error?: string): void {
  const { id, outer, recorder, start, options, category, reached, args } = call;
  if (!start) return;
  call.start = undefined;
  const { operation } = outer;
  if (operation) {
    operation.inner.push(...made);
    operation.inner.splice(0, operation.inner.length - MAX_INNER);
    if (operation.reached.size > MAX_REACHED) operation.reached.clear();
    for (const ref of reached) operation.reached.add(ref);
    if (operation.id === id) return;
  }
  const settings = args.filter((arg) => typeof arg === "number" || typeof arg === "boolean");
  let { metadata } = options;
  if (settings.length > 0) metadata = { ...metadata, settings };
  if (operation) metadata = { ...metadata, inside: operation.id };
  const event = {
    type: "operation" as const,
    id,
    op: id,
    name: options.name,
    category,
    comment: options.comment,
    startedAt: start.at,
    endedAt: recorder.at,
    error: cutText(error),
    status: error === undefined ? ("ok" as const) : ("error" as const),
    source: options.source,
    metadata,
  };
  recorder.send(outer, event, start);
}
