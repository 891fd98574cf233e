/**
 * The stages of a graph. Each stage begins with a message or a question from outside, and lasts
 * until the next stage begins.
 */

import type { Roles } from "../attribution/roles/roles.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { executionOrder } from "../graph/history/execution-order.ts";
import { costOf, type InTurns, RecordCount } from "../graph/in-turns.ts";
import { kindOf } from "../graph/memory/record-categories.ts";
import type { Past } from "../graph/memory/store.ts";
import type { Operation, Variable } from "../graph/model.ts";

export interface Stage {
  readonly kind: "message" | "question";
  readonly said: Variable;
  /** Sorted by their start. */
  readonly operations: Operation[];
}

export interface Timeline {
  readonly stages: readonly Stage[];
  /** Index of the operation's stage. Undefined if the operation came before all stages. */
  stageOf(op: string): number | undefined;
  /** Whether the variable was recorded before the stage began. */
  isBefore(variable: string, stage: number): boolean;
  /**
   * Returns the part of the graph before the stage. The order of the records decides, not their
   * time: all records of a conversation can have the same millisecond.
   */
  pastBefore(stage: number): Past;
}

export function* timelineOf(graph: EvolutionGraph, roles: Roles): InTurns<Timeline> {
  const { rows } = graph;
  const { links } = rows.table;
  const places = new Map<string, number>();
  const records = new RecordCount();
  for (const id of graph.variables.keys()) {
    if (records.isDue()) yield records.cost;
    places.set(id, places.size);
  }
  const place = (id: string) => places.get(id) ?? -1;
  const stages = yield* stagesOf(graph, roles);
  const starts = stages.map(({ said }) => ({ place: place(said.id), at: said.at }));
  const lastAt = lastBelow(starts.map((start) => start.place));
  const lastBefore = lastBelow(starts.map((start) => start.at));
  yield costOf(stages.length);
  const stageOf = new Map<string, number>();
  let before = -1;
  for (const id of executionOrder(graph).keys()) {
    if (records.isDue()) yield records.cost;
    const op = graph.operations.get(id);
    if (op === undefined) continue;
    yield costOf(graph.linksOf(id).length);
    const began = placeOf(graph, id, place);
    const index =
      began === undefined ? before : Math.max(lastAt(began + 1), lastBefore(op.startedAt ?? op.at));
    before = index;
    if (index < 0) continue;
    stageOf.set(id, index);
    stages[index]?.operations.push(op);
  }
  answerWhereAsked(roles, stages, stageOf);
  const isBefore = (variable: string, stage: number) =>
    place(variable) < (starts[stage]?.place ?? 0);
  return {
    stages,
    stageOf: (op) => stageOf.get(op),
    isBefore,
    pastBefore: (stage) => ({
      holds: (row) => isBefore(graph.variableAt(row).id, stage),
      includes: (link) => (stageOf.get(rows.operationId(links.op.at(link))) ?? -1) < stage,
      until: starts[stage]?.at ?? Number.NEGATIVE_INFINITY,
    }),
  };
}

/**
 * Returns a function. It takes a limit, and returns the index of the last number below the limit.
 * If there is no such number, it returns -1. The numbers are prepared only once, so many searches
 * are fast.
 */
function lastBelow(numbers: readonly number[]): (limit: number) => number {
  // `lowest[i]` is the lowest of the numbers at index `i` and later. The list `lowest` is sorted,
  // even if `numbers` is not, so a binary search works.
  const lowest = numbers.toReversed();
  for (let i = 1; i < lowest.length; i++) {
    lowest[i] = Math.min(lowest[i] as number, lowest[i - 1] as number);
  }
  lowest.reverse();
  return (limit) => {
    let [from, end] = [0, lowest.length];
    while (from < end) {
      const middle = (from + end) >> 1;
      if ((lowest[middle] as number) < limit) from = middle + 1;
      else end = middle;
    }
    return from - 1;
  };
}

/**
 * Some recordings first have the searches for all questions, and then the answers to all of them.
 * In a replay, the app searches and answers in one stage. So if the answering operation is in a
 * later stage than the last search for its question, it is moved to the stage of this search.
 */
function answerWhereAsked(
  { answerOp, retrievalOps }: Roles,
  stages: readonly Stage[],
  stageOf: Map<string, number>,
): void {
  const asked = stageOf.get(retrievalOps.at(-1)?.id ?? "");
  const answered = stageOf.get(answerOp?.id ?? "");
  if (answerOp === undefined || asked === undefined || answered === undefined) return;
  if (asked >= answered) return;
  const others = stages[answered]?.operations ?? [];
  others.splice(others.indexOf(answerOp), 1);
  stages[asked]?.operations.push(answerOp);
  stageOf.set(answerOp.id, asked);
}

/** Returns the stages in the order of the recording. Their operations are added later. */
function* stagesOf(graph: EvolutionGraph, roles: Roles): InTurns<Stage[]> {
  const messages = new Set(roles.messages);
  const stages: Stage[] = [];
  const records = new RecordCount();
  for (const said of graph.variables.values()) {
    if (records.isDue()) yield records.cost;
    const isOutside = () => graph.linksTo(said).length === 0;
    const isQuestion = said === roles.query || (kindOf(said) === "query" && isOutside());
    const kind = isQuestion ? "question" : "message";
    if (isQuestion || (messages.has(said) && isOutside()))
      stages.push({ kind, said, operations: [] });
  }
  return stages;
}

/**
 * Estimates the position in the recording at which the operation began. If the operation wrote
 * outputs after its last input, returns the position of the first of these outputs. Otherwise,
 * returns the position of the last input. Returns undefined if the operation has no links.
 */
function placeOf(
  graph: EvolutionGraph,
  op: string,
  place: (id: string) => number,
): number | undefined {
  const links = graph.linksOf(op);
  if (links.length === 0) return undefined;
  const { inputs } = graph.endsOf(op);
  const given = inputs.reduce((last, { id }) => Math.max(last, place(id)), -1);
  const made = links.map(({ to }) => place(to)).filter((at) => at > given);
  return made.length > 0 ? made.reduce((first, at) => Math.min(first, at)) : given;
}
