import fc from "fast-check";
import { expect, test } from "vitest";
import { CaseRepository } from "../../src/database/cases/case-repository.ts";
import { failedCase } from "../../src/database/schema/project.ts";
import { buildDistribution } from "../../src/reports/distribution.ts";
import { bucketOf, gridOf } from "../../src/reports/over-time.ts";
import { database } from "../tenancy/support/browser.ts";
import { newProject } from "../workers/support/tenants.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR_0 = Date.parse("0000-01-01T00:00:00.000Z");

const cause = fc.record({
  errorType: fc.constantFrom("UpdateError" as const, "RetrievalError" as const),
  op: fc.constantFrom("op-1", "op-2", null),
});
const label = cause.map((first) => ({ ...first, link: null, reason: "why", also: [] }));
const NOTHING = { errorType: null, subKind: null, op: null, opName: null, confidence: null };
const verdict = fc.oneof(
  fc.record({
    state: fc.constant("done" as const),
    outcome: fc.constant("attributed" as const),
    errorType: fc.constantFrom("UpdateError" as const, "RetrievalError" as const),
    subKind: fc.constantFrom("cut off" as const, null),
    op: fc.constantFrom("op-1", "op-2"),
    opName: fc.constantFrom("search", "update", null),
    confidence: fc.constantFrom(0.4, 0.9),
  }),
  fc.constant({ state: "done" as const, outcome: "undecided" as const, ...NOTHING }),
  fc.constant({ state: "queued" as const, outcome: null, ...NOTHING }),
  fc.constant({ state: "failed" as const, outcome: null, ...NOTHING }),
);
/** Start of the period, for each bucket; the first value is before 1970. */
const from = fc.constantFrom(YEAR_0 + HOUR, -DAY - 1, 0, Date.UTC(2026, 0, 5) - HOUR);
const length = fc.constantFrom(DAY, 20 * DAY, 300 * DAY);

test("R1 the database's groups give the same distribution as the single cases", async () => {
  const row = fc.record({
    ...{ verdict, at: fc.double({ min: -0.1, max: 1.1, noNaN: true }) },
    ...{ system: fc.constantFrom("mem0", null), sessionCategory: fc.constantFrom("chat", null) },
    label: fc.option(label),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), from, length, async (rows, start, ms) => {
      const { project } = await newProject();
      const period = { from: start, to: start + ms };
      for (const [index, { verdict, at, ...fields }] of rows.entries()) {
        await database.insert(failedCase).values({
          ...{ id: `case_${project}_${index}`, project, graph: "g", origin: "api", query: "q" },
          ...{ expected: [], prediction: "p", evidence: [], createdAt: 0, stateAt: 0 },
          ...{ occurredAt: Math.max(YEAR_0, Math.round(start + at * ms)), ...fields, ...verdict },
        });
      }
      const cases = new CaseRepository(database, project);
      const grid = gridOf(bucketOf(period));
      const inPeriod = {
        from: new Date(period.from).toISOString(),
        to: new Date(period.to).toISOString(),
      };
      const counted = await cases.answers({ filter: inPeriod, grid, limit: 1_000 });
      const { groups = [], byBucket = [] } = counted ?? {};
      const single = await cases.figures({}, 1_000);
      expect(buildDistribution(groups, period, byBucket)).toEqual(
        buildDistribution(single, period),
      );
    }),
    { numRuns: 40 },
  );
});
