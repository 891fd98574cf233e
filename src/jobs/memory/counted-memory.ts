/** The figures of a graph's memory, as its row keeps them. */
import { countFacts } from "../../attribution/survival/count-facts.ts";
import type { BlamedVariables } from "../../database/cases/blamed-variables.ts";
import type { CountedMemory } from "../../database/memory/memory-repository.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { InTurns } from "../../graph/in-turns.ts";
import { memorySummary } from "../../graph/ledger/memory-summary.ts";
import { tokenTotals } from "../../graph/token-usage.ts";

/** @param cases the variables that each wrong answer of the graph blames */
export function* countedMemory(
  graph: EvolutionGraph,
  cases: readonly BlamedVariables[],
): InTurns<CountedMemory> {
  const summary = yield* memorySummary(graph, cases);
  const facts = yield* countFacts(graph);
  const { total: tokens } = yield* tokenTotals(graph);
  return { summary, facts, tokens };
}
