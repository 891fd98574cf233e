/** Wrong tallies are found, corrected, and not shown before. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import {
  addVerdicts,
  api,
  begin,
  createGraph,
  DAY,
  distribution,
  expected,
  HOUR,
  NOW,
  open,
  prove,
  STEPS,
  tallied,
  tenant,
} from "./support/tallies.ts";

beforeEach(begin);

test.each([
  [
    "a count is wrong",
    "update answer_tally set counts = json_set(counts, '$.\"' || (select min(id) from answer_kind where project = ?1) || '\"', 77), total = total + 7 where project = ?1",
  ],
  [
    "two kinds are swapped",
    `update answer_tally set counts = replace(replace(replace(counts, ids.first, '"x":'), ids.last, ids.first), '"x":', ids.last)
    from (select '"' || min(id) || '":' as first, '"' || max(id) || '":' as last from answer_kind where project = ?1) as ids
    where project = ?1`,
  ],
  ["hours are missing", "delete from answer_tally where project = ?1 and hours = 1"],
  ["all is missing", "delete from answer_tally where project = ?1"],
  [
    "a day is too much",
    "insert into answer_tally select project, 24, start + 8640000000, total, counts from answer_tally where project = ?1 and hours = 24 limit 1",
  ],
  [
    "kinds are missing",
    "delete from answer_kind where project = ?1 and id = (select min(id) from answer_kind where project = ?1)",
  ],
  ["counts are no JSON", "update answer_tally set counts = '{' where project = ?1"],
  [
    "counts are negative",
    "update answer_tally set counts = replace(counts, ':', ':-') where project = ?1",
  ],
])("R102 the sweep finds and corrects wrong tallies: %s", async (_, statement) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await addVerdicts(700, NOW - 29 * DAY, HOUR);
  // This makes a tally for each full day.
  await prove();
  const before = await distribution();
  expect(before).toMatchObject({ cases: 695, correctedAt: null });
  await env.DB.prepare(statement).bind(tenant.project).run();
  await prove();
  const after = await distribution();
  expect(after).toEqual({ ...before, correctedAt: expect.any(String) });
  expect(await tallied()).toEqual(await expected());
  expect(log).toHaveBeenCalledWith(
    expect.objectContaining({ message: "tallies were corrected", project: tenant.project }),
  );
});

test.each([
  ["counts are no JSON", "update answer_tally set counts = '{' where project = ?1"],
  ["a sum is wrong", "update answer_tally set total = total + 1 where project = ?1"],
  [
    "counts are negative",
    "update answer_tally set counts = replace(counts, ':', ':-') where project = ?1",
  ],
  ["kinds are missing", "delete from answer_kind where project = ?1"],
])("R103 a tally that cannot be right is not shown: %s", async (_, statement) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await addVerdicts(300, NOW - 29 * DAY, 2 * HOUR);
  await createGraph("g1");
  const before = await distribution();
  await env.DB.prepare(statement).bind(tenant.project).run();
  expect(await distribution()).toEqual(before);
  expect(log).toHaveBeenCalledWith(
    expect.objectContaining({ message: "a tally has drifted", project: tenant.project }),
  );
  // Verdicts are still stored.
  await open("g1", 1, NOW - 29 * DAY + HOUR, "system 1");
  await STEPS.attribute?.("g1", 1, 0, null);
  expect((await distribution()).cases).toBe(before.cases + 1);
  await api("DELETE /graphs/{graph}", { params: { graph: "g1" } });
  expect(await distribution()).toEqual(before);
});
