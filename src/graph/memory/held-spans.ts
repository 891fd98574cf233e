/**
 * The spans of time in which the memory held one unit. They agree with `storeAt` at every moment.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { costOf, type InTurns } from "../in-turns.ts";
import type { Variable } from "../model.ts";
import { memoryUnitsInTurns } from "./memory-units.ts";
import { isRemoval } from "./removal.ts";
import { isHeld, pastUntil } from "./store.ts";
import { replacementsOf } from "./versions.ts";

/** Start and end. Without an end, the memory held the unit until the graph ended. */
export type Span = readonly [number, number | undefined];

/**
 * A unit with more changes gets a single span, because each moment requires a check of its links.
 */
const MAX_MOMENTS = 100;
const MAX_LINKS = 200;

/** @param again times at which an unchanged value was recorded again, by row */
export function* heldSpans(
  graph: EvolutionGraph,
  fullName: string,
  again: ReadonlyMap<number, readonly number[]>,
): InTurns<Span[]> {
  const versions = graph.versionsOf(fullName);
  const first = versions[0];
  if (first === undefined) return [];
  const repeats = (variable: Variable) => again.get(graph.rows.findVariable(variable.id)) ?? [];
  const moments = momentsOf(graph, versions, repeats);
  if (moments === undefined) return [[first.at, undefined]];
  yield costOf(moments.length);
  const units = yield* memoryUnitsInTurns(graph);
  const spans: Span[] = [];
  let since: number | undefined;
  for (const moment of moments) {
    yield costOf(versions.length);
    const latest = versions.findLast(({ at }) => at <= moment);
    const recorded = latest && repeats(latest).findLast((at) => at <= moment);
    const past = pastUntil(moment);
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

/** The moments at which the memory may change, in order; undefined if there are too many. */
function momentsOf(
  graph: EvolutionGraph,
  versions: readonly Variable[],
  repeats: (variable: Variable) => readonly number[],
): number[] | undefined {
  const moments = new Set<number>();
  const { rows } = graph;
  for (const version of versions) {
    const row = rows.findVariable(version.id);
    if (rows.linksFrom.of(row).length + rows.linksTo.of(row).length > MAX_LINKS) return undefined;
    moments.add(version.at);
    const removals = graph.linksFrom(version.id).filter((link) => isRemoval(graph, link));
    const replacements = replacementsOf(graph, version.id);
    for (const { at } of [...graph.linksTo(version.id), ...removals, ...replacements])
      moments.add(at);
    for (const at of repeats(version)) moments.add(at);
    if (moments.size > MAX_MOMENTS) return undefined;
  }
  return [...moments].sort((a, b) => a - b);
}
