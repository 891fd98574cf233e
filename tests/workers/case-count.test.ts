/** The count of cases against the distribution of the same filter. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { answerKind } from "../../src/database/schema/findings.ts";
import type { Input } from "../../src/protocol/routes/client.ts";
import { database } from "../tenancy/support/browser.ts";
import {
  addVerdicts,
  api,
  begin,
  DAY,
  GRAPHS,
  HOUR,
  judgeRight,
  NOW,
  prove,
  STEPS,
  tenant,
} from "./support/tallies.ts";

type Query = NonNullable<NonNullable<Input<"GET /case-count">>["query"]>;

beforeEach(begin);

const iso = (at: number) => new Date(at).toISOString();

/** Expects the same count as the distribution, which reads tallies and rows in its own way. */
async function expectSame(query: Query): Promise<number> {
  const { cases, isMore } = await api("GET /case-count", { query });
  const distribution = await api("GET /distribution", { query });
  expect([query, cases, isMore]).toEqual([query, distribution.cases, false]);
  return cases;
}

const time = fc.oneof(
  fc.constantFrom(NOW, NOW - HOUR, NOW - (NOW % DAY), NOW - (NOW % HOUR), NOW - 9 * DAY),
  fc.integer({ min: NOW - 12 * DAY, max: NOW }),
);
const filter = fc.record(
  {
    system: fc.constantFrom("mem0", "zep", "none"),
    outcome: fc.constantFrom("attributed" as const, "undecided" as const),
    errorType: fc.constantFrom("UpdateError" as const, "RetrievalError" as const),
    opName: fc.constantFrom("step 0", "step 1"),
    state: fc.constantFrom("done" as const, "failed" as const),
    agreement: fc.constantFrom("agrees" as const, "differs" as const),
    sessionCategory: fc.constantFrom("chat"),
  },
  { requiredKeys: [] },
);
const step = fc.record({
  name: fc.constantFrom(
    "open",
    "open",
    "attribute",
    "attribute",
    "right",
    "fail",
    "label",
    "prove",
  ),
  graph: fc.constantFrom(...GRAPHS),
  number: fc.integer({ min: 0, max: 7 }),
  at: time,
  system: fc.constantFrom("mem0", "zep", null),
});

test("H338 for any filter of tallies and any period, the count equals that of the distribution", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 6, maxLength: 16 }),
      fc.array(fc.tuple(filter, time, time), { minLength: 4, maxLength: 6 }),
      async (steps, asked) => {
        await begin();
        for (const { name, graph, number, at, system } of steps) {
          await STEPS[name]?.(graph, number, at, system);
        }
        for (const [chosen, one, other] of asked) {
          const period = { from: iso(Math.min(one, other)), to: iso(Math.max(one, other) + 1) };
          await expectSame({ ...period, ...chosen });
        }
      },
    ),
    { numRuns: 20 },
  );
});

test("H338 if tallies drifted or overflowed, rows are counted, and right answers never are", async () => {
  await addVerdicts(2_500, NOW - 20 * DAY, 60_000, "'step ' || (i / 2)");
  await judgeRight("g1", 1, NOW - 20 * DAY + HOUR, "system 1");
  const kinds = await database.$count(answerKind, eq(answerKind.project, tenant.project));
  expect(kinds).toBe(2_000);
  const period = { from: iso(NOW - 30 * DAY - 5), to: iso(NOW) };
  expect(await expectSame(period)).toBe(2_500);
  expect(await expectSame({ ...period, opName: "step 1250" })).toBe(1);
  await prove();
  expect(await expectSame(period)).toBe(2_500);
  for (const wrong of ["'{\"1\":7}'", "'{\"no kind\":1}'", "'[]'", "'not JSON'", "'{\"1\":-1}'"]) {
    await env.DB.prepare(`update answer_tally set counts = ${wrong} where project = ? and hours = 24
      and start = (select min(start) from answer_tally where project = ?)`)
      .bind(tenant.project, tenant.project)
      .run();
    expect(await expectSame(period)).toBe(2_500);
    expect(await expectSame({ ...period, system: "system 1" })).toBe(1_250);
  }
});

test("H338 without a period, all cases count, even those with times far away", async () => {
  await addVerdicts(10, NOW - 20 * DAY, HOUR);
  await STEPS.open?.("g1", 1, -DAY - 1, "mem0");
  await STEPS.open?.("g1", 2, NOW + 900 * DAY, "mem0");
  expect(await api("GET /case-count")).toEqual({ cases: 12, isMore: false });
  expect(await api("GET /case-count", { query: { from: iso(0) } })).toMatchObject({ cases: 11 });
  expect(await api("GET /case-count", { query: { to: iso(0) } })).toMatchObject({ cases: 1 });
});
