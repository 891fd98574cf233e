/** The units of a ledger that a request asks for, in its order. */
import type { BlamedVariables } from "../../../database/cases/blamed-variables.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import { writerOf } from "../../../graph/history/execution-order.ts";
import { costOf, type InTurns } from "../../../graph/in-turns.ts";
import type { Ledger, LedgerUnit } from "../../../graph/ledger/ledger.ts";
import type { LedgerQuery } from "../../../protocol/api/explorer/ledger.ts";

/** Cases by full name of a unit that their verdicts hold responsible. */
export type CasesByUnit = ReadonlyMap<string, readonly BlamedVariables[]>;

export function* matchingUnits(
  graph: EvolutionGraph,
  { units }: Ledger,
  cases: CasesByUnit,
  query: LedgerQuery,
): InTurns<LedgerUnit[]> {
  const found: LedgerUnit[] = [];
  const text = query.q?.toLowerCase();
  for (const unit of units) {
    yield costOf(0.1) + (text === undefined ? 0 : graph.rows.values.chars(unit.latest));
    if (query.state !== undefined && unit.isHeld !== (query.state === "held")) continue;
    const has = (wanted: string) => unit.flags.some(({ flag }) => flag === wanted);
    if (query.flags?.every(has) === false) continue;
    if (query.writer !== undefined && !isWrittenBy(graph, unit, query.writer)) continue;
    if (text === undefined || hasText(graph, unit, text)) found.push(unit);
  }
  yield costOf(found.length);
  const figure = figureOf(query.sort, cases);
  const sign = query.order === "asc" ? 1 : -1;
  return found.sort(
    (a, b) => sign * compare(figure(a), figure(b)) || compare(a.fullName, b.fullName),
  );
}

function figureOf(
  sort: LedgerQuery["sort"],
  cases: CasesByUnit,
): (unit: LedgerUnit) => number | string {
  switch (sort) {
    case "changed":
      return ({ changedAt }) => changedAt;
    case "first":
      return ({ firstAt }) => firstAt;
    case "name":
      return ({ fullName }) => fullName;
    case "versions":
      return ({ versions }) => versions.length;
    case "reads":
      return ({ reads }) => reads.length;
    case "answers":
      return ({ answers }) => answers.length;
    case "wrong":
      return ({ fullName }) => cases.get(fullName)?.length ?? 0;
  }
}

function compare(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isWrittenBy(graph: EvolutionGraph, { versions }: LedgerUnit, name: string): boolean {
  return versions.some((row) => {
    const writer = writerOf(graph, graph.rows.variableId(row));
    return writer !== undefined && graph.operations.get(writer)?.name === name;
  });
}

function hasText(graph: EvolutionGraph, { fullName, latest }: LedgerUnit, text: string): boolean {
  if (fullName.toLowerCase().includes(text)) return true;
  return graph.rows.values.read(latest).toLowerCase().includes(text);
}
