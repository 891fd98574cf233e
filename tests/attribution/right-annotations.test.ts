/** Cases whose annotation or given answer is right, although words suggest something else. */
import { describe, expect, it } from "vitest";
import { statesWholeAnswer } from "../../src/attribution/answers/whole-answer.ts";
import { contentStems } from "../../src/text/words.ts";
import { verdictOn } from "./support/one-question.ts";

describe("a given answer with the figure of the expected answer", () => {
  const asked = {
    question: "What does the translator charge?",
    expected: "2,340 dollars before taxes",
    message: "The translator charges 2,340 dollars before taxes",
    unit: "The translator offers legal texts",
  };

  it("A383 is hardly wrong, so the confidence is at most 0.7", () => {
    const verdict = verdictOn({ ...asked, answer: "The translator wants a fee of $2,340." });
    expect(verdict.confidence).toBeLessThanOrEqual(0.7);
  });

  it.each(["The translator wants a fee of $2,430.", "The fee is unknown."])(
    "A383 %j has another figure or none",
    (answer) => {
      expect(verdictOn({ ...asked, answer }).confidence).toBeGreaterThan(0.7);
    },
  );
});

describe("a year that both answers have", () => {
  it("A383 does not lower the confidence", () => {
    const message = "The regatta was on 2 May 2023";
    const asked = { question: "When was the regatta?", expected: "2 May 2023", message };
    const verdict = verdictOn({ ...asked, answer: "The regatta was on 9 August 2023." });
    expect(verdict.confidence).toBeGreaterThan(0.7);
  });
});

describe("counters of people", () => {
  it.each([
    ["48人", "48名です"],
    ["参加者は15名", "参加者は15人"],
    ["共12人", "共12名"],
  ])("A384 %j has the words of %j", (one, other) => {
    expect(contentStems(one)).toEqual(contentStems(other));
  });

  it("A384 other numbers of people differ", () => {
    expect(statesWholeAnswer("何人ですか?", "48人", "84名です。")).toBe(false);
  });
});
