/** Reads evaluations of an answer, from a span or its events, as verdicts. */
import type { VerdictEvent } from "../../protocol/events/events.ts";
import { MAX_EXPECTED } from "../../protocol/limits.ts";
import type { Content, Direction, SpanContent } from "../conventions/content.ts";
import { evaluationsIn } from "../conventions/evaluations.ts";
import { type Attributes, dataOf, textOf, writtenText } from "../encoding/attributes.ts";
import type { Span } from "../encoding/spans.ts";
import { spanKey } from "./recorded-values.ts";

const EXPECTED = "memtrace.expected";
/** Maximum number of evaluations of one span. Every verdict repeats the texts of its span. */
const MAX_EVALUATIONS = 100;

interface VerdictsInSpan {
  readonly events: readonly VerdictEvent[];
  /** Number of evaluations beyond the limit. */
  readonly leftOut: number;
}

export function verdictsInSpan(
  span: Span,
  base: { graph: string; session: string },
  content: SpanContent,
): VerdictsInSpan {
  const evaluations = span.events.filter(
    ({ name, attributes }) =>
      attributes.has("gen_ai.evaluation.name") ||
      evaluationsIn(attributes, attributes, name).length > 0,
  );
  const said = [
    { at: span.endedAt, attributes: span.attributes, name: "" },
    ...evaluations.slice(0, MAX_EVALUATIONS),
  ];
  const shared = expectedIn(span.attributes);
  const events = said.flatMap(({ at, attributes: own, name }, index): VerdictEvent[] => {
    const attributes = new Map([...span.attributes, ...own]);
    const query = textOf(attributes, "memtrace.query") ?? lastSaid(content.inputs);
    const prediction = textOf(attributes, "memtrace.prediction") ?? lastSaid(content.outputs);
    if (query === undefined || prediction === undefined) return [];
    const expected = own.has(EXPECTED) ? expectedIn(own) : shared;
    const named = own.has("gen_ai.evaluation.name") ? attributes : own;
    return evaluationsIn(own, named, name).map(({ score, reason }, nth) => ({
      ...{ type: "verdict", id: `${spanKey(span)}/verdict.${index}${nth === 0 ? "" : `.${nth}`}` },
      ...{ ...base, at, query, prediction, score, expected: [...expected] },
      ...(reason === undefined ? {} : { reason }),
    }));
  });
  return { events, leftOut: Math.max(0, evaluations.length - MAX_EVALUATIONS) };
}

function expectedIn(attributes: Attributes): readonly string[] {
  return [dataOf(attributes, EXPECTED) ?? []].flat().slice(0, MAX_EXPECTED).map(writtenText);
}

/** Returns the text of the last message: in a prompt the question, in an output the answer. */
function lastSaid(side: Direction): string | undefined {
  const said = (side ?? []).filter(({ text }) => text !== undefined && text.trim() !== "");
  const last = said.findLast(({ role }: Content) => role === "message" || role === "query");
  return (last ?? said.at(-1))?.text?.trim();
}
