import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Catalog } from "../../src/attribution/agent/catalog.ts";
import { wholeOperations } from "../../src/attribution/agent/whole-operations.ts";
import { attributeWithModel } from "../../src/attribution/attribute-with-model.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import {
  agent,
  call,
  FLOW,
  failed,
  investigated,
  NOTHING,
  results,
  script,
  stateIn,
  submit,
} from "./support/investigated.ts";
import { UNIT } from "./support/store-agent.ts";

describe("the agent's first prompt", () => {
  test("N1 the agent starts with the case and the tracer's verdict as its first exhibit", async () => {
    const model = script(submit());
    await investigated(model);
    const [system, user] = model.asked[0]?.messages ?? [];
    const told = JSON.parse(user?.text ?? "");
    expect(told.case).toMatchObject({
      question: failed.query,
      expected: ["blue"],
      answered: NOTHING,
    });
    expect(told.exhibit).toMatchObject({ errorType: FLOW.errorType, confidence: FLOW.confidence });
    expect(told.exhibit.operation).toMatch(/^O\d+$/);
    expect(told.exhibit.path.length).toBe(FLOW.chain.length);
    expect(system?.text).not.toContain(failed.query);
  });

  test.each(["NaiveRAG", "Long-Context", "Mem0", "EverMemOS", "mem0", "rag"])(
    "N2 the agent gets a description of how %s works",
    async (system) => {
      expect(await toldOf(system)).toContain("About systems of this kind");
    },
  );

  test("N2 for an unknown system, the agent gets the team's description", async () => {
    const told = await toldOf("homegrown", "The librarian step rewrites every unit at night.");
    expect(told).not.toContain("About systems of this kind");
    expect(told).toContain("The librarian step rewrites every unit at night.");
  });

  async function toldOf(system: string, systemDescription = "") {
    const model = script(submit());
    const events = [
      ...agent.trace.events,
      { type: "graph" as const, id: "h", graph: "trace", at: 0, system },
    ];
    const use = { model, usdPerCase: 1, method: "agent" as const, systemDescription };
    await attributeWithModel(buildGraph("trace", events), failed, use);
    return model.asked[0]?.messages[0]?.text;
  }
});

describe("tools along the links", () => {
  test("N3 the agent explores, plans and reads; its state lists the planned variables, earliest first", async () => {
    const model = script(
      call("explore", { variable: "unit-10@1" }),
      call("plan", { add: ["results@1", "facts-10@1", "nothing@1"], remove: ["question@1"] }),
      call("read_value", { variable: "unit-10@1", words: "BLUE" }),
      call("view_operation", { operation: "search" }),
      submit(),
    );
    await investigated(model);
    const [explored, planned, read, viewed] = results(model);
    expect(explored.variable.text).toBe(UNIT);
    expect(explored.writtenBy).toMatchObject([{ opName: "store", from: { name: "facts-10@1" } }]);
    expect(planned.unknown).toEqual(["nothing@1"]);
    expect(planned.waiting).toHaveLength(3);
    expect(read.matches[0].around).toContain("tall blue vase");
    expect(viewed).toMatchObject({ name: "search", inputs: { count: 2 } });
    expect(stateIn(model.asked[1])).toMatchObject({ explored: [explored.variable.id] });
    const numbers = planned.waiting.map((name: string) => Number(name.slice(1)));
    expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => a - b));
  });

  test("N3 a wrong tool call returns an error and costs only its step", async () => {
    const model = script(
      call("explore", { variable: "V9999" }),
      call("dig", {}),
      { calls: [{ name: "explore", arguments: "{broken" }] },
      submit(),
    );
    const verdict = await investigated(model);
    expect(results(model).map(({ error }) => error)).toEqual([
      "There is no V9999 in this graph.",
      "There is no tool dig.",
      expect.stringContaining("variable"),
    ]);
    expect(verdict.decidedBy).toBe("agent");
  });
});

describe("tools for the log", () => {
  test("N4 the agent inspects, searches and views the operations in execution order", async () => {
    const model = script(
      call("inspect_log", {}),
      call("search_log", { words: "blue vase" }),
      call("view_log", { from: "O1", count: 2 }),
      submit(),
    );
    await investigated(model, { strategy: "log-search" });
    const [inspected, found, viewed] = results(model);
    expect(inspected.byName).toMatchObject({ extract: 7, store: 7, search: 1, answer: 1 });
    expect(found.matches.length).toBeGreaterThan(1);
    expect(found.matches[0]).toMatchObject({ name: "extract" });
    expect(viewed.blocks).toMatchObject([{ op: "O1" }, { op: "O2" }]);
    expect(viewed.next).toBe("O3");
    expect(model.asked[0]?.tools?.map(({ name }) => name)).not.toContain("explore");
  });
});

describe("what the agent can read", () => {
  test("N12 if no message is known, the agent starts at the variables that no operation wrote", async () => {
    const unknown = {
      ...{ ...failed, evidence: [], expected: [], prediction: "" },
      ...{ query: "?", queryId: "x", predictionId: "x" },
    };
    const model = script(call("list_roots", {}), submit());
    await investigated(model, { strategy: "graph-walk" }, { agent, failed: unknown });
    const [{ count, roots }] = results(model);
    const graph = agent.trace.build();
    const written = new Set([...graph.links.values()].map(({ to }) => to));
    const expected = [...graph.variables.keys()].filter((id) => !written.has(id));
    expect(count).toBe(expected.length);
    expect(roots.map(({ name }: { name: string }) => name)).toEqual(expected);
    const told = JSON.parse(model.asked[0]?.messages[1]?.text ?? "");
    expect(told.start).toEqual({ count, roots });
  });

  test("N13 the agent searches values and the log by a pattern, in linear time", async () => {
    const model = script(
      call("search_log", { pattern: "tall\\s+(blue|red)\\s+vase" }),
      call("search_log", { pattern: "(" }),
      call("search_log", {}),
      call("search_log", { pattern: "(a+)+(b+)+$" }),
      call("read_value", { variable: "unit-10@1", pattern: "B[lk]ue" }),
      call("read_value", { variable: "unit-10@1", pattern: "[z-a]" }),
      submit(),
    );
    await investigated(model, { strategy: "log-search" });
    const [found, open, nothing, costly, read, broken] = results(model);
    const names = found.matches.map(({ name }: { name: string }) => name);
    expect(names.slice(0, 2)).toEqual(["extract", "extract"]);
    expect(names).toContain("store");
    expect(open.error).toMatch(/^pattern: /);
    expect(nothing.error).toBe("Give words or a pattern.");
    expect(costly.matches).toEqual([]);
    expect(read.matches).toHaveLength(1);
    expect(read.matches[0].around).toContain("tall blue vase");
    expect(broken.error).toMatch(/^pattern: /);
  });

  test("N14 the agent reads whole operations, and all operations that wrote or read a variable", async () => {
    const model = script(
      call("read_operation", { operation: "search" }),
      call("explore", { variable: "unit-0@1", whole: true }),
      submit(),
    );
    await investigated(model);
    const [operation, variable] = results(model);
    const { value } = agent.trace.build().variables.get("results@1") ?? { value: "" };
    expect(operation.text).toContain(value);
    expect(operation.nextOffset).toBeUndefined();
    expect(variable.operations).toHaveLength(2);
    expect(variable.text).toMatch(/ store \(update\)[\s\S]* search \(retrieval\)/);
  });

  test("N14 the pages of whole operations together give their whole text, whatever the text holds", () => {
    const catalog = new Catalog(agent.trace.build());
    const whole = wholeOperations(catalog.operations, catalog, { offset: 0, pageChars: 1e9 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), (pageChars) => {
        let text = "";
        for (let offset: number | undefined = 0; offset !== undefined; ) {
          const page = wholeOperations(catalog.operations, catalog, { offset, pageChars });
          expect(page.text.length).toBeLessThanOrEqual(pageChars);
          text += page.text;
          offset = page.nextOffset;
        }
        expect(text).toBe(whole.text);
      }),
      { numRuns: 30 },
    );
  });
});
