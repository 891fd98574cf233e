/** Processing of events before they are sent: masks, compression, and the end of the host. */
import { describe, expect, test } from "vitest";
import { maskTexts } from "../../sdk/src/deliver/mask.ts";
import { share } from "../../sdk/src/deliver/sample.ts";
import type { Problem, TraceEvent } from "../../sdk/src/index.ts";
import { MemTrace, type MemTraceOptions } from "../../sdk/src/index.ts";
import { type Collector, startCollector } from "./support/collector.ts";
import { trace } from "./support/traced.ts";

const CARD = "4111111111111111";
const bodiesOf = (collector: Collector) => collector.received.map(({ body }) => body).join("\n");

describe("sending", () => {
  test("S36 the client sends gzip if the host supports it, else plain text with the same content", async () => {
    const record = (memtrace: MemTrace) => memtrace.variable("a value 😀", { name: "v" });
    const { AsyncLocalStorage } = process.getBuiltinModule("node:async_hooks");
    const packed = await trace(record);
    const { getBuiltinModule } = process;
    Object.assign(process, { getBuiltinModule: undefined });
    const plain = await trace(record, { AsyncLocalStorage }).finally(() =>
      Object.assign(process, { getBuiltinModule }),
    );
    const encodings = [packed, plain].map(
      ({ collector }) => collector.received[0]?.headers["content-encoding"],
    );
    expect(encodings).toEqual(["gzip", undefined]);
    for (const { graph } of [packed, plain])
      expect(graph.variables.get("v@1")?.value).toBe("a value 😀");
  });

  test("S37 a sync or async mask changes every text before it is sent, and nothing else", async () => {
    const sync = (event: TraceEvent): TraceEvent =>
      JSON.parse(JSON.stringify(event).replaceAll(CARD, "[card]"));
    const async = maskTexts(async (text) => {
      await Promise.resolve();
      return text.replaceAll(CARD, "[card]");
    });
    for (const mask of [sync, async]) {
      const { graph, collector, problems } = await trace(
        (memtrace) => {
          const memory = `${"a long memory. ".repeat(50)}`;
          const unit = memtrace.variable(memory, { name: "unit", metadata: { name: CARD } });
          memtrace.mutate(unit, `${memory}The card is ${CARD}.`, { comment: `seen ${CARD}` });
          const pay = memtrace.operation("pay", (_with: { card: string }) => {
            throw new Error(`no such card ${CARD}`);
          });
          expect(() => pay({ card: CARD })).toThrow(CARD);
          memtrace.verdict({
            query: `Whose is ${CARD}?`,
            prediction: CARD,
            score: 0,
            reason: CARD,
          });
        },
        { mask },
      );
      expect(bodiesOf(collector)).not.toContain(CARD);
      expect(graph.versionsOf("unit").map(({ value }) => value.slice(-20))).toEqual([
        "ory. a long memory. ",
        "The card is [card].".padStart(20),
      ]);
      expect(graph.verdicts[0]?.query).toBe("Whose is [card]?");
      expect([graph.pending, graph.warnings, problems]).toEqual([[], [], []]);
    }
  });

  test("S37 while a mask fails, the client sends nothing, retries, and then gives up the batch", async () => {
    const collector = await startCollector();
    const problems: Problem[] = [];
    let asked = 0;
    const failing = (upTo: number): MemTraceOptions => ({
      ...{ apiKey: "k", url: collector.url, onError: (problem) => problems.push(problem) },
      timers: { setTimeout: (callback) => setImmediate(callback), clearTimeout: () => undefined },
      mask: (event) => {
        if (++asked <= upTo) throw new Error("the mask is broken");
        return event;
      },
    });
    try {
      const once = new MemTrace(failing(1));
      once.graph("g", () => once.variable("a text", { name: "v" }));
      await expect.poll(() => collector.events).toHaveLength(2);
      const never = new MemTrace(failing(Number.POSITIVE_INFINITY));
      never.graph("h", () => never.variable("a text", { name: "v" }));
      await expect.poll(() => problems.map(({ code }) => code)).toContain("undelivered");
      expect(problems.at(-1)?.message).toContain("the mask is broken");
      expect(new Set(collector.events.map(({ graph }) => graph))).toEqual(new Set(["g"]));
    } finally {
      await collector.close();
    }
  });

  test("S38 a share selects about that part of the graphs, and always the same graphs", () => {
    const graphs = Array.from({ length: 10_000 }, (_, index) => `user-${index}`);
    const taken = graphs.filter(share(0.25));
    expect(taken.length).toBeGreaterThan(2_300);
    expect(taken.length).toBeLessThan(2_700);
    expect(graphs.filter(share(0.25))).toEqual(taken);
    expect(taken.every(share(0.5))).toBe(true);
    expect([graphs.filter(share(0)).length, graphs.filter(share(1)).length]).toEqual([0, 10_000]);
  });

  test("S39 waitUntil gets one promise per batch, which resolves when the batch is delivered", async () => {
    const collector = await startCollector();
    const waiting: Promise<unknown>[] = [];
    const memtrace = new MemTrace({
      ...{ apiKey: "k", url: collector.url },
      waitUntil: (delivered) => waiting.push(delivered),
      timers: { setTimeout: (callback) => setImmediate(callback), clearTimeout: () => undefined },
    });
    memtrace.graph("g", () => memtrace.variable("a text"));
    memtrace.graph("h", () => memtrace.variable("another text"));
    expect(waiting).toHaveLength(1);
    await waiting[0];
    expect(collector.events).toHaveLength(4);
    memtrace.graph("g", () => memtrace.variable("a later text"));
    expect(waiting).toHaveLength(2);
    await waiting[1];
    expect(collector.events).toHaveLength(5);
    await collector.close();
  });

  test("S39 `await using` delivers the events at the end of the block", async () => {
    const collector = await startCollector();
    {
      await using memtrace = new MemTrace({ apiKey: "k", url: collector.url });
      memtrace.graph("g", () => memtrace.variable("a text", { name: "v" }));
      expect(collector.events).toEqual([]);
    }
    expect(collector.graph("g").variables.get("v@1")?.value).toBe("a text");
    await collector.close();
  });
});
