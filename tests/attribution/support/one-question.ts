/** A memory of five facts with one question, for tables of small cases. */
import { attribute } from "../../../src/attribution/attribute.ts";
import type { Attribution } from "../../../src/protocol/api/attribution.ts";
import { FACTS } from "./five-facts.ts";
import { Trace } from "./trace.ts";

export interface OneQuestion {
  readonly question: string;
  readonly expected: string;
  readonly answer: string;
  /** What the message says; by default the expected answer. */
  readonly message?: string;
  /** What the unit says; by default the text of the message. */
  readonly unit?: string;
}

/**
 * Facts beside the one that a question asks for. The last one has no number: a number could be
 * mistaken for the answer to a question such as "how many?".
 */
const OTHERS = [
  ...[FACTS[0], FACTS[1], FACTS[3]],
  ["The fence is painted green", "Fence is painted green"],
] as const;

/**
 * Returns the verdict on a wrong answer. The third message is the evidence, an extraction `x2`
 * stores it as a unit, and the search finds this unit.
 */
export function verdictOn(case_: OneQuestion): Attribution {
  const { question, expected, answer } = case_;
  const { message = expected, unit = message } = case_;
  const trace = new Trace();
  const facts = [...OTHERS.slice(0, 2), [message, unit], ...OTHERS.slice(2)] as const;
  const units = facts.map(([said, stored], index) => {
    const read = trace.variable(`message-${index}`, said, { category: "message" });
    const written = trace.variable(`unit-${index}`, stored, { category: "memory" });
    trace.operation(`x${index}`, "extract_facts", [[read, written]], { category: "extraction" });
    return written;
  });
  const [first, , third] = units as [string, string, string];
  const query = trace.variable("query", question, { class: "query" });
  const results = trace.variable("results", `${unit}\n${OTHERS[0][1]}`, { category: "retrieved" });
  const searched = [query, first, third].map((from) => [from, results] as const);
  trace.operation("se", "search_memory", searched, { category: "retrieval" });
  const given = trace.variable("answer", answer, { class: "prediction" });
  const read = [query, results].map((from) => [from, given] as const);
  trace.operation("an", "answer", read, { category: "response" });
  return attribute(trace.build(), {
    ...{ query: question, queryId: query, prediction: answer, predictionId: given },
    ...{ expected: [expected], evidence: ["message-2@1"] },
  });
}
