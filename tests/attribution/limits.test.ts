/** Answers that state only a limit of a quantity, such as "less than an hour". */
import { describe, expect, it } from "vitest";
import { durations } from "../../src/text/durations.ts";
import { verdictOn } from "./support/one-question.ts";

const FERRY = "How long does the ferry to the island take?";
const FAEHRE = "Wie lange braucht die Fähre zur Insel?";
const TANK = "How much does the rain barrel hold?";
const FIFTY_MINUTES = "The ferry to the island takes fifty-five minutes.";
const LITRES = "The rain barrel holds 420 litres.";

describe("limits and values", () => {
  it.each([
    [FERRY, FIFTY_MINUTES, "less than an hour", "It takes fifty-five minutes."],
    [FERRY, FIFTY_MINUTES, "55 minutes", "The ferry takes less than an hour."],
    [FERRY, FIFTY_MINUTES, "less than an hour", "It takes less than 60 minutes."],
    [FAEHRE, "Die Fähre braucht 55 Minuten.", "weniger als eine Stunde", "Sie braucht 55 Minuten."],
    [TANK, LITRES, "more than 400 litres", "It holds 420 litres."],
    [TANK, LITRES, "420 litres", "It holds more than 400 litres."],
    [TANK, LITRES, "no more than 450 litres", "It holds 420 litres."],
  ])("A429 «%s», «%s»: «%s» is stated by «%s»", (question, message, expected, answer) => {
    const verdict = verdictOn({ question, message, expected, answer });
    expect(verdict).toMatchObject({ errorType: "JudgeError" });
  });

  it.each([
    [FERRY, FIFTY_MINUTES, "less than an hour", "It takes 70 minutes."],
    [FERRY, FIFTY_MINUTES, "less than an hour", "It takes 40 minutes."],
    [FERRY, FIFTY_MINUTES, "55 minutes", "It takes less than three hours."],
    [FERRY, FIFTY_MINUTES, "less than an hour", "It takes more than 60 minutes."],
    [
      FERRY,
      "The ferry to the island takes under an hour.",
      "under an hour",
      "It takes 40 minutes.",
    ],
    [TANK, LITRES, "more than 400 litres", "It holds 380 litres."],
    [TANK, LITRES, "at most 450 litres", "It holds 460 litres."],
  ])("A429 «%s», «%s»: «%s» is not stated by «%s»", (question, message, expected, answer) => {
    const verdict = verdictOn({ question, message, expected, answer });
    expect(verdict.errorType).not.toBe("JudgeError");
  });
});

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
