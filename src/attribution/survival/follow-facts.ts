/**
 * Follows the facts of one message through the graph. A statement counts as kept only if the memory
 * still has most of its rare words, and all its names and numbers.
 */
import type { Variable } from "../../graph/model.ts";
import type { FactKind, Fate } from "../../protocol/api/explorer/survival.ts";
import type { ErrorType } from "../../protocol/error-types.ts";
import { SENTENCE } from "../effort.ts";
import { anchored } from "../flow/anchors.ts";
import { decisiveLoss } from "../flow/decisive-loss.ts";
import { lossFinding } from "../flow/find-losses.ts";
import { type Flow, followForward } from "../flow/flow.ts";
import type { Tracing } from "../flow/trace-context.ts";
import { MAX_WORDS, type Need } from "../needs/need.ts";
import { LETTERS_ALIKE } from "../thresholds.ts";
import type { Fact } from "./facts.ts";

export interface TracedFact {
  readonly kind: FactKind;
  readonly message: Variable;
  /**
   * The words of the fact that were searched for in the memory and in later texts. If only a part
   * of a statement was lost, these are the words of the lost part.
   */
  readonly detail: string;
  readonly sentence: string;
  readonly fate: Fate;
  /** Whether a memory unit ever stated the fact. */
  readonly wasStored: boolean;
  /** Error type of the loss; null if the fact was not lost. */
  readonly errorType: ErrorType | null;
  /** Id of the operation that lost the fact; null if it was not lost. */
  readonly op: string | null;
  /** Id of the variable that last stated the fact; null if it was not lost. */
  readonly carrier: string | null;
}

export interface Following {
  readonly tracing: Tracing;
  /** Like `tracing`, but no word counts as a paraphrase. */
  readonly exact: Tracing;
  /** Ids of the units in the memory after the last operation of the graph. */
  readonly held: ReadonlySet<string>;
  readonly isIntoMemory: (op: string) => boolean;
}

/**
 * Each word of a statement has a weight. The missing words are those that no memory unit has. If
 * they have at least this share of the total weight, the statement counts as lost.
 */
const MISSING_PART = 0.5;

/**
 * Finds out whether each fact was kept, lost or never read. Returns the facts in the given order.
 * @param facts the names and numbers of a statement must come before the statement, because the
 * loss of one of them can make the statement count as lost
 */
export function* followFacts(
  facts: readonly Fact[],
  message: Variable,
  following: Following,
): Generator<number, TracedFact[]> {
  const traced: TracedFact[] = [];
  for (const fact of facts) {
    const lacksDetail = traced.some(
      ({ kind, sentence, fate }) =>
        (kind === "name" || kind === "number") &&
        fate === "lost" &&
        fact.sentence.includes(sentence),
    );
    traced.push(yield* follow(fact, message, lacksDetail, following));
    yield following.tracing.effort.sinceLastTurn();
  }
  return traced;
}

function* follow(
  fact: Fact,
  message: Variable,
  lacksDetail: boolean,
  following: Following,
): Generator<number, TracedFact> {
  const { tracing, exact, held } = following;
  const { kind, sentence } = fact;
  const isWhole = kind === "statement";
  const need = isWhole ? yield* anchored(fact.need, tracing) : fact.need;
  // If a text has another name, it means another person or place. So a text states a name only if
  // it has exactly this name.
  const flow = yield* followForward(need, kind === "name" ? exact : tracing);
  const reached = [...flow.reached.keys()];
  const about = {
    ...{ kind, message, sentence },
    detail: isWhole ? shownWords(need, fact) : need.text,
    wasStored: reached.some(tracing.roles.isUnit),
    ...{ errorType: null, op: null, carrier: null },
  };
  const stating = reached.filter((id) => held.has(id));
  if (stating.length === 0) {
    const loss = lossOf(flow, following);
    return loss === undefined ? { ...about, fate: "not-read" } : { ...about, ...loss };
  }
  const missing = isWhole ? missingPart(fact.need, stating, lacksDetail, tracing) : undefined;
  if (missing === undefined) return { ...about, fate: "kept" };
  const rest = yield* followForward(missing, exact);
  const remaining = [...rest.reached.keys()];
  const loss = remaining.some((id) => held.has(id)) ? undefined : lossOf(rest, following);
  if (loss === undefined) return { ...about, fate: "kept" };
  const wasStored = remaining.some(tracing.roles.isUnit);
  return { ...about, ...loss, wasStored, detail: shownWords(missing, fact) };
}

function lossOf(
  flow: Flow,
  { tracing, isIntoMemory }: Following,
): Pick<TracedFact, "fate" | "errorType" | "op" | "carrier"> | undefined {
  const losses = flow.losses.filter(({ op }) => isIntoMemory(op));
  const loss = decisiveLoss({ ...flow, losses }, tracing);
  if (loss === undefined) return undefined;
  const { errorType, op, carrier } = lossFinding(loss, tracing);
  return { fate: "lost", errorType, op, carrier };
}

/**
 * Finds the words of the statement that none of the units has, and returns them as one detail.
 * Returns undefined if no word is missing. Also returns undefined if the missing words are
 * unimportant: they have less than the share `MISSING_PART` of the weight of all words.
 * @param lacksDetail whether a name or number of the statement was lost. If so, even one missing
 * word of any weight is important
 */
function missingPart(
  need: Need,
  units: readonly string[],
  lacksDetail: boolean,
  { graph, sentences, comparisons, effort }: Tracing,
): Need | undefined {
  const words = comparisons.words(need, LETTERS_ALIKE);
  let stated = 0;
  for (const id of units) {
    const unit = graph.variables.get(id);
    const written = unit === undefined ? [] : sentences(unit);
    effort.spend(SENTENCE * written.length);
    for (const sentence of written) stated |= words.in(sentence).core;
  }
  const missing = need.core.filter((_, bit) => (stated & (1 << bit)) === 0);
  const [lost, total] = [weightOf(missing), weightOf(need.core)];
  if (lost === 0 || (!lacksDetail && lost < MISSING_PART * total)) return undefined;
  const others = need.core.filter((word) => !missing.includes(word));
  return { ...need, core: missing, around: [...others, ...need.around].slice(0, MAX_WORDS) };
}

function weightOf(words: Need["core"]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

/** Returns the words of the followed fact as the message writes them, each once. */
function shownWords({ core }: Need, { need }: Fact): string {
  const written = core.map(
    ({ stem }) => need.words.find((word) => word.stem === stem)?.text ?? stem,
  );
  return [...new Set(written)].join(" ");
}
