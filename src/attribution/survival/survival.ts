/**
 * Follows every fact that the messages of a graph state, with the same tracer as for verdicts.
 * Finds which facts are in the memory at the end, and which operation lost each of the other facts.
 * Needs no question and no wrong answer.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { atOnce } from "../../graph/in-turns.ts";
import type { Variable } from "../../graph/model.ts";
import type { FactKind, Fate } from "../../protocol/api/explorer/survival.ts";
import type { ErrorType } from "../../protocol/error-types.ts";
import { DECIDING_PROFILE } from "../carry/match-profiles.ts";
import { traceAtEnd, tracingWith } from "../case-trace.ts";
import { Effort } from "../effort.ts";
import { anchored } from "../flow/anchors.ts";
import { decisiveLoss } from "../flow/decisive-loss.ts";
import { lossFinding } from "../flow/find-losses.ts";
import { followForward } from "../flow/flow.ts";
import type { Tracing } from "../flow/trace-context.ts";
import { askedQuestions } from "./asked-questions.ts";
import { type Fact, factsOf } from "./facts.ts";

export interface TracedFact {
  readonly kind: FactKind;
  readonly message: Variable;
  /** The words that were followed. */
  readonly detail: string;
  readonly sentence: string;
  readonly fate: Fate;
  /** Whether a memory unit ever stated the fact. */
  readonly wasStored: boolean;
  /** The kind of error that lost the fact; null if the fact is not lost. */
  readonly errorType: ErrorType | null;
  /** The operation that lost the fact; null if the fact is not lost. */
  readonly op: string | null;
  /** The variable that last stated the fact before the loss; null if the fact is not lost. */
  readonly carrier: string | null;
}

export function survivalOf(graph: EvolutionGraph): TracedFact[] {
  return atOnce(survivalInTurns(graph));
}

/**
 * Returns the facts in the order of their messages. Other work can run in between.
 * @throws TooMuchEffort if following the facts would take more work than `effort` allows
 */
export function* survivalInTurns(
  graph: EvolutionGraph,
  effort = new Effort(),
): Generator<number, TracedFact[]> {
  const following = yield* followingIn(graph, effort);
  const { roles, corpus } = following.tracing;
  const traced: TracedFact[] = [];
  for (const message of roles.messages) {
    for (const fact of factsOf(message, corpus)) {
      traced.push(yield* follow(fact, message, following));
      yield effort.sinceLastTurn();
    }
  }
  return traced;
}

/** Computes the data for following the facts of the graph. */
export function* followingIn(graph: EvolutionGraph, effort: Effort): Generator<number, Following> {
  const { latest, isAsking } = yield* askedQuestions(graph);
  const known = yield* traceAtEnd(graph, latest, effort);
  const tracing = tracingWith(DECIDING_PROFILE, known);
  const writers = new Set<string>();
  for (const { op, to } of graph.links.values()) if (tracing.roles.isUnit(to)) writers.add(op);
  return {
    tracing,
    held: new Set(known.store.map(({ id }) => id)),
    // A step that answers a question cannot lose facts of the memory, unless it also writes units.
    isIntoMemory: (op: string) => !isAsking(op) || writers.has(op),
  };
}

interface Following {
  readonly tracing: Tracing;
  /** Ids of the units that are in the memory at the end. */
  readonly held: ReadonlySet<string>;
  readonly isIntoMemory: (op: string) => boolean;
}

export function* follow(
  fact: Fact,
  message: Variable,
  { tracing, held, isIntoMemory }: Following,
): Generator<number, TracedFact> {
  const { kind, sentence } = fact;
  const isWhole = kind === "statement";
  const need = isWhole ? yield* anchored(fact.need, tracing) : fact.need;
  const flow = yield* followForward(need, tracing);
  const reached = [...flow.reached.keys()];
  const about = {
    ...{ kind, message, sentence },
    detail: isWhole ? need.core.map(({ stem }) => wordOf(stem, fact)).join(" ") : need.text,
    wasStored: reached.some(tracing.roles.isUnit),
  };
  const nothing = { errorType: null, op: null, carrier: null };
  if (reached.some((id) => held.has(id))) return { ...about, ...nothing, fate: "kept" };
  const losses = flow.losses.filter(({ op }) => isIntoMemory(op));
  const loss = decisiveLoss({ ...flow, losses }, tracing);
  if (loss === undefined) return { ...about, ...nothing, fate: "not-read" };
  const { errorType, op, carrier } = lossFinding(loss, tracing);
  return { ...about, fate: "lost", errorType, op, carrier };
}

/** Returns the word as written. */
function wordOf(stem: string, { need }: Fact): string {
  return need.words.find((word) => word.stem === stem)?.text ?? stem;
}
