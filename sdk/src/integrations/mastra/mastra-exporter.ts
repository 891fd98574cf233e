/**
 * `@memtrace/sdk/mastra-exporter`: records Mastra's spans of model steps and tools as operations.
 */
import type { MemTrace } from "../../core/client.ts";
import { keep } from "../../core/keep-latest.ts";
import type { CallTrace } from "../../core/trace-function.ts";
import { tryOrUndefined } from "../../core/try-or-undefined.ts";
import { begin } from "../client-methods.ts";
import { MemoryRecord } from "../memory-record.ts";
import { messageText } from "./mastra-store.ts";

/** The fields that this exporter reads from Mastra's events. */
interface TracingEvent {
  type: string;
  exportedSpan: {
    id: string;
    type: string;
    name: string;
    entityName?: string;
    input?: unknown;
    output?: unknown;
    errorInfo?: { message?: string };
  };
}

const CATEGORIES: Readonly<Record<string, string>> = {
  model_step: "generation",
  tool_call: "tool",
  mcp_tool_call: "tool",
};
/**
 * Makes an ObservabilityExporter for agents' model steps and tool calls. Mastra's memory spans
 * contain no texts, so `observeMastra` records the memory.
 */
export function mastraExporter(memtrace: MemTrace) {
  /**
   * Steps that have not ended. `keep` limits the entries, because Mastra sometimes never reports an
   * end.
   */
  const steps = new Map<string, CallTrace>();
  const observe = ({ type: event, exportedSpan: span }: TracingEvent) => {
    const { id, type, name, entityName = name, input, output, errorInfo } = span;
    const category = CATEGORIES[type];
    if (!category || !memtrace.enabled) return;
    if (!steps.has(id) && input !== undefined) {
      const step = category === "tool" ? entityName : type;
      const call = begin(memtrace, step, category, recordsOf(input));
      if (call) keep(steps, id, call);
    }
    if (event !== "span_ended") return;
    const call = steps.get(id);
    steps.delete(id);
    if (errorInfo) call?.fail(new Error(errorInfo.message));
    else call?.end(recordsOf(output));
  };
  return {
    name: "memtrace",
    async exportTracingEvent(event: TracingEvent): Promise<void> {
      // If a span has an unknown shape, skip only this span.
      tryOrUndefined(() => observe(event));
    },
    flush: () => memtrace.flush(),
    shutdown: () => memtrace.flush(),
  };
}

/**
 * Returns a prompt's messages, or an answer's text and tool calls. Any other value becomes JSON.
 */
function recordsOf(value: unknown): MemoryRecord[] {
  if (Array.isArray(value)) return value.map((message) => new MemoryRecord(messageText(message)));
  const { messages, text, toolCalls }: Answer = Object(value);
  if (messages) return recordsOf(messages);
  const calls = toolCalls?.length ? [new MemoryRecord(toolCalls)] : [];
  const records = text ? [new MemoryRecord(text, { category: "llm_response" }), ...calls] : calls;
  return records.length > 0 || value === undefined ? records : [new MemoryRecord(value)];
}

interface Answer {
  readonly messages?: readonly unknown[];
  readonly text?: unknown;
  readonly toolCalls?: readonly unknown[];
}
