/** A talk that a memory keeps word by word, with one question. */
import { attribute } from "../../../src/attribution/attribute.ts";
import type { Attribution } from "../../../src/protocol/api/attribution.ts";
import { Trace } from "./trace.ts";

export type Said = readonly [speaker: string, text: string, day?: string];

export interface Asked {
  readonly query: string;
  readonly expected: string;
  readonly answer: string;
  /** Index of the evidence message. If absent, the tracer searches for the evidence. */
  readonly at?: number;
}

/** The memory keeps every message. The answering step reads the texts of all messages. */
function verdictOn(talk: readonly Said[], { query, expected, answer, at }: Asked): Attribution {
  const trace = new Trace();
  const messages = talk.map(([speaker, text, day], index) =>
    trace.message(`m${index}`, speaker, text, day ?? "2024-03-04"),
  );
  const units = messages.map((message, index) => {
    const unit = trace.variable(`unit${index}`, talk[index]?.[1] ?? "", { category: "memory" });
    trace.operation(`x${index}`, "store", [[message, unit]], { category: "extraction" });
    return unit;
  });
  const question = trace.variable("query", query, { class: "query" });
  const results = trace.variable("results", talk.map(([, text]) => text).join("\n"), {
    category: "retrieved",
  });
  const found = [question, ...units].map((from) => [from, results] as const);
  trace.operation("se", "search", found, { category: "retrieval" });
  const given = trace.variable("answer", answer, { class: "prediction" });
  const read = [question, results].map((from) => [from, given] as const);
  trace.operation("an", "answer", read, { category: "response" });
  return attribute(trace.build(), {
    ...{ query, queryId: question, prediction: answer, predictionId: given, expected: [expected] },
    evidence: at === undefined ? [] : [messages[at] ?? ""],
  });
}

export const typeOf = (talk: readonly Said[], asked: Asked) => verdictOn(talk, asked).errorType;
