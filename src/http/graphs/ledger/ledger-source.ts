/**
 * Provides the units for the lists of a ledger, either from an open graph or from a stored ledger.
 */

import { type RunInTurns, runGivingWay } from "../../../database/giving-way.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import { flowIndexOf } from "../../../graph/flow/flow-index.ts";
import { writerRows } from "../../../graph/history/execution-order.ts";
import { costOf, type InTurns, RecordCount } from "../../../graph/in-turns.ts";
import { unitsOfVariables } from "../../../graph/ledger/cases-by-unit.ts";
import { searchesOf } from "../../../graph/ledger/empty-searches.ts";
import { type Ledger, ledgerOf, type LedgerUnit as Unit } from "../../../graph/ledger/ledger.ts";
import { OperationRecord } from "../../../graph/records.ts";
import type { LedgerFigures, LedgerUnit } from "../../../protocol/api/explorer/ledger.ts";
import type { LedgerFlag } from "../../../protocol/api/explorer/ledger-words.ts";
import { boundedWork, TURN } from "../../bounded-work.ts";
import { viewUnit } from "./ledger-views.ts";

/** The fields by which units are filtered and sorted. */
export interface ListedUnit {
  readonly name: string;
  readonly isHeld: boolean;
  readonly firstAt: number;
  readonly changedAt: number;
  readonly versions: number;
  readonly reads: number;
  readonly answers: number;
  readonly flags: readonly LedgerFlag[];
  /**
   * Names of the operations that wrote the unit. If several operations wrote a version, only the
   * earliest of them counts.
   */
  readonly writers: readonly string[];
}

export interface LedgerSource {
  readonly units: readonly ListedUnit[];
  readonly figures: Omit<LedgerFigures, "matching" | "isCurrent">;
  /** Full name of the unit of which this variable is a version. */
  unitOf(variable: string): string | undefined;
  /**
   * Finds units by a text in their name or latest value.
   * @param text in lower case
   */
  withText(units: readonly ListedUnit[], text: string): Promise<ListedUnit[]>;
  /**
   * Returns the units in the form in which the API shows them. The wrong answers that they caused
   * are left out.
   */
  views(units: readonly ListedUnit[]): Promise<LedgerUnit[]>;
}

export async function ledgerOfGraph(
  graph: EvolutionGraph,
  run: RunInTurns = runGivingWay,
): Promise<LedgerSource> {
  // These computations have no maximum cost. But the graph caches their results, so they are cheap
  // if the request is repeated.
  const ledger = await run(ledgerOf(graph), TURN);
  const searches = await run(searchesOf(graph), TURN);
  const units = await run(graph.derivedInTurns(listUnits), TURN);
  const { held, flagged } = ledger;
  return {
    units,
    figures: {
      ...{ units: units.length, held: held.size, flags: { ...flagged } },
      emptySearches: searches.empty.length,
    },
    unitOf: unitsOfVariables(graph, ledger),
    withText: (some, text) => runGivingWay(unitsWithText(graph, ledger, some, text), TURN),
    views: (some) => boundedWork(viewUnits(graph, ledger, some), "Ask for fewer units (`limit`)."),
  };
}

function* listUnits(graph: EvolutionGraph): InTurns<ListedUnit[]> {
  const { units } = yield* ledgerOf(graph);
  const writers = writerRows(graph);
  const listed: ListedUnit[] = [];
  for (const unit of units) {
    const { fullName: name, isHeld, firstAt, changedAt, versions, reads, answers, flags } = unit;
    const steps = new Set(Array.from(versions, (row) => writers[row] as number));
    steps.delete(-1);
    const names = Array.from(steps, (row) => new OperationRecord(graph.rows, row).name);
    listed.push({
      ...{ name, isHeld, firstAt, changedAt, versions: versions.length, reads: reads.length },
      ...{ answers: answers.length, flags: flags.map(({ flag }) => flag) },
      writers: [...new Set(names)],
    });
    yield costOf(1 + versions.length / 10);
  }
  return listed;
}

function* unitsWithText(
  { rows }: EvolutionGraph,
  { byName }: Ledger,
  units: readonly ListedUnit[],
  text: string,
): InTurns<ListedUnit[]> {
  const found: ListedUnit[] = [];
  const records = new RecordCount();
  for (const unit of units) {
    if (records.isDue()) yield records.cost / 10;
    const { latest } = byName.get(unit.name) as Unit;
    yield rows.values.chars(latest);
    const hasText = (value: string) => value.toLowerCase().includes(text);
    if (hasText(unit.name) || hasText(rows.values.read(latest).toWellFormed())) found.push(unit);
  }
  return found;
}

function* viewUnits(
  graph: EvolutionGraph,
  { byName }: Ledger,
  units: readonly ListedUnit[],
): InTurns<LedgerUnit[]> {
  const index = yield* flowIndexOf(graph);
  const views: LedgerUnit[] = [];
  for (const { name } of units)
    views.push(yield* viewUnit(graph, index, byName.get(name) as Unit, []));
  return views;
}
