/**
 * Builds the ledger of a graph's memory. The ledger lists all units. For each unit, it has the
 * reads, the answers that used it, and the flags.
 */
import type { LedgerFlag } from "../../protocol/api/explorer/ledger-words.ts";
import type { EvolutionGraph } from "../evolution-graph.ts";
import { type FlowIndex, flowIndexOf } from "../flow/flow-index.ts";
import { costOf, type InTurns, RecordCount } from "../in-turns.ts";
import { pastUntil, rowsHeldAfter } from "../memory/store.ts";
import { alikeUnits } from "./alike-units.ts";
import { answersByUnit } from "./answers-by-unit.ts";
import type { UnitFlag } from "./flags.ts";
import { type ComparedSources, comparedSources, sourceFlag } from "./source-flags.ts";
import { usesByUnit } from "./unit-uses.ts";
import { ValueWords } from "./unit-words.ts";
import {
  askedWords,
  comparedVersions,
  overwrittenVersion,
  revertedVersion,
} from "./version-flags.ts";

export interface LedgerUnit {
  readonly fullName: string;
  /**
   * Rows of all versions of the name, lowest first. Includes tombstones: values that replace a
   * removed unit.
   */
  readonly versions: Uint32Array;
  /** Row of the latest version that is no tombstone. */
  readonly latest: number;
  /** Whether the memory still contains the unit after the last operation of the graph. */
  readonly isHeld: boolean;
  readonly firstAt: number;
  readonly changedAt: number;
  /** Rows of the links by which operations read or returned the unit, earliest first. */
  readonly reads: readonly number[];
  readonly removals: number;
  /** Rows of the answers based on the unit, earliest first. */
  readonly answers: readonly number[];
  readonly flags: readonly UnitFlag[];
}

export interface Ledger {
  /**
   * The units, sorted by the row of their latest version. Stored texts are compressed in blocks in
   * the order of the rows. So a caller that reads the texts in this order decompresses each block
   * only once.
   */
  readonly units: readonly LedgerUnit[];
  readonly byName: ReadonlyMap<string, LedgerUnit>;
  /** Rows of the units that the memory contains after the last operation of the graph. */
  readonly held: ReadonlySet<number>;
  readonly texts: ValueWords;
  /** Maps each flag to the number of units that have it. */
  readonly flagged: Readonly<Record<LedgerFlag, number>>;
}

export function ledgerOf(graph: EvolutionGraph): InTurns<Ledger> {
  return graph.derivedInTurns(build);
}

function* build(graph: EvolutionGraph): InTurns<Ledger> {
  const { rows } = graph;
  const { variables, names } = rows.table;
  const index = yield* flowIndexOf(graph);
  const uses = yield* usesByUnit(graph, index);
  const answers = yield* answersByUnit(graph, index);
  const stored = yield* rowsHeldAfter(graph, pastUntil(graph, Number.POSITIVE_INFINITY));
  const held = Uint32Array.from(stored).sort();
  const isHeld = new Set(held);
  yield costOf(held.length);
  const listed = [...namesOf(graph, index)].map((name) => {
    const versions = rows.versions.of(name);
    return {
      name,
      versions,
      latest: versions.findLast((row) => index.roles[row] === "unit") ?? -1,
    };
  });
  yield costOf(listed.length);
  const texts = new ValueWords(graph);
  const flagsOf = yield* flagsOfUnits(graph, index, held, listed, texts);
  const units: LedgerUnit[] = [];
  const records = new RecordCount();
  for (const { name, versions, latest } of listed.sort((a, b) => a.latest - b.latest)) {
    if (records.isDue()) yield records.cost;
    const { reads = [], removals = 0 } = uses.get(name) ?? {};
    const neverRead: UnitFlag[] =
      reads.length === 0 ? [{ flag: "never-read", proof: [latest] }] : [];
    units.push({
      ...{
        fullName: names.at(name),
        versions,
        latest,
        isHeld: isHeld.has(latest),
        reads,
        removals,
      },
      firstAt: variables.at.at(versions[0] as number),
      changedAt: variables.at.at(latest),
      answers: answers.get(name) ?? [],
      flags: [...neverRead, ...(yield* flagsOf(latest, versions))],
    });
  }
  texts.forgetRecent();
  const byName = new Map(units.map((unit) => [unit.fullName, unit]));
  const flagged = { ...NONE_FLAGGED };
  for (const { flags } of units) for (const { flag } of flags) flagged[flag] += 1;
  return { units, byName, held: isHeld, texts, flagged };
}

const NONE_FLAGGED: Readonly<Record<LedgerFlag, number>> = {
  ...{ "never-read": 0, duplicate: 0, contradicts: 0, loop: 0, reverted: 0 },
  ...{ "said-by-nobody": 0, overwritten: 0 },
};

/** Returns the names of all units. A name whose versions are all tombstones is no unit. */
function namesOf({ rows }: EvolutionGraph, { versions, roles }: FlowIndex): ReadonlySet<number> {
  const { fullName } = rows.table.variables;
  const names = new Set<number>();
  for (const row of versions.rows) if (roles[row] === "unit") names.add(fullName.at(row));
  return names;
}

interface ListedUnit {
  readonly versions: Uint32Array;
  readonly latest: number;
}

function* flagsOfUnits(
  graph: EvolutionGraph,
  index: FlowIndex,
  held: Uint32Array,
  units: readonly ListedUnit[],
  texts: ValueWords,
) {
  const hasQueries = index.messages.rows.some((row) => index.roles[row] === "query");
  const sources = new Map<number, ComparedSources>();
  const read: number[] = [];
  for (const { versions, latest } of units) {
    const behind = yield* comparedSources(graph, index, latest);
    if (behind !== undefined) sources.set(latest, behind);
    for (const row of [latest, ...(behind?.messages ?? []), ...(behind?.recalled ?? [])])
      read.push(row);
    if (hasQueries) for (const row of comparedVersions(versions)) read.push(row);
  }
  yield costOf(read.length);
  yield* texts.readAhead(Uint32Array.from(read).sort());
  // If no message leads to any unit, the graph does not record where units come from. The flag
  // `said-by-nobody` would then be wrong for every unit.
  const showsSources = [...sources.values()].some(({ messages }) => messages.length > 0);
  const alike = yield* alikeUnits(graph, held, texts);
  const asked = yield* askedWords(index, texts);
  return function* flagsOf(latest: number, versions: Uint32Array): InTurns<UnitFlag[]> {
    const behind = sources.get(latest);
    const source =
      behind && (yield* sourceFlag(graph, index, latest, { ...behind, showsSources }, texts));
    const overwritten = yield* overwrittenVersion(graph, versions, asked, alike.stated, texts);
    const own = [source, revertedVersion(graph, versions), overwritten];
    return [...(alike.flags.get(latest) ?? []), ...own.flatMap((flag) => flag ?? [])];
  };
}
