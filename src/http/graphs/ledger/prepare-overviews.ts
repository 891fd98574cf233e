/**
 * Computes the overviews (flow and ledger) of a large graph before somebody opens its pages. This
 * can run twice without harm, because each overview is written as a whole.
 */
import type { CaseRepository } from "../../../database/cases/case-repository.ts";
import { runInBackground } from "../../../database/giving-way.ts";
import type { GraphState } from "../../../database/graphs/graph-cache.ts";
import type { OverviewRepository } from "../../../database/graphs/overview-repository.ts";
import type { MemoryRepository } from "../../../database/memory/memory-repository.ts";
import { compressed } from "../../../event-store/pack/compression.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import { countedMemory } from "../../../jobs/memory/counted-memory.ts";
import { MAX_LEDGER_CASES } from "../../../protocol/api/explorer/ledger.ts";
import { replayOf } from "../../../replay/is-replay.ts";
import { postponedUntil } from "../../../reports/health/count-pace.ts";
import { TURN } from "../../bounded-work.ts";
import { flowAnswer } from "../flow-answer.ts";
import { ledgerOfGraph } from "./ledger-source.ts";
import { encodeLedger } from "./stored-ledger.ts";

export interface OverviewDeps {
  /** Undefined if the graph was deleted. */
  load(id: string, state: GraphState): Promise<EvolutionGraph | undefined>;
  readonly cases: Pick<CaseRepository, "blamedVariables">;
  readonly memory: Pick<MemoryRepository, "lastCount" | "postpone" | "record">;
  readonly overviews: OverviewRepository;
  readonly version: string;
  now(): number;
}

/**
 * Computes and stores the flow and the ledger of a graph. Before this work, `begin` adds one to the
 * number of attempts, so failed attempts are counted too. After too many attempts for one state of
 * the graph, requests no longer wait for this job. They compute the ledger themselves.
 */
export async function prepareOverviews(deps: OverviewDeps, id: string): Promise<void> {
  const begun = await deps.overviews.begin(id);
  if (begun === undefined) return;
  const revision = `${begun.createdAt}-${begun.revision}`;
  const state = { revision, version: deps.version };
  const graph = await deps.load(id, begun);
  if (graph === undefined) return;
  const flow = await flowAnswer(graph, { lanes: 0, units: 0 }, runInBackground);
  await deps.overviews.write(id, "flow", state, [compressed(JSON.stringify(flow))]);
  const source = await ledgerOfGraph(graph, runInBackground);
  const parts = await runInBackground(encodeLedger(graph, source), TURN);
  if (!(await deps.overviews.write(id, "ledger", state, parts))) return;
  if (replayOf(graph.header) === undefined) await countOrPostpone(deps, graph, revision);
  await deps.overviews.end(id, begun.revision);
}

async function countOrPostpone(
  { cases, memory, now }: OverviewDeps,
  graph: EvolutionGraph,
  revision: string,
): Promise<void> {
  const { id } = graph.header;
  const until = postponedUntil(await memory.lastCount(id), now());
  if (until !== null) return memory.postpone(id, until);
  const blamed = await cases.blamedVariables(id, MAX_LEDGER_CASES);
  const counted = await runInBackground(countedMemory(graph, blamed), TURN);
  await memory.record(id, revision, counted, now());
}
