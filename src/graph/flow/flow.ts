/**
 * Computes what the flow chart shows for a time range: sessions, messages and units. Each list has
 * a maximum length. The range is also divided into equal parts, called bins. Messages that are not
 * listed are only counted in their bin.
 */
import type { EvolutionGraph } from "../evolution-graph.ts";
import { costOf, type InTurns, RecordCount } from "../in-turns.ts";
import { between, type FlowIndex, flowIndexOf } from "./flow-index.ts";
import { lifeOfUnit, type UnitLife } from "./unit-lives.ts";

export interface FlowRequest {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly roles: ReadonlySet<string>;
  /**
   * Results come in pages. The first `lanes` sessions and the first `units` units are skipped,
   * because earlier pages have them.
   */
  readonly lanes: number;
  readonly units: number;
}

export interface FlowBounds {
  readonly bins: number;
  readonly lanes: number;
  readonly beads: number;
  readonly marks: number;
}

export interface Lane {
  /** Index of the session's id in `table.labels`; -1 for messages without a session. */
  readonly session: number;
  readonly from: number;
  to: number;
  messages: number;
  /** Maps the index of each bin to the number of its unlisted messages. */
  readonly cells: Map<number, number>;
}

export interface Bead {
  readonly row: number;
  readonly role: string;
  readonly lane: number;
}

export interface Bin {
  messages: number;
  versions: number;
  uses: number;
}

export interface FlowOfRange {
  readonly range: { readonly from: number; readonly to: number };
  readonly graph: { readonly from: number; readonly to: number };
  readonly lanes: readonly Lane[];
  readonly beads: readonly Bead[];
  readonly lives: readonly UnitLife[];
  readonly bins: readonly Bin[];
  readonly counts: { readonly lanes: number; readonly messages: number; readonly units: number };
}

/** Returns undefined if the graph has no variables. */
export function* flowOf(
  graph: EvolutionGraph,
  request: FlowRequest,
  bounds: FlowBounds,
): InTurns<FlowOfRange | undefined> {
  const index = yield* flowIndexOf(graph);
  const whole = timesOf(index);
  if (whole === undefined) return undefined;
  const from = request.from ?? whole.from;
  const range = { from, to: Math.max(from, request.to ?? whole.to) };
  const binOf = (at: number) => {
    const share = (at - range.from) / (range.to - range.from || 1);
    return Math.min(bounds.bins - 1, Math.floor(share * bounds.bins));
  };
  const bins = Array.from(
    { length: bounds.bins },
    (): Bin => ({ messages: 0, versions: 0, uses: 0 }),
  );
  const all = yield* lanesIn(graph, index, range);
  const lanes = all.slice(request.lanes, request.lanes + bounds.lanes);
  const { beads, messages } = yield* beadsIn(graph, index, {
    range,
    request,
    lanes,
    bins,
    binOf,
    most: bounds.beads,
  });
  const touched = yield* touchesIn(graph, index, range, bins, binOf);
  const chosen = touched.slice(request.units, request.units + bounds.lanes);
  const lives: UnitLife[] = [];
  for (const { name, touches } of chosen) {
    lives.push(
      yield* lifeOfUnit(graph, index, name, { range, binOf, touches, marks: bounds.marks }),
    );
  }
  const counts = { lanes: all.length, messages, units: touched.length };
  return { range, graph: whole, lanes, beads, lives, bins, counts };
}

function timesOf({ variables, uses }: FlowIndex) {
  const { times } = variables;
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const [firstUse = first, lastUse = last] = [uses.times[0], uses.times.at(-1)];
  return { from: Math.min(first, firstUse), to: Math.max(last, lastUse) };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function* lanesIn(
  { rows }: EvolutionGraph,
  { variables }: FlowIndex,
  { from, to }: Range,
): InTurns<Lane[]> {
  const { session, at } = rows.table.variables;
  const lanes: Lane[] = [];
  const bySession: (Lane | undefined)[] = [];
  const records = new RecordCount();
  for (const row of between(variables, from, to)) {
    if (records.isDue()) yield records.cost / 10;
    const label = session.at(row);
    const known = bySession[label + 1];
    if (known !== undefined) {
      known.to = at.at(row);
      continue;
    }
    const first = at.at(row);
    const lane = { session: label, from: first, to: first, messages: 0, cells: new Map() };
    bySession[label + 1] = lane;
    lanes.push(lane);
  }
  return lanes;
}

interface BeadsWanted {
  readonly range: Range;
  readonly request: FlowRequest;
  readonly lanes: readonly Lane[];
  readonly bins: Bin[];
  readonly binOf: (at: number) => number;
  readonly most: number;
}

/**
 * The messages of one session in one bin form a cell. If a cell has more messages than a limit,
 * none of its messages are listed. These limits are tried one after another, until few enough
 * messages are listed.
 */
const LISTED_PER_CELL = [Number.POSITIVE_INFINITY, 8, 4, 2, 1];

/**
 * Counts the messages in each cell. Also lists the messages of the shown sessions one by one. If
 * the shown sessions have more than `most` messages, only the messages of cells with few messages
 * are listed. For each other cell, the result has only the number of its messages.
 */
function* beadsIn(
  { rows }: EvolutionGraph,
  index: FlowIndex,
  { range, request, lanes, bins, binOf, most }: BeadsWanted,
): InTurns<{ beads: Bead[]; messages: number }> {
  const { session, at } = rows.table.variables;
  const places = new Map(lanes.map((lane, place) => [lane.session, place]));
  const inLanes: Bead[] = [];
  let messages = 0;
  const records = new RecordCount();
  for (const row of between(index.messages, range.from, range.to)) {
    if (records.isDue()) yield records.cost / 10;
    const role = index.roles[row] ?? "other";
    if (!request.roles.has(role)) continue;
    messages += 1;
    const bin = binOf(at.at(row));
    const total = bins[bin];
    if (total !== undefined) total.messages += 1;
    const place = places.get(session.at(row));
    const lane = place === undefined ? undefined : lanes[place];
    if (place === undefined || lane === undefined) continue;
    lane.messages += 1;
    lane.cells.set(bin, (lane.cells.get(bin) ?? 0) + 1);
    inLanes.push({ row, role, lane: place });
  }
  const cells = lanes.flatMap((lane) => [...lane.cells.values()]);
  const sumOf = (limit: number) =>
    cells.reduce((sum, count) => (count <= limit ? sum + count : sum), 0);
  const limit = LISTED_PER_CELL.find((each) => sumOf(each) <= most) ?? 0;
  const isListed = ({ row, lane }: Bead) =>
    (lanes[lane]?.cells.get(binOf(at.at(row))) ?? 0) <= limit;
  const beads = inLanes.filter(isListed);
  for (const { cells: counted } of lanes) {
    for (const [bin, count] of counted) if (count <= limit) counted.delete(bin);
  }
  return { beads, messages };
}

interface Touched {
  /** Index of the unit's full name in `table.names`. */
  readonly name: number;
  readonly touches: number;
}

/**
 * Returns the units with a version or a use in the range. Units with the most versions and uses
 * come first.
 */
function* touchesIn(
  { rows }: EvolutionGraph,
  index: FlowIndex,
  { from, to }: Range,
  bins: readonly Bin[],
  binOf: (at: number) => number,
): InTurns<Touched[]> {
  const { variables, links, names } = rows.table;
  // Entry n is the number of versions and uses of the unit with index n in `names`. A `Map` would
  // be slow for a million uses.
  const touches = new Uint32Array(names.size);
  const touched: number[] = [];
  const records = new RecordCount();
  const count = (row: number, at: number, kind: "versions" | "uses") => {
    const name = variables.fullName.at(row);
    const before = touches[name] ?? 0;
    touches[name] = before + 1;
    if (before === 0) touched.push(name);
    const bin = bins[binOf(at)];
    if (bin !== undefined) bin[kind] += 1;
  };
  for (const row of between(index.versions, from, to)) {
    if (records.isDue()) yield records.cost / 10;
    count(row, variables.at.at(row), "versions");
  }
  for (const row of between(index.uses, from, to)) {
    if (records.isDue()) yield records.cost / 10;
    count(index.usedVersion(row), links.at.at(row), "uses");
  }
  yield costOf(touched.length / 10);
  return touched
    .map((name) => ({ name, touches: touches[name] ?? 0 }))
    .sort((a, b) => b.touches - a.touches || a.name - b.name);
}
