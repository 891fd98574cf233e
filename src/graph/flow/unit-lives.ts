/**
 * Computes the marks for one unit on the time axis of the flow chart: its writes, reads and
 * removals.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { writerRows } from "../history/execution-order.ts";
import { previousRow } from "../history/version-chain.ts";
import { costOf, type InTurns } from "../in-turns.ts";
import { heldSpans } from "../memory/held-spans.ts";
import { isEmptiedRow, isRemovalRow } from "../memory/removal.ts";
import { isReturnRow } from "../memory/variable-links.ts";
import { replacementRows } from "../memory/versions.ts";
import type { FlowIndex } from "./flow-index.ts";

export type LifeMarkKind = "born" | "version" | "again" | "read" | "removed" | "replaced";

export interface LifeMark {
  readonly kind: LifeMarkKind;
  /** Row of the version that was written, read or removed. */
  readonly row: number;
  readonly op: string | undefined;
  readonly at: number;
  /** Number of marks that this mark merges. */
  readonly count: number;
}

export interface UnitLife {
  readonly fullName: string;
  readonly touches: number;
  /**
   * Start and end of each period in which the memory contained the unit, in milliseconds since the
   * epoch. Without an end, the unit stays.
   */
  readonly held: readonly (readonly [number, number | undefined])[];
  readonly marks: readonly LifeMark[];
  readonly unlisted: number;
}

interface LifeWanted {
  readonly range: { readonly from: number; readonly to: number };
  readonly binOf: (at: number) => number;
  readonly touches: number;
  /** Maximum number of marks to list for one unit. */
  readonly marks: number;
}

/** Maximum number of marks to compute for one unit. Further marks are only counted. */
const MAX_EXAMINED = 500;

export function* lifeOfUnit(
  graph: EvolutionGraph,
  index: FlowIndex,
  name: number,
  { range, binOf, touches, marks: most }: LifeWanted,
): InTurns<UnitLife> {
  const { rows } = graph;
  const isInRange = (at: number) => at >= range.from && at <= range.to;
  const versions = rows.versions.of(name);
  const fullName = rows.table.names.at(name);
  const marks: LifeMark[] = [];
  let examined = 0;
  for (const row of versions) {
    if (examined >= MAX_EXAMINED) break;
    for (const mark of marksOf(graph, index, row, isInRange)) {
      examined += 1;
      marks.push(mark);
      if (examined >= MAX_EXAMINED) break;
    }
    yield costOf(10);
  }
  marks.sort((a, b) => a.at - b.at);
  const { listed, unlisted } = joined(marks, binOf, most);
  return {
    fullName,
    touches,
    held: yield* heldSpans(graph, fullName, index.again),
    marks: listed,
    unlisted: unlisted + Math.max(0, touches - examined),
  };
}

/** Yields the marks in the range one by one, so that the caller can stop early. */
function* marksOf(
  graph: EvolutionGraph,
  index: FlowIndex,
  row: number,
  isInRange: (at: number) => boolean,
): Generator<LifeMark> {
  const { rows } = graph;
  const { variables, links } = rows.table;
  const writers = writerRows(graph);
  const at = variables.at.at(row);
  const idOf = (op: number) => (op < 0 ? undefined : rows.operationId(op));
  const mark = (kind: LifeMarkKind, when: number, op: number): LifeMark => ({
    ...{ kind, row, op: idOf(op), at: when, count: 1 },
  });
  if (isInRange(at)) {
    const isGone = index.roles[row] === "tombstone" || isEmptiedRow(graph, row);
    const first = previousRow(rows, row) < 0 ? "born" : "version";
    yield mark(isGone ? "removed" : first, at, writers[row] as number);
  }
  for (const again of index.again.get(row) ?? []) {
    if (isInRange(again)) yield mark("again", again, -1);
  }
  const successors = new Set(replacementRows(graph, row));
  const fullName = variables.fullName.at(row);
  for (const next of successors) {
    const when = variables.at.at(next);
    if (isInRange(when) && variables.fullName.at(next) !== fullName)
      yield mark("replaced", when, writers[next] as number);
  }
  for (const link of rows.linksTo.of(row)) {
    const when = links.at.at(link);
    // A link that leads to `row` can mean that a search returned `row`. Then `row` was read. But if
    // the link comes from another unit, that other unit was read. And if the link comes from
    // another version of the same unit, nothing was read.
    const isOfTarget =
      index.usedVersion(link) === row && variables.fullName.at(links.from.at(link)) !== fullName;
    if (isInRange(when) && isOfTarget && isReturnRow(graph, link))
      yield mark("read", when, links.op.at(link));
  }
  for (const link of rows.linksFrom.of(row)) {
    const when = links.at.at(link);
    const target = links.to.at(link);
    if (!isInRange(when) || successors.has(target)) continue;
    if (variables.fullName.at(target) === fullName) continue;
    yield mark(isRemovalRow(graph, link) ? "removed" : "read", when, links.op.at(link));
  }
}

/**
 * If there are more than `most` marks, merges the marks that have the same kind and the same bin.
 * If there are still too many, drops reads, the latest first.
 */
function joined(marks: readonly LifeMark[], binOf: (at: number) => number, most: number) {
  if (marks.length <= most) return { listed: marks, unlisted: 0 };
  const byBin = new Map<string, LifeMark>();
  for (const mark of marks) {
    const key = `${mark.kind} ${binOf(mark.at)}`;
    const known = byBin.get(key);
    byBin.set(key, known ? { ...known, count: known.count + 1 } : mark);
  }
  const weight = ({ kind }: LifeMark) => (kind === "read" ? 1 : 0);
  const ranked = [...byBin.values()].sort((a, b) => weight(a) - weight(b) || a.at - b.at);
  const listed = ranked.slice(0, most).sort((a, b) => a.at - b.at);
  return { listed, unlisted: ranked.slice(most).reduce((sum, { count }) => sum + count, 0) };
}
