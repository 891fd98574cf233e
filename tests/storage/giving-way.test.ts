import { afterEach, expect, test, vi } from "vitest";
import { forEachGivingWay, runGivingWay, runInBackground } from "../../src/database/giving-way.ts";

afterEach(() => vi.useRealTimers());

test("P34 only the given number of items run at once, and other work runs between items", async () => {
  const seen: (number | "other")[] = [];
  const other = () => {
    seen.push("other");
    if (seen.length < 8) setTimeout(other, 0);
  };
  setTimeout(other, 0);
  let [atWork, most] = [0, 0];
  await forEachGivingWay([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++atWork);
    await undefined;
    seen.push(item);
    atWork--;
  });
  expect(most).toBe(2);
  expect(seen.filter((each) => each !== "other")).toEqual([1, 2, 3, 4, 5]);
  expect(seen.slice(0, 6)).toEqual([1, 2, "other", 3, 4, "other"]);
});

test("P34 a slow item delays no other item", async () => {
  const seen: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = forEachGivingWay([1, 2, 3, 4], 2, async (item) => {
    seen.push(item);
    if (item === 1) await promise;
    if (item === 4) resolve();
  });
  await work;
  expect(seen).toEqual([1, 2, 3, 4]);
});

test("P34 no further item starts after a failure", async () => {
  const begun: number[] = [];
  const work = forEachGivingWay([1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    if (item === 2) throw new Error("no storage");
  });
  await expect(work).rejects.toThrow("no storage");
  expect(begun).toEqual([1, 2]);
});

test("Q101 background work waits until long work has ended", async () => {
  const seen: string[] = [];
  function* steps(name: string, count: number) {
    for (let step = 1; step <= count; step++) {
      seen.push(`${name} ${step}`);
      yield 1;
    }
  }
  await Promise.all([
    runGivingWay(steps("request", 5), 1),
    runInBackground(steps("background", 2), 1),
  ]);
  expect(seen.slice(-1)).toEqual(["background 2"]);
  expect(seen.filter((step) => step.startsWith("request"))).toHaveLength(5);
  expect(seen).toHaveLength(7);
});

test("Q101 long work that does not end delays background work by only ten seconds", async () => {
  vi.useFakeTimers();
  function* steps(count: number) {
    for (let step = 0; step < count; step++) yield 1;
  }
  const work = () => void runGivingWay(steps(1), 1);
  const repeating = setInterval(work, 50);
  work();
  const started = Date.now();
  const took = runInBackground(steps(3), 1).then(() => Date.now() - started);
  await vi.advanceTimersByTimeAsync(20_000);
  clearInterval(repeating);
  expect(await took).toBeGreaterThanOrEqual(10_000);
  expect(await took).toBeLessThan(11_000);
});
