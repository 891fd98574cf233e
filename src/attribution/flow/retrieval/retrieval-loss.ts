/**
 * Finds the retrieval operation that lost a detail, if the memory stated it but the context did
 * not.
 */

import { executionOrder } from "../../../graph/history/execution-order.ts";
import { stepKindOf } from "../../../graph/memory/record-categories.ts";
import { shapesOf } from "../../../graph/memory/structural-signatures.ts";
import type { Operation, Variable } from "../../../graph/model.ts";
import { areInSameLanguage } from "../../../text/languages/language-of.ts";
import { contentStems, letterLikeness } from "../../../text/words.ts";
import { unitsReturned } from "../../claims/claims.ts";
import type { Need } from "../../needs/need.ts";
import { CARRIED, LETTERS_ALIKE } from "../../thresholds.ts";
import type { LossFinding } from "../finding.ts";
import { categoriesHold } from "../loss-type.ts";
import type { Tracing } from "../trace-context.ts";
import { quotes, quotesOthers, wasReturned } from "./quoted-units.ts";

/**
 * Looks at the operations that searched the memory, and at the answering operation. Returns the
 * loss at the last of them that read the detail and did not pass it on. If there is none, returns a
 * loss at an operation that searched the memory.
 */
export function lastRetrievalLoss(
  wordings: readonly Need[],
  inStore: readonly Variable[],
  tracing: Tracing,
): Pick<LossFinding, "errorType" | "op" | "link" | "carrier" | "at" | "decided"> {
  const { graph, roles, carry } = tracing;
  const order = executionOrder(graph);
  const isReturned = wasReturned(inStore, tracing);
  const known = new Map<string, boolean>();
  const findCarries = (v: Variable) => {
    // The question is excluded, because a question states nothing.
    if (v.id === roles.query?.id) return false;
    if (quotes(v, inStore, tracing)) return true;
    const isWorded = wordings.some((wording) => carry(v, wording) >= CARRIED);
    return isWorded && !(isReturned && quotesOthers(v, inStore, tracing));
  };
  const carries = (v: Variable | undefined) => {
    if (v === undefined) return false;
    const found = known.get(v.id) ?? findCarries(v);
    known.set(v.id, found);
    return found;
  };
  const steps = [...roles.retrievalOps, ...(roles.answerOp ? [roles.answerOp] : [])];
  const taken = new Set(steps.map((op) => op.id));
  // The first wording has the words of the message, and the others have the words of missed units.
  // If there are wordings of missed units, the search texts are compared only with these wordings.
  const sought = wordings.length > 1 ? wordings.slice(1) : wordings;
  const turning = searchOfAnotherTopic(sought, inStore, tracing);
  for (const op of steps.toReversed()) {
    for (const link of graph.linksOf(op.id).toReversed()) {
      const from = graph.variables.get(link.from);
      if (link.to === roles.answer?.id || !carries(from) || carries(graph.variables.get(link.to)))
        continue;
      const onward = graph
        .linksFrom(link.from)
        .some((l) => taken.has(l.op) && carries(graph.variables.get(l.to)));
      if (onward) continue;
      const loss = { errorType: "RetrievalError", link: link.id, carrier: link.from } as const;
      // If the search read the unit, its search text decided whether it returned the unit. So blame
      // `turning`, the operation that wrote this text.
      const turned = graph.linksOf(turning?.id ?? "").find(({ from, to }) => {
        return from === roles.query?.id && graph.linksOf(op.id).some((each) => each.from === to);
      });
      if (turned === undefined || !roles.isUnit(link.from))
        return { ...loss, op: op.id, at: order.get(op.id) ?? 0 };
      const decided = { carriedOutBy: op.id, link: turned.id };
      return { ...loss, op: turned.op, at: order.get(turned.op) ?? 0, decided };
    }
  }
  const first = turning ?? searching(tracing);
  return {
    errorType: "RetrievalError",
    op: first?.id ?? null,
    link: null,
    carrier: inStore[0]?.id ?? null,
    at: first === undefined ? 0 : (order.get(first.id) ?? 0),
  };
}

/**
 * Finds the operation that turned the question into search texts about another topic. Names are not
 * compared. All of these must be true:
 * - The texts have only a small share of the question's words (see `MOST_KEPT`). They may have more
 *   if they lead away from the missed units (see `leadsAway`), lack at least one of the question's
 *   words, and have another word of the messages.
 * - If the texts have any of the question's words, they lead away from the missed units, or have
 *   several other words of the messages (see `OTHER_WORDS`).
 * - The texts have no other word of the missed statement. If they lead away from the missed units,
 *   they only must not have another word of the detail.
 */
export function searchOfAnotherTopic(
  wordings: readonly Need[],
  missed: readonly Variable[],
  tracing: Tracing,
): Operation | undefined {
  const { graph, roles, question, corpus, failed } = tracing;
  const isNoName = (stem: string) => !corpus.speakers.has(stem);
  const topic = question.queryStems.filter(isNoName);
  const said = wordings
    .flatMap(({ core, around }) => [...core, ...around].map(({ stem }) => stem))
    .filter(isNoName);
  const sought = wordings.flatMap(({ core }) => core.map(({ stem }) => stem)).filter(isNoName);
  const isShared = (word: string, stems: readonly string[]) =>
    stems.some((stem) => areRelated(stem, word));
  const weightOf = (some: readonly string[]) =>
    some.reduce((sum, stem) => sum + corpus.rarity(stem), 0);
  const taken = new Set(roles.retrievalOps.map(({ id }) => id));
  const isSearchedBy = (id: string) => graph.linksFrom(id).some(({ op }) => taken.has(op));
  if (topic.length === 0) return undefined;
  return rewritersOf(tracing).find((op) => {
    const made = [...new Set(graph.linksOf(op.id).map(({ to }) => to))].filter(isSearchedBy);
    const texts = made.map((id) => graph.variables.get(id)?.value ?? "");
    const stems = texts.flatMap(contentStems);
    // Skip an operation that writes no words, for example an embedding. Also skip an operation that
    // only translates the question, because the topic then stays the same.
    const isWritten =
      stems.some(corpus.isSpoken) ||
      (stems.length > 0 && areInSameLanguage(texts.join("\n"), failed.query));
    const kept = topic.filter((word) => isShared(word, stems));
    const others = new Set(stems.filter((word) => corpus.isSpoken(word) && !isShared(word, topic)));
    const isAway = leadsAway(stems, missed, tracing);
    const isOther = others.size >= OTHER_WORDS || isAway;
    if (kept.length > 0 && !isOther) return false;
    const isNew = (word: string) => !kept.includes(word) && isShared(word, stems);
    const isTurned = isAway && others.size > 0 && kept.length < topic.length && !sought.some(isNew);
    return (
      isWritten &&
      (isTurned || (weightOf(kept) <= MOST_KEPT * weightOf(topic) && !said.some(isNew)))
    );
  });
}

/**
 * Returns the operations that read the question, but no memory, and so may have rewritten it. They
 * may also read older texts, because a follow-up question often needs them: messages, texts that the
 * memory does not contain, and units that the answering operation reads too.
 */
function rewritersOf({ graph, roles }: Tracing): readonly Operation[] {
  const order = executionOrder(graph);
  const { isStanding } = shapesOf(graph);
  const known = new Set([
    ...roles.messages.map(({ id }) => id),
    ...roles.context.map(({ id }) => id).filter(roles.isUnit),
  ]);
  const isQuestion = ({ id }: Variable) => id === roles.query?.id;
  const isOlder = ({ id }: Variable) =>
    graph.linksTo(id).every(({ op }) => (order.get(op) ?? 0) < roles.askedAt);
  const mayHelp = (input: Variable) =>
    isQuestion(input) ||
    isStanding(input) ||
    known.has(input.id) ||
    (!roles.isMemory(input) && isOlder(input));
  return roles.retrievalOps.filter(({ id }) => {
    const { inputs, outputs } = graph.endsOf(id);
    return inputs.some(isQuestion) && inputs.every(mayHelp) && !outputs.some(roles.isMemory);
  });
}

/**
 * Whether the search texts lead away from the missed units. This is so if both are true:
 * - The question shares at least as many words with a missed unit as with any returned unit.
 * - The search texts share more words with a returned unit than with any missed unit.
 *
 * Rare words weigh more.
 */
function leadsAway(
  searched: readonly string[],
  missed: readonly Variable[],
  tracing: Tracing,
): boolean {
  const { graph, corpus, sentences, question } = tracing;
  const away = new Set(missed.map(({ id }) => id));
  const returned = [...unitsReturned(tracing)]
    .filter((id) => !away.has(id))
    .flatMap((id) => graph.variables.get(id) ?? []);
  const match = (words: readonly string[], units: readonly Variable[]) => {
    const wanted = new Set(words);
    return units.reduce((best, unit) => {
      const stems = new Set(sentences(unit).flatMap((sentence) => sentence.stems));
      const shared = [...wanted].filter((stem) => stems.has(stem));
      return Math.max(
        best,
        shared.reduce((sum, stem) => sum + corpus.rarity(stem), 0),
      );
    }, 0);
  };
  const isBetter = match(question.queryStems, missed) >= match(question.queryStems, returned);
  return isBetter && match(searched, returned) > match(searched, missed);
}

/** A search text about another topic has at most this share of the question's words by weight. */
const MOST_KEPT = 0.4;

/**
 * A search text about another topic has at least this number of words that occur in messages but
 * not in the question.
 */
const OTHER_WORDS = 2;

/** A word with fewer letters does not count as a part of a longer word. */
const LEAST_COMPOUNDED = 5;

/**
 * Whether `a` and `b` are forms of one word, or one of them contains the other, as in "berry" and
 * "strawberry".
 */
function areRelated(a: string, b: string): boolean {
  if (a === b || letterLikeness(a, b) >= LETTERS_ALIKE) return true;
  return Math.min(a.length, b.length) >= LEAST_COMPOUNDED && (a.includes(b) || b.includes(a));
}

/**
 * Finds the operation that searched the memory. Tries these choices in order:
 * 1. the first retrieval operation with a link from the question to a memory unit
 * 2. the first retrieval operation with a link to or from a memory unit
 * 3. the first retrieval operation
 * 4. the answering operation
 * If a retrieval operation has the category "retrieval", choices 2 and 3 ignore operations with
 * another category.
 */
function searching({ graph, roles }: Tracing): Operation | undefined {
  const leadsToUnits = (op: Operation, from?: string) =>
    graph
      .linksOf(op.id)
      .some(
        (link) =>
          ((from === undefined || link.from === from) && roles.isUnit(link.to)) ||
          (from === undefined && roles.isUnit(link.from)),
      );
  const steps = roles.retrievalOps;
  const query = roles.query?.id;
  const asked = query && steps.find((op) => leadsToUnits(op, query));
  if (asked) return asked;
  const labelled = categoriesHold(roles)
    ? steps.filter((op) => stepKindOf(op) === "retrieval")
    : [];
  const own = labelled.length > 0 ? labelled : steps;
  return own.find((op) => leadsToUnits(op)) ?? own[0] ?? roles.answerOp;
}
