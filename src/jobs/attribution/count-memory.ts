/** Stores the figures of a graph's memory while the graph is open for its attribution. */
import type { CaseRepository } from "../../database/cases/case-repository.ts";
import { logFailure } from "../../database/failure-log.ts";
import { runGivingWay } from "../../database/giving-way.ts";
import type { MemoryRepository } from "../../database/graphs/memory-repository.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { memorySummary } from "../../graph/ledger/memory-summary.ts";
import { MAX_LEDGER_CASES } from "../../protocol/api/explorer/ledger.ts";
import { replayOf } from "../../replay/is-replay.ts";

interface Deps {
  readonly cases: Pick<CaseRepository, "blamedVariables">;
  readonly memory: MemoryRepository;
  now(): number;
}

/** The memory of a larger graph is counted when somebody opens its ledger. */
const MAX_VARIABLES = 50_000;
/** Characters to process before other work may run. */
const TURN = 2_000_000;

/** If it fails, the attributions are still done. Skips replays, which repeat another graph's memory. */
export async function countMemory(
  deps: Deps,
  graph: EvolutionGraph,
  revision: string,
): Promise<void> {
  if (replayOf(graph.header) !== undefined || graph.variables.size > MAX_VARIABLES) return;
  const { id } = graph.header;
  try {
    const cases = await deps.cases.blamedVariables(id, MAX_LEDGER_CASES);
    const summary = await runGivingWay(memorySummary(graph, cases), TURN);
    await deps.memory.record(id, revision, summary, deps.now());
  } catch (error) {
    logFailure("memory not counted", error, { graph: id });
  }
}
