/** Computes what differs between the memory at two moments, or between two graphs. */

import type { GraphRows } from "../build/graph-rows.ts";
import type { ValueSplice } from "../build/values.ts";
import { noneOf } from "../columns/columns.ts";
import type { EvolutionGraph, Records } from "../evolution-graph.ts";
import { chosenOf, type InTurns, RecordCount } from "../in-turns.ts";
import { storeAtInTurns } from "../memory/store.ts";
import type { Variable } from "../model.ts";

/**
 * The variables in `added` and `changed` have the same order as in the later memory or graph. The
 * variables in `removed` have the same order as in the earlier memory or graph.
 */
export interface Difference {
  readonly added: readonly Variable[];
  readonly removed: readonly Variable[];
  readonly changed: readonly { readonly before: Variable; readonly after: Variable }[];
}

/**
 * Computes what differs between the memory at two times. Finds the same unit at both times by its
 * name, because each version of a unit has its own id.
 */
export function* diffStores(graph: EvolutionGraph, from: number, to: number): InTurns<Difference> {
  const { values, table } = graph.rows;
  const same = (before: Variable, after: Variable) =>
    values.same(graph.rowOf(before), graph.rowOf(after));
  const nameOf = (variable: Variable) => table.variables.fullName.at(graph.rowOf(variable));
  const before = { variables: yield* storeAtInTurns(graph, from), keyOf: nameOf };
  const after = { variables: yield* storeAtInTurns(graph, to), keyOf: nameOf };
  return yield* diffVariables(before, after, same);
}

export interface GraphDifference extends Difference {
  /** Ids of the operations, links and sessions that only one of the graphs has. */
  readonly operations: OneSided;
  readonly links: OneSided;
  readonly sessions: OneSided;
}

interface OneSided {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Compares variables by id and value, all other records only by id. */
export function* diffGraphs(
  before: EvolutionGraph,
  after: EvolutionGraph,
): InTurns<GraphDifference> {
  const same = new SameValues(before.rows, after.rows);
  const changed = new Set<number>();
  const earlierRows = noneOf(after.rows.table.variables.size);
  for (const is of after.rows.variables) {
    const was = before.rows.findVariable(after.rows.variableId(is));
    earlierRows[is] = was;
    if (was >= 0 && !same.are(was, is)) changed.add(is);
    yield same.takeCompared() + LOOKUP;
  }
  return {
    ...(yield* diffVariables(
      { variables: before.variables, keyOf: (variable) => before.rowOf(variable) },
      {
        variables: after.variables,
        keyOf: (variable) => earlierRows[after.rowOf(variable)] as number,
      },
      (_, variable) => !changed.has(after.rowOf(variable)),
    )),
    operations: yield* oneSided(before.operations, after.operations),
    links: yield* oneSided(before.links, after.links),
    sessions: yield* oneSided(before.sessions, after.sessions),
  };
}

interface VariableList {
  readonly variables: { values(): Iterable<Variable> };
  /**
   * Returns a number that identifies the variable. `diffVariables` compares an earlier list with a
   * later list. If both lists have a variable, both must return the same number for it. The later
   * list can return -1 for a variable that the earlier list does not have.
   */
  readonly keyOf: (variable: Variable) => number;
}

/** Finding one record by id or name costs as much as reading this many characters. */
const LOOKUP = 50;

function* diffVariables(
  before: VariableList,
  after: VariableList,
  same: (before: Variable, after: Variable) => boolean,
): InTurns<Difference> {
  const records = new RecordCount(LOOKUP);
  const earlier = new Map<number, Variable>();
  for (const variable of before.variables.values()) {
    if (records.isDue()) yield records.cost;
    earlier.set(before.keyOf(variable), variable);
  }
  const later = new Set<number>();
  const added: Variable[] = [];
  const changed: { before: Variable; after: Variable }[] = [];
  for (const variable of after.variables.values()) {
    if (records.isDue()) yield records.cost;
    const key = after.keyOf(variable);
    later.add(key);
    const was = earlier.get(key);
    if (was === undefined) added.push(variable);
    else if (!same(was, variable)) changed.push({ before: was, after: variable });
  }
  const isGone = (variable: Variable) => !later.has(before.keyOf(variable));
  const removed = yield* chosenOf(before.variables.values(), isGone, LOOKUP);
  return { added, removed, changed };
}

/**
 * Cost of comparing two values by their lengths and splices, without their texts. A cost of 1 is
 * the time that it takes to read one character.
 */
const COMPARISON = 500;

/**
 * Compares values of two graphs. A value can be stored as a splice: a change of another value. If
 * two splices make the same change to equal values, their results are equal too. Then the results
 * are not read, which saves time.
 */
class SameValues {
  readonly #before: GraphRows;
  readonly #after: GraphRows;
  /** Maps a row of the later graph to a row of the earlier graph with an equal value. */
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
