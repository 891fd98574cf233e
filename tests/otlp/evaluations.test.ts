import { describe, expect, test } from "vitest";
import { graphOf, step } from "./support/mapped.ts";
import { attributesOf } from "./support/otlp-request.ts";

describe("H542 feedback and scores under common names", () => {
  const chat = {
    "gen_ai.operation.name": "chat",
    "gen_ai.input.messages": '[{"role":"user","content":"Where is the key?"}]',
    "gen_ai.output.messages": '[{"role":"assistant","content":"I do not know"}]',
  };
  const scores = (attributes: Record<string, string | number | boolean>) =>
    graphOf([step("chat", { ...chat, ...attributes })]).verdicts.map(({ score }) => score);
  const scoresOfEvent = (name: string, attributes: Record<string, string | number | boolean>) => {
    const at = { timeUnixNano: "1772600768000000000", attributes: attributesOf(attributes) };
    return graphOf([step("chat", chat, { events: [{ name, ...at }] })]).verdicts;
  };

  test.each([
    [{ user_feedback: "bad" }, 0],
    [{ user_feedback: "good" }, 1],
    [{ "user_feedback.score": 0.2 }, 0.2],
    [{ "user.feedback": false }, 0],
    [{ thumbs: "down" }, 0],
    [{ thumbs: -1 }, 0],
    [{ thumbs_up: true }, 1],
    [{ thumbs_up: false }, 0],
    [{ thumbs_down: true }, 0],
    [{ thumbs_down: 1 }, 0],
    [{ feedback: "👎" }, 0],
    [{ correctness: 0 }, 0],
    [{ is_correct: false }, 0],
    [{ "eval.correctness.score": 0.1, "eval.correctness.label": "incorrect" }, 0],
    [{ "eval.answer_correctness.label": "correct" }, 1],
    [{ "gen_ai.evaluation.name": "user_feedback", "gen_ai.evaluation.score.value": false }, 0],
  ])("H542 the attributes %j are a verdict", (attributes, score) => {
    expect(scores(attributes)).toEqual([score]);
  });

  test.each<Record<string, string | number>>([
    { user_feedback: "It was too slow." },
    { user_feedback: 4 },
    { "user_feedback.id": "bad" },
    { "eval.relevance.score": 0 },
    { "tool.correctness": 0 },
    { feedback_url: "down" },
    { incorrectness: 0 },
  ])("H542 the attributes %j are no verdict", (attributes) => {
    expect(scores(attributes)).toEqual([]);
  });

  test("H542 a span event of this name is a verdict with a comment, in addition to the span's verdict", () => {
    const verdicts = scoresOfEvent("user_feedback", { score: 0, comment: "It is under the mat." });
    expect(verdicts).toMatchObject([{ score: 0, reason: "It is under the mat." }]);
    expect(scoresOfEvent("user_feedback", { correctness: 1, label: "bad" })).toHaveLength(2);
    expect(scoresOfEvent("page_view", { score: 0 })).toEqual([]);
  });
});
