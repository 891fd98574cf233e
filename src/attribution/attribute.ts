/**
 * The flow tracer: names the operation that broke a wrong answer, by following the information
 * that the answer needed through the graph. No model, no clock, no labels.
 */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { atOnce } from "../graph/in-turns.ts";
import type { Attribution, FailedCase } from "../protocol/api/attribution.ts";
import { statesAnswer } from "./answers/answers.ts";
import { shareIn } from "./carry/carry.ts";
import { type AskedDetail, givenAnswer, type Judged, wantedAnswer } from "./carry/carry-answers.ts";
import { DECIDING_VIEW, FREE_VIEW } from "./carry/match-profiles.ts";
import { caseTrace, tracingWith } from "./case-trace.ts";
import { withoutQuestion } from "./cases/find-query-and-answer.ts";
import { annotationClaims } from "./claims/annotation-claims.ts";
import { tenable } from "./claims/tenable.ts";
import { Witness } from "./claims/witness.ts";
import { Effort, LINK } from "./effort.ts";
import { type FoundEvidence, searchEvidence, searchWords } from "./evidence/search-evidence.ts";
import { explainLoss, explainOutside } from "./explain/explain.ts";
import { unlessTooMuch, withoutGuess } from "./explain/undecided.ts";
import { findLosses, responseFinding } from "./flow/find-losses.ts";
import type { About, CaseTrace, Tracing } from "./flow/trace-context.ts";
import type { Traced } from "./flow/trace-result.ts";
import type { Need } from "./needs/need.ts";
import { needsOf } from "./needs/needs.ts";
import { type AnnotationFault, annotationFault, isOffTopic } from "./outside/non-memory-errors.ts";
import { isSwapped } from "./outside/swapped-answer.ts";
import { framingOf } from "./roles/answer-boilerplate.ts";
import { WHOLLY_ANSWERED } from "./thresholds.ts";

/** Evidence messages that are read; answers rest on a few. */
const MAX_EVIDENCE = 32;

/** The verdict on the case. Never throws; `notes` list everything that could not be decided. */
export function attribute(graph: EvolutionGraph, failed: FailedCase): Attribution {
  return atOnce(attributeInTurns(graph, failed));
}

/** The same for interruptible work: yields its cost, in characters. */
export function* attributeInTurns(
  graph: EvolutionGraph,
  failed: FailedCase,
  effort = new Effort(),
): Generator<number, Attribution> {
  try {
    return withoutGuess((yield* traceInTurns(graph, failed, effort)).attribution);
  } catch (error) {
    return unlessTooMuch(error, failed);
  }
}

export interface Trace {
  /** A guess too: see `withoutGuess`. */
  readonly attribution: Attribution;
  /** The trace behind the verdict; undefined if the memory is not at fault. */
  readonly traced?: Traced;
  /** Holds claims about the case against its graph. */
  readonly witness: Witness;
  /** The case with its evidence and its needed details. */
  readonly about: About;
}

/**
 * The verdict with the trace behind it. `judged` overrides the comparison of words. Details that
 * `isFollowed` leaves out are not followed if other details remain.
 */
export function trace(
  graph: EvolutionGraph,
  given: FailedCase,
  judged?: Judged,
  isFollowed?: (need: Need) => boolean,
): Trace {
  return atOnce(traceInTurns(graph, given, new Effort(), judged, isFollowed));
}

/** The same for work that gives way. */
export function* traceInTurns(
  graph: EvolutionGraph,
  given: FailedCase,
  effort: Effort,
  judged?: Judged,
  isFollowed: (need: Need) => boolean = () => true,
): Generator<number, Trace> {
  const known = yield* caseTrace(graph, given, effort, judged);
  const { failed, roles, question } = known;
  const named = [...new Set(failed.evidence)]
    .flatMap((id) => graph.variables.get(id) ?? [])
    .slice(0, MAX_EVIDENCE);
  if (named.length > 0)
    return yield* traceFrom(known, { evidence: named, share: 1 }, false, isFollowed);
  effort.spend(LINK * roles.messages.length);
  const words = searchWords(failed.query, failed.expected);
  const found = searchEvidence(roles.messages, question, words);
  yield effort.sinceLastTurn();
  return yield* traceFrom(known, found, true, isFollowed);
}

function* traceFrom(
  known: CaseTrace,
  { evidence, share }: FoundEvidence,
  evidenceFound: boolean,
  isFollowed: (need: Need) => boolean,
): Generator<number, Trace> {
  const { failed, question, judged, isExpectedKnown } = known;
  const { expected } = question;
  const found = needsOf({ ...question, evidence });
  const about: About = { ...known, evidence, evidenceFound, evidenceShare: share, needs: found };
  const tracing = tracingWith(DECIDING_VIEW, known);
  const witness = new Witness(tracing, known.reading);
  const isAsJudged = (need: Need) => judged?.(failed.prediction, need) === "yes";
  const isRight =
    isExpectedKnown &&
    (isExpectedAnswer(failed) || (found.needs.length > 0 && found.needs.every(isAsJudged)));
  const fault = isRight ? "judge" : annotationFaultOf(about);
  if (fault !== undefined)
    return { attribution: explainOutside(about, fault, tracing), witness, about };

  const open = unanswered(about, withoutQuestion(failed.prediction, failed.query));
  const chosen = open.filter(isFollowed);
  const needs = chosen.length > 0 ? chosen : open;
  // What nobody said cannot be lost: an answer to it was made up.
  function* lossesWith(tracing: Tracing) {
    yield tracing.effort.sinceLastTurn();
    if (expected.isUnknown) return [responseFinding(undefined, tracing)];
    return yield* findLosses(needs, tracing);
  }
  const losses = yield* lossesWith(tracing);
  const findings = losses.filter(({ op }) => op !== null);
  const ifFree = yield* lossesWith(tracingWith(FREE_VIEW, known));
  const traced = tenable({ tracing, findings, ifFree, isRetraced: false }, witness);
  const following = { ...about, needs: { ...found, needs } };
  const attribution = explainLoss(following, traced, witness, losses[0]);
  return { attribution, traced, witness, about };
}

/** Whether the answer states the whole expected answer. A list with an item missing is wrong. */
function isExpectedAnswer({ query, expected, prediction }: FailedCase): boolean {
  const { isYes, missing } = statesAnswer(query, expected.join("; "), prediction);
  return isYes && missing.length === 0;
}

function annotationFaultOf(about: About): AnnotationFault | undefined {
  const { graph, failed, evidence, evidenceFound, needs, roles, question, judged } = about;
  if (!about.isExpectedKnown) return undefined;
  // Given evidence that has the words of the expected answer plainly supports it.
  if (!evidenceFound && annotationClaims(about).evidenceHasExpected) return undefined;
  const { expected } = question;
  const isAnswered = expected.parts.length > 0 || expected.times.length > 0;
  // A recording without question and answer may lack the message as well.
  const isRecorded =
    roles.messages.length > 0 && (roles.query !== undefined || roles.answer !== undefined);
  if (evidenceFound && evidence.length === 0 && isRecorded && isAnswered) return "unstated";
  const framing = framingOf(graph, roles);
  const annotation = { ...question, prediction: failed.prediction, needs, evidence, framing };
  const wanted = wantedAnswer(failed);
  const answers = (detail: AskedDetail) =>
    evidence.map((message) => judged?.(about.reading.message(message).content, detail));
  if (answers(wanted).includes("yes")) return undefined;
  if (answers(givenAnswer(failed)).includes("yes")) return "expected-answer";
  if (evidenceFound && isOffTopic(annotation, roles.messages)) return "expected-answer";
  if (evidenceFound && isSwapped(failed, roles.messages, question, framing))
    return "expected-answer";
  const isDenied = !evidenceFound && answers(wanted).every((answer) => answer === "no");
  return annotationFault(annotation, roles.messages, isDenied);
}

/**
 * The needs that the prediction does not meet yet; all of them if it meets none or all. Without an
 * expected answer, a prediction that meets all needs lacks nothing.
 */
function unanswered({ needs: { needs }, reading, isExpectedKnown }: About, prediction: string) {
  const open = needs.filter((need) => {
    // A need without core words or days is compared as a whole statement.
    const isWhole = need.core.length === 0 && need.days === undefined;
    const detail = isWhole ? need : { ...need, around: [] };
    return shareIn(prediction, detail, DECIDING_VIEW, reading) < WHOLLY_ANSWERED;
  });
  return open.length > 0 || !isExpectedKnown ? open : needs;
}
