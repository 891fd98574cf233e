/**
 * The flow tracer finds the operation that caused a wrong answer. It follows the needed details
 * through the graph. It uses no model and no clock, so equal inputs give equal verdicts.
 */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { atOnce, type InTurns } from "../graph/in-turns.ts";
import type { Variable } from "../graph/model.ts";
import type { Attribution, FailedCase } from "../protocol/api/attribution.ts";
import { isNegated } from "../text/polarity.ts";
import { contentStems } from "../text/words.ts";
import { statesWholeAnswer } from "./answers/whole-answer.ts";
import { shareIn } from "./carry/carry.ts";
import { DECIDING_PROFILE, FREE_PROFILE } from "./carry/match-profiles.ts";
import { caseTrace, tracingWith } from "./case-trace.ts";
import { withoutQuestion } from "./cases/find-query-and-answer.ts";
import { annotationClaims } from "./claims/annotation-claims.ts";
import { tenable } from "./claims/tenable.ts";
import { Witness } from "./claims/witness.ts";
import { withProbabilities } from "./confidence/cause-probabilities.ts";
import { Effort, LINK } from "./effort.ts";
import { inferEvidence } from "./evidence/inferred-evidence.ts";
import { withReplies } from "./evidence/replies.ts";
import { type FoundEvidence, searchEvidence, searchWords } from "./evidence/search-evidence.ts";
import { explainLoss, explainOutside } from "./explain/explain.ts";
import { withInferred } from "./explain/inferred.ts";
import { unlessTooMuch, withoutGuess } from "./explain/undecided.ts";
import { anchored } from "./flow/anchors.ts";
import { falseMemory } from "./flow/false-memory.ts";
import { findLosses, responseFinding } from "./flow/find-losses.ts";
import type { Traced } from "./flow/finding.ts";
import type { About, CaseTrace, Tracing } from "./flow/trace-context.ts";
import { isOnlyDuration } from "./needs/expected-answer.ts";
import { type Need, namesOther } from "./needs/need.ts";
import { needsOf } from "./needs/needs.ts";
import { isComputedFrom, sharingFigure } from "./outside/computed-answer.ts";
import {
  type AnnotationFault,
  type AnnotationInput,
  annotationFault,
} from "./outside/non-memory-errors.ts";
import { isOfOtherDay } from "./outside/other-day.ts";
import { isSwapped } from "./outside/swapped-answer.ts";
import {
  isGivenInContext,
  isGivenSomewhere,
  lacksWhatNobodySaid,
} from "./outside/unsaid-answer.ts";
import { WHOLLY_ANSWERED } from "./thresholds.ts";
import { withSource } from "./with-source.ts";

/** Maximum number of evidence messages. An answer usually depends on a few messages. */
const MAX_EVIDENCE = 32;

/**
 * Returns the verdict. Never throws for bad input: `notes` then says what the tracer could not
 * decide.
 */
export function attribute(graph: EvolutionGraph, failed: FailedCase): Attribution {
  return atOnce(attributeInTurns(graph, failed));
}

/**
 * Like `attribute`, but pauses for other requests. Each `yield` gives the cost of the work since
 * the last pause. A cost of 1 is the time that it takes to read one character.
 */
export function* attributeInTurns(
  graph: EvolutionGraph,
  failed: FailedCase,
  effort = new Effort(),
): Generator<number, Attribution> {
  const verdict = yield* verdictInTurns(graph, failed, effort);
  return yield* withSource(graph, failed, withProbabilities(verdict));
}

function* verdictInTurns(
  graph: EvolutionGraph,
  failed: FailedCase,
  effort: Effort,
): Generator<number, Attribution> {
  try {
    return withoutGuess((yield* traceInTurns(graph, failed, effort)).attribution);
  } catch (error) {
    return unlessTooMuch(error, failed);
  }
}

export interface Trace {
  /**
   * The verdict before `withoutGuess` is applied. That function makes a verdict undecided if its
   * confidence is too low. So this verdict can name a cause that the final verdict does not name.
   */
  readonly attribution: Attribution;
  /** The losses that led to the verdict; undefined if the error is outside the memory. */
  readonly traced?: Traced;
  readonly witness: Witness;
  readonly about: About;
}

export function trace(graph: EvolutionGraph, given: FailedCase): Trace {
  return atOnce(traceInTurns(graph, given, new Effort()));
}

/** Like `trace`, but pauses for other requests. */
export function* traceInTurns(
  graph: EvolutionGraph,
  given: FailedCase,
  effort: Effort,
): Generator<number, Trace> {
  const known = yield* caseTrace(graph, given, effort);
  const { failed, roles, question } = known;
  const named = [...new Set(failed.evidence)]
    .flatMap((id) => graph.variables.get(id) ?? [])
    .slice(0, MAX_EVIDENCE);
  if (!known.isExpectedKnown) return yield* traceInferred(graph, known, named, effort);
  if (named.length > 0)
    return yield* traceFrom(
      known,
      { evidence: withReplies(named, roles.messages, question), share: 1, isUnstated: false },
      false,
    );
  effort.spend(LINK * roles.messages.length);
  const words = searchWords(failed.query, failed.expected);
  const found = yield* searchEvidence(roles.messages, question, words);
  yield effort.sinceLastTurn();
  return yield* traceFrom(known, found, true);
}

/**
 * Traces a case without an expected answer. First, an expected answer is inferred from the
 * messages. Because nobody gave one, neither the annotation nor the judge can be wrong.
 */
function* traceInferred(
  graph: EvolutionGraph,
  known: CaseTrace,
  named: readonly Variable[],
  effort: Effort,
): Generator<number, Trace> {
  effort.spend(LINK * known.roles.messages.length);
  const inferred = yield* inferEvidence(known, named);
  yield effort.sinceLastTurn();
  const { share, value } = inferred;
  const isFound = named.length === 0;
  const evidence =
    isFound || value !== undefined
      ? inferred.evidence
      : withReplies(named, known.roles.messages, known.question);
  const found = { evidence, share, isUnstated: false };
  const expected = value === undefined ? [] : [value.text];
  const valued =
    value === undefined ? known : yield* caseTrace(graph, { ...known.failed, expected }, effort);
  const traced = yield* traceFrom(
    { ...valued, isExpectedKnown: false, isExpectedGiven: known.isExpectedGiven },
    found,
    isFound,
  );
  return { ...traced, attribution: withInferred(traced, inferred) };
}

function* traceFrom(
  known: CaseTrace,
  found: FoundEvidence,
  evidenceFound: boolean,
): Generator<number, Trace> {
  const { failed, question, isExpectedKnown } = known;
  const { expected } = question;
  const { evidence, share } = found;
  const needed = needsOf({ ...question, evidence, answer: failed.expected.join("; ") });
  const about: About = { ...known, evidence, evidenceFound, evidenceShare: share, needs: needed };
  const tracing = tracingWith(DECIDING_PROFILE, known);
  const witness = new Witness(tracing, known.corpus);
  const isRight = isExpectedKnown && isExpectedAnswer(failed, needed, evidence);
  const lacking = unanswered(about, withoutQuestion(failed.prediction, failed.query));
  const fault = isRight ? "judge" : yield* annotationFaultOf(about, lacking.length > 0, found);
  if (fault !== undefined)
    return { attribution: explainOutside(about, fault, tracing), witness, about };

  // Choose the details to trace. If the given answer lacks needed details, trace these. Otherwise,
  // the choice depends on the expected answer. If the expected answer was only inferred, trace
  // nothing. If the expected answer is known, trace the implied details (see `Needs`), or the words
  // of a partly stated part. If there are none, trace all needed details. Such words are also traced
  // instead of a whole statement.
  const partly = lackingOf(needed.partly, about, withoutQuestion(failed.prediction, failed.query));
  const isPartly = isExpectedKnown && needed.paraphrased && partly.length > 0;
  const paraphrased = needed.paraphrased && !isPartly;
  const others = [needed.implied, partly, needed.needs].find((some) => some.length > 0) ?? [];
  const isOpen = lacking.length > 0 || !isExpectedKnown;
  const wanted = isPartly ? partly : isOpen ? lacking : others;
  const needs = paraphrased ? yield* anchoredNeeds(wanted, tracing) : wanted;
  // If the expected answer is "unknown", no operation lost a detail. Either the memory has a false
  // statement, or the answering operation invented its answer.
  function* lossesWith(tracing: Tracing) {
    yield tracing.effort.sinceLastTurn();
    if (expected.isUnknown) return [falseMemory(tracing) ?? responseFinding(undefined, tracing)];
    return yield* findLosses(needs, tracing);
  }
  const losses = yield* lossesWith(tracing);
  const findings = losses.filter(({ op }) => op !== null);
  const ifFree = yield* lossesWith(tracingWith(FREE_PROFILE, known));
  const traced = tenable({ tracing, findings, ifFree, isRetraced: false }, witness);
  const following = { ...about, needs: { ...needed, needs, paraphrased } };
  const attribution = explainLoss(following, traced, witness, losses[0]);
  return { attribution, traced, witness, about };
}

function* anchoredNeeds(needs: readonly Need[], tracing: Tracing): InTurns<Need[]> {
  const made: Need[] = [];
  for (const need of needs) made.push(yield* anchored(need, tracing));
  return made;
}

function isExpectedAnswer(
  { query, expected, prediction }: FailedCase,
  { needs }: Pick<About["needs"], "needs">,
  evidence: readonly Variable[],
): boolean {
  const said = contentStems(prediction);
  const texts = evidence.map(({ value }) => value);
  return (
    statesWholeAnswer(query, expected.join("; "), prediction, texts) &&
    !needs.some((need) => namesOther(said, need))
  );
}

/**
 * Returns the error in the annotation, that is, in the expected answer or the evidence. Returns
 * undefined if the annotation seems right. Also returns undefined if the tracer suspects an error,
 * but the error is doubtful. For example, a message or a memory unit gives the expected answer.
 * @param isOpen whether the given answer lacks a needed detail
 */
function* annotationFaultOf(
  about: About,
  isOpen: boolean,
  found: FoundEvidence,
): InTurns<AnnotationFault | undefined> {
  // If the question is in another language than the messages, comparing words cannot show that
  // nobody stated the expected answer, or that the evidence is about another subject.
  const { isTranslated, expected, corpus } = about.question;
  // If the tracer searched for the evidence, the found messages may be about different things. So
  // the answer may be computed from one of them, but not from several together.
  const sources = about.evidenceFound ? about.evidence.map((each) => [each]) : [about.evidence];
  if (sources.some((each) => isComputedFrom(each, expected, corpus))) return undefined;
  if (about.isExpectedKnown && isOfOtherDay(about.failed, expected, about.roles.messages, corpus))
    return "other-day";
  const isUnsaid = !isTranslated && lacksWhatNobodySaid(about, isOpen);
  const fault = isUnsaid ? "unstated" : yield* suspectedFault(about, found);
  if (fault === undefined || (about.evidenceFound && isComputedWithOther(about))) return undefined;
  if (isUnsaid) return fault;
  if (isTranslated && fault !== "expected-answer") return undefined;
  const isDoubted = about.evidenceFound
    ? isGivenSomewhere(about)
    : fault === "evidence" && isGivenInContext(about);
  return isDoubted ? undefined : fault;
}

/** Whether a message of the evidence gives the answer together with another message. */
function isComputedWithOther({ evidence, roles, corpus, question }: About): boolean {
  return evidence.some((message) =>
    sharingFigure(message, roles.messages, corpus).some((other) =>
      isComputedFrom([message, other], question.expected, corpus),
    ),
  );
}

function* suspectedFault(
  about: About,
  { isUnstated, support }: FoundEvidence,
): InTurns<AnnotationFault | undefined> {
  const { failed, evidenceFound, roles, question } = about;
  const { expected, isInferred } = question;
  if (!about.isExpectedKnown) return undefined;
  // If the named evidence has the words of the expected answer, the annotation is right.
  if (!evidenceFound && annotationClaims(about).evidenceHasExpected) return undefined;
  // A negative answer such as "They booked no hotel" can be right although no message states it.
  // Messages rarely state what did not happen.
  if (expected.polarity === undefined && failed.expected.some(isNegated)) return undefined;
  const isAnswered = expected.parts.length > 0 || expected.times.length > 0;
  // If a graph has neither the question nor the answer, it is incomplete. Then it may also lack the
  // message that states the expected answer.
  const isRecorded =
    roles.messages.length > 0 && (roles.query !== undefined || roles.answer !== undefined);
  // Some expected answers can be right although no message states them: a number, a duration,
  // "yes", "no", or an answer that was inferred.
  const isCounted = expected.isNumber || isOnlyDuration(expected);
  const isSaid = !isCounted && expected.polarity === undefined && !isInferred;
  if (evidenceFound && isUnstated && isRecorded && isAnswered && isSaid) return "unstated";
  if (support !== undefined && (yield* isSwapped(failed, roles.messages, question, support)))
    return "expected-answer";
  const fault = yield* annotationFault(annotationOf(about), roles.messages);
  // The fault "evidence" means that the evidence is about another subject than the question. If the
  // tracer itself chose the evidence, its choice may be wrong. The annotation is then not blamed.
  return evidenceFound && fault === "evidence" ? undefined : fault;
}

function annotationOf({ failed, question, needs, evidence }: About): AnnotationInput {
  const { query, prediction } = failed;
  return { ...question, query, prediction, needs, evidence };
}

function unanswered(about: About, prediction: string): readonly Need[] {
  return lackingOf(about.needs.needs, about, prediction);
}

/** Returns the details that the given answer lacks. */
function lackingOf(
  needs: readonly Need[],
  { corpus }: Pick<About, "corpus">,
  prediction: string,
): readonly Need[] {
  return needs.filter((need) => {
    // Usually, only a detail's own words (`core`) and days are compared. If it has neither, compare
    // its whole statement: the words in `around` too.
    const isWhole = need.core.length === 0 && need.days === undefined;
    const detail = isWhole ? need : { ...need, around: [] };
    return shareIn(prediction, detail, DECIDING_PROFILE, corpus) < WHOLLY_ANSWERED;
  });
}
