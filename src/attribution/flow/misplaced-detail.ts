/**
 * Finds the operation that stored a detail under another subject than the message did. Example: the
 * message changes the milk of the waffles, and the operation changed the milk of the pancakes.
 */
import { executionOrder } from "../../graph/history/execution-order.ts";
import type { Variable } from "../../graph/model.ts";
import { letterLikeness } from "../../text/words.ts";
import { saysNothing } from "../answers/answers.ts";
import { wrongWords } from "../answers/wrong-words.ts";
import type { Need } from "../needs/need.ts";
import { LETTERS_ALIKE } from "../thresholds.ts";
import type { Flow, Loss, Step } from "./flow.ts";
import type { Tracing } from "./trace-context.ts";

interface Stated {
  readonly need: Need;
  readonly flow: Flow;
  /** Memory units that stated the detail at the time of the question. */
  readonly inStore: readonly Variable[];
}

/**
 * Returns the loss at the operation that wrote the detail without the subject of the question.
 * There is such a loss only if all of these are true:
 * - The question and the message share a word that no unit with the detail has. No other shared
 *   word is rarer. This word is the subject.
 * - A sentence of another unit has the subject and all wrong words of the given answer.
 * - This other unit also has each shared word that a unit with the detail has.
 */
export function misplacedLoss({ need, flow, inStore }: Stated, tracing: Tracing): Loss | undefined {
  const { graph, question, corpus, failed, store, sentences } = tracing;
  const given = [...wrongWords(failed)];
  if (inStore.length === 0 || given.length === 0 || saysNothing(failed)) return undefined;
  const said = need.sources.flatMap((id) => {
    const message = graph.variables.get(id);
    return message === undefined ? [] : [...corpus.message(message).stems];
  });
  const topic = question.queryStems.filter(
    (stem) => !corpus.speakers.has(stem) && said.some((word) => isSame(word, stem)),
  );
  const rarest = topic.reduce((most, stem) => Math.max(most, corpus.rarity(stem)), 0);
  const names = (unit: Variable | undefined, stem: string) =>
    unit !== undefined &&
    sentences(unit).some(({ stems }) => stems.some((word) => isSame(word, stem)));
  const subject = topic.find(
    (stem) => corpus.rarity(stem) >= rarest && !inStore.some((unit) => names(unit, stem)),
  );
  if (subject === undefined) return undefined;
  const stating = new Set(inStore.map(({ id }) => id));
  const isRival = (unit: Variable) =>
    !stating.has(unit.id) &&
    topic.every((stem) => names(unit, stem) || !inStore.some((each) => names(each, stem))) &&
    sentences(unit).some(
      ({ stems }) =>
        stems.some((word) => isSame(word, subject)) && given.every((stem) => stems.includes(stem)),
    );
  if (!store.some(isRival)) return undefined;
  let step: Step | null | undefined = flow.reached.get(inStore[0]?.id ?? "");
  while (step && !names(graph.variables.get(step.from), subject))
    step = flow.reached.get(step.from);
  if (!step) return undefined;
  const at = executionOrder(graph).get(step.op) ?? 0;
  return { carrier: step.from, op: step.op, at, steps: [step] };
}

function isSame(a: string, b: string): boolean {
  return a === b || letterLikeness(a, b) >= LETTERS_ALIKE;
}
