import type { MemTrace } from "../core/client.ts";
import type { Variable } from "../record/variable.ts";

/**
 * Returns a system prompt's variable. Records the prompt outside the running operation, which did
 * not make it.
 */
export function systemPrompt(memtrace: MemTrace, text: string, name?: string): Variable {
  const kind = name ? undefined : "instructions";
  const record = () => memtrace.variable(text, { name, class: kind, category: "prompt" });
  const graph = memtrace.current()?.graph;
  return memtrace.find(text) ?? (graph ? memtrace.graph(graph, record) : record());
}
