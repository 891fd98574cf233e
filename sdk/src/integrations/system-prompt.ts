import type { MemTrace } from "../core/client.ts";
import type { Variable } from "../record/variable.ts";

/**
 * Returns a system prompt's variable. If the prompt is not recorded yet, records it outside the
 * running operation. Otherwise, it would look like a result of this operation.
 */
export function systemPrompt(memtrace: MemTrace, text: string, name?: string): Variable {
  const kind = name ? undefined : "instructions";
  const record = () => memtrace.variable(text, { name, class: kind, category: "prompt" });
  const graph = memtrace.current()?.graph;
  return memtrace.find(text) ?? (graph ? memtrace.graph(graph, record) : record());
}
