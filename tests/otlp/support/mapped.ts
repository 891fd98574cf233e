/** Maps exported spans to a graph and attributes its wrong answer. */
import { attribute } from "../../../src/attribution/attribute.ts";
import { buildGraph } from "../../../src/graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../../src/graph/evolution-graph.ts";
import { readSpans } from "../../../src/otlp/encoding/spans.ts";
import { mapSpans } from "../../../src/otlp/map-spans.ts";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";
import type { Described } from "./conventions.ts";
import { EXPECTED, QUESTION, type Turn } from "./memory-agent.ts";
import { type JsonSpan, requestOf, spanOf } from "./otlp-request.ts";

interface Mapped {
  readonly events: readonly TraceEvent[];
  readonly notes: readonly string[];
}

export function mapped(spans: readonly JsonSpan[], scope?: string): Mapped {
  const read = readSpans(requestOf(spans, scope));
  if (!("spans" in read) || read.rejected.length > 0) throw new Error(JSON.stringify(read));
  const { steps, notes } = mapSpans(read.spans);
  return { events: [...steps].flatMap(({ events }) => events), notes: notes() };
}

export function graphOf(spans: readonly JsonSpan[], id = "user:ada"): EvolutionGraph {
  const { events } = mapped(spans);
  return buildGraph(
    id,
    events.filter(({ graph }) => graph === id),
  );
}

/** A span for one step of the user Ada, with these fields. */
export function step(
  name: string,
  attributes: Described["attributes"],
  fields: object = {},
): JsonSpan {
  const scoped = { ...attributes, "user.id": "ada" };
  return { ...spanOf({ name, attributes: scoped }, { trace: 1, span: 1, at: 0 }), ...fields };
}

/** Type and name of the operation that the tracer blames for the last answer. */
export function verdictOn(graph: EvolutionGraph, turns: readonly Turn[]): string {
  const prediction = turns.at(-1)?.reply ?? "";
  const failed = { query: QUESTION, prediction, expected: [EXPECTED], evidence: [] };
  const { errorType, op } = attribute(graph, failed);
  return `${errorType} at ${op === null ? "nothing" : graph.operations.get(op)?.name}`;
}

/** Lists the category and both ends of every link of the graph, with shortened values. */
export function linksOf(graph: EvolutionGraph): string[] {
  const said = (id: string) => graph.variables.get(id)?.value.replaceAll("\n", "⏎").slice(0, 40);
  return [...graph.links.values()].map(
    ({ from, to, category }) => `${said(from)} → ${said(to)} (${category})`,
  );
}
