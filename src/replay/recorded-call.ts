/** Describes recorded operations as calls: inputs, results and memory changes. */

import type { Roles } from "../attribution/roles/roles.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { costOf, type InTurns } from "../graph/in-turns.ts";
import type { MemoryUnits } from "../graph/memory/memory-units.ts";
import { kindOf, stepKindOf } from "../graph/memory/record-categories.ts";
import { isEmptied, isRemoval } from "../graph/memory/removal.ts";
import type { Operation, Variable } from "../graph/model.ts";
import type { ReplayCall, ReplayValue } from "../protocol/api/replays.ts";

export function replayValue(variable: Variable, roles: Pick<Roles, "isMemory">): ReplayValue {
  const { id, name, className, category, value, metadata } = variable;
  return {
    id,
    name,
    className: className ?? null,
    category: category ?? null,
    text: value,
    isUnit: roles.isMemory(variable),
    metadata: metadata ?? null,
  };
}

/**
 * Reading one link of a call costs as much as reading this many records, because the values at both
 * ends of the link are read too.
 */
const VALUE_RECORDS = 6;

export function costOfCall(graph: EvolutionGraph, op: string): number {
  return costOf(VALUE_RECORDS * (1 + graph.linksOf(op).length));
}

export function callOf(
  graph: EvolutionGraph,
  operation: Operation,
  roles: Pick<Roles, "isMemory" | "units">,
  memory: { readonly isUsed: (name: string) => boolean; readonly isChanged: boolean },
): ReplayCall {
  const { id, name, metadata } = operation;
  const { inputs, outputs } = graph.endsOf(id);
  const settings: unknown = metadata?.settings;
  const inside: unknown = metadata?.inside;
  return {
    op: id,
    name,
    inside: typeof inside === "string" ? inside : null,
    inputs: inputs.map(({ value }) => value),
    settings: Array.isArray(settings) ? settings : [],
    values: outputs.filter((v) => !isNothing(graph, v)).map((v) => replayValue(v, roles)),
    removed: removedBy(graph, id, roles.units),
    changesMemory: memory.isChanged,
    usesMemory: memory.isUsed(name),
  };
}

function removedBy(graph: EvolutionGraph, op: string, units: MemoryUnits): string[] {
  const removals = graph.linksOf(op).filter((link) => isRemoval(graph, link, units));
  const names = removals.flatMap(({ from }) => graph.variables.get(from)?.name ?? []);
  return [...new Set(names)];
}

function isNothing(graph: EvolutionGraph, variable: Variable): boolean {
  const kind = kindOf(variable);
  return kind === "marker" || kind === "tombstone" || isEmptied(graph, variable);
}

/**
 * Returns the names of operations that read or change the memory. An operation does so if its
 * category says so, or if it wrote or removed a memory unit. If such an operation ran inside
 * another operation, the name of that other operation is returned too.
 */
export function* memoryOperations(
  graph: EvolutionGraph,
  roles: Pick<Roles, "isUnit" | "units">,
): InTurns<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const operation of graph.operations.values()) {
    yield costOfCall(graph, operation.id);
    if (!isUsing(graph, operation, roles)) continue;
    for (const around of withAround(graph, operation)) names.add(around.name);
  }
  return names;
}

function isUsing(
  graph: EvolutionGraph,
  { id, category }: Operation,
  { isUnit, units }: Pick<Roles, "isUnit" | "units">,
): boolean {
  const kind = stepKindOf(category === undefined ? {} : { category });
  if (kind === "retrieval" || kind === "update" || kind === "deletion") return true;
  return graph.linksOf(id).some((link) => isUnit(link.to) || isRemoval(graph, link, units));
}

function withAround(graph: EvolutionGraph, operation: Operation): ReadonlySet<Operation> {
  const found = new Set<Operation>();
  for (let at: Operation | undefined = operation; at !== undefined && !found.has(at); ) {
    found.add(at);
    const inside: unknown = at.metadata?.inside;
    at = typeof inside === "string" ? graph.operations.get(inside) : undefined;
  }
  return found;
}

/**
 * Adds the memory changes of inner calls to the calls around them. In a replay, a call can get its
 * recorded result without running again. Its inner calls do not run then either, so the replay must
 * make their changes to the memory itself.
 * @param isNew whether a unit did not exist before the step
 */
export function withInner(
  calls: readonly ReplayCall[],
  isNew: (unit: ReplayValue) => boolean,
): ReplayCall[] {
  const byOp = new Map(calls.map((call) => [call.op, { ...call }]));
  // Inner calls began after outer calls. So in reverse order, each call has the changes of all its
  // inner calls before it gives them to the call around it.
  for (const { op, values, removed, changesMemory } of calls.toReversed()) {
    const inner = byOp.get(op);
    const outer = byOp.get(inner?.inside ?? "");
    if (inner === undefined || outer === undefined || outer === inner) continue;
    const known = new Set(outer.values.map(({ id }) => id));
    const written = [...inner.values, ...values].filter(
      (value) => value.isUnit && isNew(value) && !known.has(value.id) && known.add(value.id),
    );
    outer.values = [...outer.values, ...written];
    outer.removed = [...new Set([...outer.removed, ...inner.removed, ...removed])];
    outer.changesMemory ||= changesMemory || inner.changesMemory;
  }
  return [...byOp.values()];
}
