/** Graphs with so many texts that the tracer reads only a part of them for each case. */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { graphForCase, withPartNote } from "../../src/attribution/large/case-graph.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { atOnce } from "../../src/graph/in-turns.ts";
import type { FailedCase } from "../../src/protocol/api/attribution.ts";
import { Trace } from "./support/trace.ts";

const MESSAGES = 6_000;
const FACT = "The spare key is under the blue flowerpot";
const PLACE = 3_456;

type Fault = "none" | "extraction" | "update" | "deletion" | "retrieval";

/**
 * Builds a memory of very many facts. At most one step loses a fact: the step that `fault` names.
 */
function largeGraph(fault: Fault): { graph: EvolutionGraph; failed: FailedCase } {
  const trace = new Trace();
  const numbered = (index: number) => `My locker number ${index} has the code ${index * 7 + 11}`;
  for (let index = 0; index < MESSAGES; index++) {
    const said = index === PLACE ? FACT : numbered(index);
    const isLost = index === PLACE && fault === "extraction";
    const message = trace.variable(`message-${index}`, said, { category: "message" });
    const text = isLost ? "There is a spare key" : said;
    const unit = trace.variable(`unit-${index}`, text, { category: "memory" });
    trace.operation(`x${index}`, "extract", [[message, unit]], { category: "extraction" });
  }
  const unit = `unit-${PLACE}@1`;
  if (fault === "update") {
    const later = trace.variable(`unit-${PLACE}`, "There is a spare key", {
      ...{ category: "memory", version: 2, mutates: unit },
    });
    trace.operation("up", "update", [[unit, later]], { category: "update" });
  }
  if (fault === "deletion") {
    const marker = trace.variable("gone", "deleted", {
      class: "delete_marker",
      category: "marker",
    });
    trace.operation("del", "delete", [[unit, marker]], { category: "deletion" });
  }
  const query = trace.variable("query", "Where is the spare key?", { class: "query" });
  const found = fault === "none" ? [unit] : ["unit-17@1", "unit-18@1"];
  const text = fault === "none" ? FACT : [17, 18].map(numbered).join("\n");
  const results = trace.variable("results", text, { category: "retrieved" });
  const searched = [query, ...found].map((from) => [from, results] as const);
  trace.operation("se", "search", searched, { category: "retrieval" });
  const answer = trace.variable("answer", "I do not know.", { class: "prediction" });
  const read = [query, results].map((from) => [from, answer] as const);
  trace.operation("an", "answer", read, { category: "response" });
  const failed = {
    ...{ query: "Where is the spare key?", queryId: query, predictionId: answer },
    ...{ prediction: "I do not know.", expected: ["Under the blue flowerpot"], evidence: [] },
  };
  return { graph: trace.build(), failed };
}

const FAULTS: readonly (readonly [Fault, string, string])[] = [
  ["none", "ResponseError", "an"],
  ["extraction", "ExtractionError", `x${PLACE}`],
  ["update", "UpdateError", "up"],
  ["deletion", "DeletionError", "del"],
  ["retrieval", "RetrievalError", "se"],
];

describe("a graph that is too large to read whole", () => {
  it.each(FAULTS)("A282 with the fault %s, the part gives %s at %s", (fault, errorType, op) => {
    const { graph, failed } = largeGraph(fault);
    const read = atOnce(graphForCase(graph, failed, 100_000));
    expect(read.isPart).toBe(true);
    expect(read.graph.variables.size).toBeLessThan(graph.variables.size);
    for (const id of read.graph.variables.keys()) expect(graph.variables.has(id)).toBe(true);
    for (const id of read.graph.links.keys()) expect(graph.links.has(id)).toBe(true);
    const verdict = withPartNote(attribute(read.graph, failed), read);
    expect(verdict).toMatchObject({ errorType, op });
    expect(verdict.notes.at(-1)).toMatch(/^The graph is too large to read whole/);
  });

  it("A282 a graph of 4,000,000 characters or fewer is read whole", () => {
    const { graph, failed } = largeGraph("none");
    expect(atOnce(graphForCase(graph, failed))).toEqual({ graph, isPart: false });
  });
});
