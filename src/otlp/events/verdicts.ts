/** Reads evaluations of an answer, from a span or its events, as verdicts. */
import type { VerdictEvent } from "../../protocol/events/events.ts";
import { MAX_EXPECTED } from "../../protocol/limits.ts";
import type { Content, Direction, SpanContent } from "../conventions/content.ts";
import { type Attributes, dataOf, textOf, writtenText } from "../encoding/attributes.ts";
import type { Span } from "../encoding/spans.ts";
import { spanKey } from "./recorded-values.ts";

const RIGHT = /^(?:pass|passed|correct|right|true|yes|good)$/i;
const WRONG = /^(?:fail|failed|incorrect|wrong|false|no|bad|not_correct)$/i;
/**
 * Names of correctness scores. Other scores (relevance, recall, toxicity) do not judge the answer.
 */
const OF_CORRECTNESS =
  /(?<!in)correct|(?<!in)accura(?:cy|te)|(?:exact|answer)[ ._-]?match|factuality|^qa$|^memtrace\b/i;
/** Matches evaluations of the correctness of something else than the answer. */
const OF_OTHER_THINGS = /tool|context|retriev|schema|json|format|syntax|grammar|spell/i;

const EXPECTED = "memtrace.expected";
/** Every verdict repeats the texts of its span. */
const MAX_EVALUATIONS = 100;

interface VerdictsInSpan {
  readonly events: readonly VerdictEvent[];
  /** Evaluations over the limit. */
  readonly leftOut: number;
}

export function verdictsInSpan(
  span: Span,
  base: { graph: string; session: string },
  content: SpanContent,
): VerdictsInSpan {
  const evaluations = span.events.filter(({ attributes }) =>
    attributes.has("gen_ai.evaluation.name"),
  );
  const said = [
    { at: span.endedAt, attributes: span.attributes },
    ...evaluations.slice(0, MAX_EVALUATIONS),
  ];
  const shared = expectedIn(span.attributes);
  const events = said.flatMap(({ at, attributes: own }, index): VerdictEvent[] => {
    const attributes = new Map([...span.attributes, ...own]);
    const score = scoreOf(attributes);
    const query = textOf(attributes, "memtrace.query") ?? lastSaid(content.inputs);
    const prediction = textOf(attributes, "memtrace.prediction") ?? lastSaid(content.outputs);
    if (score === undefined || query === undefined || prediction === undefined) return [];
    const reason = textOf(attributes, "gen_ai.evaluation.explanation");
    const expected = own.has(EXPECTED) ? expectedIn(own) : shared;
    const verdict: VerdictEvent = {
      ...{ type: "verdict", id: `${spanKey(span)}/verdict.${index}`, ...base, at },
      ...{ query, prediction, score, expected: [...expected] },
      ...(reason === undefined ? {} : { reason }),
    };
    return [verdict];
  });
  return { events, leftOut: Math.max(0, evaluations.length - MAX_EVALUATIONS) };
}

function expectedIn(attributes: Attributes): readonly string[] {
  return [dataOf(attributes, EXPECTED) ?? []].flat().slice(0, MAX_EXPECTED).map(writtenText);
}

/**
 * From 0 to 1: from a label that says right or wrong, otherwise from the value of a correctness
 * score.
 */
function scoreOf(attributes: Attributes): number | undefined {
  const name = textOf(attributes, "gen_ai.evaluation.name") ?? "";
  const label = textOf(attributes, "gen_ai.evaluation.score.label") ?? "";
  if (!OF_CORRECTNESS.test(name) || OF_OTHER_THINGS.test(name)) return undefined;
  if (RIGHT.test(label)) return 1;
  if (WRONG.test(label)) return 0;
  const value = Number(textOf(attributes, "gen_ai.evaluation.score.value") ?? Number.NaN);
  return value >= 0 && value <= 1 ? value : undefined;
}

/** The text of the last message. In a prompt this is the question, in an output the answer. */
function lastSaid(side: Direction): string | undefined {
  const said = (side ?? []).filter(({ text }) => text !== undefined && text.trim() !== "");
  const last = said.findLast(({ role }: Content) => role === "message" || role === "query");
  return (last ?? said.at(-1))?.text?.trim();
}
