/** Counts which facts of a graph's messages were kept, lost or never read, and gives examples. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import {
  type FactGroup,
  MAX_FACT_CHARS,
  type MessageFact,
} from "../../protocol/api/explorer/survival.ts";
import { TooMuchEffort } from "../effort.ts";
import type { TracedFact } from "./follow-facts.ts";
import { survivalInTurns } from "./survival.ts";

export interface FactCounts {
  readonly groups: readonly FactGroup[];
  /** Examples of lost facts. They begin with one fact for each operation that lost facts. */
  readonly examples: readonly MessageFact[];
}

/** Maximum number of groups of facts by day. With more groups, the facts are grouped by month. */
const MAX_GROUPS = 400;
const MAX_EXAMPLES = 6;

/** Returns the counts; null if following the facts costs too much. */
export function* countFacts(graph: EvolutionGraph): Generator<number, FactCounts | null> {
  try {
    const facts = yield* survivalInTurns(graph);
    const byDay = groupsOf(facts, graph, dayOf);
    return {
      groups: byDay.length <= MAX_GROUPS ? byDay : groupsOf(facts, graph, monthOf),
      examples: examplesOf(facts, graph),
    };
  } catch (error) {
    if (error instanceof TooMuchEffort) return null;
    throw error;
  }
}

export function describedFact(fact: TracedFact, graph: EvolutionGraph): MessageFact {
  const { message, kind, fate, wasStored, errorType, op, carrier } = fact;
  return {
    ...{ message: message.id, at: new Date(message.at).toISOString() },
    ...{ session: message.session ?? null, kind, detail: shown(fact.detail) },
    ...{ statement: shown(fact.sentence), fate, wasStored, errorType, op, carrier },
    opName: nameOf(op, graph),
  };
}

function shown(text: string): string {
  return text.length <= MAX_FACT_CHARS
    ? text.toWellFormed()
    : `${text.slice(0, MAX_FACT_CHARS - 1).toWellFormed()}…`;
}

function nameOf(op: string | null, graph: EvolutionGraph): string | null {
  return op === null ? null : (graph.operations.get(op)?.name ?? null);
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const monthOf = (at: number) => `${dayOf(at).slice(0, 7)}-01`;

function groupsOf(
  facts: readonly TracedFact[],
  graph: EvolutionGraph,
  dayOfTime: (at: number) => string,
): FactGroup[] {
  const counts = new Map<string, number>();
  for (const { message, kind, fate, wasStored, errorType, op } of facts) {
    const group = {
      ...{ day: dayOfTime(message.at), kind, fate, wasStored, errorType },
      opName: nameOf(op, graph),
    };
    const key = JSON.stringify(group);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => ({ ...JSON.parse(key), count }));
}

function examplesOf(facts: readonly TracedFact[], graph: EvolutionGraph): MessageFact[] {
  const lost = facts.filter(({ fate }) => fate === "lost");
  const seen = new Set<string | null>();
  const firsts = lost.filter(({ op }) => {
    const name = nameOf(op, graph);
    return !seen.has(name) && seen.add(name);
  });
  const messages = new Set<string>();
  return [...firsts, ...lost]
    .filter(({ message }) => !messages.has(message.id) && messages.add(message.id))
    .slice(0, MAX_EXAMPLES)
    .map((fact) => describedFact(fact, graph));
}
