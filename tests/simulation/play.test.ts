import fc from "fast-check";
import { expect, test } from "vitest";
import { backoffMs } from "../../sdk/src/deliver/retry.ts";
import { readCalibration } from "../bench/simulate/calibration.ts";
import { monthlyCost } from "../bench/simulate/monthly-cost.ts";
import { INCLUDED, LIMITS, PRICES } from "../bench/simulate/platform.ts";
import { type Played, play } from "../bench/simulate/play.ts";
import { packsOfGraph, patienceSeconds, readRules } from "../bench/simulate/rules.ts";
import { verdictOf } from "../bench/simulate/verdict.ts";
import { Waiting } from "../bench/simulate/waiting.ts";

const calibration = readCalibration();
const rules = await readRules();
const playing = (eventsPerDay: number, seed = 1, tenants = 60) =>
  play({ eventsPerDay, tenants, seed }, calibration, rules);
const loadsOf = ({ loads }: Played) => new Map(loads.map((load) => [load.limit, load]));

const bounds = fc.record({
  capacity: fc.double({ min: 0.1, max: 1_000, noNaN: true }),
  stepSeconds: fc.constantFrom(1, 60),
  patienceSeconds: fc.option(fc.integer({ min: 0, max: 600 }), { nil: undefined }),
});
const steps = fc.array(fc.double({ min: 0, max: 10_000, noNaN: true }), { maxLength: 100 });

test("Y93 each piece of work is completed, given up, or still waits", () => {
  fc.assert(
    fc.property(bounds, steps, ({ patienceSeconds: patience, ...of }, arriving) => {
      const waiting = new Waiting({
        ...of,
        ...(patience === undefined ? {} : { patienceSeconds: patience }),
      });
      for (const work of arriving) waiting.step(work);
      const offered = arriving.reduce((sum, work) => sum + work, 0);
      const { served, lost, backlog, longestSeconds } = waiting;
      expect(served + lost + backlog).toBeCloseTo(offered, 5);
      expect(Math.min(served, lost, backlog)).toBeGreaterThanOrEqual(0);
      expect(served).toBeLessThanOrEqual(of.capacity * arriving.length + 1e-6);
      if (patience === undefined) expect(lost).toBe(0);
      else expect(longestSeconds).toBeLessThanOrEqual(patience + 1e-6);
      if (arriving.every((work) => work <= of.capacity)) expect(longestSeconds).toBe(0);
    }),
  );
});

test("Y93 a client waits as long as the SDK before it gives up", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), (retryAfter) => {
      const least = backoffMs(1, 0) / 1_000 + retryAfter;
      expect(patienceSeconds(retryAfter)).toBeGreaterThan(11 * least);
      expect(patienceSeconds(retryAfter + 1) - patienceSeconds(retryAfter)).toBeCloseTo(11);
    }),
  );
});

test("Y94 packs follow the schedule of the graph's Durable Object", () => {
  expect(packsOfGraph(1, 1_000)).toBe(1);
  // The first pack after a pause, and the second by the alarm.
  expect(packsOfGraph(5, 2_000)).toBe(2);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 90_000 }), (n, gap) => {
      const packs = packsOfGraph(n, gap);
      expect(packs).toBeGreaterThanOrEqual(1);
      expect(packs).toBeLessThanOrEqual(n);
      // After the first pack, each pack holds half a minute of events.
      expect(packs).toBeLessThanOrEqual(2 + (n * gap) / 30_000);
    }),
  );
});

test("Y95 with more events, each limit has more load and is reached no later", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000_000, max: 1e9 }),
      fc.integer({ min: 2, max: 50 }),
      fc.integer({ min: 0, max: 1_000 }),
      (events, times, seed) => {
        const few = loadsOf(playing(events, seed, 10));
        const many = loadsOf(playing(events * times, seed, 10));
        for (const [limit, load] of few) {
          const more = many.get(limit);
          // Whole events per minute round differently.
          expect(more?.peak ?? 0).toBeGreaterThanOrEqual(load.peak * 0.99);
          if (load.metAtSeconds === undefined) continue;
          expect(more?.metAtSeconds).toBeLessThanOrEqual(load.metAtSeconds + 60);
        }
      },
    ),
    { numRuns: 10 },
  );
});

test("Y95 the first limit is the one reached earliest, and few events reach no limit within a year", () => {
  const { met } = verdictOf(playing(1e10), rules);
  const times = met.map(({ metAtSeconds }) => metAtSeconds ?? Number.NaN);
  expect(times.length).toBeGreaterThan(1);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const small = verdictOf(playing(10_000), rules);
  const year = 365 * 86_400;
  expect(small.met.filter(({ metAtSeconds = 0 }) => metAtSeconds < year)).toEqual([]);
});

test("Y95 a limit is reached exactly if its highest load is above it", () => {
  for (const size of [1e6, 1e8, 1e10]) {
    for (const { limit, peak, metAtSeconds } of playing(size).loads) {
      if (!limit.endsWith("Size")) expect(metAtSeconds !== undefined).toBe(peak > 1);
      else expect((metAtSeconds ?? 0) < 86_400).toBe(peak > 1);
    }
  }
});

test("Y97 a month costs at least the plan's price, and more events never make it cheaper", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), (events) => {
      const cost = (size: number) => monthlyCost(playing(size, 1, 5).units, size).total;
      expect(cost(events)).toBeGreaterThanOrEqual(PRICES.month.value);
      expect(cost(events * 2)).toBeGreaterThanOrEqual(cost(events) - 1e-6);
    }),
    { numRuns: 10 },
  );
});

test("Y98 every limit and price names its source and the month in which somebody read it", () => {
  const figures = [LIMITS, PRICES, INCLUDED].flatMap((table) => Object.values(table));
  expect(figures.length).toBeGreaterThan(20);
  for (const { value, unit, source, read } of figures) {
    expect(value).toBeGreaterThan(0);
    expect(unit).not.toBe("");
    expect(source).toMatch(/^[a-z0-9-]+\/[a-z0-9/-]+$/);
    expect(read).toMatch(/^\d{4}-\d{2}$/);
  }
});
