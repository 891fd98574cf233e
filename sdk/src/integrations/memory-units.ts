/** Records a memory unit for stores that report a write but do not return the written unit. */
import type { MemTrace } from "../core/client.ts";
import type { Variable } from "../record/variable.ts";

/** Records a written memory unit. If a unit with this name is known, records a new version. */
export function writeUnit(memtrace: MemTrace, name: string | undefined, value: unknown): Variable {
  return name !== undefined && memtrace.find(name)?.name === name
    ? memtrace.mutate(name, value)
    : memtrace.variable(value, { name, category: "memory_entry" });
}

/**
 * Records a memory unit. If a value with the same text is already recorded, links the unit only
 * from that value. Otherwise every input of the call would become a source of the unit.
 */
export function storeText(memtrace: MemTrace, text: string, name?: string): Variable {
  const source = memtrace.find(text);
  const unit = writeUnit(memtrace, name, text);
  if (source) memtrace.link(source, unit);
  return unit;
}
