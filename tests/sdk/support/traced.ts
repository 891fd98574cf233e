/** Runs a traced program against a collector and returns the resulting graph. */
import { MemTrace, type MemTraceOptions, type Problem } from "../../../sdk/src/index.ts";
import type { EvolutionGraph } from "../../../src/graph/evolution-graph.ts";
import type { Variable } from "../../../src/graph/model.ts";
import { type Collector, startCollector } from "./collector.ts";

export interface Traced {
  readonly graph: EvolutionGraph;
  readonly problems: readonly Problem[];
  readonly collector: Collector;
}

/**
 * Runs the program in the graph `test` and the session `run`. `problems` collects what it reports.
 */
export async function trace(
  program: (memtrace: MemTrace, url: string) => unknown,
  options: MemTraceOptions = {},
): Promise<Traced> {
  const collector = await startCollector();
  const problems: Problem[] = [];
  const memtrace = new MemTrace({
    apiKey: "mt_live_test",
    url: collector.url,
    onError: (problem) => problems.push(problem),
    ...options,
  });
  try {
    await memtrace.graph("test", () =>
      memtrace.session({ id: "run" }, () => program(memtrace, collector.url)),
    );
    await memtrace.close();
  } finally {
    await collector.close();
  }
  return { graph: collector.graph("test"), problems, collector };
}

/** Lists the links of the operations with this name as `from → to`, by their values. */
export function linksOf(graph: EvolutionGraph, operation: string): string[] {
  const value = (id: string) => graph.variables.get(id)?.value ?? id;
  return [...graph.operations.values()]
    .filter(({ name }) => name === operation)
    .flatMap(({ id }) => graph.linksOf(id))
    .map(({ from, to }) => `${value(from)} → ${value(to)}`)
    .sort();
}

export function valuesOf(variables: Iterable<Variable>): string[] {
  return [...variables].map(({ value }) => value).sort();
}
