/** Traces of an agent with one planted fault, about a fact in a given language. */
import type { EvolutionGraph } from "../../../src/graph/evolution-graph.ts";
import type { FailedCase } from "../../../src/protocol/api/attribution.ts";
import type { ErrorType } from "../../../src/protocol/error-types.ts";
import type { Language } from "./facts-by-language.ts";
import { Trace } from "./trace.ts";

export const FAULTS = ["extraction", "update", "retrieval", "response", "judge"] as const;
export type Fault = (typeof FAULTS)[number];

export interface Told {
  readonly graph: EvolutionGraph;
  readonly failed: FailedCase;
  readonly errorType: ErrorType;
  readonly op: string | null;
}

const DAY = "2024-05-08";

/**
 * Records every fact of the language as a unit. The fault affects the fact at `index`.
 * @param talker who says what is unrelated to the facts
 */
export function told(
  language: Language,
  index: number,
  fault: Fault,
  talker: string = language.speaker,
): Told {
  const fact = language.facts[index];
  if (fact === undefined) throw new Error(`no fact ${index}`);
  const trace = new Trace();
  const units: { ref: string; text: string }[] = [];
  const messages: string[] = [];
  for (const [place, text] of language.chatter.entries()) {
    const ref = trace.message(`talk-${place}`, talker, text, DAY);
    const none = trace.variable(`none-${place}`, "[]");
    trace.operation(`skip-${place}`, "extract", [[ref, none]], { category: "extraction" });
  }
  for (const [place, each] of language.facts.entries()) {
    const isHit = place === index;
    const ref = trace.message(`m-${place}`, language.speaker, each.said, DAY);
    messages.push(ref);
    const text = isHit && fault === "extraction" ? each.lacking : each.kept;
    const found = trace.variable(`facts-${place}`, JSON.stringify([text]));
    trace.operation(`extract-${place}`, "extract", [[ref, found]], { category: "extraction" });
    const unit = trace.variable(`unit-${place}`, text, { category: "memory" });
    trace.operation(`store-${place}`, "store", [[found, unit]], { category: "update" });
    if (!isHit || fault !== "update") {
      units.push({ ref: unit, text });
      continue;
    }
    const next = trace.variable(`unit-${place}`, each.changed, { category: "memory", version: 2 });
    trace.operation(`change-${place}`, "update", [[unit, next]], { category: "update" });
    units.push({ ref: next, text: each.changed });
  }
  const query = trace.variable("question", fact.question, { category: "query" });
  const read = units.filter((_, place) => fault !== "retrieval" || place !== index);
  const results = trace.variable("results", JSON.stringify(read.map(({ text }) => text)));
  const links = [query, ...read.map(({ ref }) => ref)].map((from): [string, string] => [
    from,
    results,
  ]);
  trace.operation("search", "search", links, { category: "retrieval" });
  const prediction =
    fault === "judge"
      ? fact.right
      : fault === "update" || fault === "response"
        ? fact.wrong
        : language.unknown;
  const answer = trace.variable("reply", prediction, { category: "answer" });
  trace.operation(
    "answer",
    "answer",
    [
      [query, answer],
      [results, answer],
    ],
    { category: "answer" },
  );
  const message = messages[index] ?? "";
  const failed: FailedCase = {
    ...{ query: fact.question, queryId: query, prediction, predictionId: answer },
    ...{ expected: [fact.expected], evidence: [message] },
  };
  return { graph: trace.build(), failed, ...truth(fault, index) };
}

function truth(fault: Fault, index: number): Pick<Told, "errorType" | "op"> {
  if (fault === "extraction") return { errorType: "ExtractionError", op: `extract-${index}` };
  if (fault === "update") return { errorType: "UpdateError", op: `change-${index}` };
  if (fault === "retrieval") return { errorType: "RetrievalError", op: "search" };
  if (fault === "response") return { errorType: "ResponseError", op: "answer" };
  return { errorType: "JudgeError", op: null };
}
