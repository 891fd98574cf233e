/**
 * Computes the periods in which the memory contained one unit. At each moment, the result is the
 * same as that of `storeAt`, except for a unit with too many changes (see `MAX_MOMENTS`).
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { costOf, type InTurns } from "../in-turns.ts";
import { memoryUnitsInTurns } from "./memory-units.ts";
import { isRemovalRow } from "./removal.ts";
import { isHeld, pastUntil } from "./store.ts";
import { replacementRows } from "./versions.ts";

/**
 * Start and end in milliseconds since the epoch. The end is undefined if the unit stays to the end
 * of the graph.
 */
export type Span = readonly [number, number | undefined];

/**
 * A unit can have too many changes to check them all: more than `MAX_MOMENTS` moments at which the
 * unit may enter or leave the memory, or more than `MAX_LINKS` links of one version. Such a unit
 * gets a single period. It begins with the first version and has no end.
 */
const MAX_MOMENTS = 100;
const MAX_LINKS = 200;

/** @param again for each row of a variable, the times at which the same value was recorded again */
export function* heldSpans(
  graph: EvolutionGraph,
  fullName: string,
  again: ReadonlyMap<number, readonly number[]>,
): InTurns<Span[]> {
  const { rows } = graph;
  const { at } = rows.table.variables;
  const versions = rows.versions.of(rows.table.names.find(fullName));
  const [first] = versions;
  if (first === undefined) return [];
  const repeats = (version: number) => again.get(version) ?? [];
  const moments = momentsOf(graph, versions, repeats);
  if (moments === undefined) return [[at.at(first), undefined]];
  yield costOf(moments.length);
  const units = yield* memoryUnitsInTurns(graph);
  const spans: Span[] = [];
  let since: number | undefined;
  for (const moment of moments) {
    yield costOf(versions.length);
    const latest = versions.findLast((row) => at.at(row) <= moment);
    const recorded =
      latest === undefined ? undefined : repeats(latest).findLast((time) => time <= moment);
    const past = pastUntil(graph, moment);
    const held = latest !== undefined && (yield* isHeld(graph, latest, { past, recorded, units }));
    if (held) since ??= moment;
    else if (since !== undefined) {
      spans.push([since, moment]);
      since = undefined;
    }
  }
  if (since !== undefined) spans.push([since, undefined]);
  return spans;
}

/**
 * Returns the moments at which the unit can enter or leave the memory; undefined if there are too
 * many.
 */
function momentsOf(
  graph: EvolutionGraph,
  versions: Uint32Array,
  repeats: (version: number) => readonly number[],
): number[] | undefined {
  const moments = new Set<number>();
  const { rows } = graph;
  const { links, variables } = rows.table;
  for (const row of versions) {
    const [leaving, entering] = [rows.linksFrom.of(row), rows.linksTo.of(row)];
    if (leaving.length + entering.length > MAX_LINKS) return undefined;
    moments.add(variables.at.at(row));
    for (const link of entering) moments.add(links.at.at(link));
    for (const link of leaving) if (isRemovalRow(graph, link)) moments.add(links.at.at(link));
    for (const replacement of replacementRows(graph, row))
      moments.add(variables.at.at(replacement));
    for (const at of repeats(row)) moments.add(at);
    if (moments.size > MAX_MOMENTS) return undefined;
  }
  return [...moments].sort((a, b) => a - b);
}
