/**
 * `@memtrace/sdk/mastra-exporter`: records Mastra's spans of model steps and tools as operations.
 */
import type { MemTrace } from "../../core/client.ts";
import { keep } from "../../core/keep-latest.ts";
import type { CallTrace } from "../../core/trace-function.ts";
import { unlessItFails } from "../../core/try-or-undefined.ts";
import { begin } from "../client-methods.ts";
import { Told } from "../memory-record.ts";
import { textOf } from "./mastra-store.ts";

/** The fields that we read of Mastra's events. */
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
 * An ObservabilityExporter for the model steps and tool calls of agents. `observeMastra` records
 * the memory, because Mastra's memory spans leave out the contents.
 */
export function mastraExporter(memtrace: MemTrace) {
  /** Running steps. Bounded, because a step may never end. */
  const steps = new Map<string, CallTrace>();
  const see = ({ type: event, exportedSpan: span }: TracingEvent) => {
    const { id, type, name, entityName = name, input, output, errorInfo } = span;
    const category = CATEGORIES[type];
    if (!category || !memtrace.enabled) return;
    if (!steps.has(id) && input !== undefined) {
      const step = category === "tool" ? entityName : type;
      const call = begin(memtrace, step, category, toldOf(input));
      if (call) keep(steps, id, call);
    }
    if (event !== "span_ended") return;
    const call = steps.get(id);
    steps.delete(id);
    if (errorInfo) call?.fail(new Error(errorInfo.message));
    else call?.end(toldOf(output));
  };
  return {
    name: "memtrace",
    async exportTracingEvent(event: TracingEvent): Promise<void> {
      // A span with an unexpected form loses only its own record.
      unlessItFails(() => see(event));
    },
    flush: () => memtrace.flush(),
    shutdown: () => memtrace.flush(),
  };
}

/** The messages of a prompt, the text and tool calls of an answer, or JSON. */
function toldOf(value: unknown): Told[] {
  if (Array.isArray(value)) return value.map((message) => new Told(textOf(message)));
  const { messages, text, toolCalls }: Answer = Object(value);
  if (messages) return toldOf(messages);
  const calls = toolCalls?.length ? [new Told(toolCalls)] : [];
  const told = text ? [new Told(text, { category: "llm_response" }), ...calls] : calls;
  return told.length > 0 || value === undefined ? told : [new Told(value)];
}

interface Answer {
  readonly messages?: readonly unknown[];
  readonly text?: unknown;
  readonly toolCalls?: readonly unknown[];
}
