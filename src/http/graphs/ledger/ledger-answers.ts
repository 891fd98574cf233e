import type { BlamedVariables } from "../../../database/cases/blamed-variables.ts";
import { runGivingWay } from "../../../database/giving-way.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import { flowIndexOf } from "../../../graph/flow/flow-index.ts";
import { blame } from "../../../graph/history/blame.ts";
import { costOf, type InTurns } from "../../../graph/in-turns.ts";
import { casesByUnit, unitsOfVariables } from "../../../graph/ledger/cases-by-unit.ts";
import { searchesOf } from "../../../graph/ledger/empty-searches.ts";
import { type Ledger, ledgerOf } from "../../../graph/ledger/ledger.ts";
import {
  type LedgerEntry,
  type LedgerQuery,
  MAX_UNIT_ENDS,
} from "../../../protocol/api/explorer/ledger.ts";
import { boundedWork, TURN } from "../../bounded-work.ts";
import { type PageWanted, pageOfList } from "../../list-page.ts";
import { isoTime } from "../graph-views.ts";
import { missingUnit } from "../missing-record.ts";
import { matchingUnits } from "./ledger-list.ts";
import type { LedgerSource } from "./ledger-source.ts";
import { excerpt, quote, viewEmptySearch, viewUnit } from "./ledger-views.ts";

/** @param isCurrent whether the source includes every pack of the graph */
export async function ledgerPage(
  source: LedgerSource,
  cases: readonly BlamedVariables[],
  query: LedgerQuery & PageWanted,
  isCurrent = true,
) {
  const byUnit = casesByUnit(source.unitOf, cases);
  const units = await matchingUnits(source, byUnit, query);
  const page = pageOfList(
    units,
    query,
    ({ name }) => name,
    (unit) => unit,
  );
  const views = await source.views(page.items);
  const items = views.map((view) => ({
    ...view,
    counts: { ...view.counts, wrong: byUnit.get(view.name)?.length ?? 0 },
  }));
  return {
    items,
    next: page.next,
    figures: { ...source.figures, matching: units.length, isCurrent },
  };
}

export async function ledgerEntry(
  graph: EvolutionGraph,
  cases: readonly BlamedVariables[],
  name: string,
): Promise<LedgerEntry> {
  const ledger = await runGivingWay(ledgerOf(graph), TURN);
  const own = casesByUnit(unitsOfVariables(graph, ledger), cases).get(name) ?? [];
  const work = entryOf(graph, ledger, own, name);
  return boundedWork(work, "Ask for `blame` of the version, and page through it.");
}

const MOST_OF_ONE = { writers: MAX_UNIT_ENDS, reads: MAX_UNIT_ENDS };

function* entryOf(
  graph: EvolutionGraph,
  { byName }: Ledger,
  cases: readonly BlamedVariables[],
  name: string,
): InTurns<LedgerEntry> {
  const unit = byName.get(name);
  if (unit === undefined) throw missingUnit(graph, name);
  const index = yield* flowIndexOf(graph);
  const view = yield* viewUnit(graph, index, unit, cases, MOST_OF_ONE);
  const { at } = graph.rows.table.variables;
  return {
    ...view,
    sources: yield* sourcesByBlame(graph, view.variable),
    answers: unit.answers
      .slice(-MAX_UNIT_ENDS)
      .reverse()
      .map((row) => ({ ...quote(graph, row), at: isoTime(at.at(row)) })),
    cases: cases.slice(0, MAX_UNIT_ENDS).map(({ id, query, errorType, opName }) => ({
      id,
      query: excerpt(query),
      errorType,
      opName,
    })),
  };
}

/**
 * Maximum cost of finding the messages behind a unit. The cost is counted in characters read. If
 * the cost is higher, the answer leaves these messages out.
 */
const MAX_BLAME_COST = 5_000_000;

/**
 * Returns the messages from which the text of the unit comes. For each message, counts the
 * characters that come from it. The message with the most characters is first. Returns null if the
 * cost exceeds `MAX_BLAME_COST`.
 */
function* sourcesByBlame(graph: EvolutionGraph, variable: string): InTurns<LedgerEntry["sources"]> {
  const work = blame(graph, variable);
  let cost = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) {
    cost += step.value;
    if (cost > MAX_BLAME_COST) return null;
    yield step.value;
  }
  const chars = new Map<string, number>();
  for (const { start, end, message } of step.value ?? [])
    if (message !== undefined) chars.set(message, (chars.get(message) ?? 0) + end - start);
  yield costOf(chars.size);
  return [...chars]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_UNIT_ENDS)
    .map(([message, count]) => ({
      ...quote(graph, graph.rows.findVariable(message)),
      chars: count,
    }));
}

export async function emptySearchPage(graph: EvolutionGraph, wanted: PageWanted) {
  const { empty } = await runGivingWay(searchesOf(graph), TURN);
  return pageOfList(
    empty,
    wanted,
    ({ op }) => op,
    (search) => viewEmptySearch(graph, search),
  );
}
