/** Which records a right answer depends on. */
import { describe, expect, it } from "vitest";
import { answerBase } from "../../src/attribution/impact/answer-base.ts";
import { restingOn } from "../../src/attribution/impact/resting.ts";
import { atOnce } from "../../src/graph/in-turns.ts";
import { Trace } from "./support/trace.ts";

const QUESTION = "Where is the spare key kept?";
const ANSWER = "It is kept under the blue flowerpot.";

/** Records a memory of two units. The search returns both; only the first states the answer. */
function keyAndCat(keeps = ["The spare key is kept under the blue flowerpot."]) {
  const trace = new Trace();
  const cat = trace.variable("m-cat", "My cat Mia sleeps on the sofa.", { category: "message" });
  const catUnit = trace.variable("u-cat", "The cat Mia sleeps on the sofa.", {
    category: "memory_entry",
  });
  const prompt = trace.variable("extract-prompt", "Keep facts.", { category: "prompt" });
  trace.operation("op-cat", "extract", [[cat, catUnit]], { category: "extraction" });
  const units = keeps.map((text, index) => {
    const said = trace.variable(`m-key${index}`, text, { category: "message" });
    const unit = trace.variable(`u-key${index}`, text, { category: "memory_entry" });
    const links = [[said, unit] as const, [prompt, unit] as const];
    trace.operation(`op-key${index}`, "extract", links, { category: "extraction" });
    return unit;
  });
  const asked = trace.variable("q", QUESTION, { class: "query" });
  const list = [...units, catUnit];
  const found = trace.variable("r", [...keeps, "The cat Mia sleeps on the sofa."].join("\n"));
  trace.operation(
    "op-search",
    "search",
    [asked, ...list].map((from) => [from, found] as const),
    {
      category: "retrieval",
    },
  );
  const answer = trace.variable("a", ANSWER, { class: "prediction" });
  trace.operation(
    "op-answer",
    "answer",
    [asked, found].map((from) => [from, answer] as const),
  );
  const right = {
    ...{ query: QUESTION, expected: ["under the blue flowerpot"], prediction: ANSWER },
    ...{ queryId: asked, predictionId: answer, evidence: [] },
  };
  return { graph: trace.build(), right, units, catUnit, cat, found, answer };
}

const on = (...variables: string[]) => ({
  ...{ variables: new Set(variables), operations: new Set<string>() },
});
const baseOf = ({ graph, right }: ReturnType<typeof keyAndCat>) => atOnce(answerBase(graph, right));

describe("values behind a right answer", () => {
  it("A160 an answer rests on the unit and the message that state its fact, along the shown path", () => {
    const trace = keyAndCat();
    const base = baseOf(trace);
    if (base === undefined) throw new Error("nothing was followed");
    const resting = restingOn(base, on("m-key0@1"));
    expect(resting).toMatchObject({ isOnly: true });
    expect(resting?.facts.join(" ")).toContain("flowerpot");
    expect(resting?.path).toEqual([
      { variable: "m-key0@1", op: "op-key0" },
      { variable: "u-key0@1", op: "op-search" },
      { variable: trace.found, op: "op-answer" },
      { variable: trace.answer, op: null },
    ]);
    expect(restingOn(base, on("u-key0@1"))?.path).toHaveLength(3);
  });

  it("A161 an answer does not rest on a retrieved unit that states none of its facts", () => {
    const trace = keyAndCat();
    const base = baseOf(trace);
    if (base === undefined) throw new Error("nothing was followed");
    expect(restingOn(base, on(trace.catUnit))).toBeUndefined();
    expect(restingOn(base, on(trace.cat))).toBeUndefined();
    expect(restingOn(base, on("q@1"))).toBeUndefined();
  });

  it("A162 a second message that states the fact gives the answer another path", () => {
    const trace = keyAndCat([
      "The spare key is kept under the blue flowerpot.",
      "Remember that the spare key is kept under the blue flowerpot, please.",
    ]);
    const base = baseOf(trace);
    if (base === undefined) throw new Error("nothing was followed");
    expect(restingOn(base, on("u-key0@1"))).toMatchObject({ isOnly: false });
    expect(restingOn(base, on("u-key0@1", "u-key1@1"))).toMatchObject({ isOnly: true });
  });

  it("A163 an answer rests on a prompt if an operation that read it passed the fact on", () => {
    const trace = keyAndCat();
    const base = baseOf(trace);
    if (base === undefined) throw new Error("nothing was followed");
    const through = (...ops: string[]) =>
      restingOn(base, { variables: new Set(), operations: new Set(ops) });
    expect(through("op-key0")).toMatchObject({ isOnly: true });
    expect(through("op-cat")).toBeUndefined();
  });

  it("A164 the tracer does not follow an answer whose facts no message states", () => {
    const trace = keyAndCat(["The bins are emptied on Friday."]);
    expect(baseOf(trace)).toBeUndefined();
  });
});
