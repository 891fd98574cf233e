/**
 * Answers ledger requests from the stored ledger. If the stored ledger cannot be used, answers from
 * the graph. For a very large graph, a worker computes the ledger. Until it has finished, the
 * client gets an earlier ledger, or must repeat the request later.
 */
import type { BlamedVariables } from "../../../database/cases/blamed-variables.ts";
import { runGivingWay } from "../../../database/giving-way.ts";
import type {
  OverviewState,
  StoredOverview,
} from "../../../database/graphs/overview-repository.ts";
import { casesByUnit } from "../../../graph/ledger/cases-by-unit.ts";
import { countedMemory } from "../../../jobs/memory/counted-memory.ts";
import type { LedgerQuery } from "../../../protocol/api/explorer/ledger.ts";
import { replayOf } from "../../../replay/is-replay.ts";
import { boundedWork, TURN } from "../../bounded-work.ts";
import type { OpenGraph, ProjectServices } from "../../context.ts";
import { ApiError, notFound } from "../../errors.ts";
import type { PageWanted } from "../../list-page.ts";
import { isWorthStoring, storeOverview } from "../overviews.ts";
import { ledgerPage } from "./ledger-answers.ts";
import { ledgerOfGraph } from "./ledger-source.ts";
import { encodeLedger, storedLedger } from "./stored-ledger.ts";

type Page = Awaited<ReturnType<typeof ledgerPage>>;

interface Wanted {
  readonly graph: string;
  readonly cases: readonly BlamedVariables[];
  readonly query: LedgerQuery & PageWanted;
  readonly state: OverviewState;
  readonly now: number;
}

type Project = Pick<ProjectServices, "memory" | "overviews" | "prepareOverviews">;

/** If a graph has more records than this, a reader would wait too long for the ledger. */
const MAX_RECORDS_AT_ONCE = 100_000;
/** If workers have failed to finish the ledger this many times, the request itself computes it. */
const MAX_ATTEMPTS = 3;
const RETRY_SECONDS = 3;

/**
 * Returns a page of the ledger. While a worker computes the ledger of a very large graph, the page
 * comes from an earlier ledger.
 * @throws ApiError `preparing` if the worker has not finished and no earlier ledger can be used
 */
export async function ledgerAnswer(
  project: Project,
  opened: OpenGraph,
  wanted: Wanted,
): Promise<Page> {
  const { graph, state } = wanted;
  const standing = await project.overviews.standing(graph, "ledger", state.version);
  if (standing === undefined) throw notFound("graph");
  const { stored, records, attempts } = standing;
  const isCurrent = stored?.state.revision === state.revision;
  const page = isCurrent ? await fromStored(project, wanted, stored, true) : undefined;
  if (page !== undefined) return page;
  // A current ledger may be stored without the texts that a search needs. Then do not wake a
  // worker: it would only store the same ledger again.
  if (isCurrent || records < MAX_RECORDS_AT_ONCE || attempts >= MAX_ATTEMPTS)
    return fromGraph(project, opened, wanted);
  await project.prepareOverviews(graph);
  const earlier = stored && (await fromStored(project, wanted, stored, false));
  if (earlier !== undefined) return earlier;
  throw new ApiError(
    "preparing",
    `The memory ledger of this graph is being prepared, because the graph has ${records.toLocaleString("en")} records. Ask again in a few seconds.`,
    { retryAfter: RETRY_SECONDS },
  );
}

/**
 * Whether the request lists all units. Such a request also stores the figures of the graph's
 * memory, such as its number of units.
 */
function countsMemory({ flags, state, writer, q, cursor }: LedgerQuery & PageWanted): boolean {
  return [flags, state, writer, q, cursor].every((given) => given === undefined);
}

/** Another request replaced the stored ledger while this request was reading it. */
class Replaced extends Error {}

/**
 * Answers from the stored ledger. Undefined if it lacks the texts for a search, or if another
 * request is replacing it.
 */
async function fromStored(
  { memory, overviews }: Project,
  { graph, cases, query }: Wanted,
  { head, state }: StoredOverview,
  isCurrent: boolean,
): Promise<Page | undefined> {
  const source = storedLedger(head, async (parts) => {
    const bodies = await overviews.read(graph, "ledger", state, parts);
    if (bodies === undefined) throw new Replaced();
    return bodies;
  });
  if (query.q !== undefined && !source.hasAllTexts) return undefined;
  try {
    const page = await ledgerPage(source, cases, query, isCurrent);
    if (isCurrent && countsMemory(query))
      await memory.recordWrong(graph, state.revision, casesByUnit(source.unitOf, cases).size);
    return page;
  } catch (error) {
    if (error instanceof Replaced) return undefined;
    throw error;
  }
}

async function fromGraph(
  project: Project,
  opened: OpenGraph,
  { graph: id, cases, query, state, now }: Wanted,
): Promise<Page> {
  const graph = await opened.load();
  if (graph === undefined) throw notFound("graph");
  const source = await ledgerOfGraph(graph);
  const page = await ledgerPage(source, cases, query);
  if (isWorthStoring(graph)) {
    await storeOverview(project.overviews, { graph: id, kind: "ledger", state }, () =>
      boundedWork(encodeLedger(graph, source), "The ledger is not stored."),
    );
  }
  if (!countsMemory(query) || replayOf(graph.header) !== undefined) return page;
  // Count only once for each revision, because counting reads the whole graph and can take seconds.
  if (await project.memory.isCounted(id, state.revision)) {
    const { size } = casesByUnit(source.unitOf, cases);
    await project.memory.recordWrong(id, state.revision, size);
  } else {
    const counted = await runGivingWay(countedMemory(graph, cases), TURN);
    await project.memory.record(id, state.revision, counted, now);
  }
  return page;
}
