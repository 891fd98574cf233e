/** Parts of a graph as the API shows them. */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Variable } from "../graph/model.ts";
import type { OperationView, VariableView } from "../protocol/api.ts";

export function viewOperation(graph: EvolutionGraph, id: string): OperationView | undefined {
  const operation = graph.operations.get(id);
  if (operation === undefined) return undefined;
  const { inputs, intermediates, outputs } = graph.endsOf(id);
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
    inputs: ids(inputs),
    intermediates: ids(intermediates),
    outputs: ids(outputs),
    variables: [...inputs, ...intermediates, ...outputs].map((variable) =>
      viewVariable(graph, variable),
    ),
    links: graph.linksOf(id).map((link) => ({
      id: link.id,
      from: link.from,
      to: link.to,
      category: link.category ?? null,
      comment: link.comment ?? null,
    })),
  };
}

export function viewVariable(graph: EvolutionGraph, variable: Variable): VariableView {
  const versions = graph.versionsOf(variable.fullName);
  const before = versions.filter(({ version }) => version < variable.version).at(-1);
  return {
    id: variable.id,
    name: variable.name,
    className: variable.className ?? null,
    version: variable.version,
    category: variable.category ?? null,
    comment: variable.comment ?? null,
    session: variable.session ?? null,
    at: isoTime(variable.at),
    value: variable.value,
    length: variable.length ?? variable.value.length,
    previousId: variable.mutates ?? before?.id ?? null,
  };
}

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
