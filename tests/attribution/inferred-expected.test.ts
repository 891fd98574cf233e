import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { attributed } from "./support/attributed.ts";
import { FAILURES } from "./support/failed-operations.ts";
import { ask, converse } from "./support/store-agent.ts";

const DATED = "Yesterday in Porto I bought a tall blue vase from a small pottery workshop.";
const UNDATED = "Ana bought a tall blue vase from a small pottery workshop in Porto.";
const WHEN = "When did Ana buy the blue vase in Porto?";

function unanswered(query: string, unit: string, message: string, more: readonly string[] = []) {
  const agent = converse(unit, undefined, message);
  for (const [index, text] of more.entries()) agent.trace.message(`m3${index}`, "Ana", text);
  const failed = ask(agent, ["unit-10@1"], [unit], "I do not know.", undefined, []);
  return { graph: agent.trace.build(), failed: { ...failed, query, evidence: [] } };
}

describe("a case without an expected answer", () => {
  it("A132 the tracer infers the time that the question asks for, and the verdict has less confidence", () => {
    const { graph, failed } = unanswered(WHEN, UNDATED, DATED);
    const verdict = attributed(attribute(graph, failed));
    expect(verdict).toMatchObject({
      ...{ errorType: "ExtractionError", op: "extract-10", subKind: "time lost" },
      inferred: [{ answer: "5 May 2024", from: "m10@1", words: DATED }],
    });
    const known = attribute(graph, { ...failed, expected: ["5 May 2024"], evidence: ["m10@1"] });
    expect(known).toMatchObject({ errorType: "ExtractionError", op: "extract-10" });
    expect(verdict.confidence).toBeLessThan(attributed(known).confidence);
    expect(known).not.toHaveProperty("inferred");
  });

  it("A132 the tracer never infers a value that the given answer states", () => {
    const { graph, failed } = unanswered(WHEN, UNDATED, DATED);
    const { inferred = [] } = attribute(graph, { ...failed, prediction: "On 5 May 2024." });
    expect(inferred.map(({ answer }) => answer)).not.toContain("5 May 2024");
  });

  it("A133 no verdict is an AnnotationError or a JudgeError", () => {
    for (const { make } of FAILURES) {
      const { trace, failed } = make();
      for (const evidence of [failed.evidence, []]) {
        const { errorType } = attribute(trace.build(), { ...failed, expected: [], evidence });
        expect(errorType).not.toMatch(/Annotation|Judge/);
      }
    }
  });

  it("A134 the verdict is undecided and quotes the messages if they state different values", () => {
    const bought = (count: number) => `In Porto I bought ${count} vases from a pottery workshop.`;
    const query = "How many vases did Ana buy in Porto?";
    const unit = "Ana bought vases from a pottery workshop in Porto.";
    const { graph, failed } = unanswered(query, unit, bought(12), [bought(15)]);
    const verdict = attribute(graph, failed);
    expect(verdict).toMatchObject({ outcome: "undecided", because: "no-expected-answer" });
    expect(verdict.inferred?.map(({ answer }) => answer).toSorted()).toEqual(["12", "15"]);
    expect(verdict.reason).toContain("“12”");
    expect(verdict.reason).toContain("“15”");
  });
});
