/**
 * The end of a Node process that never flushed: what it sends, what it prints, and how long it
 * takes.
 */
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { type Collector, startCollector } from "./support/collector.ts";

const run = promisify(execFile);
/** Two seconds, plus the delays of a busy machine. A single request may take half a minute. */
const MAX_ENDING_MS = 8_000;

/**
 * Runs the statement with `memtrace` and `record(graph, count)` in a process. Returns how the
 * process ended.
 */
async function script(url: string, statement: string, options = ""): Promise<Ended> {
  const source = `
    import { MemTrace } from ${JSON.stringify(join(import.meta.dirname, "../../sdk/src/index.ts"))};
    const memtrace = new MemTrace({ apiKey: "k", url: process.argv[1], ${options} });
    const record = (graph, count) => memtrace.graph(graph, () => {
      for (let index = 0; index < count; index++) memtrace.variable("value " + index, { name: "v" + index });
    });
    let end;
    process.once("beforeExit", () => { end = performance.now(); });
    process.once("exit", () => console.log(performance.now() - end));
    ${statement}
  `;
  const { stdout, stderr } = await run(process.execPath, [
    ...["--no-warnings", "--input-type=module", "--eval", source, url],
  ]);
  return { endingMs: Number(stdout), told: stderr.split("\n").filter((line) => line !== "") };
}

interface Ended {
  readonly endingMs: number;
  readonly told: readonly string[];
}

async function closedAddress(): Promise<string> {
  const collector = await startCollector();
  await collector.close();
  return collector.url;
}

async function withCollector(work: (collector: Collector) => Promise<void>): Promise<void> {
  const collector = await startCollector();
  try {
    await work(collector);
  } finally {
    await collector.close();
  }
}

describe("the end of a process", () => {
  test("S32 the SDK reports undelivered events once, with count, address and cause, if the service stopped", async () => {
    const url = await closedAddress();
    const { endingMs, told } = await script(url, 'record("g", 3); record("h", 2);');
    expect(told).toEqual([
      `[memtrace] undelivered: 7 events not delivered to ${url}: connect ECONNREFUSED ${url.slice("http://".length)}. Check MEMTRACE_URL.`,
    ]);
    expect(endingMs).toBeLessThan(MAX_ENDING_MS);
  });

  test("S32 the SDK retries a waiting batch once and at once at the end of a process", () =>
    withCollector(async (collector) => {
      collector.script.push({ status: 503, retryAfter: "60" });
      const { endingMs, told } = await script(collector.url, 'record("g", 60);');
      expect(told).toHaveLength(1);
      expect(told[0]).toMatch(/retrying: 61 events .* 503: /);
      expect(collector.received.map(({ headers }) => headers["batch-id"])).toEqual(
        Array(2).fill(collector.received[0]?.headers["batch-id"]),
      );
      expect(collector.graph("g").variables.size).toBe(60);
      expect(endingMs).toBeLessThan(MAX_ENDING_MS);
    }));

  test("S33 the SDK warns of the first of several failing batches and reports once at the end", async () => {
    const { told } = await script(await closedAddress(), 'record("g", 60); record("h", 70);');
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(/retrying: [67]1 events .* ECONNREFUSED /);
    expect(told[1]).toMatch(/undelivered: 132 events .* ECONNREFUSED .*MEMTRACE_URL\.$/);
  });

  test("S32 a silent service or a hanging fetch delays the end of a process by at most two seconds", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const url = `http://127.0.0.1:${port}`;
    const statement = 'record("g", 3);';
    try {
      const ends = await Promise.all([
        script(url, statement),
        script(url, statement, "fetch: () => new Promise(() => {})"),
      ]);
      for (const { endingMs, told } of ends) {
        expect(told).toHaveLength(1);
        expect(told[0]).toContain(`4 events not delivered to ${url}: `);
        expect(endingMs).toBeGreaterThan(1_500);
        expect(endingMs).toBeLessThan(MAX_ENDING_MS);
      }
      expect(ends[1]?.told[0]).toContain("no answer");
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });

  test("S32 an app that records at every beforeExit delivers its events and ends, even if onError fails", () =>
    withCollector(async (collector) => {
      const again =
        'process.on("beforeExit", () => memtrace.variable(performance.now(), { name: "last" }));';
      const ended = await script(collector.url, `record("g", 1); ${again}`);
      expect(collector.graph("g").variables.size).toBe(1);
      expect(collector.events.some((event) => "name" in event && event.name === "last")).toBe(true);
      expect(ended.endingMs).toBeLessThan(MAX_ENDING_MS);
      const failing = "onError: () => { throw new Error('the hook is broken'); }";
      const { told } = await script(await closedAddress(), 'record("g", 1);', failing);
      expect(told).toEqual([]);
    }));
});
