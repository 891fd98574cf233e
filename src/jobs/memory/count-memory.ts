/**
 * Counts the memory figures of a graph. They are the figures of its ledger, the numbers of facts
 * that survived or were lost, and the number of tokens.
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
 * `countMemory` does not count a graph with more variables. Such a graph is counted when its
 * overview is made, or when somebody opens its ledger.
 */
const MAX_VARIABLES = 50_000;
/** After this many characters, the work pauses, so that other requests can run. */
const TURN = 2_000_000;

/**
 * Counts the memory of a graph that an attribution job has loaded. A failure is only logged,
 * because the attribution must go on. Does not count a replay, because the memory of a replay
 * repeats the memory of another graph.
 * @param isExamined see `MemoryRepository.record`
 */
export async function countMemory(
  deps: Deps,
  graph: EvolutionGraph,
  revision: string,
  isExamined: boolean,
): Promise<void> {
  if (replayOf(graph.header) !== undefined || graph.variables.size > MAX_VARIABLES) return;
  try {
    await count(deps, graph, revision, isExamined);
  } catch (error) {
    logFailure("memory not counted", error, { graph: graph.header.id });
  }
}

/**
 * Counts a graph that no attribution job has loaded, or postpones the count. Two calls at the same
 * time do no harm.
 * @throws if the storage fails. Other failures are only logged, and the graph is counted again
 * after its next change.
 */
export async function countQuietGraph(
  deps: Deps & {
    readonly graphs: Pick<GraphRepository, "load">;
    /** Called with the loaded graph, so that other tasks need not load it again. */
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
    await count(deps, graph, `${begun.createdAt}-${begun.revision}`, true);
  } catch (error) {
    if (isStorageFailure(error)) {
      await deps.memory.forget(id, begun);
      throw error;
    }
    logFailure("memory not counted", error, { graph: id });
  }
}

async function count(
  deps: Deps,
  graph: EvolutionGraph,
  revision: string,
  isExamined: boolean,
): Promise<void> {
  const { id } = graph.header;
  const cases = await deps.cases.blamedVariables(id, MAX_LEDGER_CASES);
  const counted = await runGivingWay(countedMemory(graph, cases), TURN);
  await deps.memory.record(id, revision, counted, deps.now(), isExamined);
}
