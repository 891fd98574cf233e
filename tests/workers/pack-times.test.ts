/** When a Durable Object of a graph makes its packs without a request. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { incoming, type LogEvent } from "../../src/event-store/log/incoming-events.ts";
import { crashObject } from "./support/crash-object.ts";
import { logEvent, oneGraph } from "./support/one-graph.ts";
import { until } from "./support/until.ts";

const { stub, packRows, packedIds } = oneGraph();

const append = (event: LogEvent) => stub().append(undefined, incoming([event]));

const alarmAt = (): Promise<number> =>
  runInDurableObject(
    stub(),
    async (_, state) => (await state.storage.getAlarm()) ?? Number.POSITIVE_INFINITY,
  );

/** Waits, without running an alarm, until a pack contains this id. Returns the ids in the packs. */
const packedWith = (id: string): Promise<string[]> =>
  until(async () => {
    const ids = await packedIds();
    return ids.includes(id) ? ids : undefined;
  });

/** The time between two events of a burst, much shorter than a pause. */
const BURST_INTERVAL_MS = 20;

/**
 * Appends one event after the other until the time has passed or `isEnough` returns true. Returns
 * the ids.
 */
const feed = async (milliseconds: number, isEnough = async () => false): Promise<string[]> => {
  const end = Date.now() + milliseconds;
  const ids: string[] = [];
  while (Date.now() < end && !(await isEnough())) {
    const id = `e${ids.length}`;
    await append(logEvent(id));
    ids.push(id);
    await scheduler.wait(BURST_INTERVAL_MS);
  }
  return ids;
};

const WRONG = logEvent("wrong", "0", true);

test("D9 the first pack comes soon, a pack with a wrong answer at once, any other within half a minute", async () => {
  await append(logEvent("a"));
  expect((await alarmAt()) - Date.now()).toBeLessThanOrEqual(30_000);
  await packedWith("a");
  await runDurableObjectAlarm(stub());
  await append(logEvent("b"));
  const calm = (await alarmAt()) - Date.now();
  expect(calm).toBeGreaterThan(5_000);
  expect(calm).toBeLessThanOrEqual(30_000);
  await append(WRONG);
  expect(await packedWith("wrong")).toEqual(["a", "b", "wrong"]);
});

// Retry: if the host pauses for a second, the burst becomes two.
test("D9 the first burst of a graph becomes one pack", { retry: 3 }, async () => {
  const ids = await feed(1_200);
  expect(ids.length).toBeGreaterThan(1);
  expect(await packedWith(ids.at(-1) ?? "")).toEqual(ids);
  expect(await packRows()).toHaveLength(1);
});

test("D9 a wrong answer does not wait for the end of the first burst", async () => {
  await append(logEvent("a"));
  await append(WRONG);
  await feed(5_000, async () => (await packRows()).length > 0);
  expect(await packedIds()).toContain("wrong");
});

test("D9 a first burst that does not end is packed within seven seconds", async () => {
  await feed(9_000, async () => (await packRows()).length > 0);
  expect(await packRows()).toHaveLength(1);
});

test("D9 if the object dies first, the alarm packs urgent events", async () => {
  await append(logEvent("a"));
  await crashObject(stub());
  await runDurableObjectAlarm(stub());
  expect(await packedIds()).toEqual(["a"]);
});

test("D9 events after an eviction do not postpone the alarm", async () => {
  await append(logEvent("first"));
  await stub().flush();
  await runDurableObjectAlarm(stub());
  await append(logEvent("a"));
  const set = await alarmAt();
  await evictDurableObject(stub());
  await append(logEvent("b"));
  expect(await alarmAt()).toBe(set);
  await runDurableObjectAlarm(stub());
  expect(await packedIds()).toEqual(["first", "a", "b"]);
});
