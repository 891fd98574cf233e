/** Computes the memory figures in a graph's row of `graph_memory`. */
import { countFacts } from "../../attribution/survival/count-facts.ts";
import type { BlamedVariables } from "../../database/cases/blamed-variables.ts";
import type { CountedMemory } from "../../database/memory/memory-repository.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { InTurns } from "../../graph/in-turns.ts";
import { memorySummary } from "../../graph/ledger/memory-summary.ts";
import { tokenTotals } from "../../graph/token-usage.ts";

/** @param cases the graph's wrong answers, each with the variables that its verdict blames */
export function* countedMemory(
  graph: EvolutionGraph,
  cases: readonly BlamedVariables[],
): InTurns<CountedMemory> {
  const summary = yield* memorySummary(graph, cases);
  const facts = yield* countFacts(graph);
  const { total: tokens } = yield* tokenTotals(graph);
  return { summary, facts, tokens };
}
