/**
 * What the text after a loss of words tells: whether words that nobody said stand where the detail
 * should, how much of the statement is there without it, and what became of the details beside it.
 */
import type { Variable } from "../../graph/model.ts";
import type { Sentence } from "../../text/sentences.ts";
import type { Reading } from "../evidence/message-corpus.ts";
import type { Finding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";

interface LossSigns {
  /**
   * Words that nobody said, in what became of the statement, for each word that is lost, as far as
   * steps of the kind put words otherwise.
   */
  readonly freshFreely: number;
  /** Share of the statement that one sentence makes. */
  readonly left: number;
  /** How freely steps of the kind word things. */
  readonly stepFreedom: number;
  readonly oneWord: number;
}

const NONE: LossSigns = { freshFreely: 0, left: 0, stepFreedom: 0, oneWord: 0 };

export function lossSigns(
  { need, carrier, link: id, errorType, flow }: Finding,
  { graph, sentences, paraphraseOf }: Tracing,
  reading: Reading,
): LossSigns {
  const isOfWords = errorType === "ExtractionError" || errorType === "UpdateError";
  const link = id === null ? undefined : graph.links.get(id);
  const target = link && graph.variables.get(link.to);
  if (!isOfWords || need === undefined || link === undefined || target === undefined) return NONE;
  const source = carrier === null ? undefined : graph.variables.get(carrier);
  const wording = flow?.wordings.get(carrier ?? "") ?? need;
  const lost = Math.max(1, need.core.length > 0 ? need.core.length : need.timeWords.size);
  const { fresh, left } = statementAfter(wording, source, target, sentences, reading);
  const stepFreedom = paraphraseOf(link).paraphrase.standsFor;
  return {
    freshFreely: Math.min(1, fresh / lost) * stepFreedom,
    left,
    stepFreedom,
    oneWord: lost === 1 ? 1 : 0,
  };
}

/** In a text of so few sentences one that nobody could have said may be any of those read. */
const SHORT = 6;

function statementAfter(
  wording: Need,
  source: Variable | undefined,
  target: Variable,
  sentences: Tracing["sentences"],
  reading: Reading,
): { fresh: number; left: number } {
  const words = new Set([...wording.core, ...wording.around].map(({ stem }) => stem));
  const read = source === undefined ? [] : sentences(source);
  const unchanged = new Set(read);
  const written = sentences(target);
  const ofEach = words.size / Math.max(1, wording.order.length);
  const own = new Set(read.filter((each) => overlap(each, words) * 2 >= ofEach));
  let [fresh, left] = [0, 0];
  for (const sentence of written) {
    if (unchanged.has(sentence)) continue;
    left = Math.max(left, overlap(sentence, words) / Math.max(1, words.size));
    const unsaid = sentence.stems.filter(
      (stem) => !/\d/.test(stem) && !reading.isSpoken(stem) && !reading.speakers.has(stem),
    ).length;
    const origin = likest(sentence, read);
    const isOfIt =
      origin === undefined
        ? unsaid * 2 >= sentence.stems.length && written.length <= SHORT
        : own.has(origin);
    if (isOfIt) fresh += unsaid;
  }
  return { fresh, left };
}

function overlap({ stems }: Sentence, words: ReadonlySet<string>): number {
  let shared = 0;
  for (const stem of new Set(stems)) if (words.has(stem)) shared += 1;
  return shared;
}

/** The sentence that shares most words; undefined where none shares any. */
function likest(sentence: Sentence, others: readonly Sentence[]): Sentence | undefined {
  const words = new Set(sentence.stems);
  let best: Sentence | undefined;
  let most = 0;
  for (const other of others) {
    const shared = overlap(other, words);
    if (shared > most) [best, most] = [other, shared];
  }
  return best;
}

/** Of the other details of the same message, the shares that were lost with it, and that went on. */
export function detailsBeside(
  need: Need,
  findings: readonly Finding[],
  all: readonly Need[],
): { lost: number; kept: number; lostElsewhere: number } {
  const [decided] = findings;
  const at = (other: Need) => findings.find((finding) => finding.need === other);
  const isHere = (other: Need) => {
    const finding = at(other);
    return finding?.op === decided?.op && finding?.errorType === decided?.errorType;
  };
  const share = (some: readonly Need[], holds: (other: Need) => boolean) =>
    some.length === 0 ? 0 : some.filter(holds).length / some.length;
  const same = all.filter((other) => other !== need && other.from === need.from);
  const apart = all.filter((other) => other.from !== need.from);
  return {
    lost: share(same, isHere),
    kept: share(same, (other) => !isHere(other)),
    lostElsewhere: share(apart, (other) => at(other) !== undefined && !isHere(other)),
  };
}
