/**
 * Lists the messages, the versions of units and the uses of units, each sorted by time. The flow
 * chart of a graph is drawn from these lists.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { type InTurns, RecordCount } from "../in-turns.ts";
import { isReturnRow } from "../memory/variable-links.ts";
import { deriveRoles, roleOfRow, type VariableRole } from "../memory/variable-role.ts";
import { deriveReplacements } from "../memory/versions.ts";

/** Rows of one kind of record, earliest first. `times[i]` is the time of `rows[i]`. */
export interface TimedRows {
  readonly rows: Uint32Array;
  readonly times: Float64Array;
}

export interface FlowIndex {
  readonly variables: TimedRows;
  readonly messages: TimedRows;
  /** The role of each variable, by its row. */
  readonly roles: readonly VariableRole[];
  /** Versions of units, including tombstones: values that replace a removed unit. */
  readonly versions: TimedRows;
  /**
   * The links that use a version of a unit. Usually, a link uses the version at which it starts.
   * But a link that shows a search result uses the version at its end.
   */
  readonly uses: TimedRows;
  /**
   * Takes the row of a link in `uses`, and returns the row of the version that this link uses. If
   * the link starts at a version, it uses this version. Otherwise, it uses the version at its end,
   * which a search returned.
   */
  readonly usedVersion: (use: number) => number;
  /** Maps the row of a variable to the times at which its unchanged value was recorded again. */
  readonly again: ReadonlyMap<number, readonly number[]>;
}

const SHOWN: ReadonlySet<VariableRole> = new Set(["message", "query", "answer"]);

export function flowIndexOf(graph: EvolutionGraph): InTurns<FlowIndex> {
  return graph.derivedInTurns(buildIndex);
}

function* buildIndex(graph: EvolutionGraph): InTurns<FlowIndex> {
  const { rows } = graph;
  const { variables, links, rowAgain, again } = rows.table;
  yield* deriveReplacements(graph);
  yield* deriveRoles(graph);
  const roles: VariableRole[] = new Array(variables.size).fill("other");
  const isUnitName = new Uint8Array(rows.table.names.size);
  const records = new RecordCount();
  for (const row of rows.variables) {
    if (records.isDue()) yield records.cost;
    const role = roleOfRow(graph, row);
    roles[row] = role;
    if (role === "unit") isUnitName[variables.fullName.at(row)] = 1;
  }
  const isVersion = (row: number) => isUnitName[variables.fullName.at(row)] === 1;
  const repeated = new Map<number, number[]>();
  for (let i = 0; i < again.size; i++) {
    const times = repeated.get(rowAgain.at(i));
    if (times === undefined) repeated.set(rowAgain.at(i), [again.at(i)]);
    else times.push(again.at(i));
  }
  yield records.cost;
  const atOf = (row: number) => variables.at.at(row);
  const timed = (wanted: (row: number) => boolean) => byTime(rows.variables.filter(wanted), atOf);
  const messages = timed((row) => SHOWN.has(roles[row] ?? "other"));
  yield records.cost;
  const versions = timed(isVersion);
  yield records.cost;
  const usedVersion = (use: number) => {
    const from = links.from.at(use);
    return isVersion(from) ? from : links.to.at(use);
  };
  const isUse = (row: number) =>
    isVersion(links.from.at(row)) || (isVersion(links.to.at(row)) && isReturnRow(graph, row));
  const used: number[] = [];
  for (const row of rows.links) {
    if (records.isDue()) yield records.cost / 10;
    if (isUse(row)) used.push(row);
  }
  const uses = byTime(Uint32Array.from(used), (row) => links.at.at(row));
  const index = { messages, roles, versions, uses, usedVersion, again: repeated };
  return { ...index, variables: timed(() => true) };
}

function byTime(rows: Uint32Array, atOf: (row: number) => number): TimedRows {
  const isSorted = rows.every((row, i) => i === 0 || atOf(rows[i - 1] as number) <= atOf(row));
  const sorted = isSorted ? rows : rows.sort((a, b) => atOf(a) - atOf(b) || a - b);
  return { rows: sorted, times: Float64Array.from(sorted, atOf) };
}

/** Returns the rows whose time is at least `from` and at most `to`. */
export function between({ rows, times }: TimedRows, from: number, to: number): Uint32Array {
  const first = placeOf(times, (time) => time < from);
  return rows.subarray(
    first,
    placeOf(times, (time) => time <= to),
  );
}

function placeOf(times: Float64Array, isBefore: (time: number) => boolean): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(times[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Whether the link shows that a search returned an existing unit. Such a link does not mean that
 * the unit was made from the link's source.
 */
export function isReturnOfUnit(
  graph: EvolutionGraph,
  { roles }: Pick<FlowIndex, "roles">,
  link: number,
): boolean {
  const target = graph.rows.table.links.to.at(link);
  return roles[target] === "unit" && isReturnRow(graph, link);
}
