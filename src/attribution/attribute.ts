/**
 * The flow tracer: names the operation that broke a wrong answer, by following the information
 * that the answer needed through the graph. No model, no clock, no labels.
 */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Variable } from "../graph/model.ts";
import type { Attribution, FailedCase } from "../protocol/attribution.ts";
import {
  type CarryParts,
  DECIDING_VIEW,
  lexicalCarry,
  OTHER_VIEWS,
  RESTATING_VIEW,
  shareIn,
  shownText,
  type View,
} from "./carry.ts";
import { readExpected } from "./expected-answer.ts";
import { explainLoss, explainOutside } from "./explain.ts";
import { fidelityOf } from "./fidelity.ts";
import type { Tracing } from "./finding.ts";
import { nextVersion } from "./flow.ts";
import { handOverBy } from "./hand-over.ts";
import { type AskedDetail, givenAnswer, type Judged, wantedAnswer } from "./judged.ts";
import { withoutQuestion } from "./locate.ts";
import { type Need, type Needs, needsOf } from "./needs.ts";
import { annotationFault, answersAlike, isOffTopic } from "./outside-errors.ts";
import { placements } from "./placement.ts";
import { type Reading, readingOf } from "./reading.ts";
import { reworded } from "./rewording.ts";
import { type Roles, rolesOf } from "./roles.ts";
import { learnShown } from "./shown-fields.ts";
import { chooseEvidence, type Question, rankMessages, STARTING_POINTS } from "./starting-points.ts";
import { storeAt } from "./store.ts";
import { contentStems } from "./text/words.ts";
import type { Traced } from "./traced.ts";
import { findLosses } from "./verdict.ts";

/** Evidence messages that are read; answers rest on a few. */
const MAX_EVIDENCE = 32;

/** The verdict on the case. Never throws; what could not be decided stands in `notes`. */
export function attribute(graph: EvolutionGraph, failed: FailedCase): Attribution {
  return trace(graph, failed).attribution;
}

export interface Trace {
  readonly attribution: Attribution;
  /** What the verdict rests on; undefined where the memory is not at fault. */
  readonly traced?: Traced;
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
  failed: FailedCase,
  judged?: Judged,
  isFollowed: (need: Need) => boolean = () => true,
): Trace {
  const roles = rolesOf(graph, failed);
  const reading = readingOf(graph, roles.messages);
  const queryStems = [...new Set(contentStems(failed.query))];
  const expected = readExpected(failed.expected, new Set(queryStems));
  const question = { queryStems, expected, reading };
  const given = [...new Set(failed.evidence)]
    .flatMap((id) => graph.variables.get(id) ?? [])
    .slice(0, MAX_EVIDENCE);
  const evidence = given.length > 0 ? given : findEvidence(roles.messages, failed, question);
  const found = needsOf({ ...question, evidence });
  const about = {
    graph,
    failed,
    roles,
    evidence,
    evidenceFound: given.length === 0,
    needs: found,
    reading,
  };

  const parts = { ...carryParts(graph, roles, reading), ...(judged ? { judged } : {}) };
  const reword = rewording(parts);
  const restates = lexicalCarry(RESTATING_VIEW, parts);
  const store = storeAt(graph, roles);
  const tracingWith = (view: View): Tracing => ({
    graph,
    roles,
    store,
    reword,
    restates,
    carry: lexicalCarry(view, parts),
    handOver: handOverBy(view, parts, graph),
    judged: (variable, need) => judged?.(shownText(variable, parts), need),
  });
  const tracing = tracingWith(DECIDING_VIEW);

  const rest = { parts, needs: found, evidence };
  const isRight =
    answersAlike(failed.prediction, expected, failed.expected) ||
    (found.needs.length > 0 && found.needs.every((n) => judged?.(failed.prediction, n) === "yes"));
  if (isRight) return { attribution: explainOutside(about, "judge", tracing), ...rest };
  const { prediction } = failed;
  const annotation = { ...question, prediction, needs: found, evidence };
  const offTopic = given.length === 0 && isOffTopic(annotation, roles.messages);
  const contradicted = judged !== undefined && statesOnlyGiven(failed, evidence, reading, judged);
  const fault = offTopic || contradicted ? "expected-answer" : annotationFault(annotation);
  if (fault !== undefined) return { attribution: explainOutside(about, fault, tracing), ...rest };

  const open = unanswered(found.needs, withoutQuestion(prediction, failed.query), reading);
  const chosen = open.filter(isFollowed);
  const needs = chosen.length > 0 ? chosen : open;
  const findings = findLosses(needs, tracing);
  const others = OTHER_VIEWS.map((view) => findLosses(needs, tracingWith(view)));
  const traced = { tracing, findings, others, fidelity: parts.fidelity };
  const attribution = explainLoss({ ...about, needs: { ...found, needs } }, traced);
  return { attribution, traced, ...rest };
}

/** Whether a message was found to state the answer that was given, and none the expected one. */
function statesOnlyGiven(
  failed: FailedCase,
  evidence: readonly Variable[],
  reading: Reading,
  judged: Judged,
): boolean {
  const states = (detail: AskedDetail) =>
    evidence.some((message) => judged(reading.message(message).content, detail) === "yes");
  return states(givenAnswer(failed)) && !states(wantedAnswer(failed));
}

function findEvidence(
  messages: readonly Variable[],
  failed: FailedCase,
  question: Question,
): Variable[] {
  const words = [...question.queryStems, ...contentStems(failed.expected.join(" "))];
  const ranked = rankMessages(words, messages, question.reading).slice(0, STARTING_POINTS);
  return chooseEvidence(ranked, messages, question);
}

/** The needs that the prediction does not meet already; all of them where it meets none or all. */
function unanswered(needs: readonly Need[], prediction: string, reading: Reading): readonly Need[] {
  const open = needs.filter((need) => {
    return shareIn(prediction, { ...need, around: [] }, DECIDING_VIEW, reading) < 0.8;
  });
  return open.length > 0 ? open : needs;
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

function carryParts(graph: EvolutionGraph, roles: Roles, reading: Reading): CarryParts {
  const shown = learnShown(graph, roles.isMemory, roles.answerOp?.id);
  const dated = new Set([...roles.context, ...roles.messages].map((v) => v.id));
  return {
    reading,
    shown: (unit) => (nextVersion(graph, unit.id) === undefined ? shown(unit) : unit.value),
    isMemory: roles.isMemory,
    fidelity: fidelityOf(graph, roles, shown, reading),
    placements: placements(reading),
    ownDates: (variable) => roles.isMemory(variable) || dated.has(variable.id),
  };
}
