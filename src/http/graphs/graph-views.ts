import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { previousRow } from "../../graph/history/version-chain.ts";
import type { Link, Variable } from "../../graph/model.ts";
import { type PriceList, withCost } from "../../graph/token-cost.ts";
import { modelOf, tokenUsageOf } from "../../graph/token-usage.ts";
import {
  MAX_LISTED_ENDS,
  MAX_OPERATION_CHARS,
  type OperationView,
  type VariableView,
} from "../../protocol/api/api.ts";

/**
 * Returns an operation with its variables and links. If there are very many, only some are listed.
 * The query `part` lists all of them.
 *
 * @param first ids of variables and links that are listed first. A link between two such variables
 * is listed first too.
 */
export function viewOperation(
  graph: EvolutionGraph,
  id: string,
  prices: PriceList,
  first: readonly string[] = [],
): OperationView | undefined {
  const operation = graph.operations.get(id);
  if (operation === undefined) return undefined;
  const [usage, model] = [tokenUsageOf(operation), modelOf(operation)];
  const ends = graph.endsOf(id);
  const ahead = new Set(first);
  const links = graph.linksOf(id);
  const isAhead = (link: Link) =>
    ahead.has(link.id) || (ahead.has(link.from) && ahead.has(link.to));
  const [inputs, intermediates, outputs] = [ends.inputs, ends.intermediates, ends.outputs].map(
    (all) => firstOf(all, (variable) => ahead.has(variable.id)),
  ) as [Variable[], Variable[], Variable[]];
  const listed = [...inputs, ...intermediates, ...outputs];
  const chars = Math.floor(MAX_OPERATION_CHARS / Math.max(1, listed.length));
  const ids = (variables: readonly Variable[]) => variables.map((variable) => variable.id);
  return {
    id,
    name: operation.name,
    category: operation.category ?? null,
    comment: operation.comment ?? null,
    session: operation.session ?? null,
    status: operation.status ?? null,
    error: operation.error ?? null,
    at: isoTime(operation.at),
    startedAt: operation.startedAt === undefined ? null : isoTime(operation.startedAt),
    endedAt: operation.endedAt === undefined ? null : isoTime(operation.endedAt),
    tokens: usage ? withCost(usage, new Map([[model ?? "", usage]]), prices) : null,
    model: model ?? null,
    inputs: ids(inputs),
    intermediates: ids(intermediates),
    outputs: ids(outputs),
    variables: listed.map((variable) => viewVariable(graph, variable, chars)),
    links: firstOf(links, isAhead).map((link) => ({
      id: link.id,
      from: link.from,
      to: link.to,
      category: link.category ?? null,
      comment: link.comment ?? null,
    })),
    counts: {
      inputs: ends.inputs.length,
      intermediates: ends.intermediates.length,
      outputs: ends.outputs.length,
      links: links.length,
    },
  };
}

/** Items that match `isAhead` come first. Both groups keep their order. */
function firstOf<T>(all: readonly T[], isAhead: (item: T) => boolean): T[] {
  if (all.length <= MAX_LISTED_ENDS) return [...all];
  const ordered = [...all.filter(isAhead), ...all.filter((item) => !isAhead(item))];
  return ordered.slice(0, MAX_LISTED_ENDS);
}

/** @param chars maximum characters of the value to show */
export function viewVariable(
  graph: EvolutionGraph,
  variable: Variable,
  chars = Number.POSITIVE_INFINITY,
): VariableView {
  const { value } = variable;
  return {
    id: variable.id,
    name: variable.name,
    className: variable.className ?? null,
    version: variable.version,
    category: variable.category ?? null,
    comment: variable.comment ?? null,
    session: variable.session ?? null,
    at: isoTime(variable.at),
    value: value.length > chars ? value.slice(0, chars).toWellFormed() : value,
    length: variable.length ?? value.length,
    previousId: previousId(graph, variable),
  };
}

function previousId({ rows }: EvolutionGraph, { id }: Variable): string | null {
  const row = previousRow(rows, rows.findVariable(id));
  return row < 0 ? null : rows.variableId(row);
}

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** Returns the operation's name, or its id if the graph has no record of the operation. */
export function opNameOf(graph: EvolutionGraph, op: string): string {
  return graph.operations.get(op)?.name ?? op;
}
