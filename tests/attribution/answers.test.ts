import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerable, statesAnswer } from "../../src/attribution/answers/answers.ts";
import { timeAgreement } from "../../src/attribution/answers/value-agreement.ts";
import { dayOf } from "../../src/text/calendar.ts";
import { durations, sameDuration } from "../../src/text/durations.ts";
import { listItems } from "../../src/text/lists.ts";
import { polarityOf, saysUnknown } from "../../src/text/polarity.ts";
import { timeMentions } from "../../src/text/times.ts";

/** Question, expected answer, given answer. */
type Triple = readonly [question: string, expected: string, given: string];

const STATED: readonly Triple[] = [
  ["When did Ada move to Oslo?", "4 March 2021", "Ada moved to Oslo on March 4, 2021."],
  ["When did Ada move to Oslo?", "March, 2021", "2021/03/04"],
  ["When did Ada move to Oslo?", "The Friday before 10 March 2021", "5 March 2021"],
  ["When did Ada move to Oslo?", "the week of 1-7 March 2021", "March 1 to March 7, 2021."],
  ["Wann zog Ada um?", "am 4. März 2021", "4 March 2021"],
  ["How long did Ada wait?", "nearly three months", "2 months, 27 days."],
  ["How long have they been together?", "for three years", "Three years."],
  ["How long ago was the wedding?", "10 years ago", "10 years ago"],
  ["How long ago was the wedding?", "10 years ago", "About 10 years and almost 4 months ago."],
  ["How many cats has Ada?", "4", "Ada has four cats."],
  ["Which instruments does Ada play?", "cello, flute", "She plays the flute and the cello."],
  ["What did Ada plant?", "an apple tree", "Ada planted an apple tree behind the house."],
  ["Does Ada eat fish?", "No", "No, she does not."],
  ["Does Ada eat fish?", "Presumably not", "No."],
  ["Does Ada eat fish?", "Yes, since she grew up by the sea", "Yes."],
];

const NOT_STATED: readonly Triple[] = [
  ["When did Ada move to Oslo?", "4 March 2021", "Ada moved to Oslo on April 4, 2021."],
  ["How long did Ada wait?", "three months", "five months"],
  ["How many cats has Ada?", "4", "Ada has five cats."],
  ["Which instruments does Ada play?", "cello, flute, harp, oboe", "The drums."],
  ["What did Ada plant?", "an apple tree", "Ada planted roses."],
  ["Does Ada eat fish?", "No", "Yes, she loves it."],
];

const ABSTENTIONS = [
  "I do not know.",
  "There is no explicit evidence of that.",
  "No evidence in the memories.",
  "I could not find anything about it.",
  "The available memories don't mention this.",
  "No specific date mentioned.",
  "I'm not sure; nobody brought it up.",
  "Das ist nicht bekannt.",
];

describe("comparing answers without a model", () => {
  it.each(STATED)(
    "A81 to %j, the expected answer %j is stated by the answer %j",
    (question, expected, given) => {
      expect(statesAnswer(question, expected, given).probability).toBeGreaterThan(0.85);
    },
  );

  it.each(NOT_STATED)(
    "A81 to %j, the expected answer %j is not stated by the answer %j",
    (question, expected, given) => {
      const { isYes, probability } = statesAnswer(question, expected, given);
      expect(isYes).toBe(false);
      expect(probability).toBeLessThan(0.8);
    },
  );

  it("A81 an answer that equals the expected answer states it, whatever the text", () => {
    const answers = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("That", "It is over there.", "不知道", "Not mentioned", "…", "0"),
    );
    fc.assert(
      fc.property(fc.string(), answers, (question, answer) => {
        fc.pre(/[\p{L}\p{N}]/u.test(answer));
        expect(statesAnswer(question, answer, ` ${answer}. `)).toMatchObject({ isYes: true });
      }),
    );
  });

  it("A81 a comparison of any two texts gives a probability and a reason", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (question, expected, text) => {
        const read = statesAnswer(question, expected, text);
        const unit = answerable(question, expected, { text, day: undefined });
        for (const { probability, reason } of [read, unit]) {
          expect(probability).toBeGreaterThanOrEqual(0);
          expect(probability).toBeLessThanOrEqual(1);
          expect(reason).not.toBe("");
        }
      }),
    );
  });

  it("A81 each missing item of a list lowers the probability", () => {
    const chances = ["cello, flute, harp", "cello and flute", "the cello", "the drums"].map(
      (given) => statesAnswer("What does Ada play?", "cello, flute, harp", given).probability,
    );
    expect(chances).toEqual(chances.toSorted((a, b) => b - a));
    expect(new Set(chances).size).toBe(4);
  });

  it("A81 a duration counts back from the day of the answer", () => {
    const day = dayOf(2023, 8, 13);
    const match = statesAnswer("How long has Ada painted?", "Since 2016", "Seven years.", day);
    const later = statesAnswer("How long has Ada painted?", "Since 2019", "Seven years.", day);
    expect(match.probability).toBeGreaterThan(0.85);
    expect(later.probability).toBeLessThan(0.7);
    expect(match.reason).toContain("said as 'Seven years'");
  });

  it("A81 two relative times agree equally well in every month", () => {
    const shares = Array.from({ length: 24 }, (_, index) => {
      const day = dayOf(2024, index, 1 + index);
      const [expected, given] = [timeMentions("30 days ago"), timeMentions("last month")];
      return timeAgreement(expected, given, [day]).share;
    });
    expect(new Set(shares).size).toBe(1);
  });

  it("A81 the reason names the resolved time and the missing part", () => {
    const dated = statesAnswer("When?", "5 October 2022", "the day before 6 October 2022");
    expect(dated.reason).toBe("it says 5 October 2022, said as 'the day before 6 October 2022'");
    const listed = statesAnswer("What does Ada play?", "cello, flute", "The cello.");
    expect(listed.reason).toBe('it lacks "flute"');
    expect(listed.missing).toEqual(["flute"]);
  });

  it.each(ABSTENTIONS)("A82 %j states nothing", (given) => {
    for (const expected of ["Likely no", "No", "Yes", "4 March 2021", "an apple tree"]) {
      expect(statesAnswer("Did Ada see it?", expected, given)).toMatchObject({ isYes: false });
    }
    expect(statesAnswer("Did Ada see it?", "Not mentioned.", given).isYes).toBe(true);
    expect(saysUnknown(given)).toBe(true);
    expect(polarityOf(given)).toBeUndefined();
  });

  it("A82 an answer that says no and gives a reason is no refusal", () => {
    expect(saysUnknown("No, she has plans, specifically in Oslo.")).toBe(false);
    expect(polarityOf("Unlikely.")).toBe("no");
  });
});

describe("texts that give the answer", () => {
  const day = dayOf(2022, 9, 6);
  const chance = (question: string, expected: string, text: string) =>
    answerable(question, expected, { text, day }).probability;

  it("A83 a relative date counts from the day of the text", () => {
    const question = "When did Ada visit the glass museum?";
    const text = "Ada visited the glass museum yesterday.";
    const match = answerable(question, "5 October 2022", { text, day });
    expect(match.isYes).toBe(true);
    expect(match.reason).toBe("it says 5 October 2022, said as 'yesterday'");
    expect(answerable(question, "5 August 2022", { text, day }).isYes).toBe(false);
  });

  it("A280 a text with the expected time need not repeat the time in the question", () => {
    const question = "When did Ada move to Graz in June?";
    const text = "Ada moved to Graz on 2023-06-20.";
    const expected = "The week before 27 June 2023";
    const untimed = chance("When did Ada move to Graz?", expected, text);
    expect(chance(question, expected, text)).toBe(untimed);
    expect(chance(question, "The week before 13 June 2023", text)).toBeLessThan(0.2);
  });

  it("A83 the same fact about another person does not count", () => {
    const question = "Which tree did young Ada plant?";
    const own = chance(question, "an apple tree", "Ada planted an apple tree.");
    const other = chance(question, "an apple tree", "Boris planted an apple tree.");
    expect(own).toBeGreaterThan(0.8);
    expect(other).toBeLessThan(own / 1.5);
  });

  it("A83 the answer in a text about another subject counts less, and the topic alone even less", () => {
    const question = "What did Ada buy at the market?";
    const whole = chance(question, "a clay teapot", "Ada bought a clay teapot at the market.");
    const answer = chance(question, "a clay teapot", "Ada broke the clay teapot of her aunt.");
    const topic = chance(question, "a clay teapot", "Ada bought cheese at the market.");
    expect(whole).toBeGreaterThan(answer);
    expect(answer).toBeGreaterThan(topic);
    expect(topic).toBeLessThan(0.3);
  });
});

describe("lists", () => {
  it.each([
    ["kale, chillies and dahlias", ["kale", "chillies", "dahlias"]],
    ["Bohnen, Rhabarber und Dahlien", ["Bohnen", "Rhabarber", "Dahlien"]],
    ["el violín y la flauta", ["el violín", "la flauta"]],
    ["苹果、梨和樱桃", ["苹果", "梨", "樱桃"]],
    ["和平", ["和平"]],
    ["1,500 euros", ["1,500 euros"]],
    ["sandals", ["sandals"]],
  ])("A81 %j has the items %j", (text, items) => {
    expect(listItems(text)).toEqual(items);
  });

  it("A81 the reason names a missing item in other languages too", () => {
    const { missing } = statesAnswer("Was wuchs?", "Bohnen, Rhabarber und Dahlien", "Nur Bohnen.");
    expect(missing).toEqual(["Rhabarber", "Dahlien"]);
  });
});

describe("durations", () => {
  it.each([
    ["three weeks", 21],
    ["2 years and a month", 761],
    ["half an hour", 1 / 48],
    ["drei Tage", 3],
    ["两周", 14],
    ["3 か月", 91],
  ])("A81 %j takes %d days", (text, days) => {
    const [found, ...others] = durations(text);
    expect(others).toEqual([]);
    expect(found && sameDuration(found.days, days)).toBe(true);
  });

  it.each(["three weeks ago", "two days before the fair", "三天前"])(
    "A81 %j tells when, not how long",
    (text) => {
      expect(durations(text)).toEqual([]);
    },
  );
});
