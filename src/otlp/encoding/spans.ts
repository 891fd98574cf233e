/** Reads the spans of a decoded request. A wrong span is rejected alone. */
import { type Attributes, readAttributes } from "./attributes.ts";

export interface SpanEvent {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly attributes: Attributes;
}

/** To another span, also in another trace. */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: Attributes;
}

export interface Span {
  /** 32 and 16 lower-case hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** Milliseconds since the epoch; the nanoseconds beside it are under a million. */
  readonly startedAt: number;
  readonly startedNanos: number;
  readonly endedAt: number;
  readonly endedNanos: number;
  /** Sent before its end: it may arrive again, with its content. */
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
  /** Such as `resourceSpans[0].scopeSpans[0].spans[3].traceId`. */
  readonly path: string;
  /** The actual value and the expected one. */
  readonly message: string;
}

export type ReadSpans =
  | { readonly spans: readonly Span[]; readonly rejected: readonly RejectedSpan[] }
  | { readonly damage: RejectedSpan };

class Wrong extends Error {
  readonly where: RejectedSpan;
  constructor(path: string, message: string) {
    super(message);
    this.where = { path, message };
  }
}

/** Reads the JSON form of an `ExportTraceServiceRequest`; `damage` if the whole is none. */
export function readSpans(request: unknown): ReadSpans {
  const spans: Span[] = [];
  const rejected: RejectedSpan[] = [];
  try {
    const root = objectAt(request, "the body");
    if ("resource_spans" in root) {
      throw new Wrong("resource_spans", "OTLP's JSON has lowerCamelCase names: resourceSpans");
    }
    for (const [r, item] of listAt(root.resourceSpans, "resourceSpans").entries()) {
      const path = `resourceSpans[${r}]`;
      const { resource, scopeSpans } = objectAt(item, path);
      const about = readAttributes(objectAt(resource ?? {}, `${path}.resource`).attributes);
      for (const [s, inner] of listAt(scopeSpans, `${path}.scopeSpans`).entries()) {
        const scopePath = `${path}.scopeSpans[${s}]`;
        const { scope, spans: listed } = objectAt(inner, scopePath);
        const { name } = objectAt(scope ?? {}, `${scopePath}.scope`);
        const whence = { scope: typeof name === "string" ? name : "", resource: about };
        for (const [n, span] of listAt(listed, `${scopePath}.spans`).entries()) {
          try {
            spans.push(readSpan(span, whence, `${scopePath}.spans[${n}]`));
          } catch (error) {
            if (!(error instanceof Wrong)) throw error;
            rejected.push(error.where);
          }
        }
      }
    }
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return { damage: error.where };
  }
  return { spans, rejected };
}

function readSpan(item: unknown, whence: Pick<Span, "scope" | "resource">, path: string): Span {
  const span = objectAt(item, path);
  const started = timeAt(span.startTimeUnixNano, `${path}.startTimeUnixNano`);
  // A span without an end ends where it began.
  const isOpen = isNoTime(span.endTimeUnixNano);
  const ended = isOpen ? started : timeAt(span.endTimeUnixNano, `${path}.endTimeUnixNano`);
  const parent = span.parentSpanId ?? "";
  const { code, message } = objectAt(span.status ?? {}, `${path}.status`);
  return {
    ...whence,
    traceId: idAt(span.traceId, 32, `${path}.traceId`),
    spanId: idAt(span.spanId, 16, `${path}.spanId`),
    ...(isNone(parent) ? {} : { parentSpanId: idAt(parent, 16, `${path}.parentSpanId`) }),
    name: typeof span.name === "string" ? span.name : "",
    startedAt: started.ms,
    startedNanos: started.nanos,
    endedAt: ended.ms,
    endedNanos: ended.nanos,
    isOpen,
    attributes: readAttributes(span.attributes),
    events: listAt(span.events, `${path}.events`).map((event, index) => {
      const where = `${path}.events[${index}]`;
      const { name, timeUnixNano, attributes } = objectAt(event, where);
      const at = timeUnixNano === undefined ? ended : timeAt(timeUnixNano, `${where}.timeUnixNano`);
      return {
        name: typeof name === "string" ? name : "",
        at: at.ms,
        attributes: readAttributes(attributes),
      };
    }),
    links: listAt(span.links, `${path}.links`).map((link, index) => {
      const where = `${path}.links[${index}]`;
      const { traceId, spanId, attributes } = objectAt(link, where);
      return {
        traceId: idAt(traceId, 32, `${where}.traceId`),
        spanId: idAt(spanId, 16, `${where}.spanId`),
        attributes: readAttributes(attributes),
      };
    }),
    status: code === 2 ? "error" : code === 1 ? "ok" : "unset",
    statusMessage: typeof message === "string" ? message : "",
  };
}

function objectAt(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new Wrong(path, "must be an object");
}

/** A missing list is empty. */
function listAt(value: unknown, path: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new Wrong(path, "must be a list");
}

function isNoTime(value: unknown): boolean {
  if (typeof value === "string") return Number(value) === 0;
  return value === undefined || value === null || value === 0;
}

function isNone(id: unknown): boolean {
  return typeof id === "string" && /^0*$/.test(id);
}

function idAt(value: unknown, digits: number, path: string): string {
  const isId = typeof value === "string" && value.length === digits && /^[\da-f]+$/i.test(value);
  if (isId && !isNone(value)) return value.toLowerCase();
  throw new Wrong(path, `must be ${digits} hexadecimal digits that are not all 0`);
}

const NANOS_PER_MS = 1_000_000n;
const LAST_MS = BigInt(Date.parse("9999-12-31T23:59:59.999Z"));

function timeAt(value: unknown, path: string): { ms: number; nanos: number } {
  const isNumber = typeof value === "number" && Number.isFinite(value) && value >= 0;
  const isText = typeof value === "string" && /^\d{1,20}$/.test(value);
  const nanos = isNumber || isText ? BigInt(isNumber ? Math.trunc(value) : value) : 0n;
  const ms = nanos / NANOS_PER_MS;
  if (nanos === 0n || ms > LAST_MS) {
    throw new Wrong(path, "must be nanoseconds since the epoch, as text or as a number over 0");
  }
  return { ms: Number(ms), nanos: Number(nanos % NANOS_PER_MS) };
}
