/** One call of a traced function: its inputs when it starts, its results and links when it ends. */
import { cutText, encode, isObject } from "./encode.ts";
import { type Describe, endsOf } from "./ends.ts";
import type { Recorder } from "./recorder.ts";
import { type RunningOperation, type Scope, sourcesOf, unique } from "./scope.ts";
import { recorded, type Variable } from "./variable.ts";
import type { Source, Stamp } from "./wire.ts";

/** How many results of inner operations count as sources of what the outer one computes. */
const MAX_INNER = 16;
/** An operation can run for as long as the app does, so it forgets what is long ago. */
const MAX_REACHED = 2_000;

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
}

export interface TracedCall extends RunningOperation {
  /** The scope that the function's body runs in. */
  readonly scope: Scope;
  readonly outer: Scope;
  readonly recorder: Recorder;
  readonly options: CallOptions;
  readonly args: readonly unknown[];
  readonly start: Stamp;
  ended?: boolean;
}

/** Its scope is set when it is there to be in it. */
type Opening = TracedCall & { scope: Scope };

export function beginCall(
  outer: Scope,
  recorder: Recorder,
  options: CallOptions,
  args: readonly unknown[],
): TracedCall {
  const { input: describe, name, comment, reuse } = options;
  const reused = reuse ? outer.operation : undefined;
  const { category = reused?.category } = options;
  const side = { recorder, scope: outer, describe, label: `${name}.input` };
  const inputs = unique(args.flatMap((arg, index) => endsOf(side, arg, index)));
  for (const input of inputs) recorder.settle(outer, input);
  const call: Opening = {
    outer,
    recorder,
    options,
    args,
    name,
    category,
    comment,
    inputs,
    start: recorder.stamp(),
    before: recorded,
    id: reused?.id ?? recorder.newId(),
    inner: [],
    loose: new Set(),
    links: new Set(),
    reached: new Set(),
    scope: outer,
  };
  call.scope = { ...outer, operation: call };
  return call;
}

/** The call returned: records what it made, and links it to what it was made from. */
export function endCall(call: TracedCall, result: unknown): void {
  const { scope, recorder, args, options, inputs, loose, reached, name, category } = call;
  if (call.ended) return;
  const changed = args.flatMap((arg) => recorder.changed(scope, arg) ?? []);
  const side = { recorder, scope, describe: options.output, label: `${name}-result`, maker: name };
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
  const text = error instanceof Error ? error.message : encode(isObject(error) ? [error] : error);
  closeCall(call, [], text);
}

/** Ends the call with what it made. */
export function closeCall(call: TracedCall, made: readonly Variable[], error?: string): void {
  const { id, outer, recorder, start, options, name, category, comment, reached, args } = call;
  if (call.ended) return;
  call.ended = true;
  const { operation } = outer;
  if (operation) {
    operation.inner.push(...made);
    operation.inner.splice(0, operation.inner.length - MAX_INNER);
    if (operation.reached.size > MAX_REACHED) operation.reached.clear();
    for (const ref of reached) operation.reached.add(ref);
    if (operation.id === id) return;
  }
  const settings = args.filter((arg) => typeof arg === "number" || typeof arg === "boolean");
  const more = { settings: settings.length > 0 ? settings : undefined, inside: operation?.id };
  const event = {
    type: "operation" as const,
    id,
    op: id,
    name,
    category,
    comment,
    startedAt: start.at,
    endedAt: recorder.stamp().at,
    error: cutText(error),
    status: error === undefined ? ("ok" as const) : ("error" as const),
    source: options.source,
    metadata:
      settings.length > 0 || operation ? { ...options.metadata, ...more } : options.metadata,
  };
  recorder.send(outer, event, start);
}
