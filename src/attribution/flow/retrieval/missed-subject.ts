/**
 * Finds memory units that the search missed, although they are about the subject of the question.
 * Such a unit may state the needed detail in other words.
 */
import type { Variable } from "../../../graph/model.ts";
import { contentStems } from "../../../text/words.ts";
import { isFresh } from "../../carry/paraphrase-rate.ts";
import { mayBeReworded, type Need } from "../../needs/need.ts";
import type { Loss } from "../flow.ts";
import type { Tracing } from "../trace-context.ts";
import { isQuoted } from "./quoted-units.ts";

const NAME_OR_FIGURE = /(?<=\S\s)(?:\p{Lu}[\p{L}\p{N}]+|\d[\p{N}.:-]*)/gu;
/** Maximum number of values that are followed from the step of the loss. */
const MAX_VALUES = 64;

/**
 * The step of `loss` wrote the detail in other words, or left it out. Returns the memory units that
 * were made from the output of this step, and for which all of these are true:
 * - The answering step did not read the unit.
 * - The unit has the subject of the question, but no text that the answering step read has it.
 * - A sentence of the unit has a word of the detail, and also a word that no message has.
 *
 * Returns no units if the detail has a figure, a name or a time, because a memory copies these.
 * Also returns no units if a unit had stated the detail before the loss.
 */
export function missedAboutSubject(need: Need, loss: Loss, tracing: Tracing): readonly Variable[] {
  const { graph, roles, store, corpus, sentences } = tracing;
  if (!mayBeReworded(need) || roles.isUnit(loss.carrier)) return [];
  const read = new Set(roles.context.flatMap((each) => sentences(each).flatMap((s) => s.stems)));
  if (read.size === 0) return [];
  const subject = subjectOf(tracing).filter((stem) => !read.has(stem));
  if (subject.length === 0) return [];
  const made = new Set(graph.linksOf(loss.op).map(({ to }) => to));
  for (const id of made) {
    if (made.size >= MAX_VALUES) break;
    for (const { op, to } of graph.linksFrom(id))
      if (!roles.retrievalOps.some((each) => each.id === op) && op !== roles.answerOp?.id)
        made.add(to);
  }
  const own = new Set(need.core.map(({ stem }) => stem));
  return store.filter((unit) => {
    if (!made.has(unit.id) || isQuoted(unit, tracing)) return false;
    const told = sentences(unit);
    return (
      told.some(({ stems }) => stems.some((stem) => subject.includes(stem))) &&
      told.some(
        ({ stems }) =>
          stems.some((stem) => own.has(stem)) && stems.some((stem) => isFresh(stem, corpus)),
      ) &&
      !tracing.givesOther(unit, need)
    );
  });
}

/** Returns the names and figures of the question, without names of speakers. */
function subjectOf(tracing: Tracing): readonly string[] {
  return namesIn(tracing).filter((stem) => !tracing.corpus.speakers.has(stem));
}

/** Returns the names and figures of the question. */
export function namesIn({ failed }: Tracing): readonly string[] {
  return [...failed.query.matchAll(NAME_OR_FIGURE)].flatMap(([word]) => contentStems(word));
}

/**
 * Whether the message and some memory units name the subject of the question, but no unit that
 * states the detail names it. Then an earlier step may have stored the detail under another
 * subject.
 */
export function areOfOtherSubject(
  units: readonly string[],
  { statement, sources }: Need,
  tracing: Tracing,
): boolean {
  const { store, sentences, corpus, graph } = tracing;
  const said = sources.flatMap((id) => {
    const message = graph.variables.get(id);
    return message === undefined ? [] : [...corpus.message(message).stems];
  });
  const named = new Set([...contentStems(statement), ...said]);
  const subject = subjectOf(tracing).filter((stem) => named.has(stem));
  const names = (unit: Variable) =>
    sentences(unit).some(({ stems }) => stems.some((stem) => subject.includes(stem)));
  const own = new Set(units);
  const [stating, others] = [true, false].map((is) => store.filter(({ id }) => own.has(id) === is));
  return subject.length > 0 && !stating?.some(names) && others?.some(names) === true;
}
