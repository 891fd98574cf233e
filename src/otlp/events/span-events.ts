/**
 * Converts one span into events: its operation, values and links. The events depend only on this
 * span, so the order of spans does not matter.
 */
import type { TraceEvent } from "../../protocol/events/events.ts";
import type { SpanStepKind } from "../conventions/content.ts";
import { contentOfSpan } from "../conventions/span-content.ts";
import { usageOfSpan } from "../conventions/token-usage.ts";
import { unreadIn } from "../conventions/unread.ts";
import { textOf } from "../encoding/attributes.ts";
import type { Span } from "../encoding/spans.ts";
import { type GraphChoice, usableId } from "../graph-rule.ts";
import { RecordedValues, spanKey } from "./recorded-values.ts";
import { recordFlow } from "./span-flow.ts";
import { type SpanStep, stepOf } from "./step.ts";
import { verdictsInSpan } from "./verdicts.ts";

export interface SpanEvents {
  readonly events: readonly TraceEvent[];
  /** Whether input or output is missing, although a span of this kind should have it. */
  readonly lacksContent: boolean;
  /** Key of an attribute with content that no convention reads. */
  readonly unread: string | undefined;
  /** Number of values, statements, links and verdicts beyond the limits. */
  readonly leftOut: number;
}

const STORE_KEYS = ["gen_ai.memory.store.id", "gen_ai.data_source.id", "memory.store.id"];
const NO_CONTENT =
  "No content of this step was captured, so nothing can be followed through the step. Switch on content capture in the code that makes the span.";
const IDS_ONLY = "Only ids of units were captured, not what they say.";
const NOT_READ =
  "is not read, because no known convention has this attribute. Send the content as gen_ai.input.messages and gen_ai.output.messages.";
const LEFT_OUT =
  "items of this step are left out, because the step has more values, statements, links or evaluations than a step may have.";

export function eventsOfSpan(
  span: Span,
  { graph, session, user, system }: GraphChoice,
): SpanEvents {
  const step = stepOf(span);
  const content = contentOfSpan(span, step.kind);
  const base = { graph, session };
  const store = textOf(span.attributes, ...STORE_KEYS);
  // The names of all units begin with the id of their store.
  const values = new RecordedValues(span, base, store === undefined ? "" : usableId(store));
  recordFlow(values, span, step.kind, content);
  const all = [...(content.inputs ?? []), ...(content.outputs ?? [])];
  const isSilent = all.length === 0 && content.outputs === undefined;
  const unread = ["frame", "embed"].includes(step.kind) ? undefined : unreadIn(span, content);
  const isBare = isSilent && !span.isOpen && !["frame", "step", "embed"].includes(step.kind);
  const lacksContent = isBare && unread === undefined;
  const told = content.outputs ?? content.inputs ?? [];
  const idsOnly = told.length > 0 && told.every(({ text }) => text === undefined);
  const verdicts = verdictsInSpan(span, base, content);
  const leftOut = values.leftOut + verdicts.leftOut;
  const said = [
    ...(lacksContent ? [NO_CONTENT] : idsOnly ? [IDS_ONLY] : []),
    ...(unread === undefined ? [] : [`Content in the attribute ${unread} ${NOT_READ}`]),
    ...(leftOut === 0 ? [] : [`${leftOut} ${LEFT_OUT}`]),
  ];
  const comment = said.length === 0 ? undefined : said.join(" ");
  const events: TraceEvent[] = [
    operationEvent(span, step, base, comment),
    ...values.events,
    ...verdicts.events,
  ];
  if (span.parentSpanId === undefined) events.push(sessionEvent(span, base));
  if (user !== undefined || system !== undefined) {
    const who = user === undefined ? {} : { user };
    const what = system === undefined ? {} : { system };
    const id = `${spanKey(span)}/graph`;
    events.push({ type: "graph", id, graph, at: span.startedAt, ...who, ...what });
  }
  return { events, lacksContent: lacksContent || idsOnly, unread, leftOut };
}

function operationEvent(
  span: Span,
  { name, category, kind }: SpanStep,
  base: { graph: string; session: string },
  comment: string | undefined,
): TraceEvent {
  const op = spanKey(span);
  const { startedAt, endedAt, isOpen } = span;
  const seq = placeOf(span, kind);
  return {
    ...{ type: "operation", op, ...base, at: startedAt, seq, startedAt },
    // The event of an open span gets another id. Otherwise, the event of the complete span, which
    // arrives later, would be dropped as a duplicate.
    ...(isOpen ? { id: `${op}/open` } : { id: op, endedAt }),
    ...{ name: usableId(name), status: span.status === "error" ? "error" : "ok" },
    ...(category === undefined ? {} : { category: usableId(category) }),
    ...(comment === undefined ? {} : { comment }),
    ...(span.status === "error" && span.statusMessage !== "" ? { error: span.statusMessage } : {}),
    metadata: metadataOf(span),
  };
}

/**
 * The kinds of steps, in the order in which they usually run. For example, a search comes before
 * the model call that reads its results.
 */
const KINDS = ["embed", "search", "rerank", "tool", "step", "model", "write", "delete", "frame"];
const LONGEST_MS = 99_999;

/**
 * Returns a number that sorts operations which began in the same millisecond. The nanoseconds of
 * their start decide, but many clocks do not measure nanoseconds. If the nanoseconds are equal, the
 * shorter operation comes first. If both are equally long, `KINDS` decides.
 */
function placeOf({ startedAt, endedAt, startedNanos }: Span, kind: SpanStepKind): number {
  const tookMs = Math.min(LONGEST_MS, Math.max(0, endedAt - startedAt));
  return (startedNanos * (LONGEST_MS + 1) + tookMs) * 10 + KINDS.indexOf(kind);
}

function sessionEvent(span: Span, base: { graph: string; session: string }): TraceEvent {
  const name = usableId(span.name === "" ? base.session : span.name);
  return { type: "session", id: `${spanKey(span)}/session`, at: span.startedAt, ...base, name };
}

/** Matches keys of content, which is recorded as variables and not as metadata. */
const CONTENT_KEYS =
  /messages|instructions|records|documents|content|prompt|completion|arguments|args|\.(?:text|value|values|input|output|result|results|query)$|^ai\.response\./;
const MAX_METADATA_ENTRIES = 64;
const MAX_METADATA_CHARS = 200;

function metadataOf(span: Span): Record<string, unknown> {
  const { traceId, spanId, parentSpanId, name, scope, attributes } = span;
  const settings = [...attributes]
    .filter(([key]) => !CONTENT_KEYS.test(key))
    .filter(([, value]) => typeof value !== "object" && `${value}`.length <= MAX_METADATA_CHARS)
    .slice(0, MAX_METADATA_ENTRIES);
  const around = parentSpanId && { inside: spanKey({ traceId, spanId: parentSpanId }) };
  const usage = usageOfSpan(attributes);
  return {
    ...Object.fromEntries(settings),
    ...usage,
    traceId,
    spanId,
    span: name,
    scope,
    ...around,
  };
}
