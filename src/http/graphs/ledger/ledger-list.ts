import type { BlamedVariables } from "../../../database/cases/blamed-variables.ts";
import type { LedgerQuery } from "../../../protocol/api/explorer/ledger.ts";
import type { LedgerSource, ListedUnit } from "./ledger-source.ts";

export type CasesByUnit = ReadonlyMap<string, readonly BlamedVariables[]>;

export async function matchingUnits(
  source: LedgerSource,
  cases: CasesByUnit,
  { state, flags, writer, q, sort, order }: LedgerQuery,
): Promise<ListedUnit[]> {
  const found = source.units.filter(
    (unit) =>
      (state === undefined || unit.isHeld === (state === "held")) &&
      flags?.every((flag) => unit.flags.includes(flag)) !== false &&
      (writer === undefined || unit.writers.includes(writer)),
  );
  const text = q?.toLowerCase();
  const matching = text === undefined ? found : await source.withText(found, text);
  const figure = figureOf(sort, cases);
  const sign = order === "asc" ? 1 : -1;
  return matching.sort((a, b) => sign * compare(figure(a), figure(b)) || compare(a.name, b.name));
}

function figureOf(
  sort: LedgerQuery["sort"],
  cases: CasesByUnit,
): (unit: ListedUnit) => number | string {
  switch (sort) {
    case "changed":
      return ({ changedAt }) => changedAt;
    case "first":
      return ({ firstAt }) => firstAt;
    case "name":
      return ({ name }) => name;
    case "versions":
      return ({ versions }) => versions;
    case "reads":
      return ({ reads }) => reads;
    case "answers":
      return ({ answers }) => answers;
    case "wrong":
      return ({ name }) => cases.get(name)?.length ?? 0;
  }
}

function compare(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
