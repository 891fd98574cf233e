/**
 * Tells whether the messages, the memory or the context state a fact. Comparing words is not enough
 * for this, because a paraphrase states the fact in other words. So this file estimates how
 * probably a reader of a text could give the expected answer. The text states the fact if this is
 * about as probable as for a reader of the original message.
 */
import type { Variable } from "../../graph/model.ts";
import type { Need } from "../needs/need.ts";
import {
  AS_WELL,
  BETTER_THAN_ELSEWHERE,
  GIVES_AGAIN,
  KEEPS_SENTENCES,
  MUCH_BETTER,
  STATES_ANSWER,
} from "../thresholds.ts";
import type { CaseTrace, Tracing } from "./trace-context.ts";

export interface StageReading {
  /**
   * Whether the context gives the answer. It must give the answer about as probably as the memory
   * units that the answering operation did not read. It must also give the answer about as probably
   * as the message that states the answer, or much more probably than these units.
   */
  readonly inContext: boolean;
  /**
   * Memory units that the answering operation did not read, although they give the answer about as
   * probably as the message that states the answer.
   */
  readonly inStore: readonly Variable[];
}

const NOTHING: StageReading = { inContext: false, inStore: [] };

/** @param isKept whether a memory unit still states the needed detail */
export function readStages(need: Need, tracing: Tracing, isKept: boolean): StageReading {
  const { roles } = tracing;
  const context = likelihoodInContext(need, tracing);
  if (context === undefined) return NOTHING;
  const { likelihood: elsewhere, units } = bestUnread(need, tracing);
  const sources = roles.messages.filter(({ id }) => need.sources.includes(id));
  const said = likeliest(sources, need, tracing) ?? 0;
  const isFree = isReworded(tracing);
  const isAsGood = (likely: number) =>
    likely >= said + MUCH_BETTER || (isFree && need.days === undefined && likely >= said - AS_WELL);
  const isBestByFar = isFree && context >= elsewhere + BETTER_THAN_ELSEWHERE;
  // If a memory unit still states the detail (`isKept`), the context can state the detail in other
  // words. This is assumed if the context gives the answer at least as probably as the message and
  // as every unit that the answering operation did not read.
  const isBest = isKept && need.days === undefined && context >= Math.max(said, elsewhere);
  const inContext =
    context >= GIVES_AGAIN &&
    context >= elsewhere - AS_WELL &&
    (isAsGood(context) || isBestByFar || isBest);
  const isGivenElsewhere = elsewhere >= STATES_ANSWER && isAsGood(elsewhere);
  return { inContext, inStore: isGivenElsewhere ? units : [] };
}

function bestUnread(
  need: Need,
  tracing: Tracing,
): { readonly likelihood: number; readonly units: readonly Variable[] } {
  const others = unread(tracing);
  const likelihood = likeliest(others, need, tracing) ?? 0;
  const units = others.filter((unit) => (tracing.gives(unit, need) ?? 0) >= likelihood);
  return { likelihood, units };
}

/**
 * If the context does not give the answer, returns the units that clearly give the answer but that
 * the answering operation did not read. Otherwise, returns an empty list. Counting the shared words
 * is not enough here: the context can have many words of the detail without stating the detail.
 */
export function betterElsewhere(need: Need, tracing: Tracing): readonly Variable[] {
  if (!isReworded(tracing)) return [];
  const context = likelihoodInContext(need, tracing);
  if (context === undefined || context >= GIVES_AGAIN) return [];
  const { likelihood, units } = bestUnread(need, tracing);
  return likelihood >= Math.max(STATES_ANSWER, context + BETTER_THAN_ELSEWHERE) ? units : [];
}

/** Whether the memory paraphrases. If it does not, a missing word was really lost. */
export function isReworded({ paraphrase }: Pick<CaseTrace, "paraphrase">): boolean {
  return paraphrase.kept < KEEPS_SENTENCES;
}

type Reading = Pick<CaseTrace, "graph" | "roles" | "store" | "gives">;

/** One item of the expected answer, and the person whom it is about. */
type Asked = Pick<Need, "answer" | "person">;

/**
 * For each text that the answering operation read, there is a probability that the text gives the
 * answer. Returns the highest of them. Returns undefined if comparing words cannot decide.
 */
export function likelihoodInContext(asked: Asked, tracing: Reading): number | undefined {
  const { roles, store } = tracing;
  const ids = idsRead(tracing);
  const read = store.filter(({ id }) => ids.has(id));
  return likeliest(read.length > 0 ? read : roles.context, asked, tracing);
}

/** Returns the memory units that the answering operation did not read. */
export function unread(tracing: Reading): readonly Variable[] {
  const ids = idsRead(tracing);
  return tracing.store.filter(({ id }) => !ids.has(id));
}

/**
 * Returns the highest probability with which one of the variables gives the answer; undefined if
 * comparing words cannot decide.
 */
export function likeliest(
  variables: readonly Variable[],
  asked: Asked,
  { gives }: Pick<CaseTrace, "gives">,
): number | undefined {
  return variables.reduce<number | undefined>((most, variable) => {
    const likely = gives(variable, asked);
    return likely === undefined ? most : Math.max(most ?? 0, likely);
  }, undefined);
}

function idsRead({ graph, roles }: Reading): ReadonlySet<string> {
  return new Set(graph.linksOf(roles.answerOp?.id ?? "").map(({ from }) => from));
}
