import { beforeAll, describe, expect, test } from "vitest";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { HEAVY_GRAPHS, readsOf } from "../faults/support/heavy-graphs.ts";
import { newProject, send } from "../workers/support/tenants.ts";
import { sendEvents } from "../workers/support/traces.ts";

const RECORDS = 600;
const MAX_BATCH_CHARS = 6_000_000;
let key: string;

async function sendAll(events: Iterable<TraceEvent>): Promise<void> {
  let batch: TraceEvent[] = [];
  let chars = 0;
  for (const event of events) {
    const length = JSON.stringify(event).length;
    if (chars + length > MAX_BATCH_CHARS) {
      await sendEvents(key, batch);
      [batch, chars] = [[], 0];
    }
    batch.push(event);
    chars += length;
  }
  await sendEvents(key, batch);
}

const read = (path: string) =>
  send(`/v1/graphs/${path}`, { headers: { authorization: `Bearer ${key}` } });

beforeAll(async () => {
  key = (await newProject()).key;
  const small = { type: "variable", id: "v", graph: "small", at: 1, ref: "v", name: "v" } as const;
  await sendEvents(key, [{ ...small, value: "small" }]);
});

describe.each(HEAVY_GRAPHS)("graph of nothing but $name", (heavy) => {
  test("H120 every read is answered, or refused with a smaller request to make instead", async () => {
    await sendAll(heavy.events(heavy.name, RECORDS));
    for (const path of readsOf(heavy, heavy.name, RECORDS)) {
      const answer = await read(`${heavy.name}/${path}`.replace(/\/$/, ""));
      const text = await answer.text();
      if (answer.status === 200) continue;
      expect([path, answer.status, text]).toEqual([
        path,
        expect.toBeOneOf([400, 422]),
        expect.stringMatching(/Ask|Read|Narrow|Compare/),
      ]);
    }
    const others = [
      read("small/store"),
      read(`${heavy.name}/blame/${encodeURIComponent(heavy.variable(RECORDS))}`),
    ];
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

test("H121 a graph whose values are too long for one file gives their length and other ways", async () => {
  const first = { type: "variable", graph: "spliced", name: "m", class: "memory" } as const;
  await sendAll([
    { ...first, id: "e0", ref: "r0", at: 0, value: "words ".repeat(80_000) },
    ...Array.from({ length: 281 }, (_, i) => ({
      ...{ ...first, id: `e${i + 1}`, ref: `r${i + 1}`, at: i + 1 },
      splice: { of: `r${i}`, at: i, remove: 0, insert: "x" },
    })),
  ]);
  const refused = await read("spliced/export");
  expect(refused.status).toBe(422);
  const { error } = (await refused.json()) as { error: { code: string; message: string } };
  expect(error.code).toBe("too_costly");
  expect(error.message).toMatch(/^The values of this graph have 135399621 characters in total/);
  expect(error.message).toContain("/v1/graphs/spliced/live?from=start");
  expect((await read("spliced/variables/memory%3Am%40282")).status).toBe(200);
});
