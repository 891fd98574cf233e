/** Converts the spans of one request into trace events and warnings for the sender. */
import type { TraceEvent } from "../protocol/events/events.ts";
import type { Span } from "./encoding/spans.ts";
import { eventsOfSpan } from "./events/span-events.ts";
import { chooseGraph } from "./graph-rule.ts";

/** Attribute keys that show that a span is a step of an agent. */
const KEYS =
  /^(?:gen_ai|openinference|llm|ai|traceloop|langfuse|mastra|everos|memory|retrieval|reranker|embedding|tool|tool_call)\.|^(?:input|output)\.value$/;
/**
 * Attribute keys that some processors add to every span. They do not show whether a span is a step
 * of an agent.
 */
const ON_EVERY_SPAN =
  /^(?:gen_ai\.(?:conversation|agent)\.|langfuse\.(?:user|session|trace|environment|release|version)|traceloop\.association\.|memory\.scope\.)/;
const SCOPES =
  /^(?:ai|langsmith|openinference|litellm|haystack|vllm|mastra|everos|cognee|voltagent|memtrace|langfuse-sdk)\b|^opentelemetry\.instrumentation\.(?:openai|anthropic|bedrock|cohere|mistral|groq|ollama|vertex|google|llama|langchain|crewai|haystack|chroma|pinecone|qdrant|weaviate|milvus|mcp|mem)|openinference|traceloop|openllmetry/i;

export interface MappedSpan {
  readonly graph: string;
  readonly events: readonly TraceEvent[];
}

export interface MappedSpans {
  readonly graphs: number;
  /**
   * The spans, grouped by graph, with their events. The events of a span are made only when the
   * caller reaches the span, because all events together would be several times as large as the
   * request. The caller can iterate only once.
   */
  readonly steps: Iterable<MappedSpan>;
  /** Warnings for the sender; complete only after all events were read. */
  readonly notes: () => readonly string[];
  /**
   * Spans that were left out because of a fault in this service; complete only after all events
   * were read.
   */
  readonly failed: () => readonly FailedSpan[];
}

export interface FailedSpan {
  readonly spanId: string;
  readonly error: unknown;
}

export function mapSpans(spans: readonly Span[]): MappedSpans {
  const belonging = chooseGraph(spans);
  const failed: FailedSpan[] = [];
  // If the conversion of one span throws, skip only this span. Otherwise, the exporter would lose
  // its whole batch.
  const contained = <T>(span: Span, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      failed.push({ spanId: span.spanId, error });
      return undefined;
    }
  };
  const placed = spans.flatMap((span) => {
    const whose = contained(span, () => (isTraced(span) ? belonging(span) : undefined));
    return whose === undefined ? [] : [{ span, whose }];
  });
  const byGraph = Map.groupBy(placed, ({ whose }) => whose.graph);
  let silent = 0;
  let large = 0;
  let misread = 0;
  const unreadNames = new Set<string>();
  function* steps() {
    for (const [graph, group] of byGraph) {
      for (const { span, whose } of group) {
        const read = contained(span, () => eventsOfSpan(span, whose));
        if (read === undefined) continue;
        const { events, lacksContent, unread, leftOut } = read;
        if (lacksContent) silent++;
        if (unread !== undefined) misread++;
        if (unread !== undefined && unreadNames.size < TOLD_NAMES) unreadNames.add(unread);
        if (leftOut > 0) large++;
        yield { graph, events };
      }
    }
  }
  const alone = placed.filter(({ whose }) => whose.by === "trace").length;
  const of = (count: number, said: string) =>
    count === 0 ? [] : [`${count} of ${placed.length} steps ${said}`];
  return {
    graphs: byGraph.size,
    steps: steps(),
    failed: () => failed,
    notes: () => [
      ...of(silent, SILENT),
      ...of(
        misread,
        `have content that is not read, in ${[...unreadNames].join(", ")}: ${NOT_READ}`,
      ),
      ...of(large, LARGE),
      ...of(alone, ALONE),
    ],
  };
}

const SILENT =
  "have no content, so nothing can be followed through them. Switch on content capture in the code that makes the spans (OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true; gen_ai.memory.query.text and gen_ai.memory.records are opt-in as well).";
const TOLD_NAMES = 3;
const NOT_READ =
  "no known convention has these names. Send the content as gen_ai.input.messages and gen_ai.output.messages, or under another name of docs/otlp.md.";
const LARGE =
  "have more values, statements or links than a step may have: the comments of their operations say how many are left out.";
const ALONE =
  "name neither a user nor a conversation, so they are in a graph of their trace. Set the attribute memtrace.graph, user.id or gen_ai.conversation.id on every span.";

/** Whether the span is a step of an agent. Spans of web frameworks and database drivers are not. */
function isTraced({ scope, name, attributes }: Span): boolean {
  // Logfire announces each span with an extra span that has its own id. Ignore the extra span.
  if (attributes.get("logfire.span_type") === "pending_span") return false;
  if (SCOPES.test(scope) || /^(?:everos|memory|gen_ai)\./.test(name)) return true;
  for (const key of attributes.keys()) if (KEYS.test(key) && !ON_EVERY_SPAN.test(key)) return true;
  return false;
}
