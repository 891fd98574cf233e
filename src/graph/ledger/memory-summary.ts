/** Summarises a graph's ledger in a few numbers, for pages that list many graphs. */
import type { LedgerFlag } from "../../protocol/api/explorer/ledger-words.ts";
import {
  MAX_NOTABLE,
  MAX_NOTABLE_CHARS,
  type NotableUnit,
} from "../../protocol/api/explorer/memory.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { costOf, type InTurns } from "../in-turns.ts";
import { casesByUnit, unitsOfVariables } from "./cases-by-unit.ts";
import { searchesOf } from "./empty-searches.ts";
import { type LedgerUnit, ledgerOf } from "./ledger.ts";

export interface MemorySummary {
  readonly units: number;
  readonly held: number;
  /** Number of units that verdicts on wrong answers blame. */
  readonly wrong: number;
  readonly searches: number;
  readonly emptySearches: number;
  readonly flags: Readonly<Record<LedgerFlag, number>>;
  /**
   * Time of the latest version of any unit, in milliseconds since the epoch; null if there is no
   * unit.
   */
  readonly changedAt: number | null;
  readonly notable: readonly NotableUnit[];
}

/** Flags, the most severe first. */
const GRAVITY: readonly LedgerFlag[] = [
  ...(["contradicts", "overwritten", "loop", "said-by-nobody"] as const),
  ...(["reverted", "duplicate", "never-read"] as const),
];

/**
 * @param cases one entry for each wrong answer, with the ids of the variables that its verdict
 * blames
 */
export function* memorySummary(
  graph: EvolutionGraph,
  cases: readonly { readonly variables: readonly string[] }[],
): InTurns<MemorySummary> {
  const ledger = yield* ledgerOf(graph);
  const searches = yield* searchesOf(graph);
  const byUnit = casesByUnit(unitsOfVariables(graph, ledger), cases);
  const wrongOf = ({ fullName }: LedgerUnit) => byUnit.get(fullName)?.length ?? 0;
  const gravityOf = ({ flags }: LedgerUnit) =>
    Math.min(GRAVITY.length, ...flags.map(({ flag }) => GRAVITY.indexOf(flag)));
  yield costOf(ledger.units.length);
  const notable = ledger.units
    .filter((unit) => unit.flags.length > 0 || wrongOf(unit) > 0)
    .sort((a, b) => wrongOf(b) - wrongOf(a) || gravityOf(a) - gravityOf(b))
    .slice(0, MAX_NOTABLE);
  const changes = ledger.units.map(({ changedAt }) => changedAt);
  return {
    ...{ units: ledger.units.length, held: ledger.held.size, wrong: byUnit.size },
    ...{ searches: searches.count, emptySearches: searches.empty.length },
    flags: { ...ledger.flagged },
    changedAt: changes.length === 0 ? null : changes.reduce((a, b) => Math.max(a, b)),
    notable: notable.map((unit) => ({
      name: unit.fullName,
      text: graph.rows.values.readStart(unit.latest, MAX_NOTABLE_CHARS).toWellFormed(),
      flags: unit.flags.map(({ flag }) => flag),
      ...{ answers: unit.answers.length, wrong: wrongOf(unit) },
    })),
  };
}
