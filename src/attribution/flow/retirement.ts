/**
 * Some memories first mark a unit as no longer true, and later delete it. Then the operation that
 * marked the unit lost the fact, not the deletion. This file finds that operation.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { executionOrder } from "../../graph/history/execution-order.ts";
import { fieldsOf } from "../../protocol/json/json-fields.ts";
import type { Loss } from "./flow.ts";

/**
 * Returns the loss at the operation that marked the unit as no longer true. An operation marks a
 * unit if it writes a new version that only fills empty fields, such as an end date. If several
 * operations did this, the last one counts. Returns undefined if there is none.
 */
export function retirementOf(unit: string, graph: EvolutionGraph): Loss | undefined {
  const last = graph.variables.get(unit);
  if (last === undefined) return undefined;
  const versions = graph.versionsOf(last.fullName).filter(({ version }) => version <= last.version);
  for (let index = versions.length - 1; index > 0; index -= 1) {
    const [before, after] = [versions[index - 1], versions[index]];
    if (before === undefined || after === undefined || !marks(before.value, after.value)) continue;
    const link = graph.linksTo(after).find(({ from }) => from === before.id);
    if (link === undefined) return undefined;
    const { id, op, from, to, category } = link;
    const steps = [{ link: id, op, from, to, category }];
    return { carrier: before.id, op, at: executionOrder(graph).get(op) ?? 0, steps };
  }
  return undefined;
}

/**
 * Whether both texts are JSON objects that differ in only one way: `after` has values in one or
 * more fields that are missing or empty in `before`. All other fields must be equal.
 */
function marks(before: string, after: string): boolean {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  if (old === undefined || now === undefined) return false;
  const changed = Object.keys(now).filter((key) => !isSame(old[key], now[key]));
  const isComplete = Object.keys(old).every((key) => key in now);
  return isComplete && changed.length > 0 && changed.every((key) => isEmpty(old[key]));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === false;
}
