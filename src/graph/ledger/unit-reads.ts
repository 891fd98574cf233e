/**
 * For an operation that read a unit, finds the question of the operation and the unit's rank among
 * the results.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { FlowIndex } from "../flow/flow-index.ts";
import { LinkRecord } from "../records.ts";

export interface UnitRead {
  readonly op: string;
  readonly at: number;
  /** Row of the version that the operation read. */
  readonly version: number;
  /** Row of the question that the operation read; undefined if the graph records none. */
  readonly query: number | undefined;
  /**
   * Rank of the unit among the operation's results. If the link does not record a rank, this is the
   * unit's position in the order of the operation's links. Undefined if there are too many links.
   */
  readonly rank: number | undefined;
  readonly score: number | undefined;
}

/** Maximum number of an operation's links that are examined. */
const MAX_LINKS = 1_000;

/** @param use row of a link that reads or returns a unit */
export function unitRead(graph: EvolutionGraph, index: FlowIndex, use: number): UnitRead {
  const { rows } = graph;
  const op = rows.table.links.op.at(use);
  const link = new LinkRecord(rows, use);
  return {
    op: link.op,
    at: link.at,
    version: index.usedVersion(use),
    query: queryOf(graph, index, op),
    rank: recordedRank(link) ?? placeOf(graph, index, op, use),
    score: scoreOf(link),
  };
}

/**
 * Returns the row of the question that the operation read. If it read no question, returns the row
 * of a message that it read. Returns undefined if it read neither.
 */
export function queryOf(
  { rows }: EvolutionGraph,
  { roles }: FlowIndex,
  op: number,
): number | undefined {
  const { from } = rows.table.links;
  const owned = rows.linksOf.of(op).subarray(0, MAX_LINKS);
  const read = (role: string) => owned.find((link) => roles[from.at(link)] === role);
  const link = read("query") ?? read("message");
  return link === undefined ? undefined : from.at(link);
}

function recordedRank({ metadata }: LinkRecord): number | undefined {
  const rank = metadata?.rank;
  return typeof rank === "number" && Number.isSafeInteger(rank) && rank >= 0 ? rank : undefined;
}

const SCORE = /\bscore:? (-?\d+(?:\.\d+)?)/i;

function scoreOf({ metadata, comment }: LinkRecord): number | undefined {
  const score = metadata?.score;
  if (typeof score === "number" && Number.isFinite(score)) return score;
  const said = SCORE.exec(comment ?? "")?.[1];
  return said === undefined ? undefined : Number(said);
}

/**
 * Returns the position of the link's unit, counted from 1 in the order of the operation's links.
 * Units that the operation read and units that it returned are counted separately. Returns
 * undefined if the operation has too many links.
 */
function placeOf({ rows }: EvolutionGraph, { roles }: FlowIndex, op: number, use: number) {
  const { links } = rows.table;
  const owned = rows.linksOf.of(op);
  if (owned.length > MAX_LINKS) return undefined;
  const isReturned = roles[links.from.at(use)] !== "unit";
  const units = new Set<number>();
  for (const link of owned) {
    const unit = isReturned ? links.to.at(link) : links.from.at(link);
    if (roles[unit] === "unit") units.add(unit);
    if (link === use) return units.size;
  }
  return undefined;
}
