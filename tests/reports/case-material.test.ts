/** The text about a case that a model reads. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { caseMaterial } from "../../src/reports/explain/case-material.ts";
import { attributed } from "../attribution/support/attributed.ts";
import { Trace } from "../attribution/support/trace.ts";

const FACT = "The spare key is kept under the blue flowerpot.";
const CASE = {
  query: "Under what is the spare key kept?",
  expected: ["the blue flowerpot"],
  prediction: "I do not know that.",
};

/** Makes a case whose search returns units without the unit that answers the question. */
function missedKey(before: string, returned: readonly string[]) {
  const trace = new Trace();
  const message = trace.variable("m1", `${before}${FACT}`, { category: "message" });
  const unit = trace.variable("u1", FACT, { category: "memory_entry" });
  trace.operation("op-extract", "extract", [[message, unit]], { category: "extraction" });
  const others = returned.map((text, index) => {
    const said = trace.variable(`n${index}`, text, { category: "message" });
    const stored = trace.variable(`o${index}`, text, { category: "memory_entry" });
    trace.operation(`op-o${index}`, "extract", [[said, stored]], { category: "extraction" });
    return stored;
  });
  const asked = trace.variable("q", CASE.query, { class: "query" });
  const found = returned.map((text, index) => trace.variable(`r${index}`, text));
  const links = others.map((stored, index) => [stored, found[index] ?? ""] as const);
  trace.operation("op-search", "search", [...found.map((to) => [asked, to] as const), ...links], {
    category: "retrieval",
  });
  const answer = trace.variable("a", CASE.prediction, { class: "prediction" });
  trace.operation(
    "op-answer",
    "answer",
    [asked, ...found].map((from) => [from, answer] as const),
  );
  const graph = trace.build();
  const failed = { ...CASE, queryId: asked, predictionId: answer, evidence: [message] };
  const verdict = attribute(graph, failed);
  return { graph, verdict, found, message };
}

test("R95 the model reads the evidence around the lost words, and retrieved values with their ranks", () => {
  const returned = ["The cat sleeps on the sofa.", "The bins are emptied on Friday."];
  const {
    graph,
    verdict: decided,
    found,
    message,
  } = missedKey("Well, well. ".repeat(2_000), returned);
  const verdict = attributed(decided);
  expect(verdict.errorType).toBe("RetrievalError");
  const material = caseMaterial(graph, verdict);
  expect(material.evidence).toMatchObject([{ variable: message }]);
  expect(material.evidence[0]?.text).toContain("blue flowerpot");
  expect(material.evidence[0]?.text).toContain(`characters]`);
  expect(material.lost.join(" ")).toContain("flowerpot");
  const ranks = material.cited.filter(({ as }) => as.includes("rank"));
  expect(ranks.map(({ variable, as }) => [variable, as])).toEqual([
    [found[0], "returned, rank 1"],
    [found[1], "returned, rank 2"],
  ]);
  expect(material.cited.some(({ text }) => text.includes("blue flowerpot"))).toBe(true);
  expect(material.operation).toContain("op-search");
});

test("R95 the text that the model reads for a case stays within its limit, whatever was recorded", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });
  fc.assert(
    fc.property(text, fc.array(text, { minLength: 1, maxLength: 4 }), (said, returned) => {
      const { graph, verdict } = missedKey(
        said.repeat(400),
        returned.map((one) => `note ${one.repeat(300)}`),
      );
      fc.pre(verdict.outcome === "attributed");
      const material = caseMaterial(graph, verdict);
      expect(JSON.stringify(material).isWellFormed()).toBe(true);
      const texts = [...material.evidence, ...material.cited].map((value) => value.text);
      const chars = [...texts, material.operation].join("").length;
      expect(chars).toBeLessThan(26_000);
    }),
    { numRuns: 40 },
  );
});
