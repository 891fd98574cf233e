/**
 * Stores overviews of large graphs. Requests then need not open the graph. A worker computes the
 * overviews when the graph has had no new events for a while. A request that comes earlier usually
 * computes its overview itself.
 */
import { logFailure } from "../../database/failure-log.ts";
import type {
  OverviewRepository,
  OverviewState,
} from "../../database/graphs/overview-repository.ts";
import { LARGE_GRAPH_RECORDS } from "../../database/schema/project.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";

export function isWorthStoring({ operations, variables, links }: EvolutionGraph): boolean {
  return operations.size + variables.size + links.size >= LARGE_GRAPH_RECORDS;
}

interface Stored {
  readonly graph: string;
  readonly kind: "flow" | "ledger";
  readonly state: OverviewState;
}

/** A failure is only logged, because a later request stores the overview again. */
export async function storeOverview(
  overviews: OverviewRepository,
  { graph, kind, state }: Stored,
  encode: () => Promise<readonly Uint8Array[]>,
): Promise<void> {
  try {
    await overviews.write(graph, kind, state, await encode());
  } catch (error) {
    logFailure("overview not stored", error, { graph, kind });
  }
}
