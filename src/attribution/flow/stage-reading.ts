/**
 * Checks at each stage whether the text lets a reader give the expected answer. A memory often
 * expresses a fact in its own words, so the words of the message disappear although the fact
 * remains. If a text gives the answer with the same probability as any other text, the text still
 * contains the fact.
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
   * Whether the texts that the answering step read give the answer with about the same probability
   * as the memory and the message do.
   */
  readonly inContext: boolean;
  /**
   * Units that the answering step did not read, but that give the answer with about the same
   * probability as the message does.
   */
  readonly inStore: readonly Variable[];
}

const NOTHING: StageReading = { inContext: false, inStore: [] };

/** @param isKept whether a unit in the memory still states the need */
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
  // The search missed a unit, but neither that unit nor the message gives the answer better than
  // the context does.
  const isBest = isKept && need.days === undefined && context >= Math.max(said, elsewhere);
  const inContext =
    context >= GIVES_AGAIN &&
    context >= elsewhere - AS_WELL &&
    (isAsGood(context) || isBestByFar || isBest);
  const isGivenElsewhere = elsewhere >= STATES_ANSWER && isAsGood(elsewhere);
  return { inContext, inStore: isGivenElsewhere ? units : [] };
}

/**
 * Returns the units that give the answer best, among those that the answering step did not read.
 */
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
 * Returns the units that the answering step did not read, if these units clearly give the answer
 * and the texts that the step read do not give the answer. Then words of the detail in the read
 * texts do not prove that these texts state the detail.
 */
export function betterElsewhere(need: Need, tracing: Tracing): readonly Variable[] {
  if (!isReworded(tracing)) return [];
  const context = likelihoodInContext(need, tracing);
  if (context === undefined || context >= GIVES_AGAIN) return [];
  const { likelihood, units } = bestUnread(need, tracing);
  return likelihood >= Math.max(STATES_ANSWER, context + BETTER_THAN_ELSEWHERE) ? units : [];
}

/**
 * Whether the memory rewrites sentences. If the memory keeps whole sentences, a missing word was
 * lost, not paraphrased.
 */
export function isReworded({ paraphrase }: Pick<CaseTrace, "paraphrase">): boolean {
  return paraphrase.kept < KEEPS_SENTENCES;
}

type Reading = Pick<CaseTrace, "graph" | "roles" | "store" | "gives">;

/** The part of the expected answer that a text may give, and the person whom this part is about. */
type Asked = Pick<Need, "answer" | "person">;

/**
 * Returns the probability that the texts that the answering step read give the answer; undefined if
 * words cannot decide it.
 */
export function likelihoodInContext(asked: Asked, tracing: Reading): number | undefined {
  const { roles, store } = tracing;
  const ids = idsRead(tracing);
  const read = store.filter(({ id }) => ids.has(id));
  return likeliest(read.length > 0 ? read : roles.context, asked, tracing);
}

/** Returns the units that the answering step did not read. */
export function unread(tracing: Reading): readonly Variable[] {
  const ids = idsRead(tracing);
  return tracing.store.filter(({ id }) => !ids.has(id));
}

/**
 * Returns the highest probability with which one of the variables gives the answer; undefined if
 * words cannot decide it.
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
