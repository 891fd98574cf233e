/** Answers from tallies equal answers from rows. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { selectTallies } from "../../src/database/cases/tallies/tally-rows.ts";
import { answerKind } from "../../src/database/schema/findings.ts";
import { database } from "../tenancy/support/browser.ts";
import {
  addVerdicts,
  api,
  begin,
  DAY,
  distribution,
  HOUR,
  judgeRight,
  NOW,
  prove,
  tenant,
} from "./support/tallies.ts";

beforeEach(begin);

test("R101 tallies and rows give the same distribution, for filters that tallies support and all others", async () => {
  await addVerdicts(600, NOW - 400 * DAY, 16 * HOUR + 1_234_567);
  await judgeRight("g1", 1, NOW - DAY, "system 1");
  const periods = [
    [NOW - 400 * DAY, NOW],
    [NOW - 90 * DAY - 5, NOW - DAY],
    [NOW - DAY, NOW - HOUR / 2],
    [NOW - 500, NOW],
  ];
  for (const [from = 0, to = 0] of periods) {
    const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    for (const filter of [
      {},
      { system: "system 1" },
      { errorType: "UpdateError", opName: "step 2" },
    ] as const) {
      const query = { ...period, ...filter };
      const fromTallies = await api("GET /distribution", { query });
      // Every case matches this search. Tallies hold no texts, so the service counts the rows.
      const fromRows = await api("GET /distribution", { query: { ...query, search: "q" } });
      expect({ ...fromTallies, right: null }).toEqual({ ...fromRows, right: null });
    }
  }
  expect(
    await api("GET /distribution", {
      query: { from: new Date(NOW - 2 * DAY).toISOString(), to: new Date(NOW).toISOString() },
    }),
  ).toMatchObject({ right: 1 });
  expect(await api("GET /case-count")).toEqual({ cases: 600, isMore: false });
  expect(
    await api("GET /case-count", { query: { system: "system 0", errorType: "RetrievalError" } }),
  ).toEqual({ cases: 60, isMore: false });
});

test("R101 after the sweep has summed its hours, a full day is read from one row", async () => {
  await addVerdicts(600, NOW - 100 * DAY, 4 * HOUR);
  const span = { hours: 24, from: NOW - (NOW % DAY) - 90 * DAY, to: NOW - (NOW % DAY) } as const;
  const rowsRead = async () => {
    let rows = 0;
    for (const query of selectTallies(database, tenant.project, span)) {
      const { sql, params } = query.toSQL();
      rows += (
        await env.DB.prepare(sql)
          .bind(...params)
          .all()
      ).meta.rows_read;
    }
    return rows;
  };
  expect(await rowsRead()).toBeGreaterThan(500);
  await prove();
  expect(await rowsRead()).toBeLessThan(100);
});

test("R104 kinds beyond the limit are counted correctly, from their rows", async () => {
  await addVerdicts(2_500, NOW - 20 * DAY, 60_000, "'step ' || (i / 2)");
  expect(await distribution()).toMatchObject({ cases: 2_500, attributed: 2_500 });
  expect((await distribution()).byOperation).toHaveLength(1_251);
  expect(await distribution({ opName: "step 1250" })).toMatchObject({ cases: 1 });
  const kinds = await database.$count(answerKind, eq(answerKind.project, tenant.project));
  expect(kinds).toBe(2_000);
  await prove();
  expect((await distribution()).correctedAt).toBeNull();
  await env.DB.prepare("delete from failed_case where project = ?1 and rowid % 2")
    .bind(tenant.project)
    .run();
  expect(await distribution()).toMatchObject({ cases: 1_250 });
});
