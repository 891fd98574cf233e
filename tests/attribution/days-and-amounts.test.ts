/** Days, shares, measures and hours that a memory writes in another form. */
import { describe, expect, it } from "vitest";
import { spansOf } from "../../src/text/calendar.ts";
import { exactLengths } from "../../src/text/durations.ts";
import { timeMentions } from "../../src/text/times.ts";
import { contentStems } from "../../src/text/words.ts";
import { verdictOn } from "./support/one-question.ts";
import { searchAndAnswer } from "./support/search-and-answer.ts";
import { Trace } from "./support/trace.ts";

describe("days and amounts", () => {
  const MONDAY = Date.UTC(2025, 6, 14) / 86_400_000;

  it.each([
    ["The shearers can't come before the 24th.", "2025-07-24"],
    ["The test is postponed to the 20th, the room is flooded.", "2025-07-20"],
    ["The proofs are due by Friday week.", "2025-07-25"],
    ["The test is a week on Thursday.", "2025-07-24"],
    ["The hearing is adjourned to the 21st, not later.", "2025-07-21"],
  ])("A291 the tracer reads the day in “%s”", (text, day) => {
    const [mention] = timeMentions(text);
    const days = mention?.resolve(MONDAY);
    const meant = days === undefined ? [] : spansOf(days);
    expect(meant.every(({ first, last }) => first === last)).toBe(true);
    const written = meant.map(({ first }) => new Date(first * 86_400_000).toISOString());
    expect(written.map((each) => each.slice(0, 10))).toContain(day);
  });

  it("A291 a day without its month counts from the date before it", () => {
    const [, moved] = timeMentions("The hearing of 7 October is adjourned to the 21st.");
    const days = moved?.resolve(Date.UTC(2024, 8, 20) / 86_400_000);
    expect(days?.first).toBe(Date.UTC(2024, 9, 21) / 86_400_000);
  });

  it.each(["the 3rd floor", "to the 20th floor", "by the 5th attempt", "on the 2nd try"])(
    "A291 “%s” is no day",
    (text) => {
      expect(timeMentions(text)).toEqual([]);
    },
  );

  it("A291 an expected date without a year counts from the day of the message", () => {
    const trace = new Trace();
    const said = trace.message(
      "m",
      "Ines",
      "We stay longer, so we leave on Wednesday.",
      "2025-04-06",
    );
    const other = trace.message("n", "Ines", "The pool is closed for cleaning.", "2025-04-05");
    const units = [
      [said, "Ines leaves on Wednesday, 9 April 2025"],
      [other, "The pool is closed for cleaning"],
    ].map(([from = "", text = ""], index) => {
      const unit = trace.variable(`unit-${index}`, text, { category: "memory" });
      trace.operation(`x${index}`, "extract", [[from, unit]], { category: "extraction" });
      return unit;
    });
    const verdict = searchAndAnswer(trace, {
      ...{ question: "On what day does Ines leave?", expected: "Wednesday, 9 April" },
      ...{ unit: units[1] ?? "", context: "The pool is closed for cleaning" },
      ...{ prediction: "I do not know.", evidence: [] },
    });
    expect(verdict).toMatchObject({ errorType: "RetrievalError", op: "s" });
  });

  it.each([
    ["three fifths of the bill", "60% of the bill"],
    ["one third", "33 percent"],
    ["900 kilos", "900 kg"],
    ["4.40 in the morning", "4:40"],
    ["indoors", "inside"],
  ])("A292 the tracer treats “%s” and “%s” as the same words", (one, other) => {
    expect(contentStems(one)).toEqual(contentStems(other));
  });

  it("A292 a person or a part of one unit is no share", () => {
    expect(contentStems("the third child")).not.toContain("percent");
    expect(contentStems("three quarters of an hour")).not.toContain("percent");
  });

  it.each([
    ["twice a year", "every six months"],
    ["biennially", "every two years"],
    ["four and a quarter hours", "255 minutes"],
  ])("A292 “%s” and “%s” are equally long", (one, other) => {
    const [[first = 0] = [], [second = 1] = []] = [exactLengths(one), exactLengths(other)];
    expect(Math.abs(first - second)).toBeLessThan(0.02 * first);
  });

  it("A292 a memory that writes a range of hours as clock times has not lost the range", () => {
    const told = (hours: string) => `The hot water in the east wing is off ${hours} tomorrow`;
    const asked = { question: "During which hours is the hot water off?", answer: "At night." };
    const case_ = { ...asked, expected: "from ten to noon", message: told("from ten to noon") };
    const verdict = verdictOn({ ...case_, unit: told("10:00–12:00") });
    expect(verdict).toMatchObject({ errorType: "ResponseError", op: "an" });
  });
});
