/** Records memory units for stores that do not return a written unit. */
import type { MemTrace } from "../core/client.ts";
import type { Variable } from "../record/variable.ts";

/** Records a written memory unit, as a new version if a unit with this name is known. */
export function writeUnit(memtrace: MemTrace, name: string | undefined, value: unknown): Variable {
  return name !== undefined && memtrace.find(name)?.name === name
    ? memtrace.mutate(name, value)
    : memtrace.variable(value, { name, category: "memory_entry" });
}

/**
 * Records a memory unit. If a variable with the same text was recorded before, the unit gets a link
 * only from this variable. Otherwise, it gets links from all inputs of the call.
 */
export function storeText(memtrace: MemTrace, text: string, name?: string): Variable {
  const source = memtrace.find(text);
  const unit = writeUnit(memtrace, name, text);
  if (source) memtrace.link(source, unit);
  return unit;
}
