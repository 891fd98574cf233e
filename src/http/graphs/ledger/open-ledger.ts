/** Answers a list of a ledger's units: from the stored ledger if there is one, else from the graph. */
import { countFacts } from "../../../attribution/survival/count-facts.ts";
import type { BlamedVariables } from "../../../database/cases/blamed-variables.ts";
import { runGivingWay } from "../../../database/giving-way.ts";
import type { OverviewState } from "../../../database/graphs/overview-repository.ts";
import { casesByUnit } from "../../../graph/ledger/cases-by-unit.ts";
import { memorySummary } from "../../../graph/ledger/memory-summary.ts";
import type { LedgerQuery } from "../../../protocol/api/explorer/ledger.ts";
import { replayOf } from "../../../replay/is-replay.ts";
import { boundedWork, TURN } from "../../bounded-work.ts";
import type { OpenGraph, ProjectServices } from "../../context.ts";
import { notFound } from "../../errors.ts";
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

export async function ledgerAnswer(
  project: Pick<ProjectServices, "memory" | "overviews">,
  opened: OpenGraph,
  wanted: Wanted,
): Promise<Page> {
  return (await fromStored(project, wanted)) ?? fromGraph(project, opened, wanted);
}

/** A list of all units also counts the graph's memory. */
function countsMemory({ flags, state, writer, q, cursor }: LedgerQuery & PageWanted): boolean {
  return [flags, state, writer, q, cursor].every((given) => given === undefined);
}

/** Another reader is replacing the stored ledger. */
class Replaced extends Error {}

async function fromStored(
  { memory, overviews }: Pick<ProjectServices, "memory" | "overviews">,
  { graph, cases, query, state }: Wanted,
): Promise<Page | undefined> {
  const read = (parts: readonly number[]) => overviews.read(graph, "ledger", state, parts);
  const [head] = (await read([0])) ?? [];
  if (head === undefined) return undefined;
  const source = storedLedger(head, async (parts) => {
    const bodies = await read(parts);
    if (bodies === undefined) throw new Replaced();
    return bodies;
  });
  if (query.q !== undefined && !source.hasAllTexts) return undefined;
  try {
    const page = await ledgerPage(source, cases, query);
    if (countsMemory(query))
      await memory.recordWrong(graph, state.revision, casesByUnit(source.unitOf, cases).size);
    return page;
  } catch (error) {
    if (error instanceof Replaced) return undefined;
    throw error;
  }
}

async function fromGraph(
  project: Pick<ProjectServices, "memory" | "overviews">,
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
  if (countsMemory(query) && replayOf(graph.header) === undefined) {
    const summary = await runGivingWay(memorySummary(graph, cases), TURN);
    const facts = await runGivingWay(countFacts(graph), TURN);
    await project.memory.record(id, state.revision, { summary, facts }, now);
  }
  return page;
}
