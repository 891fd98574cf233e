/**
 * Follows every fact in the messages of a graph, with the tracer that also decides verdicts. The
 * result says which facts the memory states at the end and which operations lost the others. This
 * needs no question and no wrong answer.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { atOnce } from "../../graph/in-turns.ts";
import { DECIDING_PROFILE } from "../carry/match-profiles.ts";
import { traceAtEnd, tracingWith } from "../case-trace.ts";
import { Effort } from "../effort.ts";
import { askedQuestions } from "./asked-questions.ts";
import { factsOf } from "./facts.ts";
import { type Following, followFacts, type TracedFact } from "./follow-facts.ts";

export function survivalOf(graph: EvolutionGraph): TracedFact[] {
  return atOnce(survivalInTurns(graph));
}

/**
 * Returns the facts in the order of their messages. Pauses for other requests.
 * @throws TooMuchEffort if following the facts exceeds the cost that `effort` allows
 */
export function* survivalInTurns(
  graph: EvolutionGraph,
  effort = new Effort(),
): Generator<number, TracedFact[]> {
  const following = yield* followingIn(graph, effort);
  const { roles, corpus } = following.tracing;
  const traced: TracedFact[] = [];
  for (const message of roles.messages) {
    traced.push(...(yield* followFacts(factsOf(message, corpus), message, following)));
  }
  return traced;
}

export function* followingIn(graph: EvolutionGraph, effort: Effort): Generator<number, Following> {
  const { latest, isAsking } = yield* askedQuestions(graph);
  const known = yield* traceAtEnd(graph, latest, effort);
  const tracing = tracingWith(DECIDING_PROFILE, known);
  const writers = new Set<string>();
  for (const { op, to } of graph.links.values()) if (tracing.roles.isUnit(to)) writers.add(op);
  return {
    tracing,
    exact: tracingWith({ ...DECIDING_PROFILE, substitutionWeight: 0 }, known),
    held: new Set(known.store.map(({ id }) => id)),
    // Operations that work on a question usually only search. They lead into the memory only if
    // they write a unit.
    isIntoMemory: (op: string) => !isAsking(op) || writers.has(op),
  };
}
