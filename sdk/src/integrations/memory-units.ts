/** Records memory units of stores that report a write, but not the resulting unit. */
import type { MemTrace } from "../core/client.ts";
import type { Variable } from "../record/variable.ts";

/** Records a written memory unit. If the unit's name is known, this makes a new version. */
export function writeUnit(memtrace: MemTrace, name: string | undefined, value: unknown): Variable {
  return name !== undefined && memtrace.find(name)?.name === name
    ? memtrace.mutate(name, value)
    : memtrace.variable(value, { name, category: "memory_entry" });
}

/**
 * Records a memory unit. If the unit's text is already recorded, links the unit from the recorded
 * value. Without this link, every input of the call would count as a source of the unit.
 */
export function storeText(memtrace: MemTrace, text: string, name?: string): Variable {
  const source = memtrace.find(text);
  const unit = writeUnit(memtrace, name, text);
  if (source) memtrace.link(source, unit);
  return unit;
}
