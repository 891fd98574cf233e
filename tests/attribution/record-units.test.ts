/** Memory units that are records, as `{ id, text }`. */
import { describe, expect, test } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import type { Attribution } from "../../src/protocol/api/attribution.ts";
import { Trace } from "./support/trace.ts";

/** Records a message with a detail, one unit made from it, and a search that finds nothing. */
function searchedInVain(name: string, text: string): Attribution {
  const trace = new Trace();
  const said = "My garage door code is 4821 and I like jasmine tea.";
  const message = trace.variable("message-1", said, { category: "message" });
  const record = JSON.stringify({ id: name, text });
  const unit = trace.variable(name, record, { category: "memory_entry" });
  trace.operation("extract", "extract", [[message, unit]], { category: "extraction" });
  const query = trace.variable("query", "What is the garage door code?", { class: "query" });
  const found = trace.variable("found", "[]");
  trace.operation(
    "search",
    "search",
    [
      [query, found],
      [unit, found],
    ],
    { category: "retrieval" },
  );
  const reply = trace.variable("reply", "I do not know that.", { class: "prediction" });
  trace.operation(
    "answer",
    "answer",
    [
      [query, reply],
      [found, reply],
    ],
    { category: "answer" },
  );
  return attribute(trace.build(), {
    query: "What is the garage door code?",
    queryId: query,
    expected: ["4821"],
    prediction: "I do not know that.",
    predictionId: reply,
    evidence: [message],
  });
}

describe("units that are records", () => {
  test.each(["tom-a-unit-00khn9o", "abcdefgh", "memory-1"])(
    "A58 the tracer ignores a unit's keys and its name field %s",
    (name) => {
      const { errorType, op } = searchedInVain(name, "I like jasmine tea.");
      expect({ errorType, op }).toEqual({ errorType: "ExtractionError", op: "extract" });
    },
  );

  test("A58 the memory held a fact that the unit's text states", () => {
    const { errorType, op } = searchedInVain("memory-1", "The garage door code is 4821.");
    expect({ errorType, op }).toEqual({ errorType: "RetrievalError", op: "search" });
  });
});
