/**
 * The flow tracer: names the operation that broke a wrong answer, by following the information
 * that the answer needed through the graph. No model, no clock, no labels.
 */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { atOnce } from "../graph/in-turns.ts";
import type { Variable } from "../graph/model.ts";
import type { Attribution, FailedCase } from "../protocol/api/attribution.ts";
import { saysSomething } from "../text/says-something.ts";
import type { Sentence } from "../text/sentences.ts";
import { contentStems } from "../text/words.ts";
import { type CarryParts, lexicalCarry, shareIn, shownText } from "./carry/carry.ts";
import {
  type AskedDetail,
  givenAnswer,
  type Judged,
  type Judgement,
  wantedAnswer,
} from "./carry/carry-answers.ts";
import {
  DECIDING_VIEW,
  FREE_VIEW,
  OTHER_VIEWS,
  RESTATING_VIEW,
  type View,
} from "./carry/match-profiles.ts";
import { fidelityOf } from "./carry/paraphrase-rate.ts";
import { placements } from "./carry/placement.ts";
import { reworded } from "./carry/rewording.ts";
import { handOverBy, mannerOf } from "./carry/step-transfer.ts";
import { withoutQuestion } from "./cases/find-query-and-answer.ts";
import { annotationClaims } from "./claims/annotation-claims.ts";
import { tenable } from "./claims/tenable.ts";
import { Witness } from "./claims/witness.ts";
import { Effort, LINK, READ } from "./effort.ts";
import { type Reading, readingOf } from "./evidence/message-corpus.ts";
import type { Question } from "./evidence/question.ts";
import { type FoundEvidence, searchEvidence, searchWords } from "./evidence/search-evidence.ts";
import { explainLoss, explainOutside } from "./explain/explain.ts";
import { unlessTooMuch, withoutGuess } from "./explain/undecided.ts";
import { findLosses, responseFinding } from "./flow/find-losses.ts";
import type { Finding } from "./flow/finding.ts";
import type { Tracing } from "./flow/trace-context.ts";
import type { About, Traced } from "./flow/trace-result.ts";
import { isComparable, readExpected } from "./needs/expected-answer.ts";
import type { Need, Needs } from "./needs/need.ts";
import { needsOf } from "./needs/needs.ts";
import {
  type AnnotationFault,
  annotationFault,
  answersAlike,
  isOffTopic,
} from "./outside/non-memory-errors.ts";
import { isSwapped } from "./outside/swapped-answer.ts";
import { framingOf } from "./roles/answer-boilerplate.ts";
import { type Roles, rolesOf } from "./roles/roles.ts";
import { storeAt } from "./roles/store.ts";
import { shapesOf } from "./roles/structural-signatures.ts";
import { nextVersion } from "./roles/versions.ts";
import { learnShown } from "./roles/visible-fields.ts";

/** Evidence messages that are read; answers rest on a few. */
const MAX_EVIDENCE = 32;

/** The verdict on the case. Never throws; what could not be decided stands in `notes`. */
export function attribute(graph: EvolutionGraph, failed: FailedCase): Attribution {
  return atOnce(attributeInTurns(graph, failed));
}

/** The same for work that gives way: yields what it has cost, in characters. */
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
  /** What the verdict rests on; undefined where the memory is not at fault. */
  readonly traced?: Traced;
  /** Holds claims about the case against its graph. */
  readonly witness: Witness;
  readonly parts: CarryParts;
  /** The details that the answer needs. */
  readonly needs: Needs;
  /** The messages that they were looked for in. */
  readonly evidence: readonly Variable[];
}

/**
 * The verdict with what it rests on. `judged` overrides what the words seem to say; details that
 * `isFollowed` leaves out are not followed, where others are.
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
  const failed = { ...given, expected: given.expected.filter(saysSomething) };
  const roles = rolesOf(graph, failed);
  effort.spend(LINK * (graph.variables.size + graph.links.size));
  yield effort.sinceLastTurn();
  const reading = readingOf(graph, roles.messages, effort);
  yield effort.sinceLastTurn();
  const queryStems = [...new Set(contentStems(failed.query))];
  const expected = readExpected(failed.expected, new Set(queryStems));
  const parts = {
    ...carryParts(graph, roles, reading, wrongWords(failed), effort),
    ...(judged ? { judged } : {}),
  };
  yield effort.sinceLastTurn();
  const question = { queryStems, expected, reading };
  const known: Known = { graph, failed, roles, question, parts, isFollowed };
  const named = [...new Set(failed.evidence)]
    .flatMap((id) => graph.variables.get(id) ?? [])
    .slice(0, MAX_EVIDENCE);
  if (named.length > 0) return yield* traceFrom(known, { evidence: named, share: 1 }, false);
  const words = searchWords(failed.query, failed.expected);
  const weighed: WeighedTrace[] = [];
  for (const each of searchEvidence(roles.messages, question, words)) {
    effort.spend(LINK * roles.messages.length);
    yield effort.sinceLastTurn();
    weighed.push({ share: each.share, trace: yield* traceFrom(known, each, true) });
  }
  const [first, ...others] = weighed;
  if (first === undefined) return yield* traceFrom(known, { evidence: [], share: 1 }, true);
  return mostLikely([first, ...others]);
}

/** What is known of a case before its evidence. */
interface Known {
  readonly graph: EvolutionGraph;
  readonly failed: FailedCase;
  readonly roles: Roles;
  readonly question: Question;
  readonly parts: CarryParts;
  readonly isFollowed: (need: Need) => boolean;
}

interface WeighedTrace {
  readonly share: number;
  readonly trace: Trace;
}

/** Several messages may be the evidence: the verdict to which most of them, by likelihood, lead. */
function mostLikely(traces: readonly [WeighedTrace, ...WeighedTrace[]]): Trace {
  const verdict = ({ trace: { attribution } }: WeighedTrace) =>
    `${attribution.errorType} ${attribution.op}`;
  const shareOf = (wanted: string) =>
    traces.reduce((sum, each) => sum + (verdict(each) === wanted ? each.share : 0), 0);
  return traces.reduce((a, b) => (shareOf(verdict(b)) > shareOf(verdict(a)) ? b : a)).trace;
}

function* traceFrom(
  { graph, failed, roles, question, parts, isFollowed }: Known,
  { evidence, share }: FoundEvidence,
  evidenceFound: boolean,
): Generator<number, Trace> {
  const { expected, reading } = question;
  const { judged, effort } = parts;
  const found = needsOf({ ...question, evidence });
  const isExpectedKnown = isComparable(expected);
  const about: About = {
    ...{ graph, failed, roles, evidence, evidenceFound, reading, isExpectedKnown },
    evidenceShare: share,
    needs: found,
  };
  const reword = rewording(parts);
  const restates = lexicalCarry(RESTATING_VIEW, parts);
  const store = storeAt(graph, roles);
  const tracingWith = (view: View): Tracing => ({
    ...{ effort, graph, roles, store, reword, restates },
    sentences: parts.sentences,
    mayBeReworded: rewordable(parts),
    carry: lexicalCarry(view, parts),
    handOver: handOverBy(view, parts, graph),
    treats: (link) => mannerOf(link, parts, graph).manner,
    judged: (variable, need) => judged?.(shownText(variable, parts), need),
  });
  const tracing = tracingWith(DECIDING_VIEW);
  const witness = new Witness(tracing, reading);
  const rest = { parts, needs: found, evidence, witness };
  const isAsJudged = (need: Need) => judged?.(failed.prediction, need) === "yes";
  const isRight =
    isExpectedKnown &&
    (answersAlike(failed.prediction, expected, failed.expected) ||
      (found.needs.length > 0 && found.needs.every(isAsJudged)));
  if (isRight) return { attribution: explainOutside(about, "judge", tracing), ...rest };
  const claimed = annotationFaultOf(about, question, judged);
  // Given evidence that has the words of the expected answer plainly supports it.
  const isSupported = !evidenceFound && annotationClaims(about).evidenceHasExpected;
  const fault = isSupported ? undefined : claimed;
  if (fault !== undefined) return { attribution: explainOutside(about, fault, tracing), ...rest };

  const open = unanswered(about, withoutQuestion(failed.prediction, failed.query));
  const chosen = open.filter(isFollowed);
  const needs = chosen.length > 0 ? chosen : open;
  // What nobody said cannot be lost: an answer to it was made up.
  function* lossesWith(tracing: Tracing) {
    yield effort.sinceLastTurn();
    if (expected.isUnknown) return [responseFinding(undefined, tracing)];
    return yield* findLosses(needs, tracing);
  }
  const losses = yield* lossesWith(tracing);
  const findings = losses.filter(({ op }) => op !== null);
  const others: Finding[][] = [];
  for (const view of OTHER_VIEWS) others.push(yield* lossesWith(tracingWith(view)));
  const ifFree = yield* lossesWith(tracingWith(FREE_VIEW));
  const first = { tracing, findings, others, ifFree, fidelity: parts.fidelity, isRetraced: false };
  const traced = tenable(first, witness);
  const following = { ...about, needs: { ...found, needs } };
  const attribution = explainLoss(following, traced, witness, losses[0]);
  return { attribution, traced, ...rest };
}

function annotationFaultOf(
  { graph, failed, evidence, evidenceFound, needs, roles, reading, isExpectedKnown }: About,
  question: Question,
  judged: Judged | undefined,
): AnnotationFault | undefined {
  if (!isExpectedKnown) return undefined;
  const { expected } = question;
  const isAnswered = expected.parts.length > 0 || expected.times.length > 0;
  // A recording without question and answer may lack the message as well.
  const isRecorded =
    roles.messages.length > 0 && (roles.query !== undefined || roles.answer !== undefined);
  if (evidenceFound && evidence.length === 0 && isRecorded && isAnswered) return "unstated";
  const framing = framingOf(graph, roles);
  const annotation = { ...question, prediction: failed.prediction, needs, evidence, framing };
  const wanted = wantedAnswer(failed);
  if (isStated(wanted, evidence, reading, judged)) return undefined;
  if (isStated(givenAnswer(failed), evidence, reading, judged)) return "expected-answer";
  if (evidenceFound && isOffTopic(annotation, roles.messages)) return "expected-answer";
  if (evidenceFound && isSwapped(failed, roles.messages, question, framing))
    return "expected-answer";
  const isDenied =
    !evidenceFound && evidence.every((m) => judge(m, wanted, reading, judged) === "no");
  return annotationFault(annotation, roles.messages, isDenied);
}

/** Whether a message was answered to state the detail. */
function isStated(
  detail: AskedDetail,
  evidence: readonly Variable[],
  reading: Reading,
  judged: Judged | undefined,
): boolean {
  return evidence.some((message) => judge(message, detail, reading, judged) === "yes");
}

function judge(
  message: Variable,
  detail: AskedDetail,
  reading: Reading,
  judged: Judged | undefined,
): Judgement | undefined {
  return judged?.(reading.message(message).content, detail);
}

/**
 * The needs that the prediction does not meet already; all of them where it meets none or all. Without
 * an expected answer, one that meets all lacks nothing that anybody knows of.
 */
function unanswered({ needs: { needs }, reading, isExpectedKnown }: About, prediction: string) {
  const open = needs.filter((need) => {
    // A statement that is known as a whole is met as a whole.
    const isWhole = need.core.length === 0 && need.days === undefined;
    const detail = isWhole ? need : { ...need, around: [] };
    return shareIn(prediction, detail, DECIDING_VIEW, reading) < 0.8;
  });
  return open.length > 0 || !isExpectedKnown ? open : needs;
}

/** Whether a variable's words may stand for others: some are none that messages use. */
function rewordable({ sentences, reading }: CarryParts): Tracing["mayBeReworded"] {
  const isFresh = (stem: string) => !/\d/.test(stem) && !reading.isSpoken(stem);
  return (variable) => sentences(variable).some(({ stems }) => stems.some(isFresh));
}

/** Each need reworded once per variable. */
function rewording({ reading, shown, isMemory }: CarryParts): Tracing["reword"] {
  const known = new Map<Need, Map<string, Need | undefined>>();
  return (need, variable) => {
    const wordings = known.get(need) ?? new Map<string, Need | undefined>();
    known.set(need, wordings);
    if (!wordings.has(variable.id)) {
      const text = isMemory(variable) ? shown(variable) : variable.value;
      wordings.set(variable.id, reworded(need, text, reading));
    }
    return wordings.get(variable.id);
  };
}

/** What the given answer says that neither the question nor the expected answer does. */
function wrongWords({ query, expected, prediction }: FailedCase): ReadonlySet<string> {
  const known = new Set([query, ...expected].flatMap(contentStems));
  return new Set(contentStems(prediction).filter((stem) => !known.has(stem)));
}

function carryParts(
  graph: EvolutionGraph,
  roles: Roles,
  reading: Reading,
  wrong: ReadonlySet<string>,
  effort: Effort,
): CarryParts {
  const { shown, sentences } = shownTexts(graph, roles, reading);
  const dated = new Set([...roles.context, ...roles.messages].map((v) => v.id));
  return {
    ...{ reading, effort, shown },
    sentences: (variable) => sentences(variable, effort),
    isMemory: roles.isMemory,
    fidelity: fidelityOf(graph, roles, shown, reading, effort),
    placements: placements(reading, wrong),
    ownDates: (variable) => roles.isMemory(variable) || dated.has(variable.id),
  };
}

interface ShownTexts extends Pick<CarryParts, "shown"> {
  readonly sentences: (variable: Variable, effort: Effort) => readonly Sentence[];
}

const textsByReading = new WeakMap<Reading, Map<string, ShownTexts>>();

/** Worked out once for all questions that are answered alike, if they agree on what is memory. */
function shownTexts(graph: EvolutionGraph, roles: Roles, reading: Reading): ShownTexts {
  const { isMemory, answerOp, memoryIsNamed } = roles;
  const known = textsByReading.get(reading) ?? new Map<string, ShownTexts>();
  textsByReading.set(reading, known);
  const key = answerOp === undefined ? "" : shapesOf(graph).ofOperation(answerOp.id);
  const found = memoryIsNamed ? known.get(key) : undefined;
  if (found !== undefined) return found;
  const learned = learnShown(graph, isMemory, answerOp?.id);
  const shown = (unit: Variable) =>
    nextVersion(graph, unit.id) === undefined ? learned(unit) : unit.value;
  const split = new Map<string, readonly Sentence[]>();
  const sentences = (variable: Variable, effort: Effort) => {
    const known = split.get(variable.id);
    if (known !== undefined) return known;
    const text = shownText(variable, { isMemory, shown });
    effort.spend(READ * text.length);
    const made = reading.sentencesOf(text);
    split.set(variable.id, made);
    return made;
  };
  const texts = { shown, sentences };
  known.set(key, texts);
  return texts;
}
