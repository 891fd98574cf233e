/**
 * Finds the variables on which an answer depends. These are messages that state a fact of the
 * answer and variables that passed it on. The tests of the tracer decide whether a variable states
 * a fact. A variable without a fact does not count, even if links connect it with the answer.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { InTurns } from "../../graph/in-turns.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { DECIDING_PROFILE } from "../carry/match-profiles.ts";
import { caseTrace, tracingWith } from "../case-trace.ts";
import { Effort, LINK, TooMuchEffort } from "../effort.ts";
import { searchEvidence, searchWords } from "../evidence/search-evidence.ts";
import { anchored } from "../flow/anchors.ts";
import { followForward } from "../flow/flow.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";
import { needsOf } from "../needs/needs.ts";
import { CARRIED } from "../thresholds.ts";

/** The operation `op` wrote a fact into the variable `to`, and the answer depends on `to`. */
export interface StepOn {
  readonly op: string;
  readonly to: string;
}

/** One fact of the answer, with the variables that passed it on. */
export interface CarriedFact {
  readonly text: string;
  /**
   * The key is the id of a variable that states the fact. The value lists the steps that read this
   * variable and passed the fact on towards the answer.
   */
  readonly steps: ReadonlyMap<string, readonly StepOn[]>;
  readonly messages: ReadonlySet<string>;
}

export interface AnswerBase {
  /** Id of the variable with the answer. */
  readonly answer: string;
  readonly facts: readonly CarriedFact[];
}

/** The search goes backward from the answer and visits at most this number of variables. */
const MAX_CARRIERS = 5_000;

/**
 * Returns the variables on which the answer depends. Returns undefined if no message states a fact
 * of the answer, or if the search costs too much.
 */
export function* answerBase(
  graph: EvolutionGraph,
  given: FailedCase,
  effort = new Effort(),
): Generator<number, AnswerBase | undefined> {
  try {
    return yield* followBack(graph, given, effort);
  } catch (error) {
    if (error instanceof TooMuchEffort) return undefined;
    throw error;
  }
}

function* followBack(
  graph: EvolutionGraph,
  given: FailedCase,
  effort: Effort,
): Generator<number, AnswerBase | undefined> {
  const expected = given.expected.length > 0 ? given.expected : [given.prediction];
  const known = yield* caseTrace(graph, { ...given, expected }, effort);
  const { failed, roles, question } = known;
  if (roles.answer === undefined || !known.isExpectedKnown) return undefined;
  effort.spend(LINK * roles.messages.length);
  const words = searchWords(failed.query, failed.expected);
  const { evidence, isUnstated } = yield* searchEvidence(roles.messages, question, words);
  yield effort.sinceLastTurn();
  if (isUnstated) return undefined;
  const found = needsOf({ ...question, evidence, answer: failed.expected.join("; ") });
  const tracing = tracingWith(DECIDING_PROFILE, known);
  const facts: CarriedFact[] = [];
  for (const need of found.needs) {
    const followed = found.paraphrased ? yield* anchored(need, tracing) : need;
    const fact = yield* carriersOf(followed, roles.answer.id, tracing);
    if (fact.steps.size > 0) facts.push(fact);
  }
  return facts.length === 0 ? undefined : { answer: roles.answer.id, facts };
}

function* carriersOf(need: Need, answer: string, tracing: Tracing): InTurns<CarriedFact> {
  const { graph, roles, effort } = tracing;
  const { reached } = yield* followForward(need, tracing);
  const isMessage = new Set(roles.messages.map(({ id }) => id));
  const steps = new Map<string, StepOn[]>();
  const seen = new Set([answer]);
  for (const id of seen) {
    for (const { op, from } of graph.linksTo(id)) {
      effort.spend(LINK);
      const source = graph.variables.get(from);
      if (source === undefined || from === roles.query?.id || from === answer) continue;
      const isCarrier =
        steps.has(from) || reached.has(from) || tracing.carry(source, need) >= CARRIED;
      if (!isCarrier) continue;
      const known = steps.get(from);
      if (known === undefined) steps.set(from, [{ op, to: id }]);
      else known.push({ op, to: id });
      if (seen.size < MAX_CARRIERS) seen.add(from);
    }
    yield effort.sinceLastTurn();
  }
  const messages = new Set([...steps.keys()].filter((id) => isMessage.has(id)));
  return { text: need.text, steps, messages };
}
