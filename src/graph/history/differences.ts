/** What differs between two moments of the memory store, and between two graphs. */
import type { EvolutionGraph, Records } from "../evolution-graph.ts";
import { storeAt } from "../memory/store-at.ts";
import type { Variable } from "../model.ts";

/** Lists are in the order of the side that has the entry; of what changed, of the later side. */
export interface Difference {
  readonly added: readonly Variable[];
  readonly removed: readonly Variable[];
  readonly changed: readonly { readonly before: Variable; readonly after: Variable }[];
}

/** Units by name: two moments hold the same unit, perhaps as different versions. */
export function diffStores(graph: EvolutionGraph, from: number, to: number): Difference {
  return diffVariables(storeAt(graph, from), storeAt(graph, to), (variable) => variable.fullName);
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

/** Variables by id and value; the other records by id. */
export function diffGraphs(before: EvolutionGraph, after: EvolutionGraph): GraphDifference {
  const variables = (graph: EvolutionGraph) => [...graph.variables.values()];
  return {
    ...diffVariables(variables(before), variables(after), (variable) => variable.id),
    operations: oneSided(before.operations, after.operations),
    links: oneSided(before.links, after.links),
    sessions: oneSided(before.sessions, after.sessions),
  };
}

function diffVariables(
  before: readonly Variable[],
  after: readonly Variable[],
  keyOf: (variable: Variable) => string,
): Difference {
  const earlier = new Map(before.map((variable) => [keyOf(variable), variable]));
  const later = new Set(after.map(keyOf));
  return {
    added: after.filter((variable) => !earlier.has(keyOf(variable))),
    removed: before.filter((variable) => !later.has(keyOf(variable))),
    changed: after.flatMap((variable) => {
      const was = earlier.get(keyOf(variable));
      return was === undefined || was.value === variable.value
        ? []
        : [{ before: was, after: variable }];
    }),
  };
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
