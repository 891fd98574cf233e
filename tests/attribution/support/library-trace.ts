/** Records the pipelines of memory libraries, and questions to the memory. */
import { expect } from "vitest";
import { attribute } from "../../../src/attribution/attribute.ts";
import { Trace } from "./trace.ts";

export interface Asked {
  readonly question: string;
  readonly expected: string;
  readonly answer: string;
  readonly evidence: string;
}

export const CONTRACT: Asked = {
  question: "How long does Vera's mobile contract still run?",
  expected: "until 30 November",
  answer: "I have no end date for Vera's mobile contract.",
  evidence: "m1@1",
};
export const CONTRACT_FACT = "Vera's mobile contract runs until 30 November";

/** Records a message and the unit that a step made from it. Returns the ids of both. */
export function stored(
  trace: Trace,
  place: number,
  said: string,
  text: string,
  category = "memory",
): { readonly message: string; readonly unit: string } {
  const message = trace.message(`m${place}`, "Vera", said);
  const unit = trace.variable(`u${place}`, text, { category });
  trace.operation(`x${place}`, "save", [[message, unit]]);
  return { message, unit };
}

/** Records the contract as the unit `u1`, as a step stores it without a plan. */
export const storedContract = (trace: Trace, category?: string) =>
  stored(trace, 1, "my mobile contract runs till 30 november", CONTRACT_FACT, category);

/** Records a search that returned `found`, and the answer. Returns the verdict on the answer. */
export function answered(
  trace: Trace,
  asked: Asked,
  found: readonly (readonly [string, string])[],
) {
  const query = trace.variable("q", asked.question, { class: "query" });
  const hits = trace.variable("hits", found.map(([, text]) => `- ${text}`).join("\n"), {
    category: "retrieved",
  });
  trace.operation("search", "vector_store.search", [
    [query, hits],
    ...found.map(([unit]) => [unit, hits] as const),
  ]);
  return replied(trace, asked, query, [hits]);
}

export function replied(
  trace: Trace,
  asked: Asked,
  query: string,
  read: readonly string[],
): string {
  const reply = trace.variable("a", asked.answer, { class: "prediction" });
  const links = [query, ...read].map((from) => [from, reply] as const);
  trace.operation("chat", "chat.completions", links);
  const graph = trace.build();
  const verdict = attribute(graph, {
    ...{ query: asked.question, queryId: query, prediction: asked.answer, predictionId: reply },
    ...{ expected: [asked.expected], evidence: [asked.evidence] },
  });
  const link = verdict.link === null ? undefined : graph.links.get(verdict.link);
  // The link belongs to the blamed operation, even if another operation carried out the change.
  if (link !== undefined) expect(link.op).toBe(verdict.op);
  return `${verdict.errorType} ${verdict.op}`;
}

/**
 * Records how a library takes a message in: it extracts facts, finds similar units, and plans what
 * to do with them. Returns the ids of the facts and of the plan.
 */
export function planned(
  trace: Trace,
  turn: number,
  { said, facts, similar = [], plan }: Turn,
): { readonly facts: string; readonly plan: string } {
  const message = trace.message(`m${turn}`, "Vera", said);
  const reply = trace.message(`r${turn}`, "Bot", "Noted.");
  const list = trace.variable(`facts_${turn}`, JSON.stringify({ facts }), { category: "facts" });
  trace.operation(`facts/${turn}`, "extract_facts", [
    [message, list],
    [reply, list],
  ]);
  const near = trace.variable(`near_${turn}`, JSON.stringify(similar.map(([, text]) => text)), {
    category: "candidates",
  });
  trace.operation(`near/${turn}`, "find_similar", [
    [list, near],
    ...similar.map(([unit]) => [unit, near] as const),
  ]);
  const made = trace.variable(`plan_${turn}`, JSON.stringify(plan), { category: "plan" });
  trace.operation(`plan/${turn}`, "decide", [
    [list, made],
    [near, made],
  ]);
  return { facts: list, plan: made };
}

interface Turn {
  readonly said: string;
  readonly facts: readonly string[];
  /** Ids and texts of similar units. */
  readonly similar?: readonly (readonly [string, string])[];
  readonly plan: readonly object[];
}

/** Records the first turn, which stores the contract as the unit `u1`. */
export function withContract(): Trace {
  const trace = new Trace();
  const { plan } = planned(trace, 1, {
    said: "my mobile contract runs till 30 november, then I'm out",
    facts: [CONTRACT_FACT],
    plan: [{ event: "ADD", text: CONTRACT_FACT }],
  });
  const unit = trace.variable("u1", CONTRACT_FACT, { category: "memory" });
  trace.operation("apply/1", "apply_actions", [[plan, unit]]);
  return trace;
}
