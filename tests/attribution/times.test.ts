import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf, sameTime } from "../../src/text/calendar.ts";
import { timeMentions } from "../../src/text/times.ts";

/** The day of the messages: a Wednesday. */
const SAID = dayOf(2024, 4, 8);

function meant(text: string) {
  return timeMentions(text).flatMap((mention) => mention.resolve(SAID) ?? []);
}

function iso(day: number | undefined): string {
  return day === undefined ? "" : new Date(day * 86_400_000).toISOString().slice(0, 10);
}

describe("time expressions", () => {
  it.each([
    ["on 3 May 2024", "2024-05-03", "2024-05-03"],
    ["on May 3rd, 2024", "2024-05-03", "2024-05-03"],
    ["3May, 2024", "2024-05-03", "2024-05-03"],
    ["2024-05-03T10:00:00", "2024-05-03", "2024-05-03"],
    ["in February 2024", "2024-02-01", "2024-02-29"],
    ["back in 2019", "2019-01-01", "2019-12-31"],
    ["yesterday", "2024-05-07", "2024-05-07"],
    ["the day before yesterday", "2024-05-06", "2024-05-06"],
    ["tomorrow", "2024-05-09", "2024-05-09"],
    ["last Friday", "2024-05-03", "2024-05-03"],
    ["next Monday", "2024-05-13", "2024-05-13"],
    ["three days ago", "2024-05-05", "2024-05-05"],
    ["two years and almost three months ago", "2022-02-01", "2022-02-28"],
    ["two weeks and three days ago", "2024-04-21", "2024-04-21"],
    ["a few years and two months ago", "2020-01-01", "2022-12-31"],
    ["a year and a few months ago", "2023-01-01", "2023-03-31"],
    ["We worked there three years, two months ago we left", "2024-03-01", "2024-03-31"],
    ["It lasted two years, six months later he remarried", "2024-11-01", "2024-11-30"],
    ["two months and three months ago", "2024-02-01", "2024-02-29"],
    ["two weeks and two months ago", "2024-03-01", "2024-03-31"],
    ["It lasted two years and 3 weeks later he left", "2024-05-25", "2024-06-02"],
    ["last month", "2024-04-01", "2024-04-30"],
    ["next year", "2025-01-01", "2025-12-31"],
    ["for 3 years now", "2021-01-01", "2021-12-31"],
    ["the Friday before 8 May 2024", "2024-05-03", "2024-05-03"],
    ["on December 30", "2023-12-30", "2023-12-30"],
    ["am 3. Mai 2024", "2024-05-03", "2024-05-03"],
    ["am 03.05.2024", "2024-05-03", "2024-05-03"],
    ["seit März 2024", "2024-03-01", "2024-03-31"],
    ["Vorgestern war", "2024-05-06", "2024-05-06"],
    ["vor drei Tagen", "2024-05-05", "2024-05-05"],
    ["letzten Monat", "2024-04-01", "2024-04-30"],
    ["2024年5月3日", "2024-05-03", "2024-05-03"],
    ["我们昨天修好了", "2024-05-07", "2024-05-07"],
    ["三天前", "2024-05-05", "2024-05-05"],
    ["上个月", "2024-04-01", "2024-04-30"],
    ["去年", "2023-01-01", "2023-12-31"],
    ["hace 4 días", "2024-05-04", "2024-05-04"],
    ["el 3 de mayo de 2024", "2024-05-03", "2024-05-03"],
    ["il y a 3 mois", "2024-02-01", "2024-02-29"],
    ["le 1er mars 2024", "2024-03-01", "2024-03-01"],
    ["3 giorni fa", "2024-05-05", "2024-05-05"],
    ["ontem à noite", "2024-05-07", "2024-05-07"],
    ["4日前", "2024-05-04", "2024-05-04"],
    ["昨日は", "2024-05-07", "2024-05-07"],
    ["3일 전", "2024-05-05", "2024-05-05"],
    ["вчера", "2024-05-07", "2024-05-07"],
    ["on 2024/05/03", "2024-05-03", "2024-05-03"],
    ["May 5-6, 2024", "2024-05-05", "2024-05-06"],
    ["the 5 to 6 May 2024", "2024-05-05", "2024-05-06"],
    ["between April 28 and May 3, 2024", "2024-04-28", "2024-05-03"],
    ["December 30, 2023 - January 2, 2024", "2023-12-30", "2024-01-02"],
    ["late May 2024", "2024-05-21", "2024-05-31"],
    ["the first week of May 2024", "2024-05-01", "2024-05-07"],
    ["the last weekend of May 2024", "2024-05-25", "2024-05-26"],
    ["summer 2024", "2024-06-01", "2024-08-31"],
  ])("A26 %j means %s to %s", (text, first, last) => {
    expect(meant(text).map((days) => [iso(days.first), iso(days.last)])).toEqual([[first, last]]);
  });

  it("A26 a word that is a day in one language and a place in another is no day", () => {
    expect(meant("Wir waren hier.")).toEqual([]);
  });

  it("A26 two dates joined by “and” stay two dates", () => {
    expect(meant("on May 3, 2024 and May 5, 2024")).toHaveLength(2);
  });

  it("A26 a relative expression has no meaning without the day on which it was said", () => {
    expect(timeMentions("yesterday")[0]?.resolve(undefined)).toBeUndefined();
  });

  it("A26 two wordings of a week are the same time, a day and a year are not", () => {
    const [before] = meant("the week before 8 May 2024");
    const [last] = meant("last week");
    const [year] = meant("2024");
    const [day] = meant("8 May 2024");
    expect(before && last && sameTime(before, last)).toBe(true);
    expect(year && day && sameTime(year, day)).toBe(false);
  });

  it("A26 the tracer reads any text without an error, and every span ends after its start", () => {
    const word = fc.constantFrom(
      "last",
      "May",
      "31",
      "2024",
      "week",
      "before",
      "ago",
      "two",
      "of",
      ",",
      "/",
      "99",
      "-",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 12 }), (words) => {
        for (const days of meant(words.join(" ")))
          expect(days.first).toBeLessThanOrEqual(days.last);
      }),
    );
  });
});
