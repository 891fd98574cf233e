import { expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { SAMPLE_GRAPH, sampleEvents } from "../../src/protocol/sample/sample-data.ts";

it("U205 the sample data has four wrong answers, and each is the fault of another operation", () => {
  const graph = buildGraph(SAMPLE_GRAPH, sampleEvents(Date.parse("2026-11-20T10:00:00Z")));
  const verdicts = discoverCases(graph).map((failed) => {
    const { outcome, errorType, opName } = attribute(graph, failed);
    return { outcome, errorType, opName };
  });
  const outcome = "attributed";
  expect(verdicts).toEqual([
    { outcome, errorType: "ExtractionError", opName: "remember" },
    { outcome, errorType: "UpdateError", opName: "update" },
    { outcome, errorType: "RetrievalError", opName: "search" },
    { outcome, errorType: "ResponseError", opName: "answer" },
  ]);
});
