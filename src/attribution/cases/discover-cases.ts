/**
 * Finds the wrong answers that a graph records, from verdicts and from operations that judge
 * answers.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { atOnce, costOf, type InTurns } from "../../graph/in-turns.ts";
import type { Operation, Variable, Verdict } from "../../graph/model.ts";
import type { AnswerCorrection } from "../../protocol/api/annotation/corrections.ts";
import type { CaseOrigin } from "../../protocol/api/api.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import type { TraceEvent } from "../../protocol/events/events.ts";
import { PASSING_SCORE } from "../../protocol/thresholds.ts";
import { comparableText } from "./comparable-text.ts";
import { readValuesFor } from "./equal-values.ts";
import { locateAnswer, locateQuery } from "./find-query-and-answer.ts";
import { type JudgeStep, judgeStep } from "./judge-step.ts";

export interface DiscoveredCase extends FailedCase {
  readonly origin: CaseOrigin;
  /** Cases with the same question and answer have the same key. */
  readonly key: string;
  /**
   * The later message in which the user corrects the answer. It is absent if the error was reported
   * by a verdict or a judge.
   */
  readonly correction?: AnswerCorrection;
  /** When the answer was given, in milliseconds since the epoch. */
  readonly occurredAt: number;
  readonly session?: string;
  readonly sessionCategory?: string;
}

/**
 * Whether the event can create a failed case. If so, the caller must search the event's graph for
 * cases.
 */
export function mayOpenCase(event: TraceEvent): boolean {
  if (event.type === "verdict") return event.score < PASSING_SCORE;
  return event.type === "variable" && event.class === "judge_score";
}

/**
 * Returns every failed case once. If a verdict and a judge operation score the same answer, the
 * verdict counts.
 */
export function discoverCases(graph: EvolutionGraph): DiscoveredCase[] {
  return atOnce(judgedAnswers(graph, (score) => score < PASSING_SCORE)).wrong;
}

export interface RightAnswer extends DiscoveredCase {
  readonly score: number;
}

export interface JudgedAnswers {
  readonly wrong: DiscoveredCase[];
  /** Answers that were scored as right at least once, and never as wrong. */
  readonly right: RightAnswer[];
}

/** Returns every judged answer once. Pauses for other requests. */
export function* judgedInTurns(graph: EvolutionGraph): InTurns<JudgedAnswers> {
  return yield* judgedAnswers(graph, () => true);
}

function* judgedAnswers(
  graph: EvolutionGraph,
  isWanted: (score: number) => boolean,
): InTurns<JudgedAnswers> {
  const wrong = new Map<string, DiscoveredCase>();
  const right = new Map<string, RightAnswer>();
  const add = (item: DiscoveredCase, score: number) => {
    if (score >= PASSING_SCORE) {
      if (!right.has(item.key)) right.set(item.key, { ...item, score });
    } else if (!wrong.has(item.key)) wrong.set(item.key, item);
  };
  for (const verdict of graph.verdicts) {
    yield costOf(1);
    if (!isWanted(verdict.score)) continue;
    yield* readValuesFor(graph, verdict);
    add(caseOfVerdict(graph, verdict), verdict.score);
  }
  for (const operation of graph.operations.values()) {
    yield costOf(1 + graph.linksOf(operation.id).length);
    const step = judgeStep(graph, operation);
    if (step !== undefined && isWanted(step.score))
      add(caseOfJudge(graph, operation, step), step.score);
  }
  const passed = [...right.values()].filter(({ key }) => !wrong.has(key));
  return { wrong: [...wrong.values()], right: passed };
}

function caseOfVerdict(graph: EvolutionGraph, verdict: Verdict): DiscoveredCase {
  const { query, queryId, prediction, predictionId, expected, evidence, reason } = verdict;
  const failed: FailedCase = {
    query,
    prediction,
    expected,
    evidence,
    ...(queryId === undefined ? {} : { queryId }),
    ...(predictionId === undefined ? {} : { predictionId }),
    ...(reason === undefined ? {} : { judgeReason: reason }),
  };
  return discovered(graph, failed, "verdict", verdict.at, verdict.session);
}

function caseOfJudge(
  graph: EvolutionGraph,
  operation: Operation,
  { query, prediction, expected, reason }: JudgeStep,
): DiscoveredCase {
  const failed: FailedCase = {
    query: comparableText(query.value),
    queryId: query.id,
    prediction: comparableText(prediction.value),
    predictionId: prediction.id,
    expected: expected === undefined ? [] : [comparableText(expected.value)],
    evidence: evidenceOf(graph, query),
    ...(expected === undefined ? {} : { expectedId: expected.id }),
    ...(reason === undefined ? {} : { judgeReason: comparableText(reason.value) }),
  };
  return discovered(graph, failed, "judge", operation.startedAt ?? operation.at, operation.session);
}

/** Returns the latest versions of the messages that the question's metadata names as evidence. */
function evidenceOf(graph: EvolutionGraph, query: Variable): string[] {
  const names = query.metadata?.evidence;
  if (!Array.isArray(names)) return [];
  return names.flatMap((name: unknown) => {
    if (typeof name !== "string") return [];
    return graph.versionsOf(name).at(-1)?.id ?? (graph.variables.has(name) ? name : []);
  });
}

/** Adds to the failed case its key, and the question and session that the graph records. */
export function discovered(
  graph: EvolutionGraph,
  failed: FailedCase,
  origin: DiscoveredCase["origin"],
  occurredAt: number,
  session: string | undefined,
): DiscoveredCase {
  const query = locateQuery(graph, failed, locateAnswer(graph, failed));
  const where = session ?? query?.session;
  const category = where === undefined ? undefined : graph.sessions.get(where)?.category;
  return {
    ...failed,
    ...(query === undefined ? {} : { queryId: query.id }),
    origin,
    key: JSON.stringify([comparableText(failed.query), comparableText(failed.prediction)]),
    occurredAt,
    ...(where === undefined ? {} : { session: where }),
    ...(category === undefined ? {} : { sessionCategory: category }),
  };
}
