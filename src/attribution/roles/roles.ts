/**
 * Finds out which role each variable and operation has in one case: for example, which operation
 * answered and which variables are memory units. Known categories and classes decide this. If there
 * are none, the structure of the graph does.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { encloses } from "../../graph/history/enclosing.ts";
import { executionOrder } from "../../graph/history/execution-order.ts";
import { atOnce, costOf, type InTurns } from "../../graph/in-turns.ts";
import {
  type MemoryUnits,
  memoryUnitsInTurns,
  unitsReadFor,
} from "../../graph/memory/memory-units.ts";
import { kindOf, stepKindOf } from "../../graph/memory/record-categories.ts";
import { shapesInTurns, shapesOf } from "../../graph/memory/structural-signatures.ts";
import type { Operation, Variable } from "../../graph/model.ts";
import type { FailedCase } from "../../protocol/api/attribution.ts";
import { readValuesFor } from "../cases/equal-values.ts";
import { locateAnswer, locateQuery } from "../cases/find-query-and-answer.ts";
import { messagesOf } from "./messages.ts";

export interface Roles {
  readonly query: Variable | undefined;
  readonly answer: Variable | undefined;
  readonly answerOp: Operation | undefined;
  readonly judgeOp: Operation | undefined;
  /** The operations that searched the memory for this question, in execution order. */
  readonly retrievalOps: readonly Operation[];
  /**
   * The texts from which the answer was made. These are the intermediate values of the answering
   * operation. If this operation has none, these are its inputs.
   */
  readonly context: readonly Variable[];
  /**
   * Position of the first operation that worked on the question, in the execution order. A search
   * for the answer could find only texts that operations before this position wrote.
   */
  readonly askedAt: number;
  readonly messages: readonly Variable[];
  readonly isMemory: (variable: Variable) => boolean;
  readonly isUnit: (id: string) => boolean;
  readonly units: MemoryUnits;
}

export function rolesOf(graph: EvolutionGraph, failed: FailedCase): Roles {
  return atOnce(rolesInTurns(graph, failed));
}

/**
 * Like `rolesOf`, but pauses for other requests. For a large graph, the work takes nearly a second.
 */
export function* rolesInTurns(graph: EvolutionGraph, failed: FailedCase): InTurns<Roles> {
  const order = executionOrder(graph);
  yield costOf(graph.operations.size);
  yield* shapesInTurns(graph);
  yield* memoryUnitsInTurns(graph);
  yield* readValuesFor(graph, failed);
  const at = (op: string) => order.get(op) ?? 0;
  const answer = locateAnswer(graph, failed);
  const query = locateQuery(graph, failed, answer);
  const answerId = pickAnswerOp(graph, query, answer);
  const asked = questionSteps(graph, query, answer, answerId);
  if (answerId !== undefined && ![...asked].some((op) => saysItRetrieves(graph, op))) {
    const last = lastRetrieval(graph, answerId);
    if (last !== undefined) asked.add(last);
    else for (const op of contextBuilders(graph, query, answerId)) asked.add(op);
  }
  yield costOf(graph.variables.size);
  const answerAt = answerId === undefined ? Number.POSITIVE_INFINITY : at(answerId);
  const retrievalIds = [...asked]
    .filter((op) => op !== answerId && isRetrieval(graph, op, answerId, answerAt))
    .sort((a, b) => at(a) - at(b));
  const firstAsked = retrievalIds.map(at).reduce((a, b) => Math.min(a, b), answerAt);
  const askedAt = Number.isFinite(firstAsked) ? firstAsked : order.size;
  const asking = new Set(query && graph.linksFrom(query).map(({ op }) => op));
  const judgeId =
    answer &&
    graph.linksFrom(answer).find(({ op }) => op !== answerId && (!query || asking.has(op)))?.op;
  yield costOf(graph.variables.size);
  const readers = answerId === undefined ? retrievalIds : [...retrievalIds, answerId];
  const units = unitsReadFor(graph, { readers, askedAt });
  const isMemory = units.isUnit;
  return {
    query,
    answer,
    answerOp: operation(graph, answerId),
    judgeOp: operation(graph, judgeId),
    retrievalOps: retrievalIds.flatMap((id) => operation(graph, id) ?? []),
    context: contextOf(graph, answerId, query, answer),
    askedAt,
    messages: withoutLater(graph, yield* messagesOf(graph, query, askedAt, isMemory), failed),
    isMemory,
    isUnit: (id) => {
      const variable = graph.variables.get(id);
      return variable !== undefined && isMemory(variable);
    },
    units,
  };
}

/**
 * The user can correct the answer in later messages. Removes these messages, and others with the
 * same text.
 */
function withoutLater(
  graph: EvolutionGraph,
  messages: Variable[],
  { later = [] }: FailedCase,
): Variable[] {
  if (later.length === 0) return messages;
  const texts = new Set(later.flatMap((id) => graph.variables.get(id)?.value ?? []));
  return messages.filter(({ id, value }) => !later.includes(id) && !texts.has(value));
}

function saysItRetrieves(graph: EvolutionGraph, op: string): boolean {
  return stepKindOf(graph.operations.get(op)) === "retrieval";
}

function operation(graph: EvolutionGraph, id: string | undefined): Operation | undefined {
  return id === undefined ? undefined : graph.operations.get(id);
}

/**
 * Finds the operation that wrote the answer to this question. If several questions have the same
 * answer, all these answers can be one variable, with several writers. Then this function chooses
 * the writer that also read the question. If the answer is not recorded, it chooses the last
 * operation that read the question and is no retrieval.
 */
function pickAnswerOp(
  graph: EvolutionGraph,
  query: Variable | undefined,
  answer: Variable | undefined,
): string | undefined {
  const order = executionOrder(graph);
  const at = (op: string) => order.get(op) ?? 0;
  if (answer !== undefined) {
    const writers = [...new Set(graph.linksTo(answer).map((link) => link.op))].sort(
      (a, b) => at(a) - at(b),
    );
    const asking = new Set(query ? graph.linksFrom(query).map((link) => link.op) : []);
    return writers.find((op) => asking.has(op)) ?? writers.at(-1);
  }
  if (query === undefined) return undefined;
  const readers = [...new Set(graph.linksFrom(query).map((link) => link.op))].sort(
    (a, b) => at(a) - at(b),
  );
  return readers.findLast((op) => !saysItRetrieves(graph, op));
}

/**
 * Finds the operations between the question and the answer. It follows the links that begin at the
 * question.
 */
function questionSteps(
  graph: EvolutionGraph,
  query: Variable | undefined,
  answer: Variable | undefined,
  answerId: string | undefined,
): Set<string> {
  const steps = new Set<string>();
  if (query === undefined) return steps;
  const order = executionOrder(graph);
  const limit = answerId === undefined ? Number.POSITIVE_INFINITY : (order.get(answerId) ?? 0);
  const first = graph
    .linksFrom(query)
    .reduce((a, link) => Math.min(a, order.get(link.op) ?? 0), Number.POSITIVE_INFINITY);
  const isWithin = (op: string) => answerId !== undefined && encloses(graph, answerId, op);
  const isOlder = (id: string) => graph.linksTo(id).some((l) => (order.get(l.op) ?? 0) < first);
  const seen = new Set([query.id, answer?.id ?? query.id]);
  const open = [query.id];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const link of graph.linksFrom(id)) {
      const isLate = (order.get(link.op) ?? 0) > limit;
      if (link.to === answer?.id || (isLate && !isWithin(link.op))) continue;
      steps.add(link.op);
      if (seen.has(link.to)) continue;
      seen.add(link.to);
      if (!isOlder(link.to)) open.push(link.to);
    }
  }
  return steps;
}

/**
 * Finds the retrieval operation if no links lead from the question to a retrieval. Returns the last
 * operation with a retrieval category that wrote an input of the answering operation.
 */
function lastRetrieval(graph: EvolutionGraph, answerId: string): string | undefined {
  const order = executionOrder(graph);
  const at = (op: string) => order.get(op) ?? 0;
  const read = new Set(graph.linksOf(answerId).map(({ from }) => from));
  const writers = new Set([...read].flatMap((id) => graph.linksTo(id).map(({ op }) => op)));
  return [...writers]
    .filter(
      (op) =>
        saysItRetrieves(graph, op) && (at(op) < at(answerId) || encloses(graph, answerId, op)),
    )
    .sort((a, b) => at(a) - at(b))
    .at(-1);
}

const MAY_BE_CUT: ReadonlySet<ReturnType<typeof kindOf>> = new Set([
  ...(["message", "memory"] as const),
]);

/**
 * Finds the operations that built the context after the question, if no links lead from the
 * question to them. For example, such an operation cuts the conversation to its last messages. It
 * read a message or a memory unit, or a label says that it wrote a context. It wrote no memory unit.
 * Each value that it wrote has only one version, and only the answering operation read this value.
 */
function contextBuilders(
  graph: EvolutionGraph,
  query: Variable | undefined,
  answerId: string,
): string[] {
  if (query === undefined) return [];
  const { inputs } = graph.endsOf(answerId);
  const writers = inputs.flatMap((input) => graph.linksTo(input).map(({ op }) => op));
  return [...new Set(writers)].filter((op) => {
    const { startedAt, at } = graph.operations.get(op) ?? { at: Number.NEGATIVE_INFINITY };
    const { inputs: read, outputs } = graph.endsOf(op);
    const written = [...new Set(graph.linksOf(op).map(({ to }) => to))];
    return (
      op !== answerId &&
      (startedAt ?? at) > query.at &&
      (read.some((input) => MAY_BE_CUT.has(kindOf(input))) ||
        outputs.some((output) => kindOf(output) === "context")) &&
      written.every((id) => {
        const value = graph.variables.get(id);
        return (
          value !== undefined &&
          kindOf(value) !== "memory" &&
          graph.versionsOf(value.fullName).length === 1 &&
          graph.linksFrom(value).every((link) => link.op === answerId)
        );
      })
    );
  });
}

/**
 * Whether the operation, which worked on the question, is part of the retrieval. If it ran inside
 * the answering operation, its category decides. Otherwise, it is part of the retrieval unless it
 * ran after the answering operation.
 */
function isRetrieval(
  graph: EvolutionGraph,
  op: string,
  answerId: string | undefined,
  answerAt: number,
): boolean {
  if (answerId !== undefined && encloses(graph, answerId, op)) return saysItRetrieves(graph, op);
  return (executionOrder(graph).get(op) ?? 0) <= answerAt;
}

function contextOf(
  graph: EvolutionGraph,
  answerOp: string | undefined,
  query: Variable | undefined,
  answer: Variable | undefined,
): Variable[] {
  if (answerOp === undefined) return [];
  const { inputs, intermediates } = graph.endsOf(answerOp);
  const aside = (v: Variable) => {
    const kind = kindOf(v);
    return (
      v.id === query?.id ||
      v.id === answer?.id ||
      kind === "query" ||
      kind === "expected" ||
      kind === "judgement"
    );
  };
  const made = intermediates.filter((v) => !aside(v));
  if (made.length > 0) return made;
  const { isStanding } = shapesOf(graph);
  const read = inputs.filter((v) => !aside(v) && !isStanding(v));
  const withoutPrompts = read.filter((v) => kindOf(v) !== "prompt");
  // Prompts are part of the context only if the answering operation reads nothing else.
  return withoutPrompts.length > 0 ? withoutPrompts : read;
}
