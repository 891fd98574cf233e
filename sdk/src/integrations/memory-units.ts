/** Memory units of stores that report writes, but not the resulting unit. */
import type { MemTrace } from "../core/client.ts";
import type { Variable } from "../record/variable.ts";

/** Records a written memory unit: a new version if its name is known. */
export function writeUnit(memtrace: MemTrace, name: string | undefined, value: unknown): Variable {
  return name !== undefined && memtrace.find(name)?.name === name
    ? memtrace.mutate(name, value)
    : memtrace.variable(value, { name, category: "memory_entry" });
}

/** The unit's source is its own text, not the other texts of the same call. */
export function storeText(memtrace: MemTrace, text: string, name?: string): Variable {
  const source = memtrace.find(text);
  const unit = writeUnit(memtrace, name, text);
  if (source) memtrace.link(source, unit);
  return unit;
}
