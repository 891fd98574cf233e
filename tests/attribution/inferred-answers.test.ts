/**
 * Expected answers that no message states in words: yes or no, and a number of things that messages
 * name.
 */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { ask, converse, UNIT } from "./support/store-agent.ts";
import { Trace } from "./support/trace.ts";

function verdict(expected: string, given: string) {
  const agent = converse(UNIT);
  const failed = ask(agent, ["unit-10@1"], [UNIT], given, { categories: true }, [expected]);
  return attribute(agent.trace.build(), failed);
}

describe("yes and no", () => {
  it.each([
    ["Yes", "Yes."],
    ["Yes", "Yes, she bought it there."],
    ["Likely no", "No, she did not."],
    ["Nein", "Nein."],
  ])("A59 with the expected answer “%s”, the answer “%s” is a JudgeError", (expected, given) => {
    expect(verdict(expected, given).errorType).toBe("JudgeError");
  });

  it.each([
    ["Yes", "No."],
    ["Likely no", "Likely yes"],
    ["No", "No information available on that."],
    ["Yes; it is blue", "No, it is blue."],
  ])("A59 with the expected answer “%s”, the answer “%s” is a ResponseError", (expected, given) => {
    const { errorType, op } = verdict(expected, given);
    expect({ errorType, op }).toEqual({ errorType: "ResponseError", op: "answer" });
  });
});

const VASES = [
  ["In Porto I bought a tall blue vase from a pottery workshop two weeks ago.", "porto"],
  ["At the flea market I found a round clay vase with a handle.", "market"],
] as const;

/**
 * Records a memory that stores the fact of each message, except the fact `lost`, which the
 * extraction omits.
 */
function counted(lost: string | undefined, given: string) {
  const trace = new Trace();
  const memory = { category: "memory" };
  trace.message("m0", "Ben", "Our dog Pablo refuses to eat the new food.");
  const evidence = VASES.map(([text, name]) => trace.message(name, "Ana", text));
  const units = VASES.flatMap(([text, name], index) => {
    const kept = name === lost ? [] : [text.replace("I ", "Ana ")];
    const facts = trace.variable(`facts-${name}`, JSON.stringify(kept));
    const said: [string, string] = [evidence[index] ?? "", facts];
    trace.operation(`extract-${name}`, "extract", [said], { category: "extraction" });
    return kept.map((fact) => {
      const unit = trace.variable(`unit-${name}`, fact, memory);
      trace.operation(`store-${name}`, "store", [[facts, unit]], { category: "update" });
      return [unit, fact] as const;
    });
  });
  const query = trace.variable("question", "How many vases has Ana bought?", { category: "query" });
  const results = trace.variable("results", JSON.stringify(units.map(([, fact]) => fact)));
  const found = units.map(([unit]): [string, string] => [unit, results]);
  const category = { category: "retrieval" };
  trace.operation("search", "search", [[query, results], ...found], category);
  const answer = trace.variable("reply", given, { category: "answer" });
  const read: [string, string][] = [
    [query, answer],
    [results, answer],
  ];
  trace.operation("answer", "answer", read, { category: "answer" });
  const { errorType, op } = attribute(trace.build(), {
    ...{ query: "How many vases has Ana bought?", queryId: query, prediction: given },
    ...{ predictionId: answer, expected: ["two"], evidence },
  });
  return { errorType, op };
}

describe("a count of several messages", () => {
  it("A60 a step loses the count with one of its messages, whatever number another message states", () => {
    expect(counted("market", "One.")).toEqual({
      errorType: "ExtractionError",
      op: "extract-market",
    });
    expect(counted("porto", "One.")).toEqual({ errorType: "ExtractionError", op: "extract-porto" });
  });

  it("A60 the answering step is at fault if it read every message of the count", () => {
    expect(counted(undefined, "Three.")).toEqual({ errorType: "ResponseError", op: "answer" });
  });
});
