/** Differences between two moments of the memory store, and between two graphs. */

import type { GraphRows } from "../build/graph-rows.ts";
import type { ValueSplice } from "../build/values.ts";
import type { EvolutionGraph, Records } from "../evolution-graph.ts";
import { chosenOf, type InTurns, RecordCount } from "../in-turns.ts";
import { storeAtInTurns } from "../memory/store.ts";
import type { Variable } from "../model.ts";

/**
 * Each list keeps the order of the graph that contains the entries; `changed` keeps the order of
 * the later graph.
 */
export interface Difference {
  readonly added: readonly Variable[];
  readonly removed: readonly Variable[];
  readonly changed: readonly { readonly before: Variable; readonly after: Variable }[];
}

/** Compares units by name, because one unit may have different versions at the two moments. */
export function* diffStores(graph: EvolutionGraph, from: number, to: number): InTurns<Difference> {
  const { rows } = graph;
  const same = (before: Variable, after: Variable) =>
    rows.values.same(rows.findVariable(before.id), rows.findVariable(after.id));
  const before = yield* storeAtInTurns(graph, from);
  const after = yield* storeAtInTurns(graph, to);
  const nameOf = ({ fullName }: Variable) => rows.table.names.find(fullName);
  return yield* diffVariables(before, after, nameOf, same);
}

export interface GraphDifference extends Difference {
  /** Ids that only one side has. */
  readonly operations: OneSided;
  readonly links: OneSided;
  readonly sessions: OneSided;
}

interface OneSided {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Compares variables by id and value, all other records by id. */
export function* diffGraphs(
  before: EvolutionGraph,
  after: EvolutionGraph,
): InTurns<GraphDifference> {
  const same = new SameValues(before.rows, after.rows);
  const changed = new Set<number>();
  for (const { id } of after.variables.values()) {
    const [was, is] = [before.rows.findVariable(id), after.rows.findVariable(id)];
    if (was >= 0 && !same.are(was, is)) changed.add(is);
    yield same.takeCompared();
  }
  return {
    ...(yield* diffVariables(
      ...([before.variables, after.variables] as const),
      ({ id }) => before.rows.findVariable(id),
      (_, { id }) => !changed.has(after.rows.findVariable(id)),
    )),
    operations: yield* oneSided(before.operations, after.operations),
    links: yield* oneSided(before.links, after.links),
    sessions: yield* oneSided(before.sessions, after.sessions),
  };
}

/** Variables from a list or from a graph. */
interface VariableList {
  values(): Iterable<Variable>;
}

/** Cost of finding one record by id or name, in characters. */
const LOOKUP = 50;

/** @param keyOf the number by which a variable is found again, negative if there is none */
function* diffVariables(
  before: VariableList,
  after: VariableList,
  keyOf: (variable: Variable) => number,
  same: (before: Variable, after: Variable) => boolean,
): InTurns<Difference> {
  const records = new RecordCount(LOOKUP);
  const earlier = new Map<number, Variable>();
  for (const variable of before.values()) {
    if (records.isDue()) yield records.cost;
    earlier.set(keyOf(variable), variable);
  }
  const later = new Set<number>();
  const added: Variable[] = [];
  const changed: { before: Variable; after: Variable }[] = [];
  for (const variable of after.values()) {
    if (records.isDue()) yield records.cost;
    const key = keyOf(variable);
    later.add(key);
    const was = earlier.get(key);
    if (was === undefined) added.push(variable);
    else if (!same(was, variable)) changed.push({ before: was, after: variable });
  }
  const isGone = (variable: Variable) => !later.has(keyOf(variable));
  const removed = yield* chosenOf(before.values(), isGone, LOOKUP);
  return { added, removed, changed };
}

/** Cost of one comparison, without reading the values. */
const COMPARISON = 500;

/**
 * Compares values of two graphs. Equal splices of equal values are known to be equal without
 * reading them.
 */
class SameValues {
  readonly #before: GraphRows;
  readonly #after: GraphRows;
  /** By row of the later graph, the row of the earlier one with the same value. */
  readonly #same = new Map<number, number>();
  #compared = 0;

  constructor(before: GraphRows, after: GraphRows) {
    this.#before = before;
    this.#after = after;
  }

  are(before: number, after: number): boolean {
    const [was, is] = [this.#before.values, this.#after.values];
    this.#compared += COMPARISON;
    if (was.chars(before) !== is.chars(after)) return false;
    if (!this.#areChangedAlike(was.spliceOf(before), is.spliceOf(after))) {
      this.#compared += 2 * is.chars(after);
      if (was.read(before) !== is.read(after)) return false;
    }
    this.#same.set(after, before);
    return true;
  }

  #areChangedAlike(was: ValueSplice | undefined, is: ValueSplice | undefined): boolean {
    if (was === undefined || is === undefined) return false;
    const base = this.#same.get(this.#after.values.variableOf(is));
    if (base === undefined || base !== this.#before.values.variableOf(was)) return false;
    return was.at === is.at && was.remove === is.remove && was.insert === is.insert;
  }

  takeCompared(): number {
    const compared = this.#compared;
    this.#compared = 0;
    return compared;
  }
}

function* oneSided(
  before: Pick<Records<unknown>, "has" | "keys">,
  after: Pick<Records<unknown>, "has" | "keys">,
): InTurns<OneSided> {
  return {
    added: yield* chosenOf(after.keys(), (id) => !before.has(id), LOOKUP),
    removed: yield* chosenOf(before.keys(), (id) => !after.has(id), LOOKUP),
  };
}
