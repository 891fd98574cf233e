/** Small graphs with one wrong answer, in the form in which a client would record them. */
import type { TraceEvent } from "../../../src/protocol/events/events.ts";

const START = Date.parse("2026-03-04T05:06:07.000Z");

export const QUESTION = "What is the name of the dog?";
export const ANSWER = "I do not know the name of the dog.";

/** Records a memory that stored the profession but not the dog. */
export function forgottenDog(graph: string): TraceEvent[] {
  const record = { graph, at: START, session: "s1" };
  return [
    { type: "graph", id: "g", graph, at: START, user: "ada", system: "mem0" },
    { type: "session", id: "s", graph, at: START, session: "s1", category: "conversation" },
    {
      ...{ type: "variable", id: "v1", ...record, seq: 1, ref: "said" },
      ...{ name: "m1", class: "message", category: "message" },
      value: "My dog is called Rex and I work as a baker.",
    },
    { type: "operation", id: "o1", ...record, seq: 2, op: "op-extract", name: "extract" },
    {
      ...{ type: "variable", id: "v2", ...record, seq: 3, ref: "unit" },
      ...{ name: "u1", class: "memory", category: "memory_unit" },
      value: "Works as a baker.",
    },
    { type: "link", id: "l1", ...record, seq: 4, op: "op-extract", from: "said", to: "unit" },
    { type: "operation", id: "o2", ...record, seq: 5, op: "op-search", name: "search" },
    {
      ...{ type: "variable", id: "v3", ...record, seq: 6, ref: "asked" },
      ...{ name: "q1", class: "query", value: QUESTION },
    },
    {
      ...{ type: "variable", id: "v4", ...record, seq: 7, ref: "found" },
      ...{ name: "r1", class: "retrieved", value: "Works as a baker." },
    },
    { type: "link", id: "l2", ...record, seq: 8, op: "op-search", from: "asked", to: "found" },
    { type: "link", id: "l3", ...record, seq: 9, op: "op-search", from: "unit", to: "found" },
    { type: "operation", id: "o3", ...record, seq: 10, op: "op-answer", name: "answer" },
    {
      ...{ type: "variable", id: "v5", ...record, seq: 11, ref: "said back" },
      ...{ name: "a1", class: "prediction", value: ANSWER },
    },
    { type: "link", id: "l4", ...record, seq: 12, op: "op-answer", from: "found", to: "said back" },
    { type: "link", id: "l5", ...record, seq: 13, op: "op-answer", from: "asked", to: "said back" },
  ];
}

export function failingVerdict(graph: string, id = "w"): TraceEvent {
  return {
    ...{ type: "verdict", id, graph, at: START, seq: 20, session: "s1", score: 0 },
    ...{ query: QUESTION, queryRef: "asked", prediction: ANSWER, predictionRef: "said back" },
    ...{ expected: ["Rex"], evidence: ["said"], reason: "The dog is called Rex." },
  };
}

/** Records an LLM judge inside the graph that scores the answer with 0. */
export function failingJudge(graph: string): TraceEvent[] {
  const record = { graph, at: START, session: "s1" };
  return [
    { type: "operation", id: "o9", ...record, seq: 21, op: "op-judge", name: "judge" },
    {
      ...{ type: "variable", id: "v8", ...record, seq: 22, ref: "gold" },
      ...{ name: "e1", class: "golden_answers", value: "Rex" },
    },
    {
      ...{ type: "variable", id: "v9", ...record, seq: 23, ref: "score" },
      ...{ name: "j1", class: "judge_score", value: "0" },
    },
    ...["asked", "said back", "gold"].map(
      (from, index): TraceEvent => ({
        ...{ type: "link", id: `j${index}`, ...record, seq: 24 + index, op: "op-judge" },
        ...{ from, to: "score" },
      }),
    ),
  ];
}

/** Makes a variable event with the given id. */
export function note(graph: string, id: string, value = id): TraceEvent {
  return { type: "variable", id, graph, at: START, ref: id, name: id, value };
}
