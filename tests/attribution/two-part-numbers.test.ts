/** Durations whose number has two parts. */
import { expect, it } from "vitest";
import { durations } from "../../src/text/durations.ts";

it.each([
  ["twenty-two minutes", 22],
  ["It took thirty five minutes.", 35],
  ["einundvierzig Minuten", 41],
  ["a forty-minute walk", 40],
])("A430 the duration in «%s» has %s minutes", (text, minutes) => {
  const [found, ...others] = durations(text);
  expect(others).toEqual([]);
  expect((found?.days ?? 0) * 1440).toBeCloseTo(minutes, 6);
});
