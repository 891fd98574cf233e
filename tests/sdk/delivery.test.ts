import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  DeliveryError,
  MemTrace,
  type MemTraceOptions,
  type Problem,
} from "../../sdk/src/index.ts";
import { type Collector, startCollector } from "./support/collector.ts";

/** Deadline of a flush. Its unusual length tells it apart from every other wait. */
const DEADLINE_MS = 987_654;
const SEND_AFTER_MS = 1_000;

let collector: Collector;
let problems: Problem[];
let waits: number[];

beforeEach(async () => {
  collector = await startCollector();
  problems = [];
  waits = [];
});
afterEach(() => collector.close());

/**
 * Timers that fire at once and note their length. The timers of flush deadlines and of timed sends
 * fire only if the test says so.
 */
function timers(deadlineFires: boolean, sendsByTime: boolean) {
  return {
    setTimeout: (callback: () => void, milliseconds: number) => {
      if (
        milliseconds === DEADLINE_MS
          ? !deadlineFires
          : milliseconds === SEND_AFTER_MS && !sendsByTime
      )
        return {};
      if (milliseconds !== DEADLINE_MS) waits.push(milliseconds);
      setImmediate(callback);
      return {};
    },
    clearTimeout: () => undefined,
  };
}

function client(
  options: MemTraceOptions & { deadlineFires?: boolean; sendsByTime?: boolean } = {},
): MemTrace {
  const { deadlineFires = false, sendsByTime = false, ...rest } = options;
  // Keep the current list, because a client may outlive its test.
  const mine = problems;
  return new MemTrace({
    apiKey: "mt_live_test",
    url: `${collector.url}/`,
    onError: (problem) => mine.push(problem),
    timers: timers(deadlineFires, sendsByTime),
    ...rest,
  });
}

function record(memtrace: MemTrace, graph: string, names: readonly string[]): void {
  memtrace.graph(graph, () => {
    for (const name of names) memtrace.variable(`value of ${name}`, { name });
  });
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
const namesIn = (bodies: readonly { body: string }[]) =>
  bodies.flatMap(({ body }) => [...body.matchAll(/"name":"(v\d+)"/g)].map(([, name]) => name));
const unpacked = ({ headers, body }: Request) =>
  new Response(
    headers.has("content-encoding") ? body?.pipeThrough(new DecompressionStream("gzip")) : body,
  );
const flush = (memtrace: MemTrace) => memtrace.flush({ timeoutMs: DEADLINE_MS });

describe("delivery", () => {
  test("S20 a batch is NDJSON with the key and a batch id, sent to /v1/events", async () => {
    const memtrace = client();
    record(memtrace, "g", ["v0"]);
    await flush(memtrace);
    expect(collector.received).toHaveLength(1);
    const [{ path, headers, body }] = collector.received as [(typeof collector.received)[0]];
    expect(path).toBe("/v1/events");
    expect(headers).toMatchObject({
      authorization: "Bearer mt_live_test",
      "content-type": expect.stringMatching(/^application\/x-ndjson;/),
    });
    expect(headers["batch-id"]).toMatch(/^\S+$/);
    expect(body.split("\n").map((line) => JSON.parse(line).type)).toEqual(["graph", "variable"]);
    expect(collector.rejected).toEqual([]);
  });

  test("S21 the SDK sends fifty events at once, and fewer after a second", async () => {
    const arrived = (count: number) =>
      expect.poll(() => collector.events.length, { interval: 5 }).toBe(count);
    record(client(), "g", numbered(49));
    await arrived(50);
    expect(waits).toEqual([]);
    record(client({ sendsByTime: true }), "h", ["v0"]);
    await arrived(52);
    expect(waits).toEqual([SEND_AFTER_MS]);
  });

  test("S21 after a failed attempt, full batches also wait a second and leave together", async () => {
    const due = new Map<number, () => void>();
    const setTimeout = (callback: () => void, milliseconds: number) => {
      due.set(milliseconds, callback);
    };
    const tried: string[] = [];
    const memtrace = client({
      timers: { setTimeout, clearTimeout: () => undefined },
      fetch: async (url, init) => {
        tried.push(await unpacked(new Request(url, init)).text());
        throw new Error("unreachable");
      },
    });
    record(memtrace, "g", numbered(49));
    await expect.poll(() => problems.length, { interval: 5 }).toBe(1);
    for (const graph of ["h", "i", "j"]) record(memtrace, graph, numbered(60));
    due.get(SEND_AFTER_MS)?.();
    await expect.poll(() => problems.length, { interval: 5 }).toBe(2);
    expect(tried.map((body) => body.split("\n").length)).toEqual([50, 3 * 61]);
  });

  test("S22 the SDK retries a failed batch under the same id, in order, until the service accepts it", async () => {
    collector.script.push({ status: 500 }, "reset", { status: 429 }, { status: 503 });
    const memtrace = client();
    record(memtrace, "g", numbered(200));
    await flush(memtrace);
    const ids = collector.received.map(({ headers }) => headers["batch-id"]);
    expect(new Set(ids.slice(0, 5)).size).toBe(1);
    expect(namesIn(collector.received.slice(4))).toEqual(numbered(200));
    expect(problems.map(({ code }) => code)).toEqual(["retrying"]);
  });

  test("S22 the SDK sends a batch again unchanged if its answer was lost, so it counts once", async () => {
    collector.script.push("accept-then-reset");
    const memtrace = client();
    record(memtrace, "g", ["v0", "v1"]);
    await flush(memtrace);
    const [first, second] = collector.received;
    expect([second?.body, second?.headers["batch-id"]]).toEqual([
      first?.body,
      first?.headers["batch-id"],
    ]);
    expect(new Set(collector.events.map(({ id }) => id)).size).toBe(3);
    expect(collector.graph("g").variables.size).toBe(2);
  });

  test("S23 the wait doubles with jitter and starts after Retry-After, in seconds or as a date", async () => {
    const now = Date.parse("2026-01-01T00:00:00Z");
    collector.script.push(
      ...[{ status: 500 }, { status: 500 }, { status: 500 }],
      { status: 429, retryAfter: "7" },
      { status: 503, retryAfter: "Thu, 01 Jan 2026 00:00:09 GMT" },
      { status: 503, retryAfter: "0" },
      { status: 503, retryAfter: "Wed, 31 Dec 2025 23:59:00 GMT" },
    );
    const memtrace = client({ now: () => now });
    record(memtrace, "g", ["v0"]);
    await flush(memtrace);
    const asked = [0, 0, 0, 7_000, 9_000, 0, 0];
    const own = waits.map((wait, index) => wait - (asked[index] ?? 0));
    expect(own).toHaveLength(asked.length);
    for (const [index, wait] of own.entries()) {
      const most = 500 * 2 ** index;
      expect(wait).toBeGreaterThanOrEqual(most / 2);
      expect(wait).toBeLessThanOrEqual(most);
    }
  });

  test("S24 the SDK reports a permanent failure at once, and flush rejects with the count", async () => {
    collector.script.push({ status: 401 });
    const memtrace = client();
    record(memtrace, "g", ["v0", "v1"]);
    await expect(flush(memtrace)).rejects.toMatchObject({ name: "DeliveryError", undelivered: 3 });
    expect(problems).toMatchObject([{ code: "undelivered", count: 3 }]);
    expect(problems[0]?.message).toContain("401");
    expect(waits).toEqual([]);
    await expect(flush(memtrace)).resolves.toBeUndefined();
  });

  test("S24 the SDK gives up a batch after a limited number of attempts if the service stays down", async () => {
    const memtrace = client({ fetch: async () => Promise.reject(new Error("unreachable")) });
    record(memtrace, "g", ["v0"]);
    await expect(flush(memtrace)).rejects.toBeInstanceOf(DeliveryError);
    expect(waits).toHaveLength(11);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(120_000);
  });

  test("S33 the SDK reports a batch's first failed attempt, and the DeliveryError's message has address and cause", async () => {
    const refused = new Error("connect ECONNREFUSED 127.0.0.1:9");
    const everyAddress = Object.assign(new AggregateError([refused]), { code: "ECONNREFUSED" });
    for (const [thrown, told] of [
      [new TypeError("fetch failed", { cause: refused }), refused.message],
      [new TypeError("fetch failed", { cause: everyAddress }), "ECONNREFUSED"],
      [new Error("unreachable"), "unreachable"],
      ["no network", "no network"],
    ] as const) {
      problems = [];
      const memtrace = client({ fetch: async () => Promise.reject(thrown) });
      record(memtrace, "g", ["v0"]);
      const lost = `2 events not delivered to ${collector.url}: ${told}. Check MEMTRACE_URL.`;
      await expect(flush(memtrace)).rejects.toMatchObject({ message: lost, undelivered: 2 });
      expect(problems).toMatchObject([
        { code: "retrying", message: lost, count: 2 },
        { code: "undelivered", message: lost, count: 2 },
      ]);
    }
  });

  test("S25 flush does not wait beyond its deadline, and counts the events that still wait", async () => {
    const memtrace = client({ deadlineFires: true, fetch: () => new Promise(() => undefined) });
    record(memtrace, "g", ["v0"]);
    await expect(flush(memtrace)).rejects.toMatchObject({ undelivered: 2 });
  });

  test("S25 flush waits for events recorded before it, not for later ones", async () => {
    let requests = 0;
    const memtrace = client({
      fetch: (input, init) => {
        // Act as an app that never rests: each request records more to deliver.
        if (requests++ < 500) record(memtrace, "g", [`v${requests}`]);
        return fetch(input, init);
      },
    });
    record(memtrace, "g", ["v0"]);
    await flush(memtrace);
    expect(namesIn(collector.received)).toContain("v0");
    expect(requests).toBeLessThan(5);
  });

  test("S26 the SDK sends one batch of a graph at a time, and graphs do not wait for each other", async () => {
    let open: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const underWay = new Map<string, number>();
    const order: string[] = [];
    const memtrace = client({
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const sent = await unpacked(request).text();
        const graph = /"graph":"(\w+)"/.exec(sent)?.[1] ?? "";
        underWay.set(graph, (underWay.get(graph) ?? 0) + 1);
        expect(underWay.get(graph)).toBe(1);
        if (graph === "slow") await gate;
        const response = await fetch(input, init);
        underWay.set(graph, 0);
        order.push(graph);
        return response;
      },
    });
    record(memtrace, "slow", numbered(6_000));
    record(memtrace, "quick", numbered(60));
    const flushed = flush(memtrace);
    await expect.poll(() => order, { interval: 5 }).toContain("quick");
    open?.();
    await flushed;
    expect(order[0]).toBe("quick");
    const slow = collector.received.filter(({ body }) => body.includes('"graph":"slow"'));
    expect(slow.length).toBeGreaterThan(1);
    expect(namesIn(slow)).toEqual(numbered(6_000));
  });

  test("S27 a full queue drops and counts the newest events, and later events do not refer to them", async () => {
    let broken = true;
    const memtrace = client({
      fetch: (input, init) => (broken ? new Promise(() => undefined) : fetch(input, init)),
    });
    const long = "x".repeat(400_000);
    memtrace.graph("full", () => {
      for (const name of numbered(100)) memtrace.variable(name + long, { name });
    });
    const dropped = problems.filter(({ code }) => code === "dropped");
    expect(dropped[0]?.count).toBe(1);
    expect(dropped.length).toBeLessThan(8);
    broken = false;
    const other = client();
    other.graph("other", () => {
      const unit = other.variable(`${long}a`, { name: "unit" });
      other.mutate(unit, `${long}b`);
    });
    await flush(other);
    expect(
      collector
        .graph("other")
        .versionsOf("unit")
        .map(({ value }) => value.at(-1)),
    ).toEqual(["a", "b"]);
  });

  test("S27 after a loss, no event refers to a lost one", async () => {
    collector.script.push({ status: 400 });
    const memtrace = client();
    const long = "a long memory. ".repeat(50);
    const unit = memtrace.graph("g", () => memtrace.variable(long, { name: "unit" }));
    await expect(flush(memtrace)).rejects.toBeInstanceOf(DeliveryError);
    memtrace.graph("g", () => memtrace.mutate(unit, `${long}And more.`));
    await flush(memtrace);
    const graph = collector.graph("g");
    expect(graph.pending).toEqual([]);
    expect(graph.versionsOf("unit").map(({ value }) => value)).toEqual([long, `${long}And more.`]);
  });

  test("S28 the SDK reports a rejected event with index, code and message, and keeps the others", async () => {
    const memtrace = client();
    memtrace.graph("g", () => {
      memtrace.verdict({ query: "why?", prediction: "x", expected: "y", score: Number.NaN });
      memtrace.variable("a value", { name: "kept" });
    });
    await flush(memtrace);
    expect(problems).toMatchObject([{ code: "rejected", index: 1, reason: "invalid_event" }]);
    expect(problems[0]?.message).toContain("score");
    expect(collector.graph("g").versionsOf("kept")).toHaveLength(1);
  });

  test("S29 a failing onError hook, an answer that is not JSON and a broken fetch never reach the app", async () => {
    const memtrace = client({
      onError: () => {
        throw new Error("the hook is broken");
      },
      fetch: async () => new Response("<html>", { status: 202 }),
    });
    expect(() => record(memtrace, "g", ["v0"])).not.toThrow();
    await expect(memtrace.flush({ timeoutMs: 100 })).rejects.toBeInstanceOf(DeliveryError);
    const broken = client({
      fetch: () => {
        throw new Error("no network at all");
      },
    });
    expect(() => record(broken, "g", numbered(60))).not.toThrow();
    await expect(flush(broken)).rejects.toBeInstanceOf(DeliveryError);
  });

  test("S30 a closed client records nothing more", async () => {
    const memtrace = client();
    record(memtrace, "g", ["v0"]);
    await memtrace.close({ timeoutMs: DEADLINE_MS });
    record(memtrace, "g", ["v1"]);
    await flush(memtrace);
    expect(namesIn(collector.received)).toEqual(["v0"]);
  });
});
