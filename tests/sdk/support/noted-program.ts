/**
 * Arbitrary programs that combine all kinds of SDK calls (nested, sequential, concurrent) to test
 * what the calls record.
 */
import fc from "fast-check";
import { expect } from "vitest";
import type { MemTrace } from "../../../sdk/src/index.ts";

/** One action of a program. If the action has a body, the inner steps run in it. */
interface Step {
  readonly kind: keyof typeof KINDS;
  readonly text: string;
  readonly inside: readonly Step[];
}

const TEXTS = ["likes green tea", "owns a cat called Tom", "unit-1", "yes", "likes green tea."];

/** The action for each kind of step. */
const KINDS = {
  call: (program: Program, { text, inside }: Step) => program.call(text, inside),
  later: (program: Program, { text, inside }: Step) =>
    program.wait(program.later(text).then(() => program.run(inside))),
  row: ({ row }: Program, { text }: Step) => row({ id: "row-number-1", text }),
  made: ({ make }: Program, { text }: Step) => {
    make(text).text += ", changed";
  },
  part: ({ part }: Program, { text }: Step) => part(text),
  fails: ({ fails }: Program, { text }: Step) => expect(() => fails(text)).toThrow(text),
  value: ({ memtrace }: Program, { text }: Step) => memtrace.variable(text, { name: "unit-1" }),
  change: ({ memtrace }: Program, { text }: Step) =>
    memtrace.mutate("unit-1", `${text} ${"as ever ".repeat(40)}`),
  forget: ({ memtrace }: Program, { text }: Step) => memtrace.delete(text),
  find: ({ memtrace }: Program, { text }: Step) => memtrace.find(text),
  verdict: ({ memtrace }: Program, { text }: Step) =>
    memtrace.verdict({ query: text, prediction: text, score: 1 }),
  link: ({ memtrace }: Program, { text }: Step) => memtrace.link(text, `${text}, linked`),
  attributes: ({ memtrace, leaf }: Program, { text }: Step) =>
    memtrace.propagate({ of: text }, () => leaf(text)),
  flush: (program: Program) => program.wait(program.memtrace.flush()),
  onOrOff: ({ memtrace }: Program) => {
    memtrace.enabled = !memtrace.enabled;
  },
  clockBack: (program: Program) => {
    program.clock -= 20;
  },
};

const OFTEN = ["call", "call", "later", "part", "row", "made"] as const;
const ALL = Object.keys(KINDS) as (keyof typeof KINDS)[];

function stepsOf(depth: number): fc.Arbitrary<readonly Step[]> {
  const step = fc.record({
    kind: fc.oneof(fc.constantFrom(...OFTEN), fc.constantFrom(...ALL)),
    text: fc.constantFrom(...TEXTS),
    inside: depth > 0 ? stepsOf(depth - 1) : fc.constant([]),
  });
  return fc.array(step, { maxLength: 4 });
}

export const STEPS: fc.Arbitrary<readonly Step[]> = stepsOf(2);

/** Runs steps. The clock of the program advances with every step. */
export class Program {
  readonly memtrace: MemTrace;
  readonly leaf: (text: string, limit?: number) => string;
  readonly later: (text: string) => Promise<string>;
  readonly row: (given: { id: string; text: string }) => unknown;
  readonly make: (text: string) => { text: string };
  readonly part: (text: string) => string;
  readonly fails: (text: string) => string;
  clock = 1_000;
  readonly #outer: (text: string) => string;
  #body: readonly Step[] = [];
  readonly #awaited: Promise<unknown>[] = [];

  constructor(open: (now: () => number) => MemTrace) {
    const memtrace = open(() => this.clock);
    const category = "extraction";
    this.memtrace = memtrace;
    this.leaf = memtrace.operation("leaf", (text: string) => `${text}, read`);
    this.later = memtrace.operation("later", async (text: string) => {
      await new Promise(setImmediate);
      return this.leaf(`${text}, later`);
    });
    this.row = memtrace.operation("row", (given: { id: string; text: string }) => {
      given.text += "!";
      return [given];
    });
    this.make = memtrace.operation("make", (text: string) => ({ text: `made of ${text}` }));
    this.part = memtrace.operation("part", { reuse: true }, (text: string) => this.leaf(text, 3));
    this.fails = memtrace.operation("fails", (text: string) => {
      throw new Error(text);
    });
    this.#outer = memtrace.operation(
      "outer",
      { category, output: { category: "memory_entry" } },
      (text: string) => {
        this.run(this.#body);
        return `${text}, and more`;
      },
    );
  }

  call(text: string, body: readonly Step[]): void {
    this.#body = body;
    this.#outer(text);
  }

  wait(promise: Promise<unknown>): void {
    this.#awaited.push(promise);
  }

  run(inside: readonly Step[]): void {
    for (const step of inside) {
      this.clock += 7;
      KINDS[step.kind](this, step);
      this.leaf(step.text);
    }
  }

  /**
   * Runs the steps in a session. Resolves when everything that the steps started has ended and is
   * delivered.
   */
  async play(all: readonly Step[]): Promise<void> {
    const { memtrace } = this;
    memtrace.graph("g", () => memtrace.session({ id: "s" }, () => this.run(all)));
    for (let next = this.#awaited.shift(); next; next = this.#awaited.shift()) await next;
    await memtrace.close();
  }
}
