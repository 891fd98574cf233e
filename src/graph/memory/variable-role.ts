/** Finds the role of a variable in the memory system, such as message, unit or answer. */
import type { EvolutionGraph } from "../evolution-graph.ts";
import type { InTurns } from "../in-turns.ts";
import type { Variable } from "../model.ts";
import { VariableRecord } from "../records.ts";
import { memoryUnits, memoryUnitsInTurns } from "./memory-units.ts";
import { isMessage } from "./messages.ts";
import { kindOf, kindsByRow } from "./record-categories.ts";
import { shapesInTurns } from "./structural-signatures.ts";

export type VariableRole = "message" | "query" | "answer" | "unit" | "tombstone" | "other";

export function roleOf(graph: EvolutionGraph, variable: Variable): VariableRole {
  const kind = kindOf(variable);
  if (kind === "tombstone") return kind;
  if (memoryUnits(graph).isVersionOfUnit(variable)) return "unit";
  if (kind === "query" || kind === "answer") return kind;
  return isMessage(graph, variable) ? "message" : "other";
}

/** Prepares the whole graph once, so that each call of `roleOf` is fast. */
export function* deriveRoles(graph: EvolutionGraph): InTurns<void> {
  yield* memoryUnitsInTurns(graph);
  yield* shapesInTurns(graph);
}

/** Like `roleOf`, but fast for very many variables. */
export function roleOfRow(graph: EvolutionGraph, row: number): VariableRole {
  const kind = kindsByRow(graph)(row);
  if (kind === "tombstone") return kind;
  if (memoryUnits(graph).isVersionRow(row)) return "unit";
  if (kind === "query" || kind === "answer") return kind;
  return isMessage(graph, new VariableRecord(graph.rows, row)) ? "message" : "other";
}
