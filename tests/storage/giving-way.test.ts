import { expect, test } from "vitest";
import { forEachGivingWay } from "../../src/database/giving-way.ts";

test("P34 work on many items runs so many at once, and other work runs between two items", async () => {
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

test("P34 a slow item holds up no other item", async () => {
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

test("P34 after a failure no further item is begun", async () => {
  const begun: number[] = [];
  const work = forEachGivingWay([1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    if (item === 2) throw new Error("no storage");
  });
  await expect(work).rejects.toThrow("no storage");
  expect(begun).toEqual([1, 2]);
});
