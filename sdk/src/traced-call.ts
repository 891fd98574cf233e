/** One call of a traced function: its inputs when it starts, its results and links when it ends. */
import { cutText, encode, isObject } from "./encode.ts";
import { type Describe, endsOf, type Side } from "./ends.ts";
import { toName } from "./name.ts";
import type { Recorder } from "./recorder.ts";
import { addInner, type RunningOperation, type Scope, sourcesOf, startOperation } from "./scope.ts";
import type { Variable } from "./variable.ts";
import type { EventBody } from "./wire.ts";

interface CallOptions {
  readonly name: string;
  readonly category?: string | undefined;
  readonly comment?: string | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
  readonly describeInput: Describe;
  readonly describeOutput: Describe;
}

/** The moment at which an event is placed in the graph's order. */
export interface Stamp {
  readonly at: number;
  readonly seq: number;
}

interface Clock {
  stamp(): Stamp;
  newId(): string;
  send(scope: Scope, event: EventBody, stamp?: Stamp): void;
}

export class TracedCall {
  /** The scope that the function's body runs in. */
  readonly scope: Scope;
  readonly #operation: RunningOperation;
  readonly #outer: Scope;
  readonly #recorder: Recorder;
  readonly #clock: Clock;
  readonly #options: CallOptions;
  readonly #args: readonly unknown[];
  readonly #startedAt: Stamp;
  #ended = false;

  constructor(
    outer: Scope,
    recorder: Recorder,
    clock: Clock,
    options: CallOptions,
    args: readonly unknown[],
  ) {
    this.#outer = outer;
    this.#recorder = recorder;
    this.#clock = clock;
    this.#options = options;
    this.#args = args;
    const side = this.#side(outer, options.describeInput, ".input");
    const inputs = new Set(args.flatMap((arg, index) => endsOf(side, arg, index)));
    for (const input of inputs) recorder.settle(outer, input);
    this.#startedAt = clock.stamp();
    this.#operation = startOperation(clock.newId(), options.name, options.category, inputs);
    this.scope = { ...outer, operation: this.#operation };
  }

  /** The call returned: records what it made, and links it to what it was made from. */
  end(result: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    const operation = this.#operation;
    const { inputs, loose, reached } = operation;
    const changed = this.#args.flatMap((arg) => this.#recorder.changed(this.scope, arg) ?? []);
    const side = this.#side(this.scope, this.#options.describeOutput, "-result");
    let results = endsOf({ ...side, maker: operation.name }, result, 0);
    const passedThrough = results.some((variable) => inputs.has(variable));
    if (passedThrough) {
      const whole = typeof result === "object" && !this.#recorder.held(this.scope, result);
      results = whole ? [this.#recorder.record(this.scope, result, {}, side)] : [];
    }
    const made = new Set([...results, ...changed, ...loose]);
    for (const variable of made) if (reached.has(variable.ref)) made.delete(variable);
    if (made.size === 0 && reached.size === 0 && !passedThrough && inputs.size > 0) {
      made.add(this.#recorder.marker(this.scope, operation.category === "deletion"));
    }
    const sources = made.size > 0 ? this.#sources() : new Set<Variable>();
    for (const to of made) {
      to.madeBy ??= operation.name;
      for (const from of sources) this.#recorder.link(this.scope, from, to);
    }
    this.#tellOuter([...made]);
    this.#sendOperation("ok", undefined);
  }

  /** The call threw: the operation is recorded with its error, and made nothing. */
  fail(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#tellOuter([]);
    this.#sendOperation(
      "error",
      error instanceof Error ? error.message : encode(isObject(error) ? [error] : error),
    );
  }

  #sources(): Set<Variable> {
    const sources = sourcesOf(this.#operation);
    if (sources.size > 0) return sources;
    // Without a source there is no link, and without a link no trace of what the operation made.
    const label = `${this.#operation.name}.input`;
    return new Set([this.#recorder.record(this.scope, encode(this.#args), {}, { label })]);
  }

  #side(scope: Scope, describe: Describe, suffix: string): Side {
    const name = toName(this.#options.name);
    const label = `${name}${suffix}`;
    return { recorder: this.#recorder, scope, describe, label };
  }

  #tellOuter(made: readonly Variable[]): void {
    const outer = this.#outer.operation;
    if (outer) addInner(outer, made, this.#operation.reached);
  }

  #sendOperation(status: "ok" | "error", error: string | undefined): void {
    const { id, name, category } = this.#operation;
    const { comment } = this.#options;
    this.#clock.send(
      this.#outer,
      {
        type: "operation",
        op: id,
        name,
        category,
        comment,
        startedAt: this.#startedAt.at,
        endedAt: this.#clock.stamp().at,
        status,
        error: cutText(error),
        metadata: this.#metadata(),
      },
      this.#startedAt,
    );
  }

  #metadata(): Record<string, unknown> | undefined {
    const settings = this.#args.filter(
      (arg) => typeof arg === "number" || typeof arg === "boolean",
    );
    const inside = this.#outer.operation?.id;
    const metadata = {
      ...this.#options.metadata,
      ...(settings.length > 0 && { settings }),
      ...(inside && { inside }),
    };
    return Object.keys(metadata).length > 0 ? metadata : undefined;
  }
}
