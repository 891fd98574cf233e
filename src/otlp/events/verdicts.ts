/** Reads evaluations of an answer, from the span or its events, as verdicts. */
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
/** Correctness of something other than the answer. */
const OF_OTHER_THINGS = /tool|context|retriev|schema|json|format|syntax|grammar|spell/i;

export function verdictsInSpan(
  span: Span,
  base: { graph: string; session: string },
  content: SpanContent,
): VerdictEvent[] {
  const said = [
    { at: span.endedAt, attributes: span.attributes },
    ...span.events.filter(({ attributes }) => attributes.has("gen_ai.evaluation.name")),
  ];
  return said.flatMap(({ at, attributes: own }, index) => {
    const attributes = new Map([...span.attributes, ...own]);
    const score = scoreOf(attributes);
    const query = textOf(attributes, "memtrace.query") ?? lastSaid(content.inputs);
    const prediction = textOf(attributes, "memtrace.prediction") ?? lastSaid(content.outputs);
    if (score === undefined || query === undefined || prediction === undefined) return [];
    const reason = textOf(attributes, "gen_ai.evaluation.explanation");
    const expected = [dataOf(attributes, "memtrace.expected") ?? []].flat();
    return {
      ...{ type: "verdict", id: `${spanKey(span)}/verdict.${index}`, ...base, at },
      ...{ query, prediction, score, expected: expected.slice(0, MAX_EXPECTED).map(writtenText) },
      ...(reason === undefined ? {} : { reason }),
    } as const;
  });
}

/** From 0 to 1: by a label of right or wrong, else by the value of a correctness score. */
function scoreOf(attributes: Attributes): number | undefined {
  const name = textOf(attributes, "gen_ai.evaluation.name") ?? "";
  const label = textOf(attributes, "gen_ai.evaluation.score.label") ?? "";
  if (!OF_CORRECTNESS.test(name) || OF_OTHER_THINGS.test(name)) return undefined;
  if (RIGHT.test(label)) return 1;
  if (WRONG.test(label)) return 0;
  const value = Number(textOf(attributes, "gen_ai.evaluation.score.value") ?? Number.NaN);
  return value >= 0 && value <= 1 ? value : undefined;
}

/** The last message is the question of a prompt, or the answer of a step. */
function lastSaid(side: Direction): string | undefined {
  const said = (side ?? []).filter(({ text }) => text !== undefined && text.trim() !== "");
  const last = said.findLast(({ role }: Content) => role === "message" || role === "query");
  return (last ?? said.at(-1))?.text?.trim();
}
