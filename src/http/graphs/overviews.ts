/** Overviews of large graphs are stored by their first reader, so that others need not open the graph. */
import { logFailure } from "../../database/failure-log.ts";
import type {
  OverviewRepository,
  OverviewState,
} from "../../database/graphs/overview-repository.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";

/** A graph with fewer records opens in less time than a reader notices. */
const MIN_RECORDS = 20_000;

export function isWorthStoring({ operations, variables, links }: EvolutionGraph): boolean {
  return operations.size + variables.size + links.size >= MIN_RECORDS;
}

interface Stored {
  readonly graph: string;
  readonly kind: "flow" | "ledger";
  readonly state: OverviewState;
}

/** If it fails, the answer is still right, and the next reader tries again. */
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
