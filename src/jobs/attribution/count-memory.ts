/** Stores the memory figures of a graph while it is open for attribution. */
import { countFacts } from "../../attribution/survival/count-facts.ts";
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

/** A larger graph is counted only when somebody opens its ledger. */
const MAX_VARIABLES = 50_000;
/** Characters to process before other work may run. */
const TURN = 2_000_000;

/**
 * A failure here must not fail the attribution. Skips replays, because they repeat another graph's
 * memory.
 */
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
    const facts = await runGivingWay(countFacts(graph), TURN);
    await deps.memory.record(id, revision, { summary, facts }, deps.now());
  } catch (error) {
    logFailure("memory not counted", error, { graph: id });
  }
}
