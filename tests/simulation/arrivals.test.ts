import fc from "fast-check";
import { expect, test } from "vitest";
import { apportion, DAY_MINUTES, eventsByMinute, makeTenants } from "../bench/simulate/arrivals.ts";

const asked = fc.record({
  eventsPerDay: fc.integer({ min: 1, max: 1e12 }),
  tenants: fc.integer({ min: 1, max: 40 }),
  seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
});

const daysOf = (of: Parameters<typeof makeTenants>[0]) =>
  [...makeTenants(of)].map((tenant) => eventsByMinute(tenant));

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

test("Y90 the number of simulated events is exactly the requested number", () => {
  fc.assert(
    fc.property(asked, (of) => {
      const days = daysOf(of);
      expect(days.length).toBe(of.tenants);
      expect(days.every((day) => day.length === DAY_MINUTES)).toBe(true);
      expect(days.every((day) => day.every((events) => events >= 0 && events % 1 === 0))).toBe(
        true,
      );
      expect(days.reduce((sum, day) => sum + sumOf(day), 0)).toBe(of.eventsPerDay);
    }),
    { numRuns: 50 },
  );
});

test("Y90 a total is divided in proportion to the weights, with an error below one", () => {
  const weights = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), weights, (total, of) => {
      const sum = of.reduce((all, weight) => all + weight, 0);
      const parts = apportion(total, of);
      expect(sumOf(parts)).toBe(total);
      for (const [at, part] of parts.entries()) {
        expect(Math.abs(part - (total * (of[at] ?? 0)) / sum)).toBeLessThan(1.001);
      }
    }),
  );
});

test("Y91 the same seed gives the same arrivals, and another seed gives different ones", () => {
  fc.assert(
    fc.property(asked, (of) => {
      expect(daysOf(of)).toEqual(daysOf(of));
      const large = { ...of, eventsPerDay: 1e9 };
      expect(daysOf({ ...large, seed: of.seed === 0 ? 1 : 0 })).not.toEqual(daysOf(large));
    }),
    { numRuns: 30 },
  );
});

test("Y92 a few tenants send most of the events, in waves and bursts", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000 }), (seed) => {
      const tenants = [...makeTenants({ eventsPerDay: 1e9, tenants: 2_000, seed })];
      const sizes = tenants.map(({ events }) => events).toSorted((a, b) => b - a);
      const largest = sizes.slice(0, 20).reduce((sum, size) => sum + size, 0);
      expect(largest / 1e9).toBeGreaterThan(0.3);
      expect(tenants.some(({ hotShare }) => hotShare > 0)).toBe(true);
      const all = tenants.slice(0, 200).map((tenant) => eventsByMinute(tenant));
      const isUneven = (day: Float64Array) => Math.max(...day) > (1.2 * sumOf(day)) / DAY_MINUTES;
      expect(all.every(isUneven)).toBe(true);
    }),
    { numRuns: 5 },
  );
});
