/** What calls note: worked out later, the events are the same as if each had been worked out at once. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemTrace, type MemTraceOptions, type TraceEvent } from "../../sdk/src/index.ts";
import { startCollector } from "./collector.ts";

const run = promisify(execFile);
/** Longer are the deadlines of a flush alone. */
const LONGEST_WAIT_MS = 1_000;

/** What a program does, step by step; steps inside a call run in its body. */
type Step =
  | {
      readonly kind: "call" | "later" | "row" | "part";
      readonly text: string;
      readonly inside: readonly Step[];
    }
  | {
      readonly kind: "fails" | "value" | "change" | "forget" | "find" | "verdict";
      readonly text: string;
    }
  | { readonly kind: "link" | "pause" | "off" | "flush" | "attributes"; readonly text: string };

const TEXTS = ["likes green tea", "owns a cat called Tom", "unit-1", "yes", "likes green tea."];
const STEP = fc.letrec<{ step: Step; steps: Step[] }>((tie) => {
  const text = fc.constantFrom(...TEXTS);
  return {
    steps: fc.array(tie("step"), { maxLength: 5, depthIdentifier: "steps" }),
    step: fc.oneof(
      { depthSize: "small", depthIdentifier: "steps" },
      fc.record({
        kind: fc.constantFrom("fails", "value", "change", "forget", "find", "verdict"),
        text,
      }),
      fc.record({ kind: fc.constantFrom("link", "pause", "off", "flush", "attributes"), text }),
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constantFrom("call", "call", "later", "row", "part"),
          text,
          inside: tie("steps"),
        }),
      },
    ) as fc.Arbitrary<Step>,
  };
});

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `text no. ${index}`);
const operationsIn = (bodies: readonly string[]) =>
  bodies.join("\n").split('"type":"operation"').length - 1;

/** A client whose timers never fire, and whose batches are kept as they leave. */
function client(bodies: string[], options: MemTraceOptions = {}): MemTrace {
  return new MemTrace({
    apiKey: "k",
    timers: { setTimeout: () => undefined, clearTimeout: () => undefined },
    fetch: async (_url, init) => {
      bodies.push(gunzipSync(new Uint8Array(init?.body as ArrayBuffer)).toString("utf8"));
      return new Response("{}");
    },
    ...options,
  });
}

/** Runs the steps; what they start is awaited at the end. Time passes with every step. */
async function play(steps: readonly Step[], options: MemTraceOptions): Promise<readonly object[]> {
  let clock = 1_000;
  const bodies: string[] = [];
  const problems: string[] = [];
  const memtrace = client(bodies, {
    ...{ now: () => clock, onError: ({ message }) => problems.push(message) },
    timers: {
      setTimeout: (callback, wait) => (wait > LONGEST_WAIT_MS ? undefined : setImmediate(callback)),
      clearTimeout: () => undefined,
    },
    ...options,
  });
  const started: Promise<unknown>[] = [];
  const all = (inside: readonly Step[]) => inside.forEach(one);
  let body: readonly Step[] = [];
  const call = memtrace.operation(
    "call",
    { category: "extraction", output: { category: "memory_entry" } },
    (text: string) => {
      all(body);
      return `${text}, and more`;
    },
  );
  const leaf = memtrace.operation("leaf", (text: string, _limit?: number) => `${text}, read`);
  const later = memtrace.operation("later", async (text: string) => {
    await undefined;
    await new Promise(setImmediate);
    return leaf(`${text}, later`);
  });
  const row = memtrace.operation("row", (given: { id: string; text: string }) => {
    given.text += "!";
    return [given];
  });
  const part = memtrace.operation("part", { reuse: true }, (text: string) => leaf(text, 3));
  const fails = memtrace.operation("fails", (text: string): string => {
    throw new Error(text);
  });
  function one(step: Step): void {
    clock += 7;
    const { kind, text } = step;
    if (kind === "call") {
      body = step.inside;
      call(text);
    } else if (kind === "later") started.push(later(text).then(() => all(step.inside)));
    else if (kind === "row") row({ id: "row-number-1", text });
    else if (kind === "part") part(text);
    else if (kind === "fails") expect(() => fails(text)).toThrow(text);
    else if (kind === "value") memtrace.variable(text, { name: "unit-1" });
    else if (kind === "change") memtrace.mutate("unit-1", `${text} ${"as ever ".repeat(40)}`);
    else if (kind === "forget") memtrace.delete(text);
    else if (kind === "find") memtrace.find(text);
    else if (kind === "verdict") memtrace.verdict({ query: text, prediction: text, score: 1 });
    else if (kind === "link") memtrace.link(text, `${text}, linked`);
    else if (kind === "attributes") memtrace.propagate({ of: text }, () => leaf(text));
    else if (kind === "flush") started.push(memtrace.flush());
    else if (kind === "pause") clock -= 20;
    else memtrace.enabled = !memtrace.enabled;
    leaf(text);
    clock += 1;
  }
  memtrace.graph("g", () => memtrace.session({ id: "s" }, () => all(steps)));
  while (started.length > 0) await started.shift();
  await memtrace.close();
  expect(problems).toEqual([]);
  return eventsIn(bodies);
}

/** The events in their order, with every client called the same. */
function eventsIn(bodies: readonly string[]): readonly object[] {
  const text = bodies.join("\n");
  const client = /"id":"\d+-(\w+)"/.exec(text)?.[1] ?? "none";
  const events: TraceEvent[] = text
    .replaceAll(client, "client")
    .replaceAll(`-${client.slice(0, 6)}`, "-client")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return events.sort((a, b) => a.seq - b.seq);
}

/** A client that is asked how every value is described works everything out at once. */
const AT_ONCE: MemTraceOptions = { describe: () => undefined };

describe("notes", () => {
  test("S91 whatever the program does, its events, their order, places and times are the same as when every call is worked out at once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP.step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const noted = await play(steps, {});
        expect(noted).toEqual(await play(steps, AT_ONCE));
        const places = noted.map((event) => Object.assign({ at: 0, seq: 0 }, event));
        for (const [index, { at, seq }] of places.entries()) {
          expect(seq).toBeGreaterThan(places[index - 1]?.seq ?? 0);
          if (!("startedAt" in (places[index] ?? {}))) expect(at).toBeGreaterThanOrEqual(1_000);
        }
      }),
      { numRuns: 150 },
    );
  });

  test("S92 what was noted is worked out soon after the app has gone on, and by a flush", async () => {
    const due: (() => void)[] = [];
    const timers = {
      setTimeout: (callback: () => void, wait: number) => wait === 0 && due.push(callback),
      clearTimeout: () => undefined,
    };
    const bodies: string[] = [];
    const memtrace = client(bodies, { timers });
    const step = memtrace.operation("step", (text: string) => `${text}, read`);
    memtrace.graph("g", () => TEXTS.concat(numbered(20)).map((text) => step(text)));
    await new Promise(setImmediate);
    expect([bodies, due.length]).toEqual([[], 1]);
    due[0]?.();
    await expect.poll(() => operationsIn(bodies), { interval: 5 }).toBe(25);
    memtrace.graph("g", () => step("and one more"));
    await memtrace.flush();
    expect(operationsIn(bodies)).toBe(26);
  });

  test("S92 what was noted before tracing is switched off or closed is delivered, and nothing after it", async () => {
    for (const end of ["off", "close"]) {
      const bodies: string[] = [];
      const memtrace = client(bodies);
      const step = memtrace.operation("step", (text: string) => `${text}, read`);
      memtrace.graph("g", () => numbered(3).map((text) => step(text)));
      if (end === "off") memtrace.enabled = false;
      else await memtrace.close();
      memtrace.graph("g", () => step("too late"));
      await memtrace.flush();
      expect(operationsIn(bodies)).toBe(3);
    }
  });

  test("S92 more than eight million characters are worked out at once", async () => {
    const bodies: string[] = [];
    const memtrace = client(bodies);
    const step = memtrace.operation("step", (_text: string) => "was read");
    memtrace.graph("g", () => {
      for (const text of numbered(20)) step(text.padEnd(500_000, "x"));
    });
    // No timer fires here: what leaves was worked out by the calls themselves.
    await expect.poll(() => operationsIn(bodies), { timeout: 10_000 }).toBeGreaterThan(0);
    await memtrace.close();
    expect(operationsIn(bodies)).toBe(20);
  });

  test("S92 at the end of a process, what was noted is delivered, also where the app calls something whenever it ends", async () => {
    const collector = await startCollector();
    const source = `
      import { MemTrace } from ${JSON.stringify(join(import.meta.dirname, "../../sdk/src/index.ts"))};
      const memtrace = new MemTrace({ apiKey: "k", url: process.argv[1] });
      const step = memtrace.operation("step", (text) => text + ", read");
      memtrace.graph("g", () => step("before the end"));
      process.on("beforeExit", () => memtrace.graph("g", () => step("at the end " + performance.now())));
    `;
    try {
      await run(process.execPath, [
        ...["--no-warnings", "--input-type=module", "--eval", source, collector.url],
      ]);
      const texts = [...collector.graph("g").variables.values()].map(({ value }) => value);
      expect(texts).toContain("before the end, read");
      expect(texts.some((text) => text.startsWith("at the end"))).toBe(true);
    } finally {
      await collector.close();
    }
  });

  test("S93 calls with objects, with functions that describe values, with metadata, or where waitUntil is set are worked out at once", async () => {
    const asked: string[] = [];
    const waiting: unknown[] = [];
    const given = { text: "as it was" };
    const metadata = { turn: 1 };
    const bodies: string[] = [];
    const memtrace = client(bodies);
    const edge = client([], { waitUntil: (delivered) => waiting.push(delivered) });
    memtrace.graph("g", () => {
      const read = memtrace.operation("read", (row: typeof given) => row.text.length);
      read(given);
      given.text = "as it became";
      const tell = memtrace.operation("tell", { metadata }, (text: string) => `${text}, told`);
      tell("turn no. 1");
      metadata.turn = 2;
      for (const side of ["input", "output"]) {
        const name = () => `${asked.push(side)} names`;
        memtrace.operation("named", { [side]: { name } }, (text: string) => `${text}!`)("a text");
        expect(asked.at(-1)).toBe(side);
      }
    });
    edge.graph("g", () => edge.operation("step", (text: string) => `${text}!`)("on the edge"));
    expect(waiting).toHaveLength(1);
    await memtrace.close();
    const sent = bodies.join("\n");
    expect(sent).toContain("as it was");
    expect(sent).not.toContain("as it became");
    expect(sent).toContain('"metadata":{"turn":1');
    expect(sent).not.toContain('"turn":2');
  });

  test("S29 timers that cannot be started, as while a Worker is loaded, never reach the app", async () => {
    const codes: string[] = [];
    const memtrace = client([], {
      onError: ({ code }) => codes.push(code),
      timers: {
        setTimeout: () => {
          throw new Error("not in global scope");
        },
        clearTimeout: () => undefined,
      },
    });
    const step = memtrace.operation("step", (text: string) => `${text}!`);
    expect(memtrace.graph("g", () => step("some text"))).toBe("some text!");
    expect(new Set(codes)).toEqual(new Set(["internal"]));
  });

  test("S27 what was noted before a loss builds on nothing that was lost", async () => {
    const collector = await startCollector();
    collector.script.push({ status: 400 });
    const memtrace = client([], { url: collector.url, fetch, onError: () => undefined });
    const step = memtrace.operation("step", (text: string) => `${text}, and read`);
    try {
      memtrace.graph("g", () => step("likes green tea"));
      const lost = memtrace.flush();
      memtrace.graph("g", () => step("likes green tea, and read"));
      await expect(lost).rejects.toThrow("400");
      await memtrace.close();
      const graph = collector.graph("g");
      expect([graph.operations.size, graph.pending]).toEqual([1, []]);
    } finally {
      await collector.close();
    }
  });
});
