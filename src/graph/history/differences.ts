/** Differences between two moments of the memory store, and between two graphs. */

import type { GraphRows } from "../build/graph-rows.ts";
import type { ValueSplice } from "../build/values.ts";
import type { EvolutionGraph, Records } from "../evolution-graph.ts";
import { storeAt } from "../memory/store.ts";
import type { Variable } from "../model.ts";

/** Lists follow the order of the side that has the entry; `changed` that of the later side. */
export interface Difference {
  readonly added: readonly Variable[];
  readonly removed: readonly Variable[];
  readonly changed: readonly { readonly before: Variable; readonly after: Variable }[];
}

/** Compares by name, because two moments may hold different versions of one unit. */
export function diffStores(graph: EvolutionGraph, from: number, to: number): Difference {
  const { rows } = graph;
  const same = (before: Variable, after: Variable) =>
    rows.values.same(rows.findVariable(before.id), rows.findVariable(after.id));
  const [before, after] = [storeAt(graph, from), storeAt(graph, to)];
  return diffVariables(before, after, (variable) => variable.fullName, same);
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

/**
 * Variables by id and value; the other records by id. Yields the characters that were compared
 * since.
 */
export function* diffGraphs(
  before: EvolutionGraph,
  after: EvolutionGraph,
): Generator<number, GraphDifference> {
  const variables = (graph: EvolutionGraph) => [...graph.variables.values()];
  const same = new SameValues(before.rows, after.rows);
  const changed = new Set<string>();
  for (const { id } of variables(after)) {
    const [was, is] = [before.rows.findVariable(id), after.rows.findVariable(id)];
    if (was >= 0 && !same.are(was, is)) changed.add(id);
    yield same.takeCompared();
  }
  return {
    ...diffVariables(
      ...([variables(before), variables(after), (variable: Variable) => variable.id] as const),
      (_, { id }) => !changed.has(id),
    ),
    operations: oneSided(before.operations, after.operations),
    links: oneSided(before.links, after.links),
    sessions: oneSided(before.sessions, after.sessions),
  };
}

function diffVariables(
  before: readonly Variable[],
  after: readonly Variable[],
  keyOf: (variable: Variable) => string,
  same: (before: Variable, after: Variable) => boolean,
): Difference {
  const earlier = new Map(before.map((variable) => [keyOf(variable), variable]));
  const later = new Set(after.map(keyOf));
  return {
    added: after.filter((variable) => !earlier.has(keyOf(variable))),
    removed: before.filter((variable) => !later.has(keyOf(variable))),
    changed: after.flatMap((variable) => {
      const was = earlier.get(keyOf(variable));
      return was === undefined || same(was, variable) ? [] : [{ before: was, after: variable }];
    }),
  };
}

/** Cost of a comparison beside the characters of the values. */
const COMPARISON = 100;

/** Compares the values of two graphs. Equal splices of equal values are equal without reading them. */
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

function oneSided(
  before: Pick<Records<unknown>, "has" | "keys">,
  after: Pick<Records<unknown>, "has" | "keys">,
): OneSided {
  return {
    added: [...after.keys()].filter((id) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !after.has(id)),
  };
}
