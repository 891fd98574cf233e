/** Builds OTLP/JSON requests in the form in which exporters send them. */
import { CONVENTIONS, type Described } from "./conventions.ts";
import type { Turn } from "./memory-agent.ts";

const START = Date.parse("2026-03-04T05:06:07.000Z");

export interface JsonSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly [field: string]: unknown;
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, "0");

export const attributesOf = (attributes: Described["attributes"]) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));

function anyValue(value: string | number | boolean | readonly string[]): unknown {
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "number") return { doubleValue: value };
  return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } };
}

/** Makes one span. It starts `at` tenths of a second after the first. */
export function spanOf(
  { name, attributes }: Described,
  { trace, span, parent, at }: { trace: number; span: number; parent?: number; at: number },
): JsonSpan {
  const nanos = (tenths: number) => `${BigInt(START + tenths * 100) * 1_000_000n + 123_456n}`;
  return {
    traceId: hex(trace, 32),
    spanId: hex(span, 16),
    ...(parent === undefined ? {} : { parentSpanId: hex(parent, 16) }),
    name,
    kind: 1,
    startTimeUnixNano: nanos(at),
    endTimeUnixNano: nanos(at + 1),
    attributes: attributesOf(attributes),
    status: {},
  };
}

/**
 * Returns the spans of the conversation in one convention, with one trace per turn. The turn's own
 * span is last, as exporters send it.
 */
export function spansOf(
  turns: readonly Turn[],
  convention: keyof typeof CONVENTIONS,
  scope: Described["attributes"] = { "user.id": "ada" },
): JsonSpan[] {
  const { turn, step } = CONVENTIONS[convention];
  return turns.flatMap((said, index) => {
    const trace = index + 1;
    const root = trace * 100;
    const own = ({ name, attributes }: Described) => ({
      name,
      attributes: { ...attributes, ...scope },
    });
    const inner = said.steps.map((done, place) =>
      spanOf(own(step(done)), {
        ...{ trace, span: root + place + 1, parent: root },
        at: trace * 100 + place * 2 + 1,
      }),
    );
    return [...inner, spanOf(own(turn(said)), { trace, span: root, at: trace * 100 })];
  });
}

export function requestOf(spans: readonly JsonSpan[], scope = "agent"): unknown {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ "service.name": "agent" }) },
        scopeSpans: [{ scope: { name: scope, version: "1" }, spans }],
      },
    ],
  };
}
