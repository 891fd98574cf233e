/** Tallies of judged answers against the rows that they count. */
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { deleteProjectRows } from "../../src/database/graphs/project-deletion.ts";
import { tallyCheck } from "../../src/database/schema/findings.ts";
import { graph as graphTable, project } from "../../src/database/schema/project.ts";
import { database } from "../tenancy/support/browser.ts";
import { rowsWith } from "./support/remains.ts";
import { attributionOf } from "./support/stored-attributions.ts";
import {
  api,
  begin,
  cases,
  createGraph,
  DAY,
  expected,
  GRAPHS,
  HOUR,
  judgeRight,
  NOW,
  open,
  prove,
  STEPS,
  tallied,
  tenant,
} from "./support/tallies.ts";

beforeEach(begin);

const step = fc.record({
  name: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("open", "attribute", "right") },
    { weight: 5, arbitrary: fc.constantFrom(...Object.keys(STEPS)) },
  ),
  graph: fc.constantFrom(...GRAPHS),
  number: fc.integer({ min: 0, max: 5 }),
  at: fc.oneof(
    fc.constantFrom(NOW, NOW - HOUR, NOW - 7 * DAY, NOW - 700 * DAY, -1, -DAY - 1, 0),
    fc.integer({ min: NOW - 3 * HOUR, max: NOW }),
  ),
  system: fc.constantFrom("mem0", "zep", null),
});

test("R100 after any sequence of writes, the tallies equal a count of the rows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      await begin();
      for (const { name, graph, number, at, system } of steps) {
        await STEPS[name]?.(graph, number, at, system);
        expect(await tallied()).toEqual(await expected());
      }
      await prove();
      const [check] = await database
        .select()
        .from(tallyCheck)
        .where(eq(tallyCheck.project, tenant.project));
      expect(check?.mendedAt ?? null).toBeNull();
    }),
    { numRuns: 25 },
  );
});

test("R100 the deletion of a project deletes its tallies", async () => {
  await judgeRight("g1", 1, NOW, "mem0");
  await open("g1", 1, NOW, "mem0");
  await open("g1", 2, NOW, "mem0");
  await api("DELETE /graphs/{graph}", { params: { graph: "g1" } });
  await open("g2", 2, NOW, "mem0");
  await database.delete(graphTable).where(eq(graphTable.project, tenant.project));
  await deleteProjectRows(database, tenant.project);
  expect(await tallied()).toEqual({});
  expect(
    await database.select().from(tallyCheck).where(eq(tallyCheck.project, tenant.project)),
  ).toEqual([]);
});

test("R100 the direct deletion of a project's row leaves no tally", async () => {
  await judgeRight("g1", 1, NOW, "mem0");
  await open("g1", 1, NOW, "mem0");
  await database.delete(project).where(eq(project.id, tenant.project));
  expect(await tallied()).toEqual({});
});

test("R105 after a deletion, the tallies hold no name of an operation, system or session category", async () => {
  const secret = `secret ${crypto.randomUUID()}`;
  await open("g1", 1, NOW, secret);
  const row = await cases.takeNext("g1", await createGraph("g1"), NOW + DAY);
  if (row === undefined) throw new Error("no case waits");
  await cases.complete(
    row,
    attributionOf({ errorType: "UpdateError", opName: secret }, row.id),
    [],
    [],
    NOW,
  );
  await judgeRight("g1", 2, NOW, secret);
  expect(Object.keys(await rowsWith(secret))).toContain("answer_kind");
  await api("DELETE /graphs/{graph}", { params: { graph: "g1" } });
  expect(await rowsWith(secret)).not.toHaveProperty("answer_kind");
});
