/** Runs a program with the built SDK and returns the graph that a collector received. */
import { MemTrace, type Problem } from "@memtrace/sdk";
import type { EvolutionGraph } from "../../../src/graph/evolution-graph.ts";
import { startCollector } from "../../sdk/support/collector.ts";

export interface Recorded {
  readonly graph: EvolutionGraph;
  /** Problems that the client reported, and events that the service would have refused. */
  readonly problems: readonly (Problem | string)[];
}

/** Runs the program in the graph `test`. */
export async function traced(program: (memtrace: MemTrace) => Promise<void>): Promise<Recorded> {
  const collector = await startCollector();
  const problems: Problem[] = [];
  const onError = (problem: Problem) => problems.push(problem);
  const memtrace = new MemTrace({ apiKey: "mt_live_test", url: collector.url, onError });
  try {
    await memtrace.graph("test", () => program(memtrace));
    await memtrace.close();
  } finally {
    await collector.close();
  }
  return { graph: collector.graph("test"), problems: [...problems, ...collector.rejected] };
}
