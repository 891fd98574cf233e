/** The role of a variable in the memory system. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { InTurns } from "../in-turns.ts";
import type { Variable } from "../model.ts";
import { defined } from "../omit-undefined.ts";
import { VariableRecord } from "../records.ts";
import { type MemoryUnits, memoryUnits, memoryUnitsInTurns } from "./memory-units.ts";
import { isMessage } from "./messages.ts";
import { kindOf, type VariableKind } from "./record-categories.ts";
import { shapesInTurns } from "./structural-signatures.ts";

export type VariableRole = "message" | "query" | "answer" | "unit" | "tombstone" | "other";

export function roleOf(graph: EvolutionGraph, variable: Variable): VariableRole {
  return roleWith(graph, memoryUnits(graph), kindOf(variable), variable);
}

/** Computes the data of the whole graph that `roleOf` needs, so that each call is a lookup. */
export function* deriveRoles(graph: EvolutionGraph): InTurns<void> {
  yield* memoryUnitsInTurns(graph);
  yield* shapesInTurns(graph);
}

/** Returns a lookup of the role by row, for work on very many variables. */
export function* rolesByRow(graph: EvolutionGraph): InTurns<(row: number) => VariableRole> {
  const { rows } = graph;
  const { variables, labels } = rows.table;
  const units = yield* memoryUnitsInTurns(graph);
  yield* shapesInTurns(graph);
  // A graph has few labels, so the kind of each label pair is computed once.
  const kinds = new Map<number, VariableKind | undefined>();
  const kindAt = (row: number) => {
    const [ofClass, ofCategory] = [variables.className.at(row), variables.category.at(row)];
    const key = (ofClass + 1) * MAX_LABELS + ofCategory + 1;
    if (!kinds.has(key)) {
      const className = labels.at(ofClass);
      kinds.set(key, kindOf(defined({ className, category: labels.at(ofCategory) })));
    }
    return kinds.get(key);
  };
  return (row) => roleWith(graph, units, kindAt(row), new VariableRecord(rows, row));
}

/** More labels than any graph has, so that two label numbers combine into one. */
const MAX_LABELS = 2 ** 26;

function roleWith(
  graph: EvolutionGraph,
  units: MemoryUnits,
  kind: VariableKind | undefined,
  variable: Variable,
): VariableRole {
  if (kind === "tombstone") return kind;
  if (units.isVersionOfUnit(variable)) return "unit";
  if (kind === "query" || kind === "answer") return kind;
  return isMessage(graph, variable) ? "message" : "other";
}
