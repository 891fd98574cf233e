import { attribute } from "../../../src/attribution/attribute.ts";
import type { Trace } from "./trace.ts";

interface Asked {
  readonly question: string;
  /** The text that a step made from the question for the search. */
  readonly rewritten?: string;
  /** The unit that the search returned, and the text that it wrote. */
  readonly unit: string;
  readonly context: string;
  readonly prediction: string;
  readonly expected: string;
  readonly evidence: readonly string[];
}

/**
 * Records a search that returns one unit, and an answer that reads its result. Returns the verdict.
 */
export function searchAndAnswer(trace: Trace, asked: Asked) {
  const { question, rewritten, prediction } = asked;
  const query = trace.variable("q", question, { class: "query" });
  let searched = query;
  if (rewritten !== undefined) {
    searched = trace.variable("words", rewritten);
    trace.operation("rw", "rewrite", [[query, searched]], { category: "retrieval" });
  }
  const context = trace.variable("c", asked.context, { category: "retrieved" });
  const found = [searched, asked.unit].map((from) => [from, context] as const);
  trace.operation("s", "search", found, { category: "retrieval" });
  const answer = trace.variable("a", prediction, { class: "prediction" });
  const read = [query, context].map((from) => [from, answer] as const);
  trace.operation("an", "answer", read, { category: "response" });
  return attribute(trace.build(), {
    ...{ query: question, queryId: query, prediction, predictionId: answer },
    ...{ expected: [asked.expected], evidence: [...asked.evidence] },
  });
}
