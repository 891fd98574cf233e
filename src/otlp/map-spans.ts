/** From the spans of one request to trace events, and what its sender should know about them. */
import type { TraceEvent } from "../protocol/events.ts";
import { belongingOf } from "./graph-rule.ts";
import { eventsOfSpan } from "./span-events.ts";
import type { Span } from "./spans.ts";
import { isTraced } from "./traced.ts";

export interface MappedSpans {
  /** Made as they are read, once: together they are several times as large as the request. */
  readonly events: Iterable<TraceEvent>;
  /** For the sender, in sentences; after the events were read. */
  readonly notes: () => readonly string[];
}

export function mapSpans(spans: readonly Span[]): MappedSpans {
  const belonging = belongingOf(spans);
  const steps = spans.filter(isTraced);
  let silent = 0;
  let alone = 0;
  function* events() {
    for (const span of steps) {
      const whose = belonging(span);
      const mapped = eventsOfSpan(span, whose);
      if (mapped.lacksContent) silent++;
      if (whose.by === "trace") alone++;
      yield* mapped.events;
    }
  }
  return {
    events: events(),
    notes: () => [
      ...(silent === 0 ? [] : [`${silent} of ${steps.length} steps carry no content: ${REMEDY}`]),
      ...(alone === 0 ? [] : [`${alone} of ${steps.length} steps ${ALONE}`]),
    ],
  };
}

const REMEDY =
  "nothing can be followed through them. Switch on the capture of content where they are made (OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true; gen_ai.memory.query.text and gen_ai.memory.records are opt-in as well).";
const ALONE =
  "name neither a user nor a conversation, so they are in a graph of their trace. Set the attribute memtrace.graph, user.id or gen_ai.conversation.id on every span.";
