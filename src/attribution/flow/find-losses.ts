/**
 * Finds the operation that lost a needed detail. It looks backward from the answer. If the context
 * stated the detail, the answering operation lost it. If only the memory stated it, the retrieval
 * lost it. Otherwise, an earlier operation lost it.
 */

import { executionOrder } from "../../graph/history/execution-order.ts";
import type { InTurns } from "../../graph/in-turns.ts";
import { stepKindOf } from "../../graph/memory/record-categories.ts";
import type { Variable } from "../../graph/model.ts";
import { asksAboutPresent } from "../../text/denial/contrast-words.ts";
import { saysNothing } from "../answers/answers.ts";
import { wrongWords } from "../answers/wrong-words.ts";
import type { Need } from "../needs/need.ts";
import type { Roles } from "../roles/roles.ts";
import { CARRIED, GIVES_AGAIN } from "../thresholds.ts";
import { withDecidingStep } from "./deciding-step.ts";
import { decisiveLoss, removes } from "./decisive-loss.ts";
import type { LossFinding } from "./finding.ts";
import { type Flow, followForward, type Loss } from "./flow.ts";
import { typeOfLoss } from "./loss-type.ts";
import { exchangedLoss, misplacedLoss } from "./misplaced-detail.ts";
import { endingOf } from "./retirement/retirement.ts";
import { missedAboutSubject } from "./retrieval/missed-subject.ts";
import { quotes, quotesOthers, wasReturned } from "./retrieval/quoted-units.ts";
import { lastRetrievalLoss } from "./retrieval/retrieval-loss.ts";
import { betterElsewhere, isReworded, likelihoodInContext, readStages } from "./stage-reading.ts";
import type { Tracing } from "./trace-context.ts";
import { unreadLoss } from "./unread-loss.ts";
import { usualTransmission } from "./usual-overlap.ts";

/**
 * Returns one finding for each lost detail, earliest loss first. `op` is null if no recorded
 * operation explains the loss. If the context states all needed details, the only finding blames
 * the answering operation.
 */
export function* findLosses(
  needs: readonly Need[],
  tracing: Tracing,
): Generator<number, LossFinding[]> {
  const followed: Followed[] = [];
  for (const need of needs) {
    followed.push(yield* follow(need, tracing));
    yield tracing.effort.sinceLastTurn();
  }
  const missing = followed.filter((f) => !f.inContext);
  const [first] = followed;
  if (first !== undefined && missing.length === 0) {
    const { need, flow, inStore } = first;
    const ended = endedFact({ inStore, flow }, tracing);
    if (ended !== undefined)
      return [withDecidingStep({ ...ended, need, inStore: [], flow }, tracing)];
    const misplaced =
      misplacedLoss(first, tracing) ??
      followed.flatMap(({ need }) => exchangedLoss(need, tracing) ?? [])[0];
    if (misplaced === undefined) return [responseFinding(first, tracing)];
    return [{ ...lossFinding(misplaced, tracing), need, inStore: [], flow, isMisplaced: true }];
  }
  if (isReworded(tracing) && hadHalf(followed, tracing)) {
    const read = followed.find(({ inContext }) => inContext);
    return [responseFinding(read, tracing)];
  }
  return missing
    .map((f) => withDecidingStep(findLoss(f, tracing), tracing))
    .sort((a, b) => a.at - b.at);
}

/**
 * Whether the given answer says nothing, although the context states at least half of the parts of
 * the expected answer. If the question asks a part about several people, the context must state the
 * part for each of them. Returns false if a needed detail is a premise. A premise is a fact that
 * leads to the answer, but is not a part of the answer.
 */
function hadHalf(followed: readonly Followed[], tracing: Tracing): boolean {
  const isPart = ({ need }: Followed) => need.answer !== undefined && need.isPremise !== true;
  if (!followed.every(isPart) || !saysNothing(tracing.failed)) return false;
  const parts = Map.groupBy(followed, ({ need }) => need.answer);
  const read = [...parts.values()].filter((of) => of.every(({ inContext }) => inContext));
  const { parts: asked } = tracing.question.expected;
  // `others` has the parts of the expected answer that the tracer did not follow. No evidence
  // message has the words of such a part, so there is no needed detail for it.
  const others = asked.length === 1 ? [] : asked.filter(({ text }) => !parts.has(text));
  const given = others.filter(
    ({ text }) => (likelihoodInContext({ answer: text }, tracing) ?? 0) >= GIVES_AGAIN,
  );
  return (read.length + given.length) * 2 >= parts.size + others.length;
}

interface Followed {
  readonly need: Need;
  readonly flow: Flow;
  /** Memory units that stated the needed detail at the time of the question. */
  readonly inStore: readonly Variable[];
  /**
   * The needed detail in the words of several texts. The first entry has the words of the message,
   * and each other entry has the words of a memory unit.
   */
  readonly wordings: readonly Need[];
  readonly inContext: boolean;
}

/** Maximum number of memory units in `wordings`. */
const MAX_WORDINGS = 3;

function* follow(need: Need, tracing: Tracing): InTurns<Followed> {
  const { graph, roles, carry, store } = tracing;
  const flow = yield* followForward(need, tracing);
  const inStore = store.filter((unit) => flow.reached.has(unit.id));
  const wordings = [
    need,
    ...inStore.slice(0, MAX_WORDINGS).flatMap((unit) => flow.wordings.get(unit.id) ?? []),
  ];
  const stored = new Set(inStore.map((unit) => unit.id));
  const isDropped = wasReturned(inStore, tracing);
  const isRead = roles.context.some((v) => {
    const read = graph
      .linksTo(v)
      .filter((link) => link.op === roles.answerOp?.id && roles.isUnit(link.from));
    if (read.length > 0) return read.some((link) => stored.has(link.from));
    if (isDropped && quotesOthers(v, inStore, tracing)) return false;
    return wordings.some((wording) => carry(v, wording) >= CARRIED);
  });
  const isFollowed = isRead || roles.context.some((v) => quotes(v, inStore, tracing));
  const better = isFollowed ? betterElsewhere(need, tracing) : [];
  if (better.length > 0) return { need, flow, inStore: better, wordings, inContext: false };
  const asRead = isFollowed ? undefined : readStages(need, tracing, inStore.length > 0);
  const inContext = isFollowed || asRead?.inContext === true;
  const kept = inStore.length > 0 || asRead === undefined ? inStore : asRead.inStore;
  return { need, flow, inStore: kept, wordings, inContext };
}

function findLoss({ need, flow, inStore, wordings }: Followed, tracing: Tracing): LossFinding {
  const { roles } = tracing;
  const ids = inStore.map((unit) => unit.id);
  const ended = endedFact({ inStore, flow }, tracing);
  if (ended !== undefined) return { ...ended, need, inStore: [], flow };
  if (ids.length > 0) {
    const isReadingKnown = roles.retrievalOps.length > 0 || roles.context.length > 0;
    const loss = isReadingKnown
      ? lastRetrievalLoss(wordings, inStore, tracing)
      : unknownLoss(roles);
    return { ...loss, need, inStore: ids, flow };
  }
  const loss = decisiveLoss(flow, tracing);
  const missed = loss === undefined ? [] : missedAboutSubject(need, loss, tracing);
  if (missed.length > 0) {
    const search = lastRetrievalLoss(wordings, missed, tracing);
    const units = missed.map(({ id }) => id);
    return { ...search, need, inStore: units, flow, isAssumed: true };
  }
  if (loss !== undefined) {
    const found = lossFinding(loss, tracing);
    const errorType = hadToUpdate(found, need, tracing) ? "UpdateError" : found.errorType;
    return { ...found, errorType, need, inStore: ids, flow };
  }
  return { ...unreadLoss(need, flow, tracing), need, inStore: ids, flow };
}

/**
 * Returns the loss at the operation that marked the fact as no longer true, for example with a date
 * in `invalid_at`. The memory still contains the fact. Returns undefined if a unit states the fact
 * without this mark, or if the question does not ask about the present.
 */
function endedFact(
  { inStore, flow }: Pick<Followed, "inStore" | "flow">,
  { graph, failed }: Tracing,
): Omit<LossFinding, "need" | "inStore" | "flow"> | undefined {
  if (inStore.length === 0 || !asksAboutPresent(failed.query)) return undefined;
  const endings = inStore
    .flatMap(({ id }) => endingOf(id, graph) ?? [])
    .filter(({ carrier }) => flow.reached.has(carrier));
  if (endings.length < inStore.length) return undefined;
  const last = endings.reduce((a, b) => (b.at > a.at ? b : a));
  const { op, at, carrier, steps } = last;
  const link = steps[0]?.link ?? null;
  return { errorType: "DeletionError", op, at, carrier, link, isEnded: true };
}

/**
 * If a sentence has this share of the words around the detail, it is about the same matter as the
 * detail. Rare words weigh more.
 */
const SAME_MATTER = 0.5;

/**
 * Whether the operation that lost the detail had to update a fact, so that the loss is an
 * UpdateError. The operation has no category, read no message, and read the detail from a text that
 * is no unit. It also read a unit, or a list that was made from units. One sentence of the unit or
 * list must be about the same matter as the detail. This sentence has most words around the detail,
 * or all wrong words of the given answer.
 */
function hadToUpdate(
  { errorType, op, link }: Pick<LossFinding, "errorType" | "op" | "link">,
  need: Need,
  { graph, roles, sentences, failed }: Tracing,
): boolean {
  const read = link === null ? undefined : graph.links.get(link);
  if (errorType !== "ExtractionError" || op === null || read === undefined) return false;
  if (roles.isUnit(read.from) || stepKindOf(graph.operations.get(op)) !== undefined) return false;
  const inputs = [...new Set(graph.linksOf(op).map(({ from }) => from))];
  const messages = new Set(roles.messages.map(({ id }) => id));
  if (inputs.some((id) => messages.has(id))) return false;
  const given = saysNothing(failed) ? [] : [...wrongWords(failed)];
  const total = need.around.reduce((sum, { weight }) => sum + weight, 0);
  const isOfMatter = (said: ReadonlySet<string>) => {
    const shared = need.around.filter(({ stem }) => said.has(stem));
    const share = shared.reduce((sum, { weight }) => sum + weight, 0) / Math.max(total, 1e-9);
    return share >= SAME_MATTER || (given.length > 0 && given.every((stem) => said.has(stem)));
  };
  return inputs.some((id) => {
    const input = graph.variables.get(id);
    if (input === undefined || id === read.from) return false;
    const isOfMemory =
      roles.isMemory(input) || graph.linksTo(input).some(({ from }) => roles.isUnit(from));
    const speaks = () => sentences(input).some(({ stems }) => isOfMatter(new Set(stems)));
    return isOfMemory && speaks();
  });
}

/**
 * Returns a loss without an operation. The graph does not record what the answering operation read.
 * So it is unknown whether the retrieval missed the detail or the answering operation ignored it.
 */
function unknownLoss({ askedAt }: Roles): ReturnType<typeof lastRetrievalLoss> {
  return { errorType: "RetrievalError", op: null, link: null, carrier: null, at: askedAt };
}

export function lossFinding(
  loss: Loss,
  tracing: Tracing,
): Pick<LossFinding, "errorType" | "op" | "link" | "carrier" | "at"> {
  const { graph } = tracing;
  const step =
    loss.steps.length > 1
      ? (removalAmong(loss.steps, tracing) ?? widestOf(loss.steps, graph))
      : loss.steps[0];
  return {
    errorType: step === undefined ? "ExtractionError" : typeOfLoss(step, tracing),
    op: loss.op,
    link: step?.link ?? null,
    carrier: loss.carrier,
    at: loss.at,
  };
}

/**
 * Returns the step that removed the unit. Returns undefined if another step of the operation made a
 * new memory unit from the removed unit, as in a merge.
 */
function removalAmong(
  steps: Loss["steps"],
  { graph, roles }: Tracing,
): Loss["steps"][number] | undefined {
  const removals = steps.filter((step) => removes(step, graph, roles));
  const isMade = steps.some((step) => !removals.includes(step) && roles.isUnit(step.to));
  return isMade ? undefined : removals[0];
}

/** Returns the step with the kind of link that usually passes on the largest share of words. */
function widestOf(
  steps: Loss["steps"],
  graph: Tracing["graph"],
): Loss["steps"][number] | undefined {
  const ranked = steps
    .map((step) => ({ step, usual: usualTransmission(graph, step) }))
    .sort((a, b) => b.usual - a.usual);
  return ranked[0]?.step;
}

export function responseFinding(
  followed: { readonly need: Need; readonly flow: Flow | undefined } | undefined,
  { graph, roles, carry }: Tracing,
): LossFinding {
  const need = followed?.need;
  const op = roles.answerOp?.id ?? null;
  const carrier =
    (need && roles.context.find((v) => carry(v, need) >= CARRIED)) ?? roles.context[0];
  const links =
    op === null || roles.answer === undefined
      ? []
      : graph.linksTo(roles.answer).filter((l) => l.op === op);
  const link = links.find((l) => l.from === carrier?.id) ?? links[0];
  const at = op === null ? 0 : (executionOrder(graph).get(op) ?? 0);
  return {
    ...{
      errorType: "ResponseError",
      op,
      link: link?.id ?? null,
      need,
      carrier: carrier?.id ?? null,
      at,
    },
    ...{ inStore: [], flow: followed?.flow },
  };
}
