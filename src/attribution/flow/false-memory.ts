/**
 * Finds the operation that wrote a false statement into the memory. This is for cases with the
 * expected answer "unknown". In such a case, no message states the given answer, but the answering
 * operation read a text that states it.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { executionOrder, writerOf } from "../../graph/history/execution-order.ts";
import type { Variable } from "../../graph/model.ts";
import type { Sentence } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import { wordShare } from "../answers/word-share.ts";
import { LINK } from "../effort.ts";
import { PART_SAID } from "../thresholds.ts";
import type { LossFinding } from "./finding.ts";
import { typeOfLoss } from "./loss-type.ts";
import type { Tracing } from "./trace-context.ts";

/**
 * Returns a finding that blames the operation which first wrote the given answer into a text.
 * Returns undefined if a message states this answer, if the answering operation read no text that
 * states it, or if the trace does not show which operation wrote it.
 */
export function falseMemory(tracing: Tracing): LossFinding | undefined {
  const { graph, roles } = tracing;
  const { states, said } = claimTest(tracing);
  const read = roles.context.find(states);
  if (read === undefined || roles.messages.some(said)) return undefined;
  const order = executionOrder(graph);
  const made = [...sourcesOf(read.id, tracing)]
    .flatMap((id) => graph.variables.get(id) ?? [])
    .filter((variable) => states(variable))
    .map((variable) => ({ variable, op: writerOf(graph, variable.id) }))
    .map((each) => ({ ...each, at: order.get(each.op ?? "") ?? Number.POSITIVE_INFINITY }))
    .toSorted((a, b) => a.at - b.at);
  const [first] = made;
  if (first?.op === undefined || first.at >= roles.askedAt) return undefined;
  const { op, variable, at } = first;
  const link = graph.linksTo(variable).find((each) => each.op === op);
  if (link === undefined) return undefined;
  const { id, from, to, category } = link;
  const errorType = typeOfLoss({ link: id, op, from, to, category }, tracing);
  const unknown = { need: undefined, inStore: [], flow: undefined };
  return { ...unknown, errorType, op, link: id, carrier: from, at };
}

/**
 * Returns two tests: `states` for a variable, and `said` for a message. Each of them tests whether
 * the text states the given answer, and not only about other people. One sentence must have most
 * words of the answer and a word of the question. If the question names no person, several
 * sentences of a message can have these words together.
 */
function claimTest({ failed, question, corpus, sentences }: Tracing) {
  const asked = new Set(question.queryStems);
  const people = question.queryStems.filter((stem) => corpus.speakers.has(stem));
  const topic = question.queryStems.filter((stem) => !corpus.speakers.has(stem));
  const claim = [...new Set(contentStems(failed.prediction))].filter(
    (stem) => !asked.has(stem) && !corpus.speakers.has(stem),
  );
  const isOf = (named: readonly string[]) =>
    people.length === 0 || named.length === 0 || named.some((name) => people.includes(name));
  const makes = ({ stems }: Sentence) => {
    const has = new Set(stems);
    return wordShare(claim, has) >= PART_SAID && wordShare(topic, has, undefined, 1) > 0;
  };
  const states = (variable: Variable) =>
    sentences(variable).some((each) => makes(each) && isOf(corpus.namesIn(each)));
  // A message can state the answer in several sentences, and the memory can join them into one
  // sentence.
  const isJoined = (told: readonly Sentence[]) => {
    const has = new Set(told.flatMap(({ stems }) => stems));
    return wordShare(claim, has) >= PART_SAID && topic.some((stem) => hasBeginning(stem, has));
  };
  const said = (message: Variable) => {
    const { sentences: told, speakerStems } = corpus.message(message);
    const makesOne = (each: Sentence) =>
      makes(each) && isOf([...speakerStems, ...corpus.namesIn(each)]);
    return told.some(makesOne) || (people.length === 0 && isJoined(told));
  };
  return { states, said };
}

/**
 * Minimum number of letters of a word that counts as the beginning of a longer word, such as "bath"
 * in "bathtub".
 */
const MIN_BEGINNING = 4;

function hasBeginning(stem: string, among: ReadonlySet<string>): boolean {
  if (among.has(stem)) return true;
  const begins = (long: string, short: string) =>
    short.length >= MIN_BEGINNING && long.startsWith(short);
  for (const other of among) if (begins(stem, other) || begins(other, stem)) return true;
  return false;
}

/** Returns the variable and all variables from which it was directly or indirectly made. */
export function sourcesOf(
  id: string,
  { graph, effort }: { graph: EvolutionGraph } & Pick<Tracing, "effort">,
) {
  const seen = new Set([id]);
  for (const each of seen) {
    for (const link of graph.linksTo(each)) {
      effort.spend(LINK);
      seen.add(link.from);
    }
  }
  return seen;
}
