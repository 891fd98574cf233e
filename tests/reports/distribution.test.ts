import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Distribution } from "../../src/protocol/api/insights/distribution.ts";
import type { ErrorType } from "../../src/protocol/error-types.ts";
import type { LabelledCauses } from "../../src/reports/case-row.ts";
import { buildDistribution, labelAgrees } from "../../src/reports/distribution.ts";
import {
  anyRows,
  caseRow,
  caseRows,
  DAY,
  HOUR,
  MONDAY,
  shuffledRows,
  unattributed,
  WEEK,
} from "./support/case-rows.ts";

const label = (errorType: ErrorType, op: string | null = null) => ({ errorType, op, also: [] });
/** A verdict on `op-1`, with this label. */
const labelled = (label: LabelledCauses) =>
  caseRow({ agrees: labelAgrees({ errorType: "RetrievalError", op: "op-1", label }) });
const total = (record: Record<string, number>) =>
  Object.values(record).reduce((sum, count) => sum + count, 0);
const totalCount = (shares: readonly { readonly count: number }[]) =>
  shares.reduce((sum, share) => sum + share.count, 0);

describe("distribution of a period", () => {
  test("R1 a period includes its start and excludes its end", () => {
    const times = [WEEK.from - 1, WEEK.from, WEEK.to - 1, WEEK.to];
    const rows = times.map((occurredAt) => caseRow({ occurredAt }));
    const distribution = buildDistribution(rows, WEEK);
    expect(distribution.cases).toBe(2);
    expect(distribution.overTime.map(({ byType }) => total(byType))).toEqual([1, 0, 0, 0, 0, 0, 1]);
  });

  test("R1 attributed, waiting and failed cases are counted separately", () => {
    const rows = [
      ...caseRows(3),
      ...unattributed("queued", 2),
      ...unattributed("running"),
      ...unattributed("failed"),
    ];
    expect(buildDistribution(rows, WEEK)).toMatchObject({
      cases: 7,
      attributed: 3,
      waiting: 3,
      failed: 1,
    });
  });

  test("R1 a case that is being attributed again counts as waiting", () => {
    const distribution = buildDistribution([caseRow({ state: "running" })], WEEK);
    expect(distribution).toMatchObject({ attributed: 0, waiting: 1, byType: [] });
  });

  test("H541 each error type is divided by sub-kind, most frequent first", () => {
    const rows = [
      ...caseRows(2, { subKind: null }),
      ...caseRows(3, { subKind: "cut off" }),
      ...caseRows(1, { errorType: "UpdateError", subKind: "older kept" }),
    ];
    expect(buildDistribution(rows, WEEK).byType).toEqual([
      {
        ...{ key: "RetrievalError", count: 5 },
        bySubKind: [
          { key: "cut off", count: 3 },
          { key: null, count: 2 },
        ],
      },
      { key: "UpdateError", count: 1, bySubKind: [{ key: "older kept", count: 1 }] },
    ]);
  });

  /** Fields of a distribution that come from other tables. */
  const BESIDE = { byPromptVersion: [], firstEventAt: null, right: null, correctedAt: null };

  test("R1 R2 R12 each view adds up to the attributed and undecided cases and has the declared shape", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const distribution = buildDistribution(rows, WEEK);
        const { cases, attributed, undecided, waiting, failed } = distribution;
        const { byOperation, bySystem, bySessionCategory } = distribution;
        expect(attributed + undecided + waiting + failed).toBe(cases);
        expect(totalCount(distribution.byType)).toBe(attributed);
        for (const shares of [byOperation, bySystem, bySessionCategory]) {
          expect(totalCount(shares)).toBe(attributed);
          for (const share of shares) expect(total(share.byType)).toBe(share.count);
        }
        for (const shares of [bySystem, bySessionCategory, distribution.overTime])
          expect(shares.reduce((sum, share) => sum + share.undecided, 0)).toBe(undecided);
        const perBucket = distribution.overTime.map(({ byType }) => total(byType));
        expect(perBucket.reduce((sum, count) => sum + count, 0)).toBe(attributed);
        expect(Distribution.safeParse({ ...distribution, ...BESIDE }).error).toBeUndefined();
      }),
    );
  });

  test("R2 the order of the rows does not change the distribution", () => {
    fc.assert(
      fc.property(shuffledRows, ({ rows, shuffled }) => {
        const one = JSON.stringify(buildDistribution(rows, WEEK));
        expect(JSON.stringify(buildDistribution(shuffled, WEEK))).toBe(one);
      }),
    );
  });

  test("R2 the most frequent group comes first; of equal groups, the one without a value comes last", () => {
    const rows = [
      ...caseRows(2, { opName: null, errorType: "JudgeError" }),
      ...caseRows(2, { opName: "b" }),
      ...caseRows(2, { opName: "a" }),
      ...caseRows(3, { opName: "c", errorType: "UpdateError" }),
    ];
    const { byOperation, byType } = buildDistribution(rows, WEEK);
    expect(byOperation.map(({ key }) => key)).toEqual(["c", "a", "b", null]);
    expect(byType).toMatchObject([
      { key: "RetrievalError", count: 4 },
      { key: "UpdateError", count: 3 },
      { key: "JudgeError", count: 2 },
    ]);
    expect(byOperation[0]).toEqual({
      key: "c",
      count: 3,
      byType: { UpdateError: 3 },
      undecided: 0,
    });
  });

  test.each([
    [HOUR, "hour", 1],
    [2 * DAY, "hour", 48],
    [2 * DAY + 1, "day", 3],
    [92 * DAY, "day", 92],
    [93 * DAY, "week", 14],
    [0, "hour", 0],
    [-DAY, "hour", 0],
  ])("R3 a time series of %i ms has one bucket per %s and %i buckets", (length, bucket, count) => {
    const { overTime, ...rest } = buildDistribution([], { from: MONDAY, to: MONDAY + length });
    expect(rest.bucket).toBe(bucket);
    expect(overTime).toHaveLength(count);
  });

  test("R3 weeks start on Monday, and days and hours are full UTC days and hours", () => {
    const startOf = (from: number, length: number) =>
      buildDistribution([], { from, to: from + length }).overTime[0]?.start;
    const sunday = MONDAY - 9 * HOUR - 17;
    expect(startOf(sunday, 300 * DAY)).toBe("2025-12-29T00:00:00.000Z");
    expect(startOf(sunday, 7 * DAY)).toBe("2026-01-04T00:00:00.000Z");
    expect(startOf(sunday, DAY)).toBe("2026-01-04T14:00:00.000Z");
  });

  test("R3 a time series of over a thousand weeks has only weeks with cases", () => {
    const rows = [caseRow(), caseRow({ occurredAt: 0 })];
    const { overTime } = buildDistribution(rows, { from: Date.UTC(1, 0, 1), to: WEEK.to });
    expect(overTime).toEqual([
      { start: "1969-12-29T00:00:00.000Z", byType: { RetrievalError: 1 }, undecided: 0 },
      { start: "2026-01-05T00:00:00.000Z", byType: { RetrievalError: 1 }, undecided: 0 },
    ]);
  });

  test("R4 labels agree if the error type is equal, and the operation too if the label names one", () => {
    const rows = [
      labelled(label("RetrievalError")),
      labelled(label("RetrievalError", "op-1")),
      labelled(label("RetrievalError", "op-2")),
      labelled(label("UpdateError", "op-1")),
      caseRow(),
      ...unattributed("queued"),
    ];
    expect(buildDistribution(rows, WEEK)).toMatchObject({ labelled: 4, agreeing: 2 });
  });

  test("R4 a label agrees if the verdict names any of its causes", () => {
    const also = [
      { errorType: "UpdateError" as const, op: "op-2" },
      { errorType: "RetrievalError" as const, op: "op-1" },
    ];
    const rows = [
      labelled({ ...label("ResponseError"), also }),
      labelled({ ...label("ResponseError"), also: also.slice(0, 1) }),
    ];
    expect(buildDistribution(rows, WEEK)).toMatchObject({ labelled: 2, agreeing: 1 });
  });
});
