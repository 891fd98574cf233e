import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MemTrace } from "../../sdk/src/index.ts";
import { MAX_BATCH_EVENTS, MAX_BATCH_GRAPHS } from "../../src/protocol/limits.ts";

/** Timers that fire as soon as the event loop is free, so that no test waits. */
const timers = {
  setTimeout: (callback: () => void, milliseconds: number) =>
    milliseconds === DEADLINE_MS ? undefined : setImmediate(callback),
  clearTimeout: () => undefined,
};
const DEADLINE_MS = 987_654;

/** One run of events: `each` events per graph, alternating between graphs or graph by graph. */
const RUN = fc.record({
  first: fc.nat(300),
  graphs: fc.integer({ min: 1, max: 450 }),
  each: fc.integer({ min: 1, max: 4 }),
  inTurns: fc.boolean(),
  text: fc.nat(2_000),
});

async function textOf(body: BodyInit | null | undefined): Promise<string> {
  return gunzipSync(Buffer.from(await new Response(body).arrayBuffer())).toString("utf8");
}

test("S113 for any failures, batches keep the limits, and each graph's events arrive once and in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(RUN, { minLength: 1, maxLength: 4 }),
      fc.array(fc.boolean(), { maxLength: 6 }),
      async (runs, failures) => {
        const outcomes = failures.values();
        const delivered = new Map<string, string[]>();
        const memtrace = new MemTrace({
          ...{ apiKey: "mt_live_test", url: "http://memtrace.invalid", timers },
          onError: () => undefined,
          fetch: async (_, request) => {
            const lines = (await textOf(request?.body)).split("\n");
            const events = lines.map((line) => JSON.parse(line));
            const graphs = new Set(events.map(({ graph }) => graph));
            expect(graphs.size).toBeLessThanOrEqual(MAX_BATCH_GRAPHS);
            expect(lines.length).toBeLessThanOrEqual(MAX_BATCH_EVENTS);
            if (outcomes.next().value === true) return new Response("", { status: 503 });
            for (const { graph, type, name } of events) {
              if (type !== "variable") continue;
              delivered.set(graph, [...(delivered.get(graph) ?? []), name]);
            }
            const answer = { accepted: lines.length, duplicates: 0, rejected: [] };
            return Response.json(answer, { status: 202 });
          },
        });
        const recorded = new Map<string, string[]>();
        let count = 0;
        const record = (graph: string, text: string) => {
          const name = `v${++count}`;
          recorded.set(graph, [...(recorded.get(graph) ?? []), name]);
          memtrace.graph(graph, () => memtrace.variable(`${name} ${text}`, { name }));
        };
        for (const { first, graphs, each, inTurns, text } of runs) {
          for (let at = 0; at < graphs * each; at++) {
            const place = inTurns ? at % graphs : Math.floor(at / each);
            record(`g${first + place}`, "x".repeat(text));
          }
          // Let the client send some events before more are recorded.
          await new Promise(setImmediate);
        }
        await memtrace.flush({ timeoutMs: DEADLINE_MS });
        expect(delivered).toEqual(recorded);
      },
    ),
    { numRuns: 25 },
  );
});
