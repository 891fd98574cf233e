/**
 * Finds the operation that stored a detail under another subject than the message did. Example: the
 * message changes the milk of the waffles, and the operation changed the milk of the pancakes. Also
 * finds the operation that exchanged two details: "Ida is vegan, Tom is celiac" for "Ida is celiac,
 * Tom is vegan".
 */
import { executionOrder } from "../../graph/history/execution-order.ts";
import type { Variable } from "../../graph/model.ts";
import { contentStems, letterLikeness } from "../../text/words.ts";
import { saysNothing } from "../answers/answers.ts";
import { wrongWords } from "../answers/wrong-words.ts";
import { coverage } from "../needs/expected-answer.ts";
import type { Need } from "../needs/need.ts";
import { tellingDetails } from "../source/wrong-part.ts";
import { LETTERS_ALIKE } from "../thresholds.ts";
import { sourcesOf } from "./false-memory.ts";
import type { Flow, Loss, Step } from "./flow.ts";
import { namesIn } from "./retrieval/missed-subject.ts";
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

/**
 * Minimum share of the question's words that the clause with the given answer has, and minimum
 * difference between this share and that of the clause with the expected detail.
 */
const ABOUT_QUESTION = 0.3;
const LESS = 0.1;
/**
 * The messages must say the given answer of somebody else than the question's names. If the question
 * has no name, their clauses may have at most this share of the words that the memory's clause has.
 */
const MOSTLY_SAID = 0.35;
/** Longer texts are not split into clauses. */
const MAX_CHARS = 20_000;

/**
 * Returns the loss at the operation that first stated the given answer, if the memory states this
 * answer in place of the expected detail, and no message does. All of these must be true:
 * - A clause that the answering operation read has the wrong words of the given answer and words of
 *   the question.
 * - Each clause with the expected detail that it read has fewer words of the question.
 * - In the messages, clauses with the wrong words have fewer words of the question than in the
 *   memory, and not more than the clauses with the expected detail. The speaker counts as a word.
 * The expected answer must have only one part, and not be a number.
 */
export function exchangedLoss(need: Need, tracing: Tracing): Loss | undefined {
  const { graph, failed, question, roles, corpus } = tracing;
  const { expected } = question;
  if (saysNothing(failed) || need.core.length === 0) return undefined;
  if (expected.isNumber || expected.parts.length > 1) return undefined;
  const wrong = wrongWords(failed);
  const named = tellingDetails(failed.prediction).flatMap(({ stem }) =>
    wrong.has(stem) && !/\d/.test(stem) ? [stem] : [],
  );
  const given = named.length > 0 ? named : [...wrong];
  const wanted = need.core.map(({ stem }) => stem);
  const topic = question.queryStems.filter((stem) => ![...given, ...wanted].includes(stem));
  if (given.length === 0 || topic.length === 0) return undefined;
  const split = (text: string) => clausesOf(text, given, wanted);
  const aboutIn = (
    clauses: readonly Clause[],
    own: readonly string[],
    other: readonly string[],
    about = topic,
  ) =>
    Math.max(
      -1,
      ...clauses
        .filter(
          (stems) =>
            own.every((stem) => stems.has(stem)) && !other.every((stem) => stems.has(stem)),
        )
        .map((stems) => coverage(about, stems, corpus.rarity)),
    );
  const read = roles.context.filter(isShort).flatMap(({ value }) => split(value));
  const [told, right] = [aboutIn(read, given, wanted), aboutIn(read, wanted, given)];
  if (told < ABOUT_QUESTION || right + LESS > told) return undefined;
  const said = roles.messages.filter(isShort).flatMap((message) => {
    const { content, speakerStems } = corpus.message(message);
    return split(content).map((stems) => withSpeaker(stems, speakerStems, corpus));
  });
  const [saidGiven, saidWanted] = [aboutIn(said, given, wanted), aboutIn(said, wanted, given)];
  const names = namesIn(tracing).filter((stem) => topic.includes(stem));
  const isOfOther =
    names.length > 0
      ? aboutIn(said, given, wanted, names) + LESS <= aboutIn(read, given, wanted, names)
      : saidGiven <= MOSTLY_SAID * told;
  if (!isOfOther) return undefined;
  if (saidGiven < 0 || saidGiven + LESS > told || saidWanted + LESS < saidGiven) return undefined;
  const order = executionOrder(graph);
  const made = [...roles.context.flatMap(({ id }) => [...sourcesOf(id, tracing)])]
    .flatMap((id) => graph.variables.get(id) ?? [])
    .filter((variable) => isShort(variable))
    .filter(({ value }) => aboutIn(split(value), given, wanted) + LESS > told)
    .flatMap((variable) => graph.linksTo(variable))
    .map((link) => ({ link, at: order.get(link.op) ?? Number.POSITIVE_INFINITY }))
    .toSorted((a, b) => a.at - b.at);
  const sources = new Set(need.sources);
  const first = made.filter(({ at }) => at === made[0]?.at && at < roles.askedAt);
  const { link, at } = first.find((each) => sources.has(each.link.from)) ?? first[0] ?? {};
  if (link === undefined || at === undefined) return undefined;
  const { id, op, from, to, category } = link;
  return { carrier: from, op, at, steps: [{ link: id, op, from, to, category }] };
}

function isShort({ value }: Variable): boolean {
  return value.length <= MAX_CHARS;
}

/** The stems of a clause. */
type Clause = ReadonlySet<string>;

/** Adds the speaker to a clause of a message, unless the clause names another person. */
function withSpeaker(
  stems: Clause,
  speaker: readonly string[],
  { speakers }: Tracing["corpus"],
): Clause {
  const isOfAnother = [...stems].some((stem) => speakers.has(stem) && !speaker.includes(stem));
  return isOfAnother ? stems : new Set([...stems, ...speaker]);
}

const CLAUSE_END =
  /[\n;；。！？]|(?<=[.!?])\s|\}|\],|(?<!\p{L})(?:while|whereas|but|während|aber|mientras|tandis que|mentre|enquanto|terwijl|maar)(?!\p{L})/iu;
const COMMA = /[,，、]|(?<!\p{L})(?:and|und|y|et|e|en)(?!\p{L})/iu;

/**
 * Returns the stems of each clause and of each JSON record. A clause with words of both kinds is
 * split at its commas.
 */
function clausesOf(text: string, given: readonly string[], wanted: readonly string[]): Clause[] {
  return text.split(CLAUSE_END).flatMap((clause) => {
    const stems = new Set(contentStems(clause));
    const isBoth = [given, wanted].every((words) => words.some((stem) => stems.has(stem)));
    return isBoth ? clause.split(COMMA).map((part) => new Set(contentStems(part))) : [stems];
  });
}
