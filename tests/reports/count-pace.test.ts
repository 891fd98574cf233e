import fc from "fast-check";
import { expect, test } from "vitest";
import { type LastCount, postponedUntil } from "../../src/reports/health/count-pace.ts";

const DAY_MS = 24 * 3_600_000;
const AT = Date.parse("2026-11-02T00:00:00.000Z");

test("H525 the counts of a day read at most five times the graph's size, however the graph grows", () => {
  const steps = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 50_000 }), steps, (first, grown) => {
      let records = first;
      let read = 0;
      let last: LastCount | undefined;
      grown.forEach((more, minute) => {
        records += more;
        const now = AT + minute * 60_000;
        if (postponedUntil(last && { ...last, records }, now) !== null) return;
        read += records;
        last = { countedAt: now, counted: records, records };
      });
      expect(read).toBeLessThanOrEqual(5 * records);
    }),
  );
});

test("H525 a count waits at most a day, and ignores an earlier count that is in the future", () => {
  const last = { countedAt: AT, counted: 1_900, records: 2_000 };
  expect(postponedUntil(last, AT + 1)).toBe(AT + DAY_MS);
  expect(postponedUntil(last, AT + DAY_MS)).toBe(null);
  expect(postponedUntil(last, AT - 1)).toBe(null);
  expect(postponedUntil(undefined, AT)).toBe(null);
});
