/** Memories whose labels do not say which values are units. */
import { expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { Trace } from "./support/trace.ts";

const UNKNOWN = "I don't know.";

function verdictOf(trace: Trace, question: string, ids: readonly string[], expected: string) {
  const [query, context] = ids;
  const answer = trace.variable("a", UNKNOWN, { class: "prediction" });
  trace.operation("reply", "chat", [
    [query ?? "", answer],
    [context ?? "", answer],
  ]);
  const { errorType, op } = attribute(trace.build(), {
    ...{ query: question, queryId: query, prediction: UNKNOWN, predictionId: answer },
    ...{ expected: [expected], evidence: ["m1@1"] },
  });
  return `${errorType} ${op}`;
}

it("A480 a step that wrote a context after the question did not write a unit", () => {
  const trace = new Trace();
  const told = "St Mary's costs 1,840 for the evening, heating included";
  const said = trace.message("m1", "Ingrid", told);
  const day = trace.variable("day/2024-03-04", `Mon 4 Mar - ${told}.`, { category: "summary" });
  trace.operation("day", "rollup", [[said, day]]);
  const week = trace.variable("week/2024-W10", "Week 10: venue settled, St Mary's.", {
    category: "summary",
  });
  trace.operation("week", "rollup", [[day, week]]);
  const question = "What does the church cost for the evening?";
  const query = trace.variable("q", question, { class: "query" });
  const context = trace.variable("memory", "[week] Week 10: venue settled, St Mary's.", {
    category: "context",
  });
  trace.operation("assemble", "assemble", [[week, context]]);
  expect(verdictOf(trace, question, [query, context], "1,840")).toBe("RetrievalError assemble");
});

it("A481 a value that was only removed is a unit, and the record of its removal is none", () => {
  const trace = new Trace();
  const speech = trace.message("m1", "Elena", "best man's speech max 4 minutes, he's a talker");
  const confetti = trace.message("m2", "Elena", "no confetti at the chapel, they fine you");
  const free = trace.message("m3", "Elena", "forget the chapel thing, we have a cannon");
  const pins = [
    trace.variable("pin0", "best man's speech max 4 minutes, he's a talker"),
    trace.variable("pin2", "no confetti at the chapel, they fine you"),
  ];
  trace.operation("p1", "pin", [[speech, pins[0] ?? ""]]);
  trace.operation("p2", "pin", [[confetti, pins[1] ?? ""]]);
  const gone = trace.variable("unpinned", "pin0, pin2");
  trace.operation(
    "p3",
    "unpin",
    [free, ...pins].map((from) => [from, gone, "delete"] as const),
  );
  const shoes = trace.message("m4", "Elena", "shoes are too tight");
  const question = "How long may the best man talk?";
  const query = trace.variable("q", question, { class: "query" });
  const context = trace.variable("window", "Elena: shoes are too tight", { category: "context" });
  trace.operation("cut", "window", [[shoes, context]], { category: "context" });
  expect(verdictOf(trace, question, [query, context], "4 minutes at most")).toBe(
    "DeletionError p3",
  );
});
