import { beforeAll, describe, expect, test } from "vitest";
import { type Expectation, runMemoryAgent } from "../../sdk/examples/memory-agent/run.ts";
import { attribute } from "../../src/attribution/attribute.ts";
import { discoverCases } from "../../src/attribution/cases/discover-cases.ts";
import { ERROR_TYPES } from "../../src/protocol/error-types.ts";
import { type Traced, trace, valuesOf } from "./support/traced.ts";

const GRAPH = "example";
let traced: Traced;
let expectations: Expectation[] = [];

beforeAll(async () => {
  traced = await trace(async (memtrace) => {
    ({ expectations } = await runMemoryAgent(memtrace, { graph: GRAPH }));
  });
});

describe("the example agent", () => {
  test("S40 the agent has a long conversation and wrong answers of every error type", () => {
    const graph = traced.collector.graph(GRAPH);
    const messages = [...graph.variables.values()].filter(({ category }) => category === "message");
    expect(messages.length).toBeGreaterThanOrEqual(40);
    const injected = (type: string) => expectations.filter(({ errorType }) => errorType === type);
    for (const type of ERROR_TYPES) expect(injected(type).length).toBeGreaterThanOrEqual(2);
    for (const { right, errorType } of expectations) expect(right).toBe(errorType === null);
    expect(expectations.filter(({ right }) => right).length).toBeGreaterThanOrEqual(5);
  });

  test("S41 the SDK records the agent without a problem, and no record waits for another", () => {
    const graph = traced.collector.graph(GRAPH);
    expect(traced.problems).toEqual([]);
    expect(traced.collector.rejected).toEqual([]);
    expect(graph.pending).toEqual([]);
    expect(graph.warnings).toEqual([]);
  });

  test("S42 links lead from the message through the versions of a unit to the answer", () => {
    const graph = traced.collector.graph(GRAPH);
    const follow = (id: string): string[] =>
      graph.linksFrom(id).map(({ op, to }) => `${graph.operations.get(op)?.name} → ${to}`);
    const [fact] = graph.linksFrom("turn-07@1");
    expect(graph.operations.get(fact?.op ?? "")?.name).toBe("extract_facts");
    expect(follow(fact?.to ?? "")).toEqual(["update_memory → memory-unit-5@1"]);
    expect(follow("memory-unit-5@1")).toEqual(["update_memory → memory-unit-5@2"]);
    expect(graph.variables.get("memory-unit-5@2")).toMatchObject({
      category: "memory_entry",
      mutates: "memory-unit-5@1",
      value: "Maya drives a silver Volvo to the office.",
    });
    const verdict = graph.verdicts.find(({ query }) => query.startsWith("Which car"));
    expect(verdict).toMatchObject({
      queryId: "query:question-07@1",
      evidence: ["turn-24@1"],
      score: 1,
    });
    const [context] = graph
      .linksTo(verdict?.predictionId ?? "")
      .map(({ from }) => from)
      .filter((id) => id !== verdict?.queryId);
    const retrieved = graph.linksTo(context ?? "").map(({ from }) => from);
    expect(retrieved).toContain("memory-unit-5@2");
    expect(graph.linksFrom(verdict?.queryId ?? "").map(({ to }) => to)).toEqual(
      expect.arrayContaining(retrieved),
    );
  });

  test("S43 each injected fault is attributed to its type and operation, and nothing else is attributed", () => {
    const graph = traced.collector.graph(GRAPH);
    const found = discoverCases(graph).map((failed) => {
      const { errorType, op, opName } = attribute(graph, failed);
      return { query: failed.query, errorType, opName, op };
    });
    const injected = expectations
      .filter(({ errorType }) => errorType !== null)
      .map(({ query, errorType, operation }) => ({
        ...{ query, errorType, opName: operation?.name ?? null, op: operation?.id ?? null },
      }));
    expect(found).toEqual(injected);
  });

  test("S44 the agent runs the same without a key and sends nothing", async () => {
    const problems: string[] = [];
    const { MemTrace } = await import("../../sdk/src/index.ts");
    const off = new MemTrace({ apiKey: "", onError: ({ code }) => problems.push(code) });
    const { expectations: untraced } = await runMemoryAgent(off, { graph: GRAPH });
    expect(untraced.map(({ answered }) => answered)).toEqual(
      expectations.map(({ answered }) => answered),
    );
    expect(problems).toEqual(["off"]);
  });

  test("S42 deleted units end in a delete marker", () => {
    const graph = traced.collector.graph(GRAPH);
    const deletions = [...graph.operations.values()].filter(({ name }) => name === "delete_memory");
    expect(deletions.map(({ id }) => valuesOf(graph.endsOf(id).inputs))).toEqual([
      ["Maya's flight to Oslo leaves from gate 42."],
      ["The wifi password at Maya's cabin is raincoat."],
    ]);
  });
});
