/** Reads the spans of a decoded request. An invalid span does not affect the other spans. */
import { type Attributes, readAttributes } from "./attributes.ts";

export interface SpanEvent {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly attributes: Attributes;
}

/** A link to another span, possibly in another trace. */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: Attributes;
}

export interface Span {
  /** The trace id has 32 lower-case hexadecimal digits, the span id has 16. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** Milliseconds since the epoch. The remaining nanoseconds are in `startedNanos`. */
  readonly startedAt: number;
  readonly startedNanos: number;
  readonly endedAt: number;
  readonly endedNanos: number;
  /** True if the span was sent before its end. The span can arrive again with its content. */
  readonly isOpen: boolean;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  readonly links: readonly SpanLink[];
  readonly status: "unset" | "ok" | "error";
  readonly statusMessage: string;
  /** Name of the instrumentation library. */
  readonly scope: string;
  readonly resource: Attributes;
}

export interface RejectedSpan {
  /** Path of the invalid field, such as `resourceSpans[0].scopeSpans[0].spans[3].traceId`. */
  readonly path: string;
  /** Names the actual value and the expected value. */
  readonly message: string;
}

export type ReadSpans =
  | {
      readonly spans: readonly Span[];
      /** The first rejected spans. `rejectedSpans` is the number of all rejected spans. */
      readonly rejected: readonly RejectedSpan[];
      readonly rejectedSpans: number;
    }
  | { readonly damage: RejectedSpan }
  | { readonly tooMany: number };

/** Maximum number of resources, scopes, spans, events and links in one request, together. */
const MAX_PARTS = 100_000;
/** Maximum number of characters of a scope's name, which every span repeats. */
const MAX_SCOPE_CHARS = 512;
/** Maximum number of rejected spans that are reported. */
const MAX_TOLD = 10;

/** Returns `damage` if the request is no `ExportTraceServiceRequest` in JSON. */
export function readSpans(request: unknown): ReadSpans {
  const spans: Span[] = [];
  const rejected: RejectedSpan[] = [];
  let rejectedSpans = 0;
  const whole = new Fields();
  const root = whole.object(request, "the body");
  if ("resource_spans" in root) {
    whole.fail("resource_spans", "OTLP's JSON has lowerCamelCase names: resourceSpans");
  }
  for (const [r, item] of whole.list(root.resourceSpans, "resourceSpans").entries()) {
    const path = `resourceSpans[${r}]`;
    const { resource, scopeSpans } = whole.object(item, path);
    const about = readAttributes(whole.object(resource ?? {}, `${path}.resource`).attributes);
    for (const [s, inner] of whole.list(scopeSpans, `${path}.scopeSpans`).entries()) {
      const scopePath = `${path}.scopeSpans[${s}]`;
      const { scope, spans: listed } = whole.object(inner, scopePath);
      const { name } = whole.object(scope ?? {}, `${scopePath}.scope`);
      const whence = {
        scope: typeof name === "string" ? name.slice(0, MAX_SCOPE_CHARS) : "",
        resource: about,
      };
      for (const [n, given] of whole.list(listed, `${scopePath}.spans`).entries()) {
        const fields = new Fields(whole.parts);
        const span = readSpan(fields, given, whence);
        whole.parts = fields.parts;
        if (fields.wrong === undefined) spans.push(span);
        else if (rejectedSpans++ < MAX_TOLD) {
          const { path: field, message } = fields.wrong;
          const place = `${scopePath}.spans[${n}]`;
          rejected.push({ path: field === "" ? place : `${place}.${field}`, message });
        }
      }
      if (whole.wrong !== undefined) return { damage: whole.wrong };
      if (whole.parts > MAX_PARTS) return { tooMany: MAX_PARTS };
    }
  }
  if (whole.wrong !== undefined) return { damage: whole.wrong };
  return whole.parts > MAX_PARTS ? { tooMany: MAX_PARTS } : { spans, rejected, rejectedSpans };
}

function readSpan(fields: Fields, item: unknown, whence: Pick<Span, "scope" | "resource">): Span {
  const span = fields.object(item, "");
  const started = fields.time(span.startTimeUnixNano, "startTimeUnixNano");
  // A span without an end is treated as if it ended when it began.
  const isOpen = isNoTime(span.endTimeUnixNano);
  const ended = isOpen ? started : fields.time(span.endTimeUnixNano, "endTimeUnixNano");
  const parent = span.parentSpanId ?? "";
  const { code, message } = fields.object(span.status ?? {}, "status");
  return {
    ...whence,
    traceId: fields.id(span.traceId, 32, "traceId"),
    spanId: fields.id(span.spanId, 16, "spanId"),
    ...(isNone(parent) ? {} : { parentSpanId: fields.id(parent, 16, "parentSpanId") }),
    name: typeof span.name === "string" ? span.name : "",
    startedAt: started.ms,
    startedNanos: started.nanos,
    endedAt: ended.ms,
    endedNanos: ended.nanos,
    isOpen,
    attributes: readAttributes(span.attributes),
    events: fields.list(span.events, "events").map((event, index) => {
      const where = `events[${index}]`;
      const { name, timeUnixNano, attributes } = fields.object(event, where);
      const isTimed = timeUnixNano !== undefined;
      const at = isTimed ? fields.time(timeUnixNano, `${where}.timeUnixNano`) : ended;
      return {
        name: typeof name === "string" ? name : "",
        at: at.ms,
        attributes: readAttributes(attributes),
      };
    }),
    links: fields.list(span.links, "links").map((link, index) => {
      const where = `links[${index}]`;
      const { traceId, spanId, attributes } = fields.object(link, where);
      return {
        traceId: fields.id(traceId, 32, `${where}.traceId`),
        spanId: fields.id(spanId, 16, `${where}.spanId`),
        attributes: readAttributes(attributes),
      };
    }),
    status: code === 2 ? "error" : code === 1 ? "ok" : "unset",
    statusMessage: typeof message === "string" ? message : "",
  };
}

const NANOS_PER_MS = 1_000_000n;
const LAST_MS = BigInt(Date.parse("9999-12-31T23:59:59.999Z"));

/**
 * Keeps the first fault and throws no errors: a request can contain very many invalid spans, and
 * each error would keep a stack trace in memory.
 */
class Fields {
  wrong: RejectedSpan | undefined;
  /** Number of elements in all lists that were read so far. */
  parts: number;

  constructor(parts = 0) {
    this.parts = parts;
  }

  fail(path: string, message: string): void {
    this.wrong ??= { path, message };
  }

  object(value: unknown, path: string): Readonly<Record<string, unknown>> {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
    this.fail(path, "must be an object");
    return {};
  }

  /**
   * Returns the elements of a list, and counts them in `parts`. Returns no elements if the list is
   * missing, if a fault was found before, or if the request has more than `MAX_PARTS` parts.
   */
  list(value: unknown, path: string): readonly unknown[] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) this.fail(path, "must be a list");
    else if (this.wrong === undefined) {
      this.parts += value.length;
      if (this.parts <= MAX_PARTS) return value;
    }
    return [];
  }

  id(value: unknown, digits: number, path: string): string {
    const isId = typeof value === "string" && value.length === digits && /^[\da-f]+$/i.test(value);
    if (isId && !isNone(value)) return value.toLowerCase();
    this.fail(path, `must be ${digits} hexadecimal digits that are not all 0`);
    return "";
  }

  time(value: unknown, path: string): { ms: number; nanos: number } {
    const isNumber = typeof value === "number" && Number.isFinite(value) && value >= 0;
    const isText = typeof value === "string" && /^\d{1,20}$/.test(value);
    const nanos = isNumber || isText ? BigInt(isNumber ? Math.trunc(value) : value) : 0n;
    const ms = nanos / NANOS_PER_MS;
    if (nanos === 0n || ms > LAST_MS) {
      this.fail(path, "must be nanoseconds since the epoch, as text or as a number over 0");
    }
    return { ms: Number(ms), nanos: Number(nanos % NANOS_PER_MS) };
  }
}

function isNoTime(value: unknown): boolean {
  if (typeof value === "string") return Number(value) === 0;
  return value === undefined || value === null || value === 0;
}

function isNone(id: unknown): boolean {
  return typeof id === "string" && /^0*$/.test(id);
}
