import { describe, expect, it } from "vitest";
import { casesOfAnnotations } from "../../src/attribution/cases/annotations.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { Trace } from "./support/trace.ts";

const QUERY = "Which colour is the vase?";

/** One answered and judged question, recorded as the reference systems do. */
function judged(score: string, metadata?: Record<string, unknown>): Trace {
  const trace = new Trace().session("evening", "memory_evaluation");
  trace.variable("U1:D1:3", "I bought a blue vase.", { category: "message" });
  trace.variable("U1:D1:3", "I bought a blue vase!", { category: "message", version: 2 });
  const query = trace.variable("qa-1", `'${QUERY}'`, {
    class: "query",
    ...(metadata ? { metadata } : {}),
  });
  const prediction = trace.variable("p", "'It was red.'", { class: "prediction" });
  const expected = trace.variable("g", "blue", { class: "golden_answers" });
  const response = trace.variable("r", "'The answer is wrong.'", { class: "judge_response" });
  const verdict = trace.variable("s", score, { class: "judge_score" });
  trace.operation("answer", "question-answering", [[query, prediction]]);
  trace.operation(
    "judge",
    "some-judge",
    [
      [query, response],
      [prediction, response],
      [expected, response],
      [response, verdict],
    ],
    { session: "evening" },
  );
  return trace;
}

const failing = { query: QUERY, prediction: "It was red.", expected: ["blue"], score: 0 };

describe("discovering cases", () => {
  it("A20 a judge operation with a failing score opens a case", () => {
    const [found, ...others] = discoverCases(
      judged("0.0", { evidence: ["U1:D1:3", "nowhere"] }).build(),
    );
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      origin: "judge",
      query: QUERY,
      queryId: "query:qa-1@1",
      prediction: "It was red.",
      expected: ["blue"],
      judgeReason: "The answer is wrong.",
      evidence: ["U1:D1:3@2"],
      session: "evening",
      sessionCategory: "memory_evaluation",
    });
  });

  it.each(["1.0", "0.5", "", "wrong"])("A20 a judge score of %j opens no case", (score) => {
    expect(discoverCases(judged(score).build())).toEqual([]);
  });

  it("A21 a verdict below the passing score opens a case, a verdict at the passing score does not", () => {
    const trace = new Trace()
      .verdict(failing)
      .verdict({ ...failing, query: "Another?", score: 0.5 });
    const found = discoverCases(trace.build());
    expect(found.map(({ origin, query }) => ({ origin, query }))).toEqual([
      { origin: "verdict", query: QUERY },
    ]);
  });

  it("A22 a verdict, a judge operation and an annotation on one answer make one case", () => {
    const graph = judged("0").verdict(failing).build();
    const found = discoverCases(graph);
    const read = casesOfAnnotations(graph, [
      {
        query_id: "query:qa-1@1",
        query: QUERY,
        golden_answers: ["blue"],
        prediction: "It was red.",
      },
    ]);
    expect(found.map(({ origin }) => origin)).toEqual(["verdict"]);
    expect(read.ok && read.value.map(({ key }) => key)).toEqual([found[0]?.key]);
  });

  it("A22 another answer to the same question makes another case", () => {
    const trace = new Trace().verdict(failing).verdict({ ...failing, prediction: "It was green." });
    expect(new Set(discoverCases(trace.build()).map(({ key }) => key)).size).toBe(2);
  });
});

describe("annotations", () => {
  const annotation = {
    query_id: "query:qa-1@1",
    query: QUERY,
    golden_answers: "blue",
    prediction: "It was red.",
    prediction_id: "prediction:p@1",
    source_evidence_ids: ["U1:D1:3@1"],
    final_error_type: "LLMAsAJudgeError",
    final_op_id: "judge",
    reason: "too strict",
    audit: { kept: true },
  };

  const MANY = Array.from({ length: 100_000 }, () => null);

  it("A23 an annotation becomes a case with a label in MemTrace's error types", () => {
    const read = casesOfAnnotations(judged("0").build(), [annotation]);
    expect(read.ok && read.value[0]).toMatchObject({
      origin: "import",
      expected: ["blue"],
      evidence: ["U1:D1:3@1"],
      label: { errorType: "JudgeError", op: "judge", link: null, reason: "too strict" },
      annotation,
    });
  });

  it.each([
    ["data.annotations[1].query", { query: 7 }],
    ["data.annotations[1].golden_answers[0]", { golden_answers: [null] }],
    ["data.annotations[1].golden_answers", { golden_answers: MANY }],
    ["data.annotations[1].source_evidence_ids", { source_evidence_ids: MANY }],
    ["data.annotations[1].final_error_type", { final_error_type: "TypoError" }],
    ["data.annotations[1].final_op_id", { final_op_id: "nowhere" }],
    ["data.annotations[1].source_evidence_ids[0]", { source_evidence_ids: ["nowhere@1"] }],
  ])("A24 a malformed annotation is refused with its place: %s", (path, change) => {
    const read = casesOfAnnotations(judged("0").build(), [
      annotation,
      { ...annotation, ...change },
    ]);
    expect(read).toMatchObject({ ok: false, fault: { path } });
  });

  it("A25 an annotation without a label becomes a case without a label", () => {
    const { final_error_type, final_op_id, ...unlabelled } = annotation;
    const read = casesOfAnnotations(judged("0").build(), [unlabelled]);
    expect(read.ok && read.value[0]?.label).toBeNull();
    expect([final_error_type, final_op_id]).toEqual(["LLMAsAJudgeError", "judge"]);
  });
});
