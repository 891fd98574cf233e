import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import type { FoundAnswerSource } from "../../src/protocol/api/attribution.ts";
import { Attribution, type FailedCase } from "../../src/protocol/api/attribution.ts";
import { Trace } from "./support/trace.ts";

const QUESTION = "What did the house on Komo Mai Drive sell for in 2022?";
const RIGHT = "900000";

interface Said {
  readonly by: string;
  readonly text: string;
  readonly isTool?: boolean;
  /** Positions of the steps that this step read; by default all earlier steps. */
  readonly reads?: readonly number[];
}

/** A conversation of agents. Each step reads the question and the texts before it. */
function conversation(steps: readonly Said[], expected: readonly string[] = [RIGHT]) {
  const trace = new Trace();
  const question = trace.variable("question", QUESTION, { category: "query" });
  const texts: string[] = [];
  for (const [index, { by, text, isTool, reads }] of steps.entries()) {
    const written = trace.variable(`text-${index}`, text);
    const read = reads?.map((position) => texts[position] ?? question) ?? texts;
    trace.operation(
      `step-${index}`,
      by,
      [question, ...read].map((from) => [from, written]),
      isTool ? { category: "execute_tool" } : {},
    );
    texts.push(written);
  }
  const failed: FailedCase = {
    ...{ query: QUESTION, queryId: question, expected, evidence: [] },
    prediction: steps.at(-1)?.text ?? "",
    ...(texts.length > 0 ? { predictionId: texts.at(-1) as string } : {}),
  };
  return { graph: trace.build(), failed };
}

function verdict(steps: readonly Said[], expected?: readonly string[]): Attribution {
  const { graph, failed } = conversation(steps, expected);
  const attribution = attribute(graph, failed);
  expect(Attribution.parse(attribution)).toEqual(attribution);
  return attribution;
}

function sourceOf(steps: readonly Said[], expected?: readonly string[]): FoundAnswerSource {
  const { source } = verdict(steps, expected);
  if (source?.outcome !== "found") throw new Error(`no source: ${source?.reason}`);
  return source;
}

const PLAN: Said = { by: "planner", text: "First collect the sale prices, then compare them." };
const INVENTED: Said = {
  by: "estate expert",
  text: "Here are the prices: the house on Komo Mai Drive sold for $950,000.",
};
const CHECKED: Said = { by: "checker", text: "I checked the figures, they look right: $950,000." };
const ANSWER: Said = { by: "writer", text: "It sold for 950000." };

describe("the source of a wrong answer", () => {
  it.each([
    ["with the expected answer", [RIGHT]],
    ["without one", []],
  ])("A90 the source is the first step that stated the wrong value, %s", (_, expected) => {
    expect(sourceOf([PLAN, INVENTED, CHECKED, ANSWER], expected)).toMatchObject({
      ...{ from: "made", op: "step-1", opName: "estate expert", calledBy: null },
      stated: { variable: "text-1@1", words: expect.stringContaining("$950,000") },
    });
  });

  it("A90 the source is no step that states only right values or words of the question", () => {
    const right: Said = { by: "reader", text: "The house on Komo Mai Drive is listed, 900000." };
    expect(sourceOf([right, INVENTED, ANSWER]).op).toBe("step-1");
  });

  it("A90 in a long answer, the source is that of the passage that answers the question", () => {
    const long = [
      "I worked through the plan of the Planner and compared several sources with care.",
      "The house on Komo Mai Drive sold in 2022 for:",
      "**$950,000**",
      "If everyone agrees, Writer can now close the task. TERMINATE",
    ].join("\n\n");
    const found = sourceOf([PLAN, INVENTED, CHECKED, { by: "writer", text: long }]);
    expect(found).toMatchObject({ op: "step-1", details: ["$950,000"] });
  });

  it("A90 the number of a list item is no value", () => {
    const list: Said = { by: "planner", text: "1. Collect\n2. Compare\n3. Answer the question" };
    const count: Said = { by: "counter", text: "The house was sold 3 times." };
    const steps = [list, count, { by: "writer", text: "3" }];
    expect(sourceOf(steps, ["2"]).op).toBe("step-1");
  });

  it("A91 the source is a tool's result, and names the step that called the tool", () => {
    const call: Said = { by: "coder", text: "max([850 * 1000, 950 * 1000])" };
    const result: Said = { by: "run code", text: "output: 950000", isTool: true };
    const found = sourceOf([PLAN, call, result, ANSWER]);
    expect(found).toMatchObject({
      ...{ from: "tool-result", op: "step-2", opName: "run code" },
      calledBy: { op: "step-1", opName: "coder" },
    });
  });

  it.each([
    ["a stack trace", 'Traceback (most recent call last):\n  File "x.py"\nKeyError: price'],
    ["a field", '{"error": "rate limited"}'],
    ["an exit code", "exitcode: 1 (execution failed)"],
    ["an HTTP status", "HTTP 503 Service Unavailable"],
  ])("A91 the source is the step after a failed tool, which reports %s", (_, failure) => {
    const call: Said = { by: "coder", text: "fetch the price list" };
    const failed: Said = { by: "fetch", text: failure, isTool: true };
    const found = sourceOf([call, failed, INVENTED, ANSWER]);
    expect(found).toMatchObject({
      ...{ from: "after-error", op: "step-2", calledBy: { op: "step-0" } },
      related: { op: "step-1" },
    });
    expect(found.reason).toContain("failed");
  });

  it("A91 a failure does not count if a later run of the step succeeded", () => {
    const call: Said = { by: "coder", text: "fetch the price list" };
    const failed: Said = { by: "fetch", text: "Error: timeout", isTool: true };
    const worked: Said = { by: "fetch", text: "12 listings found", isTool: true };
    expect(sourceOf([call, failed, call, worked, INVENTED, ANSWER]).from).toBe("made");
  });

  it("A91 the source is a message, and names the step that copied its words", () => {
    const trace = new Trace();
    const query = trace.variable("question", QUESTION, { category: "query" });
    const note = trace.variable("note", "My neighbour says that it sold for $950,000.");
    const answer = trace.variable("answer", "It sold for 950000.");
    const links = [query, note].map((from) => [from, answer] as const);
    trace.operation("reply", "answer", links);
    const failed = {
      ...{ query: QUESTION, queryId: query, expected: [RIGHT], evidence: [] },
      ...{ prediction: "It sold for 950000.", predictionId: answer },
    };
    expect(attribute(trace.build(), failed).source).toMatchObject({
      ...{ outcome: "found", from: "copied", op: "reply" },
      stated: { variable: note, op: null },
    });
  });

  it("A91 the source is a replaced version, and names the first step that used it afterwards", () => {
    const trace = new Trace();
    const unit = { class: "memory" };
    const old = trace.message("m1", "Ana", "The house sold for $950,000.");
    const first = trace.variable("price", "The house sold for $950,000.", unit);
    trace.operation("keep", "extract", [[old, first]]);
    const correction = trace.message("m2", "Ana", "I was wrong, the house sold for $900,000.");
    const text = "The house sold for $900,000.";
    const second = trace.variable("price", text, { ...unit, version: 2, mutates: first });
    trace.operation("correct", "update", [
      [correction, second],
      [first, second],
    ]);
    const query = trace.variable("question", QUESTION, { category: "query" });
    const context = trace.variable("found", "The house sold for $950,000.", { class: "context" });
    trace.operation("search", "retrieve", [
      [query, context],
      [first, context],
      [second, context],
    ]);
    const answer = trace.variable("answer", "It sold for 950000.", { class: "answer" });
    trace.operation("reply", "answer", [
      [context, answer],
      [query, answer],
    ]);
    const failed = {
      ...{ query: QUESTION, queryId: query, expected: [RIGHT], evidence: [correction] },
      ...{ prediction: "It sold for 950000.", predictionId: answer },
    };
    const { source } = attribute(trace.build(), failed);
    expect(source).toMatchObject({ outcome: "found", from: "older-version", op: "search" });
  });

  const KEY = "Where is the spare key?";
  const UNDER = "It is under the mat.";
  const EXAMPLE = "Answer briefly. Example: the key is under the mat.";

  it.each([
    ["states it, with its words", EXAMPLE],
    ["does not state it", "Answer briefly."],
  ])("A95 the reason says that the prompt of the step %s", (_, instruction) => {
    const trace = new Trace();
    const query = trace.variable("question", KEY, { category: "query" });
    const prompt = trace.variable("instructions", instruction, { class: "prompt" });
    const answer = trace.variable("answer", UNDER);
    trace.operation(
      "reply",
      "answer",
      [query, prompt].map((from) => [from, answer]),
    );
    const failed = { query: KEY, queryId: query, expected: ["in the shed"], evidence: [] };
    const { source } = attribute(trace.build(), {
      ...{ ...failed, prediction: UNDER, predictionId: answer },
    });
    expect(source).toMatchObject({ outcome: "found", from: "made", op: "reply" });
    const isSaid = instruction === EXAMPLE;
    expect(source?.reason.includes("nothing that it read states it")).toBe(!isSaid);
    const quoted = `it also read ${prompt}, which says “Example: the key is under the mat`;
    expect(source?.reason.includes(quoted)).toBe(isSaid);
  });

  it("A95 the reason says that a step copied words only if the step read them", () => {
    const trace = new Trace();
    const query = trace.variable("question", KEY, { category: "query" });
    trace.variable("note", "My neighbour says that it is under the mat.");
    const found = trace.variable("found", "under the mat");
    const answer = trace.variable("answer", UNDER);
    trace.operation("look", "search", [[query, found]]);
    trace.operation("reply", "answer", [[found, answer]]);
    const failed = { query: KEY, queryId: query, expected: ["in the shed"], evidence: [] };
    const { source } = attribute(trace.build(), { ...failed, prediction: UNDER });
    expect(source?.reason).not.toMatch(/search took .* from note@1/);
  });

  it("A91 the source names an earlier invented detail on which the statement rests", () => {
    const actor: Said = { by: "caster", text: "The buyer of that house was Bartosz Opania." };
    const next: Said = { by: "reader", text: "The buyer Bartosz Opania paid $950,000 for it." };
    const found = sourceOf([PLAN, actor, next, ANSWER]);
    expect(found).toMatchObject({ from: "made", op: "step-2", related: { op: "step-1" } });
  });

  it("A92 the source of an answer without a value is the failure before it", () => {
    const call: Said = { by: "coder", text: "fetch the price list" };
    const failed: Said = { by: "fetch", text: "Error: 404", isTool: true };
    const gaveUp: Said = { by: "writer", text: "I could not determine the price." };
    const found = sourceOf([call, failed, gaveUp]);
    expect(found).toMatchObject({ from: "after-error", op: "step-2", details: [] });
    expect(found.calledBy?.op).toBe("step-0");
  });

  it("A92 the source says if the answer adds nothing, or if no record states the answer", () => {
    const repeated = verdict([PLAN, { by: "writer", text: "The house on Komo Mai Drive." }]);
    expect(repeated.source).toMatchObject({ outcome: "cannot-tell", because: "nothing-added" });
    const { graph, failed } = conversation([PLAN]);
    const { predictionId: _, ...unknown } = failed;
    const elsewhere = attribute(graph, { ...unknown, prediction: "950000" });
    expect(elsewhere.source).toMatchObject({ outcome: "cannot-tell", because: "not-recorded" });
  });

  it("A92 an answer that states the expected answer has no wrong part", () => {
    const right = verdict([PLAN, { by: "writer", text: "It sold for 900000." }], ["900000"]);
    expect(right.source).not.toMatchObject({ outcome: "found", details: ["900000"] });
  });

  it("A93 without a memory, the source is the reason of the verdict, and no memory error is named", () => {
    const { outcome, errorType, reason, source, ...rest } = verdict([PLAN, INVENTED, ANSWER]);
    expect({ outcome, errorType }).toEqual({ outcome: "undecided", errorType: null });
    expect(rest).toMatchObject({ because: "no-memory", suspects: [], remedy: null });
    expect(reason).toContain(source?.reason ?? "nothing");
  });

  it("A94 unrelated steps leave the source unchanged, and equal input gives an equal source", () => {
    const aside: Said = { by: "narrator", text: "Meanwhile the weather stayed fine all week." };
    expect(sourceOf([aside, PLAN, INVENTED, aside, ANSWER]).opName).toBe("estate expert");
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 60 }), { maxLength: 6 }),
        (texts) => {
          const steps = texts.map((text) => ({ by: "agent", text }));
          const { graph, failed } = conversation(steps);
          const attribution = attribute(graph, failed);
          expect(attribution.source).toBeDefined();
          expect(attribute(graph, failed)).toEqual(attribution);
        },
      ),
    );
  });
});
