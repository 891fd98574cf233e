/** Memory units of stores that say what is written, not what becomes of it. */
import type { MemTrace } from "../core/client.ts";
import type { Variable } from "../record/variable.ts";

/** Records a memory unit as it is written: the next version, where its name is known. */
export function writeUnit(memtrace: MemTrace, name: string | undefined, value: unknown): Variable {
  return name !== undefined && memtrace.find(name)?.name === name
    ? memtrace.mutate(name, value)
    : memtrace.variable(value, { name, category: "memory_entry" });
}

/** A unit comes from the one text that was stored, not from all that were stored along with it. */
export function storeText(memtrace: MemTrace, text: string, name?: string): Variable {
  const source = memtrace.find(text);
  const unit = writeUnit(memtrace, name, text);
  if (source) memtrace.link(source, unit);
  return unit;
}
