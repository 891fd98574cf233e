/** One run of a replay. Each call gets its recorded result or runs again. */
import { encode, fieldsOf, isObject, isThenable } from "../core/encode.ts";
import type { ReplayOptions } from "../core/options.ts";
import type { AnyFunction } from "../core/trace-function.ts";
import type { ReplayCopy } from "./declaration.ts";
import type { ReplayCall, ReplayEffect, ReplayPlan } from "./plan.ts";

export class ReplayRun {
  /** Names of operations that ran again. */
  readonly ran = new Set<string>();
  reused = 0;
  /** Declarations that the app must add. Without them, the replay proves nothing. */
  readonly needed: string[] = [];
  /**
   * Number of calls that changed the memory. Either the call ran again, or the replay carried out
   * the call's recorded or corrected effect.
   */
  changes = 0;
  /** Whether the run has reached the corrected call. */
  isReached = false;
  readonly #target: ReplayPlan["target"];
  readonly #effect: ReplayEffect;
  /** Ids of the operations that contain the corrected call. */
  readonly #around = new Set<string>();
  #copy: ReplayCopy | undefined;
  /** Recorded calls of the current step that the replayed app has not repeated yet. */
  #left: ReplayCall[] = [];
  readonly #pending: PromiseLike<unknown>[] = [];

  /** @param effect the corrected operation's result, and its effect on the memory */
  constructor({ steps, target }: ReplayPlan, effect: ReplayEffect) {
    this.#target = target;
    this.#effect = effect;
    const calls = new Map(steps[0]?.calls.map((call) => [call.op, call]));
    for (
      let at = calls.get(target?.op ?? "")?.inside;
      at && !this.#around.has(at);
      at = calls.get(at)?.inside
    )
      this.#around.add(at);
  }

  /** Runs a step's body. The app's calls during the body belong to this step. */
  async step(
    copy: ReplayCopy,
    calls: readonly ReplayCall[],
    body: () => unknown,
  ): Promise<unknown> {
    this.#copy = copy;
    this.#left = [...calls];
    const result = await body();
    await Promise.all(this.#pending.splice(0));
    this.#copy = undefined;
    return result;
  }

  /**
   * Wraps a function. For each call, this run decides whether the function runs or the call gets
   * its recorded or corrected result.
   */
  around<F extends AnyFunction>(name: string, declared: ReplayOptions | undefined, fn: F): F {
    return new Proxy(fn, {
      apply: (target, self: unknown, args: unknown[]) => {
        const run = () => Reflect.apply(target, self, args);
        if (!this.#copy) return run();
        const given = this.#given(name, declared, args);
        if (!given) {
          this.ran.add(name);
          return run();
        }
        const isAsync = fn.constructor.name === "AsyncFunction";
        return isAsync || isThenable(given.result) ? Promise.resolve(given.result) : given.result;
      },
    });
  }

  /** Returns the result of a call that need not run. Undefined if the call must run. */
  #given(
    name: string,
    declared: ReplayOptions | undefined,
    args: readonly unknown[],
  ): { result: unknown } | undefined {
    const alike = this.#left.filter((call) => call.name === name);
    // Until the corrected call, the app makes the recorded calls in the recorded order, so take the
    // first one that is left. After the corrected call, the app can make other calls, so take the
    // recorded call with the same inputs.
    const call = this.isReached
      ? alike.find((other) => isSameCall(other, declared, args))
      : alike[0];
    if (!call) return undefined;
    const isTarget = !this.isReached && call.op === this.#target?.op;
    this.#consume(call);
    // If a declared call only wrote memory units, the replay needs no option for it. If the call
    // made other values, the replay needs the option `result` to build the return value.
    const isReplayable = declared && (declared.result || call.values.every(({ isUnit }) => isUnit));
    if (isTarget) {
      this.isReached = true;
      if (isReplayable) {
        this.#consumeInner(call);
        return this.#correct(name, declared);
      }
      this.needed.push(
        `${name} is not declared replayable: give its operation \`replay: { result: … }\`, or \`replay: {}\` where it returns nothing.`,
      );
      return undefined;
    }
    const isGiven =
      isReplayable &&
      !this.#around.has(call.op) &&
      !(this.isReached && (declared.memory || call.usesMemory));
    if (!isGiven) {
      if (call.changesMemory) this.changes++;
      return undefined;
    }
    this.reused++;
    this.#consumeInner(call);
    return this.#carryOut(call, call.changesMemory, declared);
  }

  #correct(name: string, declared: ReplayOptions): { result: unknown } {
    const isOfMemory = this.#target?.effect === "memory";
    const recorded = this.#target?.recorded ?? this.#effect;
    const given = this.#carryOut(this.#effect, isOfMemory, declared);
    if (isOfMemory || recorded === this.#effect || isThenable(given.result)) return given;
    if (encode(given.result) === encode(declared.result?.(recorded.values)))
      this.needed.push(
        `The correction does not change the result of ${name}, because its \`result\` does not use all of the values. Use them, or give the value.`,
      );
    return given;
  }

  #consume(call: ReplayCall): void {
    this.#left = this.#left.filter((other) => other !== call);
  }

  #consumeInner(outer: ReplayCall): void {
    for (const inner of this.#left.filter((call) => this.#isIn(call, outer))) this.#consume(inner);
  }

  #isIn(inner: ReplayCall, outer: ReplayCall): boolean {
    for (let at: ReplayCall | undefined = inner; at; at = this.#find(at.inside))
      if (at.inside === outer.op) return true;
    return false;
  }

  #find(op: string | null): ReplayCall | undefined {
    return this.#left.find((call) => call.op === op);
  }

  #carryOut(
    { values, removed }: ReplayEffect,
    changesMemory: boolean,
    declared: ReplayOptions,
  ): { result: unknown } {
    const copy = this.#copy;
    const done: unknown[] = [];
    if (changesMemory && copy) {
      const units = values.filter(({ isUnit }) => isUnit);
      if ((units.length > 0 && !copy.write) || (removed.length > 0 && !copy.remove))
        this.needed.push("The object from `open` needs `write` and `remove`.");
      if (units.length + removed.length > 0) this.changes++;
      for (const { name: id, text } of units) done.push(copy.write?.({ id, text }));
      for (const id of removed) done.push(copy.remove?.(id));
    }
    const waiting = done.filter(isThenable);
    const result = declared.result?.(values);
    if (waiting.length === 0) return { result };
    const written = Promise.all(waiting).then(() => result);
    this.#pending.push(written);
    return { result: written };
  }
}

/**
 * Whether the call has the same texts and settings as the recorded call. Settings are arguments
 * that are numbers or booleans. If the app declares the function's inputs, only these are compared.
 */
function isSameCall(
  { inputs, settings }: ReplayCall,
  declared: ReplayOptions | undefined,
  args: readonly unknown[],
): boolean {
  const known = new Set(inputs);
  const given = new Set<string>(
    declared?.inputs?.(...(args as never[])) ?? args.flatMap((arg) => textsIn(arg, known)),
  );
  const flags = args.filter((arg) => typeof arg === "number" || typeof arg === "boolean");
  return (
    given.size > 0 &&
    given.size === known.size &&
    [...given].every((text) => known.has(text)) &&
    (declared?.inputs !== undefined || encode(flags) === encode(settings))
  );
}

function textsIn(value: unknown, known: ReadonlySet<string>): string[] {
  if (typeof value === "string") return [value];
  if (!isObject(value)) return [];
  const whole = encode(value);
  return known.has(whole) ? [whole] : fieldsOf(value).flatMap(([, part]) => textsIn(part, known));
}
