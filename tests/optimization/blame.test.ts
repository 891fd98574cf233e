import { expect, test } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { blameOf } from "../../src/optimization/blame.ts";
import type { FailedCase } from "../../src/protocol/api/attribution.ts";
import { Trace } from "../attribution/support/trace.ts";

/** Records a question with its answer, and nothing before it. */
function bareAnswer(expected: readonly string[]) {
  const trace = new Trace();
  const query = trace.variable("question", "Which colour is the vase?", { category: "query" });
  const reply = trace.variable("reply", "red", { category: "answer" });
  trace.operation("answer", "answer", [[query, reply]], { category: "answer" });
  const failed: FailedCase = {
    ...{ query: "Which colour is the vase?", queryId: query, evidence: [], expected },
    ...{ prediction: "red", predictionId: reply },
  };
  return { graph: trace.build(), failed };
}

test("F30 an undecided verdict blames no operation", () => {
  const { graph, failed } = bareAnswer(["blue"]);
  const verdict = attribute(graph, failed);
  expect(verdict.outcome).toBe("undecided");
  expect(blameOf(graph, failed, verdict, "decisive")).toEqual({
    ok: false,
    fault: "The verdict is undecided, so no operation is known to be at fault.",
  });
});

test.each([[[]], [[""]], [["blue"]]])(
  "F45 A77 an undecided case is assigned to the answering operation without mentioning the expected answer %j",
  (expected) => {
    const { graph, failed } = bareAnswer(expected);
    const blamed = blameOf(graph, failed, attribute(graph, failed), "response");
    if (!blamed.ok) throw new Error(blamed.fault);
    expect(blamed.value.opName).toBe("answer");
    expect(blamed.value.reason).not.toMatch(/expected|“/);
  },
);
