/** What the judge reads, and when its judgement counts. No real model is called. */
import { describe, expect, it } from "vitest";
import {
  checkedJudgement,
  type JudgeReading,
  judgeRequest,
  textsToJudge,
} from "../../src/attribution/judge/judge-answer.ts";
import { unjudgedAnswers } from "../../src/attribution/judge/unjudged-answers.ts";
import { atOnce } from "../../src/graph/in-turns.ts";
import { Trace } from "./support/trace.ts";

const SAID = "My landlord is Mrs. Bryce, and I pay 900 euros.";
const OTHER = "The cat sleeps all day.";

function graphWith(given = "Your landlord is Mr. Price.", ...later: string[]) {
  const trace = new Trace();
  trace.message("m1", "Ana", OTHER);
  trace.message("m2", "Ana", SAID);
  const query = trace.variable("q", "Who is my landlord?", { class: "query" });
  const answer = trace.variable("a", given, { class: "prediction" });
  trace.operation("answer", "answer", [[query, answer]]);
  for (const [index, text] of later.entries()) trace.message(`later-${index}`, "Ana", text);
  return trace;
}

function judged(reading: JudgeReading, given?: string, expected: string[] = []) {
  const graph = graphWith(given).build();
  const [item] = atOnce(unjudgedAnswers(graph));
  if (item === undefined) throw new Error("one answer is unjudged");
  const texts = atOnce(textsToJudge(graph, { ...item, expected }, Number.POSITIVE_INFINITY));
  return checkedJudgement(reading, texts);
}

const wrong = (quote: string): JudgeReading => ({ judgement: "wrong", quote, reason: "So." });

describe("the judge", () => {
  it("A151 a judgement counts if it quotes a message; case and spaces do not matter", () => {
    const made = judged(wrong("my landlord  is Mrs. Bryce"));
    expect(made).toMatchObject({ judgement: "wrong", reason: "So." });
    expect(made.message).toContain("m2");
  });

  it.each([
    ["a quotation that nobody said", wrong("My landlord is Mr. Smith")],
    ["no quotation", wrong(" ")],
    ["a quotation of one letter", wrong("M")],
    ["an unsettled question", { judgement: "cannot be told", quote: SAID, reason: "" } as const],
  ])("A151 with %s, the judgement is unknown", (_, reading) => {
    expect(judged(reading)).toMatchObject({ judgement: "unknown", quote: "", message: null });
  });

  it("A152 an answer is not wrong if the quotation or the expected answer states it", () => {
    const given = "Your landlord is Mrs. Bryce.";
    expect(judged(wrong("My landlord is Mrs. Bryce"), given).judgement).toBe("unknown");
    expect(judged(wrong("Mrs. Bryce"), given, ["Mrs. Bryce"]).judgement).toBe("unknown");
    const expected = judged(wrong("Mrs. Boyce"), "Mr. Price", ["Mrs. Boyce"]);
    expect(expected).toMatchObject({ judgement: "wrong", message: null });
  });

  it("A153 the judge gets earlier messages and the expected answer, if known, as data", () => {
    const graph = graphWith(undefined, "Mrs. Bryce sold the house.").build();
    const [item] = atOnce(unjudgedAnswers(graph));
    const answeredAt = item?.occurredAt ?? 0;
    if (item === undefined) throw new Error("one answer is unjudged");
    const texts = atOnce(textsToJudge(graph, { ...item, expected: ["Bryce"] }, answeredAt));
    const [role, recorded] = judgeRequest(texts).messages;
    expect(role).toMatchObject({ role: "system" });
    const sent = JSON.parse(recorded && "text" in recorded ? recorded.text : "");
    expect(sent).toMatchObject({ question: "Who is my landlord?", expected: ["Bryce"] });
    expect(JSON.stringify(sent.messages)).toContain(SAID);
    expect(JSON.stringify(sent)).not.toContain("sold the house");
  });

  it("A154 an answer counts as judged if the user corrected it or a judge rated it", () => {
    const corrected = graphWith(undefined, "No, it's Mrs. Bryce.").build();
    expect(atOnce(unjudgedAnswers(corrected))).toEqual([]);
    const given = "Your landlord is Mr. Price.";
    const verdict = { query: "Who is my landlord?", prediction: given, expected: [], score: 1 };
    expect(atOnce(unjudgedAnswers(graphWith().verdict(verdict).build()))).toEqual([]);
  });
});
