/**
 * Deferred processing of calls: the events are the same as if each call had been processed at once.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  MemTrace,
  type MemTraceOptions,
  type Problem,
  type TraceEvent,
} from "../../sdk/src/index.ts";
import { startCollector } from "./support/collector.ts";
import { Program, STEPS } from "./support/noted-program.ts";

const run = promisify(execFile);
/** The longest wait of any timer except the deadline of a flush. */
const LONGEST_WAIT_MS = 1_000;

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `text no. ${index}`);
const operationsIn = (bodies: readonly string[]) =>
  bodies.join("\n").split('"type":"operation"').length - 1;

/** Makes a client whose timers never fire, and stores its batches when they are sent. */
function client(bodies: string[], options: MemTraceOptions = {}): MemTrace {
  return new MemTrace({
    apiKey: "k",
    timers: { setTimeout: () => undefined, clearTimeout: () => undefined },
    fetch: async (_url, init) => {
      bodies.push(gunzipSync(new Uint8Array(init?.body as ArrayBuffer)).toString("utf8"));
      return Response.json({ accepted: 1, duplicates: 0, rejected: [] });
    },
    ...options,
  });
}

/** Runs the program and returns its events. */
async function eventsOf(steps: Parameters<Program["play"]>[0], options: MemTraceOptions) {
  const bodies: string[] = [];
  const problems: string[] = [];
  const timers = {
    setTimeout: (callback: () => void, wait: number) =>
      wait > LONGEST_WAIT_MS ? undefined : setImmediate(callback),
    clearTimeout: () => undefined,
  };
  const onError = ({ message }: Problem) => problems.push(message);
  await new Program((now) => client(bodies, { now, timers, onError, ...options })).play(steps);
  expect(problems).toEqual([]);
  return eventsIn(bodies);
}

/** Returns the events in order. The ids of the clients are replaced by one name. */
function eventsIn(bodies: readonly string[]): readonly TraceEvent[] {
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

/** With `describe`, a client processes every call at once. */
const AT_ONCE: MemTraceOptions = { describe: () => undefined };

describe("deferred calls", () => {
  test("S91 deferral changes no event, order, position or time of any program", async () => {
    await fc.assert(
      fc.asyncProperty(STEPS, async (steps) => {
        const noted = await eventsOf(steps, {});
        expect(noted).toEqual(await eventsOf(steps, AT_ONCE));
        for (const [index, { at, seq }] of noted.slice(1).entries()) {
          expect(seq).toBeGreaterThan(noted[index]?.seq ?? 0);
          expect(at).toBeGreaterThanOrEqual(noted[index]?.at ?? 0);
        }
      }),
      { numRuns: 40 },
    );
  });

  test("S92 the SDK processes deferred calls soon after the app continues, and on a flush", async () => {
    const due: (() => void)[] = [];
    const timers = {
      setTimeout: (callback: () => void, wait: number) => wait === 0 && due.push(callback),
      clearTimeout: () => undefined,
    };
    const bodies: string[] = [];
    const memtrace = client(bodies, { timers });
    const step = memtrace.operation("step", (text: string) => `${text}, read`);
    memtrace.graph("g", () => numbered(25).map((text) => step(text)));
    await new Promise(setImmediate);
    expect([bodies, due.length]).toEqual([[], 1]);
    due[0]?.();
    await expect.poll(() => operationsIn(bodies), { interval: 5 }).toBe(25);
    memtrace.graph("g", () => step("and one more"));
    await memtrace.flush();
    expect(operationsIn(bodies)).toBe(26);
  });

  test("S92 calls deferred before switching off or closing are delivered, and nothing later is recorded", async () => {
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

  test("S92 the SDK processes deferred calls at once above eight million characters", async () => {
    const bodies: string[] = [];
    const memtrace = client(bodies);
    const step = memtrace.operation("step", (_text: string) => "was read");
    memtrace.graph("g", () => {
      for (const text of numbered(20)) step(text.padEnd(500_000, "x"));
    });
    // No timer fires here, so the calls themselves did the deferred work.
    await expect.poll(() => operationsIn(bodies)).toBeGreaterThan(0);
    await memtrace.close();
    expect(operationsIn(bodies)).toBe(20);
  });

  test("S92 deferred calls are delivered at the end of a process, even if the app records at every beforeExit", async () => {
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

  test("S93 the SDK does not defer calls with objects, describing functions, metadata or waitUntil", async () => {
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

  test("S29 a timer that cannot start, as while a Worker loads, never reaches the app", async () => {
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

  test("S27 calls deferred before a loss do not refer to a lost event", async () => {
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
