import { describe, expect, it } from "vitest";
import { readExpected } from "../../src/attribution/needs/expected-answer.ts";
import { dayOf } from "../../src/text/calendar.ts";
import { durations, equalDuration } from "../../src/text/durations.ts";
import { timeMentions } from "../../src/text/times.ts";
import { contentStems } from "../../src/text/words.ts";
import {
  DISTANCES,
  LENGTHS,
  MINUTES,
  NO_LENGTHS,
  ONE_PART,
  PARTS,
  SAME,
  WRITTEN,
} from "./support/distances-and-lengths.ts";
import { SAID } from "./support/times-by-language.ts";

function spans(text: string, said = SAID) {
  return timeMentions(text).map((mention) => {
    const days = mention.resolve(said);
    return [days?.first, days?.last].map((day) => iso(day ?? 0));
  });
}

function iso(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

describe("native distances and dates", () => {
  it.each(DISTANCES)("A260 %j is from %s to %s", (text, first, last) => {
    expect(spans(text)).toEqual([[first, last]]);
  });

  it.each(PARTS)("A261 %j is %s", (text, day) => {
    expect(spans(text)).toEqual([[day, day]]);
  });

  it("A261 a number that names no day leaves the month as it is", () => {
    expect(spans("I sold 12 last month")).toEqual([["2024-04-01", "2024-04-30"]]);
  });

  it.each(WRITTEN)("A262 %j begins on %s", (text, first) => {
    expect(spans(text).map(([from]) => from)).toEqual([first]);
  });

  it.each([
    ["am Freitag", "2024-05-03", "2024-05-10"],
    ["el viernes", "2024-05-03", "2024-05-10"],
    ["vendredi à midi", "2024-05-03", "2024-05-10"],
    ["na sexta", "2024-05-03", "2024-05-10"],
    ["金曜日に行く", "2024-05-03", "2024-05-10"],
    ["금요일에", "2024-05-03", "2024-05-10"],
    ["nächsten Donnerstag", "2024-05-09", "2024-05-16"],
  ])("A262 %j can be any day from %s to %s", (text, first, last) => {
    expect(spans(text)).toEqual([[first, last]]);
    expect(SAID).toBe(dayOf(2024, 4, 8));
  });
});

describe("weekdays that name no single day", () => {
  it.each([
    "los viernes",
    "le vendredi",
    "ogni venerdì",
    "elke vrijdag",
    "na segunda vez",
    "毎週金曜日に",
  ])("A262 %j names no day", (text) => {
    expect(timeMentions(text)).toEqual([]);
  });
});

describe("native durations, clock times and amounts", () => {
  it.each(LENGTHS)("A263 %j is as long as %j", (a, b) => {
    const [[first, ...moreOfFirst], [second, ...moreOfSecond]] = [durations(a), durations(b)];
    expect([...moreOfFirst, ...moreOfSecond]).toEqual([]);
    expect(equalDuration(first?.days ?? 0, second?.days ?? 1)).toBe(true);
  });

  it.each(NO_LENGTHS)("A263 %j is no duration", (text) => {
    expect(durations(text)).toEqual([]);
  });

  it.each(MINUTES)("A264 %j is %s", (text, time) => {
    expect(contentStems(text)).toContain(time);
  });

  it.each(SAME)("A265 %j equals %j", (a, b) => {
    expect(contentStems(a)).toEqual(contentStems(b));
  });

  it.each(ONE_PART)("A265 %j is one part of an answer", (answer) => {
    expect(readExpected([answer], new Set()).parts).toHaveLength(1);
  });
});
