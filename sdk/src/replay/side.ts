/**
 * One of a replay's two runs. The control run repeats the recorded run; the corrected run applies
 * the correction.
 */
import { MemTrace } from "../core/client.ts";
import type { MemTraceOptions, OperationOptions } from "../core/options.ts";
import type { AnyFunction } from "../core/trace-function.ts";
import type { Opening, ReplayCopy, ReplayDeclaration } from "./declaration.ts";
import { runOutsideSandbox } from "./guard.ts";
import type { ReplayEffect, ReplayPlan, ReplayValue } from "./plan.ts";
import { ReplayRefused } from "./refused.ts";
import { ReplayRun } from "./run.ts";

const NEW_CLIENT: MemTraceOptions = { onError: () => undefined };

/**
 * Holds back the events of the corrected run. They reach the service only after the replay has
 * proved that the run used only its memory copy.
 */
export class HeldEvents {
  readonly options: MemTraceOptions;
  #decide: (isKept: boolean) => void = () => undefined;

  constructor(options: MemTraceOptions = {}) {
    const { fetch: send = fetch } = options;
    const decided = new Promise<boolean>((resolve) => {
      this.#decide = resolve;
    });
    // Send these requests outside the sandbox. They are the replay's own requests, and the sandbox
    // must limit only the app.
    const later: typeof fetch = async (...sent) =>
      (await decided)
        ? runOutsideSandbox(() => send(...sent))
        : new Response(null, { status: 400 });
    this.options = { ...NEW_CLIENT, ...options, fetch: later };
  }

  /** Sends the events to the service and returns their graph. */
  async release({ memtrace, graph }: ReplaySide): Promise<string | null> {
    this.#decide(true);
    if (!memtrace.enabled) return null;
    await memtrace.close();
    return graph;
  }

  /** Discards the held events. A call after `release` has no effect. */
  drop(): void {
    this.#decide(false);
  }
}

export class ReplaySide {
  readonly run: ReplayRun;
  readonly memtrace: MemTrace;
  readonly graph: string;
  readonly #declared: ReplayDeclaration;
  readonly #plan: ReplayPlan;
  #copy: ReplayCopy | undefined;

  /** @param held receives the events of the run; if it is undefined, the run is not traced */
  constructor(
    declared: ReplayDeclaration,
    plan: ReplayPlan,
    effect: ReplayEffect,
    held?: HeldEvents,
  ) {
    this.#declared = declared;
    this.#plan = plan;
    this.graph = `${plan.graph.slice(0, 200)}~replay-${crypto.randomUUID()}`;
    this.run = new ReplayRun(plan, effect);
    this.memtrace = clientOf(this.run, held?.options ?? NEW_CLIENT);
    if (!held) this.memtrace.enabled = false;
  }

  async open(folder: string): Promise<void> {
    const { memory } = this.#plan;
    const units = memory.map(({ name: id, text, category, metadata }) => ({
      ...{ id, text, category, metadata },
    }));
    this.#copy = await this.#inGraph("memory", async () => {
      for (const unit of memory) this.#record(unit);
      const around: Opening["around"] = (name, options, fn) => this.run.around(name, options, fn);
      return this.#declared.open({ memtrace: this.memtrace, units, around, folder });
    });
    const mismatch = await this.copyMismatch();
    if (mismatch !== undefined) throw new Error(mismatch);
  }

  /**
   * Returns a message if the units of the copy differ from the recorded units. A difference before
   * the control run means that the app made a wrong copy. A difference that appears after the
   * control run means that this run probably changed the copy of the corrected run.
   */
  async copyMismatch(): Promise<string | undefined> {
    const held = await this.#held();
    for (const { name, text } of this.#plan.memory) {
      const at = held.indexOf(text);
      if (at < 0) return `The copy of the memory does not contain ${name} with its recorded text.`;
      held.splice(at, 1);
    }
    if (held[0] === undefined) return undefined;
    return `The copy of the memory contains a unit that the recorded memory did not contain: ${held[0].slice(0, 80)}`;
  }

  /**
   * Runs all steps and returns the app's answer. Undefined if the app lacks a needed declaration.
   */
  async answer(): Promise<string | undefined> {
    const copy = this.#copy;
    if (!copy) return undefined;
    const { steps } = this.#plan;
    let answer: unknown;
    for (const { kind, said, calls } of steps) {
      if (kind === "message" && !copy.message) {
        this.run.needed.push(
          "The object from `open` needs `message`, because the steps include messages.",
        );
        return undefined;
      }
      answer = await this.#inGraph("replay", () => {
        this.#record(said);
        const body = () => (kind === "message" ? copy.message?.(said) : copy.ask(said));
        return this.run.step(copy, calls, body);
      });
    }
    if (!this.run.isReached) this.run.needed.push(NOT_REACHED);
    return `${answer}`;
  }

  /**
   * Call this after the control run. If the recorded run changed the memory, but the control run
   * has not changed its copy, then the app wrote to another memory.
   * @throws ReplayRefused in this case
   */
  async checkWritten(): Promise<void> {
    const { memory, stored } = this.#plan;
    const start = memory.map(({ text }) => text);
    if (this.run.changes === 0 || isSame(start, stored)) return;
    if (isSame(start, await this.#held()))
      throw new ReplayRefused(
        "The replay wrote to a memory, but the copy did not change: the replay writes outside of its copy.",
      );
  }

  async #held(): Promise<string[]> {
    return ((await this.#copy?.units()) ?? []).map(({ text }) => text);
  }

  async close(): Promise<void> {
    await this.#copy?.close?.();
  }

  #record({ text, name, className, category, metadata }: ReplayValue): void {
    this.memtrace.variable(text, {
      name,
      class: className ?? undefined,
      category: category ?? undefined,
      metadata: metadata ?? undefined,
    });
  }

  #inGraph<R>(session: string, body: () => R): R {
    const { user, system, case: replayOf, graph: replayed } = this.#plan;
    const options = {
      ...(user === null ? {} : { user }),
      ...(system === null ? {} : { system }),
      metadata: { replayOf, replayed },
    };
    const inside = () =>
      this.memtrace.session({ id: `${session}-of-${this.graph}`, name: session }, body);
    return MemTrace.prototype.graph.call(this.memtrace, this.graph, options, inside) as R;
  }
}

/** Whether both lists contain the same texts, in any order. */
function isSame(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
}

const NOT_REACHED =
  "The replay never reached the corrected operation. Either nothing called the operation this time, or an integration traces it. For a call that an integration traces, give `around`.";

/**
 * Makes the client that traces the replayed app. The run decides for each operation whether it runs
 * again. The client always records into the replay's graph.
 */
function clientOf(run: ReplayRun, options: MemTraceOptions): MemTrace {
  const memtrace = new MemTrace(options);
  const operation = (
    name: string,
    second: OperationOptions<AnyFunction> | AnyFunction = {},
    third?: AnyFunction,
  ): unknown => {
    const [described, fn] = typeof second === "function" ? [{}, second] : [second, third];
    if (!fn) return (method: AnyFunction) => operation(name, described, method);
    const replayed = run.around(name, described.replay, fn);
    return Reflect.apply(MemTrace.prototype.operation, memtrace, [name, described, replayed]);
  };
  return Object.assign(memtrace, {
    operation,
    // Record no verdicts: no user received the replayed answer.
    verdict: () => undefined,
    graph: (_: string, second: unknown, third?: () => unknown) =>
      (typeof second === "function" ? second : third)?.(),
  });
}
