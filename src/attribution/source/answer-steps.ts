import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { executionOrder, writerOf } from "../../graph/history/execution-order.ts";
import { kindOf } from "../../graph/memory/record-categories.ts";
import type { Operation, Variable } from "../../graph/model.ts";
import { isToolStep, reportsFailure } from "./tool-results.ts";

export interface SourceStep {
  readonly variable: Variable;
  readonly op: Operation | undefined;
  /**
   * Position of `op` in the execution order. If no operation wrote the variable, this is a position
   * just before the first operation that read it.
   */
  readonly at: number;
  readonly isTool: boolean;
  readonly isFailure: boolean;
}

/**
 * Maps a variable's id to its step, or to null if the variable cannot be the source of an answer.
 * All cases of a graph share this map.
 */
const stepsByValue = (_: EvolutionGraph) => new Map<string, SourceStep | null>();

/** Maximum number of variables that `stepsBehind` returns: those closest to the answer. */
const MAX_VALUES = 20_000;

/**
 * Returns the answer and all variables from which it was made, earliest first. Without links to the
 * answer, returns all variables that were recorded before it. Prompts, the question and judgements
 * are left out.
 */
export function stepsBehind(
  graph: EvolutionGraph,
  answer: Variable | undefined,
  query: Variable | undefined,
): { steps: SourceStep[]; isLinked: boolean } {
  const behind = answer === undefined ? [] : ancestorsOf(graph, answer);
  const isLinked = behind.length > 1;
  const values = isLinked ? behind : earlierThan(graph, answer);
  const known = graph.derived(stepsByValue);
  const steps = values.flatMap((value) => {
    if (value.id === query?.id) return [];
    const found = known.get(value.id);
    if (found !== undefined) return found ?? [];
    const step = isAside(value) ? null : stepOf(graph, value);
    if (known.size < MAX_VALUES) known.set(value.id, step);
    return step ?? [];
  });
  steps.sort((a, b) => a.at - b.at || a.variable.at - b.variable.at);
  return { steps, isLinked };
}

function ancestorsOf(graph: EvolutionGraph, answer: Variable): Variable[] {
  const seen = new Map([[answer.id, answer]]);
  for (const { id } of seen.values()) {
    if (seen.size >= MAX_VALUES) break;
    const written = writerOf(graph, id);
    for (const link of graph.linksTo(id)) {
      if (link.op !== written || seen.has(link.from)) continue;
      const from = graph.variables.get(link.from);
      if (from !== undefined) seen.set(from.id, from);
    }
  }
  return [...seen.values()];
}

function earlierThan(graph: EvolutionGraph, answer: Variable | undefined): Variable[] {
  const all = [...graph.variables.values()];
  const before = answer === undefined ? all : all.filter(({ at }) => at <= answer.at);
  return before.slice(-MAX_VALUES);
}

function isAside(variable: Variable): boolean {
  const kind = kindOf(variable);
  return kind === "expected" || kind === "judgement" || kind === "query" || kind === "prompt";
}

function stepOf(graph: EvolutionGraph, variable: Variable): SourceStep {
  const order = executionOrder(graph);
  const written = writerOf(graph, variable.id);
  const op = written === undefined ? undefined : graph.operations.get(written);
  const read = graph.linksFrom(variable).map((link) => order.get(link.op) ?? 0);
  const at =
    op === undefined ? read.reduce((a, b) => Math.min(a, b), order.size) - 0.5 : order.get(op.id);
  const isTool = op !== undefined && isToolStep(op);
  const isFailure =
    op !== undefined && (op.status === "error" || reportsFailure(variable.value, isTool));
  return { variable, op, at: at ?? 0, isTool, isFailure };
}
