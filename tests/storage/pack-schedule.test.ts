import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type PackState, packSchedule } from "../../src/event-store/log/pack-schedule.ts";

const T = 1_000_000;
/** No event waits, and no earlier pack is unfinished. */
const IDLE: PackState = {
  waitingSince: undefined,
  urgentSince: undefined,
  isNew: false,
  appendedAt: T,
  failedAt: undefined,
  packedAt: undefined,
};
const WAITING: PackState = { ...IDLE, waitingSince: T };
const NEW: PackState = { ...WAITING, isNew: true };

test.each<[string, PackState, number, ReturnType<typeof packSchedule>]>([
  ["an idle object has nothing to do", IDLE, T, {}],
  ["packed rows are cleared after 0.25 s", { ...IDLE, packedAt: T }, T, { clear: T + 250 }],
  ["the alarm packs within 30 s", WAITING, T, { alarm: T + 30_000 }],
  [
    "later events do not put the alarm off",
    { ...WAITING, appendedAt: T + 9_000 },
    T + 9_000,
    { alarm: T + 30_000 },
  ],
  [
    "urgent events are packed after 0.4 s",
    { ...WAITING, urgentSince: T + 5_000 },
    T + 5_000,
    { pack: T + 5_400, alarm: T + 30_000 },
  ],
  [
    "also while a new graph waits for a pause",
    { ...NEW, urgentSince: T + 100 },
    T + 100,
    { pack: T + 500, alarm: T + 30_000 },
  ],
  ["a new graph looks for a pause after 1 s", NEW, T, { pack: T + 1_000, alarm: T + 30_000 }],
  ["a paused burst is packed at the look", NEW, T + 1_000, { pack: T + 1_000, alarm: T + 30_000 }],
  [
    "a burst that goes on is looked at again after 3 s",
    { ...NEW, appendedAt: T + 900 },
    T + 1_000,
    { pack: T + 3_000, alarm: T + 30_000 },
  ],
  [
    "a burst that paused between two looks is packed now",
    { ...NEW, appendedAt: T + 1_100 },
    T + 2_200,
    { pack: T + 1_000, alarm: T + 30_000 },
  ],
  [
    "a burst without an end is packed after 7 s",
    { ...NEW, appendedAt: T + 7_000 },
    T + 7_000,
    { pack: T + 7_000, alarm: T + 30_000 },
  ],
  [
    "after a failure only the alarm packs, 5 s later",
    { ...NEW, urgentSince: T, failedAt: T + 600 },
    T + 600,
    { alarm: T + 5_600 },
  ],
])("D9 %s", (_, state, now, schedule) => {
  expect(packSchedule(state, now)).toEqual(schedule);
});

test("D9 every waiting event is packed within 30 s, and no pack is written without one", () => {
  const past = fc.option(fc.integer({ min: T - 40_000, max: T }), { nil: undefined });
  fc.assert(
    fc.property(past, past, past, past, past, fc.boolean(), (a, b, c, d, e, isNew) => {
      const waitingSince = a;
      const urgentSince = a === undefined || b === undefined ? undefined : Math.max(a, b);
      const state = {
        waitingSince,
        urgentSince,
        failedAt: c,
        packedAt: d,
        appendedAt: e ?? T,
        isNew,
      };
      const { pack, alarm } = packSchedule(state, T);
      expect(pack === undefined && alarm === undefined).toBe(waitingSince === undefined);
      if (waitingSince !== undefined) {
        const retry = c === undefined ? Number.POSITIVE_INFINITY : c + 5_000;
        expect(alarm).toBe(Math.min(retry, c === undefined ? waitingSince + 30_000 : retry));
        if (pack !== undefined)
          expect(pack).toBeLessThanOrEqual((urgentSince ?? waitingSince) + 7_000);
      }
    }),
  );
});
