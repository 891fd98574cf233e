/**
 * Counts the memory of a graph. This computes the figures of the graph's ledger, and how many facts
 * survived.
 */
import type { CaseRepository } from "../../database/cases/case-repository.ts";
import { logFailure } from "../../database/failure-log.ts";
import { runGivingWay } from "../../database/giving-way.ts";
import type { GraphRepository } from "../../database/graphs/graph-repository.ts";
import type { MemoryRepository } from "../../database/memory/memory-repository.ts";
import { isStorageFailure } from "../../database/storage-failure.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { MAX_LEDGER_CASES } from "../../protocol/api/explorer/ledger.ts";
import { replayOf } from "../../replay/is-replay.ts";
import { postponedUntil } from "../../reports/health/count-pace.ts";
import { countedMemory } from "./counted-memory.ts";

interface Deps {
  readonly cases: Pick<CaseRepository, "blamedVariables">;
  readonly memory: MemoryRepository;
  now(): number;
}

/**
 * Maximum variables of a graph that is counted here. Larger graphs are counted when their overviews
 * are made, or when somebody opens their ledger.
 */
const MAX_VARIABLES = 50_000;
/** Number of characters to process before other work may run. */
const TURN = 2_000_000;

/**
 * Counts a graph that is already loaded for attribution. A failure must not fail the attribution,
 * so it is only logged. Skips replays, because a replay repeats the memory of another graph.
 */
export async function countMemory(
  deps: Deps,
  graph: EvolutionGraph,
  revision: string,
): Promise<void> {
  if (replayOf(graph.header) !== undefined || graph.variables.size > MAX_VARIABLES) return;
  try {
    await count(deps, graph, revision);
  } catch (error) {
    logFailure("memory not counted", error, { graph: graph.header.id });
  }
}

/**
 * Counts a graph that is not being attributed, or postpones the count. It can safely run twice.
 * @throws if the storage fails. Any other failure is logged; the graph is then counted again after
 * its next change
 */
export async function countQuietGraph(
  deps: Deps & {
    readonly graphs: Pick<GraphRepository, "load">;
    /** Does other work on the loaded graph, so that the graph need not be loaded a second time. */
    examine(graph: EvolutionGraph, createdAt: number): Promise<void>;
  },
  id: string,
): Promise<void> {
  const begun = await deps.memory.begin(id);
  if (begun === undefined) return;
  try {
    const graph = (await deps.graphs.load(id, begun.revision))?.graph;
    if (graph === undefined || replayOf(graph.header) !== undefined) return;
    await deps.examine(graph, begun.createdAt);
    const until = postponedUntil(await deps.memory.lastCount(id), deps.now());
    if (until !== null) return await deps.memory.postpone(id, until);
    await count(deps, graph, `${begun.createdAt}-${begun.revision}`);
  } catch (error) {
    if (isStorageFailure(error)) {
      await deps.memory.forget(id, begun);
      throw error;
    }
    logFailure("memory not counted", error, { graph: id });
  }
}

async function count(deps: Deps, graph: EvolutionGraph, revision: string): Promise<void> {
  const { id } = graph.header;
  const cases = await deps.cases.blamedVariables(id, MAX_LEDGER_CASES);
  const counted = await runGivingWay(countedMemory(graph, cases), TURN);
  await deps.memory.record(id, revision, counted, deps.now());
}
