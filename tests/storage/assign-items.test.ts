import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Assignment, assignItems } from "../../src/database/queues/assign-items.ts";
import { sampleOf } from "../../src/database/queues/sample-of.ts";

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const loads = (people: readonly string[], given: readonly Assignment[]) =>
  people.map((person) => given.filter((item) => item.person === person).length);

const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);

const sizes = fc
  .record({ cases: fc.integer({ min: 1, max: 60 }), people: fc.integer({ min: 1, max: 9 }) })
  .chain(({ cases, people }) =>
    fc.record({
      ...{ cases: fc.constant(names("case", cases)), people: fc.constant(names("p", people)) },
      perItem: fc.integer({ min: 1, max: Math.min(5, people) }),
      batches: fc.integer({ min: 1, max: 6 }),
    }),
  );

test("H191 each case gets its number of people, who share cases evenly, after any number of additions", () => {
  fc.assert(
    fc.property(sizes, ({ cases, people, perItem, batches }) => {
      let given: Assignment[] = [];
      const size = Math.ceil(cases.length / batches);
      for (let start = 0; start < cases.length; start += size) {
        const added = cases.slice(start, start + size);
        given = [...given, ...assignItems({ cases: added, people, perItem, kept: given })];
        expect(spread(loads(people, given))).toBeLessThanOrEqual(1);
      }
      for (const item of cases) {
        const of = given.filter((each) => each.case === item).map(({ person }) => person);
        expect(of).toHaveLength(perItem);
        expect(new Set(of).size).toBe(perItem);
      }
    }),
  );
});

test("H191 all pairs of people share equally many cases, as far as the number divides evenly", () => {
  const [people, cases] = [names("p", 4), names("case", 60)];
  const given = assignItems({ cases, people, perItem: 2, kept: [] });
  const together = people.flatMap((one, index) =>
    people.slice(index + 1).map((other) => {
      const has = (item: string, person: string) =>
        given.some((each) => each.case === item && each.person === person);
      return cases.filter((item) => has(item, one) && has(item, other)).length;
    }),
  );
  expect(spread(together)).toBeLessThanOrEqual(1);
});

test("H192 after a change of people, each case has its number of people again, and kept items stay", () => {
  const change = fc.record({ keptOf: fc.array(fc.nat({ max: 1_000 })), left: fc.nat({ max: 8 }) });
  fc.assert(
    fc.property(sizes, change, ({ cases, people, perItem }, { keptOf, left }) => {
      const before = assignItems({ cases, people, perItem, kept: [] });
      const places = new Set(keptOf.map((place) => place % before.length));
      const kept = before.filter((_, place) => places.has(place));
      const now = [...people.slice(left % people.length), ...names("new", perItem)];
      const given = [...kept, ...assignItems({ cases, people: now, perItem, kept })];
      for (const item of cases) {
        const of = given.filter((each) => each.case === item).map(({ person }) => person);
        expect(of).toHaveLength(perItem);
        expect(new Set(of).size).toBe(perItem);
      }
      for (const { person } of given.slice(kept.length)) expect(now).toContain(person);
    }),
  );
});

test("H190 a seed determines the sample in any order, and a larger sample contains a smaller one", () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 80 });
  fc.assert(
    fc.property(ids, fc.string(), fc.nat({ max: 90 }), (all, seed, size) => {
      const sample = sampleOf(all, size, seed);
      expect(sample).toHaveLength(Math.min(size, all.length));
      expect(new Set(sample).size).toBe(sample.length);
      expect(sampleOf(all.toReversed(), size, seed)).toEqual(sample);
      expect(sampleOf(all, size + 5, seed).slice(0, sample.length)).toEqual(sample);
    }),
  );
});

test("H190 every case has the same chance of being sampled over many seeds", () => {
  const ids = names("case_", 20);
  const chosen = new Map<string, number>();
  for (let seed = 0; seed < 2_000; seed++) {
    for (const id of sampleOf(ids, 5, `seed ${seed}`)) chosen.set(id, (chosen.get(id) ?? 0) + 1);
  }
  // 500 of 2,000 are expected; 5 standard deviations are 97.
  for (const id of ids) expect(Math.abs((chosen.get(id) ?? 0) - 500)).toBeLessThan(97);
});
