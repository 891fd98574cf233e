/**
 * Lanes of work: limits, fairness between parties, and how failing or hanging work affects other
 * work.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseFairly, WorkLane } from "../../src/jobs/work-lane.ts";

interface Item {
  readonly key: string;
  readonly party: string;
}

const AT_ONCE = 5;
const PER_PARTY = 3;

const bounds = {
  atOnce: AT_ONCE,
  partyOf: ({ party }: Item) => party,
  mostOfParty: ({ party }: Item) => (party.startsWith("slow") ? 1 : PER_PARTY),
};

/** Arbitrary backlogs, given as the names of their parties. */
const backlogs = fc
  .dictionary(fc.constantFrom("a", "b", "c", "d", "slow-1", "slow-2"), fc.nat(20))
  .map((sizes) =>
    Object.entries(sizes).flatMap(([party, size]) =>
      Array.from({ length: size }, (_, number): Item => ({ key: `${party} ${number}`, party })),
    ),
  );

/** The work of one lane. Each piece ends when the test ends it. */
class HeldWork {
  readonly due: Item[];
  readonly begun: Item[] = [];
  readonly inHand = new Map<string, { item: Item; end: () => void }>();

  constructor(due: readonly Item[]) {
    this.due = [...due];
  }

  lane() {
    return new WorkLane<Item>({
      ...bounds,
      due: async () => [...this.due],
      keyOf: ({ key }) => key,
      work: (item) => this.#work(item),
      now: () => 0,
    });
  }

  #work(item: Item): Promise<void> {
    this.begun.push(item);
    return new Promise((end) => {
      const done = () => {
        this.inHand.delete(item.key);
        this.due.splice(this.due.indexOf(item), 1);
        end();
      };
      this.inHand.set(item.key, { item, end: done });
    });
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("J50 for any backlog, the lane does all work once and within every limit", async () => {
  await fc.assert(
    fc.asyncProperty(backlogs, fc.infiniteStream(fc.nat()), async (items, draws) => {
      const work = new HeldWork(items);
      const lane = work.lane();
      await Promise.all([lane.wake(), lane.wake()]);
      for (let ended = 0; ended < items.length; ended++) {
        const held = [...work.inHand.values()];
        const parties = Map.groupBy(held, ({ item }) => item.party);
        expect(held.length).toBeGreaterThan(0);
        expect(held.length).toBeLessThanOrEqual(AT_ONCE);
        for (const [party, own] of parties) {
          expect(own.length).toBeLessThanOrEqual(party.startsWith("slow") ? 1 : PER_PARTY);
        }
        const draw = Number(draws.next().value);
        // Wake the lane even when it is full: work that ends later must still start the rest.
        if (draw % 2 === 0) await lane.wake();
        held[draw % held.length]?.end();
        await settled();
      }
      expect(work.begun.map(({ key }) => key).sort()).toEqual(items.map(({ key }) => key).sort());
    }),
    { numRuns: 60 },
  );
});

test("J50 a party waits for at most one place per other party, however much work they have", () => {
  fc.assert(
    fc.property(backlogs, (items) => {
      const parties = new Set(items.map(({ party }) => party));
      const chosen = chooseFairly(items, [], bounds);
      const first = new Set(chosen.slice(0, parties.size).map(({ party }) => party));
      expect(first.size).toBe(Math.min(parties.size, AT_ONCE));
    }),
  );
});

test("J51 work that hangs blocks only its own place", async () => {
  const slow = { key: "hangs", party: "slow-1" };
  const others = Array.from({ length: 30 }, (_, number) => ({ key: `${number}`, party: "a" }));
  const work = new HeldWork([slow, ...others]);
  await work.lane().wake();
  for (let ended = 0; ended < others.length; ended++) {
    [...work.inHand.values()].find(({ item }) => item.party === "a")?.end();
    await settled();
  }
  expect(work.due).toEqual([slow]);
  expect(work.begun).toHaveLength(31);
});

test("J52 failed work waits a minute and blocks no other work", async () => {
  let now = 0;
  const begun: string[] = [];
  const due = ["fails", "other"];
  const lane = new WorkLane<string>({
    atOnce: 1,
    due: async () => due,
    keyOf: (key) => key,
    work: async (key) => {
      begun.push(key);
      if (key === "fails") throw new Error("by a fault");
      due.pop();
    },
    now: () => now,
  });
  await lane.wake();
  await settled();
  expect(begun).toEqual(["fails", "other"]);
  now = 60_000;
  await lane.wake();
  expect(begun).toEqual(["fails", "other", "fails"]);
});

test("J56 work that failed while the clock was far ahead waits no longer than a minute", async () => {
  let now = 1e15;
  const begun: string[] = [];
  const lane = new WorkLane<string>({
    atOnce: 1,
    due: async () => ["fails"],
    keyOf: (key) => key,
    work: async (key) => {
      begun.push(key);
      throw new Error("by a fault");
    },
    now: () => now,
  });
  await lane.wake();
  await settled();
  now = 1e12;
  await lane.wake();
  expect(begun).toEqual(["fails", "fails"]);
});

test("J59 a lane excludes the items that wait after a failure from its limited list, and takes the others", async () => {
  const failing = ["a", "b", "c", "d"];
  const done: string[] = [];
  const lane = new WorkLane<string>({
    atOnce: 2,
    due: async (resting) =>
      [...failing, "e"].filter((key) => !resting.includes(key) && !done.includes(key)).slice(0, 4),
    keyOf: (key) => key,
    work: async (key) => {
      if (failing.includes(key)) throw new Error("always");
      done.push(key);
    },
    now: () => 0,
  });
  await lane.wake();
  await expect.poll(() => done).toEqual(["e"]);
});
