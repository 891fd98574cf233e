/**
 * Lists the right answers that depend on a value, a prompt or a user's messages. If these are
 * changed or deleted, the answers could become wrong. Each page checks a limited number of answers.
 */
import { answerBase } from "../../../attribution/impact/answer-base.ts";
import { type ImpactStart, type Resting, restingOn } from "../../../attribution/impact/resting.ts";
import type { ImpactSelection } from "../../../database/cases/answers/impact-answers.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import type { JudgedAnswer } from "../../../protocol/api/annotation/answers.ts";
import {
  type ImpactedAnswer,
  type ImpactPage,
  MAX_CHECKED,
  MAX_PATH_CHARS,
} from "../../../protocol/api/explorer/impact.ts";
import { type Cursor, encodeCursor } from "../../../protocol/cursor.ts";
import { boundedWork } from "../../bounded-work.ts";
import type { ProjectServices } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { lostPlace } from "../../list-page.ts";
import { loadGraph } from "../graph-revision.ts";

/**
 * Finds the records that the caller wants to change or delete. Each `yield` gives the cost, in
 * characters.
 */
export type StartIn = (graph: EvolutionGraph) => Generator<number, ImpactStart>;

/** A page ends after its checks have read more characters than this. */
const WORK_OF_PAGE = 60_000_000;

/**
 * The place at which a page begins: the first answer after `after` in the graph `graph`. If `after`
 * is undefined, the page begins with the first answer of this graph.
 */
interface Place {
  readonly graph: string;
  readonly after: Cursor | undefined;
}

export async function impactPage(
  project: Pick<ProjectServices, "answers" | "impact" | "openGraph">,
  selection: ImpactSelection,
  startIn: StartIn,
  cursor: Cursor | undefined,
): Promise<ImpactPage> {
  const totals = await project.impact.totals(selection);
  const asked = placeOf(cursor);
  const graphId = await project.impact.firstGraph(selection, asked.graph);
  if (graphId === undefined) {
    const progress = { checked: 0, unfollowed: 0, graph: null, ...totals };
    return { items: [], progress, next: null };
  }
  const after = graphId === asked.graph ? asked.after : undefined;
  const filter = { judged: "right", graph: graphId } as const;
  const { items: answers, next } = await project.answers.list(filter, after, MAX_CHECKED);
  const graph = await loadGraph(project, graphId);
  if (graph === undefined) throw notFound("graph");
  const work = checkAnswers(graph, answers, startIn);
  const { items, checked, unfollowed } = await boundedWork(work, "Ask for a smaller graph.");
  const last = answers[checked - 1];
  const isMore = next !== null || checked < answers.length;
  return {
    items,
    progress: { checked, unfollowed, graph: graphId, ...totals },
    next:
      isMore && last !== undefined
        ? cursorAt(graphId, { time: Date.parse(last.occurredAt), id: last.id })
        : await nextGraph(project, selection, graphId),
  };
}

async function nextGraph(
  { impact }: Pick<ProjectServices, "impact">,
  selection: ImpactSelection,
  graph: string,
): Promise<string | null> {
  // Find the next graph in the order of ids. The search begins at the smallest text after `graph`,
  // which is `graph` plus the character U+0000.
  const next = await impact.firstGraph(selection, `${graph}\u0000`);
  return next === undefined ? null : cursorAt(next, undefined);
}

function cursorAt(graph: string, after: Cursor | undefined): string {
  return encodeCursor({ time: after?.time ?? 0, id: JSON.stringify([graph, after?.id ?? null]) });
}

function placeOf(cursor: Cursor | undefined): Place {
  if (cursor === undefined) return { graph: "", after: undefined };
  try {
    const [graph, answer]: unknown[] = JSON.parse(cursor.id);
    if (typeof graph !== "string") throw lostPlace();
    const after = typeof answer === "string" ? { time: cursor.time, id: answer } : undefined;
    return { graph, after };
  } catch {
    throw lostPlace();
  }
}

interface Checked {
  readonly items: ImpactedAnswer[];
  readonly checked: number;
  readonly unfollowed: number;
}

/**
 * Checks one answer after another. Stops when the work exceeds `WORK_OF_PAGE`, but checks at least
 * one.
 */
function* checkAnswers(
  graph: EvolutionGraph,
  answers: readonly JudgedAnswer[],
  startIn: StartIn,
): Generator<number, Checked> {
  const start = yield* startIn(graph);
  const items: ImpactedAnswer[] = [];
  let [checked, unfollowed, spent] = [0, 0, 0];
  for (const answer of answers) {
    if (spent > WORK_OF_PAGE) break;
    const work = answerBase(graph, failedOf(answer));
    let step = work.next();
    for (; !step.done; step = work.next()) {
      spent += step.value;
      yield step.value;
    }
    checked += 1;
    if (step.value === undefined) unfollowed += 1;
    const resting = step.value && restingOn(step.value, start);
    if (resting !== undefined) items.push(viewed(graph, answer, resting));
  }
  return { items, checked, unfollowed };
}

function failedOf({ query, queryId, expected, prediction, predictionId }: JudgedAnswer) {
  return {
    ...{ query, expected, prediction, evidence: [] },
    ...(queryId === null ? {} : { queryId }),
    ...(predictionId === null ? {} : { predictionId }),
  };
}

function viewed(
  graph: EvolutionGraph,
  { id, query, prediction, occurredAt }: JudgedAnswer,
  { facts, isOnly, path }: Resting,
): ImpactedAnswer {
  return {
    ...{ answer: id, graph: graph.header.id, query, prediction, occurredAt },
    ...{ facts: [...facts], isOnly },
    path: path.map(({ variable, op }) => ({
      variable,
      text: (graph.variables.get(variable)?.value ?? "").slice(0, MAX_PATH_CHARS).toWellFormed(),
      ...{ op, opName: op === null ? null : (graph.operations.get(op)?.name ?? null) },
    })),
  };
}
