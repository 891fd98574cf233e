/**
 * Learns from the graph how freely each kind of operation paraphrases. If an operation paraphrases,
 * its output can state a detail with words that occur in no message.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { costOf, type InTurns, RecordCount } from "../../graph/in-turns.ts";
import { nextVersion } from "../../graph/memory/versions.ts";
import type { Variable } from "../../graph/model.ts";
import type { Sentence } from "../../text/sentences.ts";
import { type Effort, READ } from "../effort.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import { spreadOver, stepsLike } from "../flow/usual-overlap.ts";
import type { Roles } from "../roles/roles.ts";
import type { Shown } from "../roles/visible-fields.ts";
import {
  COMPARED_MESSAGES,
  COMPARED_SENTENCES,
  FALSIFIED,
  KEPT_SENTENCE,
  RECOGNISABLE_STEMS,
  UNKNOWN_KEPT,
} from "../thresholds.ts";

/** Maximum number of messages compared with the memory. */
const MAX_SAMPLES = 60;
/**
 * For each kind of link, at most `MAX_STEPS` links are compared, and at most `MAX_SENTENCES`
 * sentences of each link.
 */
const MAX_STEPS = 6;
const MAX_SENTENCES = 8;

/** How closely the texts that operations write repeat the words of the texts that they read. */
export interface Paraphrase {
  /**
   * Each input sentence is compared with the most similar output sentence. This is the median share
   * (0 to 1) of the input sentence's words that the output sentence repeats.
   */
  readonly kept: number;
  /**
   * If an output has a word that no message has, the operation paraphrased another word or invented
   * this word. This value is the probability that the word is a paraphrase.
   */
  readonly substitutionWeight: number;
}

export interface MemoryParaphrase extends Paraphrase {
  /**
   * Share of the memory's vocabulary that occurs in no message. It estimates how probably the
   * memory paraphrases a word.
   */
  readonly fresh: number;
}

export interface StepParaphrase {
  readonly kind: string;
  readonly paraphrase: Paraphrase;
}

type SentencesOf = (variable: Variable) => readonly Sentence[];
type Ends = Readonly<Record<"op" | "from" | "to", string>>;

/**
 * Whether the word occurs in no message. Returns false for numbers and dates, because even
 * paraphrasing operations copy them.
 */
export function isFresh(stem: string, { isSpoken }: Pick<MessageCorpus, "isSpoken">): boolean {
  return !/\d/.test(stem) && !isSpoken(stem);
}

/**
 * Computes `substitutionWeight`. `words` is the number of words in the compared texts. `fresh` is
 * the number of these words that occur in no message. If many words are fresh, the texts often
 * paraphrase. Then a fresh word is more probably a paraphrase than an error.
 */
function substitutionWeightOf(fresh: number, words: number): number {
  const rate = fresh / Math.max(1, words);
  return rate / (rate + FALSIFIED);
}

function medianOf(shares: readonly number[]): number | undefined {
  return shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)];
}

/**
 * Compares sentences in the memory with the messages, to measure how freely the memory paraphrases.
 */
export function* memoryParaphrase(
  graph: EvolutionGraph,
  roles: Roles,
  shown: Shown,
  corpus: MessageCorpus,
  effort: Effort,
): InTurns<MemoryParaphrase> {
  const { byStem, sentences } = yield* indexMemory(graph, roles, shown, corpus, effort);
  yield costOf(sentences.size);
  const vocabulary = [...byStem.keys()].filter((stem) => !/\d/.test(stem));
  const used = [...sentences].flatMap(({ stems }) => [...stems]);
  const freshUses = used.filter((stem) => isFresh(stem, corpus)).length;
  const freshWords = vocabulary.filter((stem) => isFresh(stem, corpus)).length;
  const stride = Math.max(1, Math.floor(roles.messages.length / MAX_SAMPLES));
  const sampled = roles.messages.filter((_, index) => index % stride === 0);
  const shares = sampled.flatMap((message) => {
    const longest = corpus
      .message(message)
      .sentences.reduce<readonly string[]>(
        (best, s) => (s.stems.length > best.length ? s.stems : best),
        [],
      );
    const share = longest.length < RECOGNISABLE_STEMS ? 0 : bestShare(new Set(longest), byStem);
    return share >= KEPT_SENTENCE ? share : [];
  });
  return {
    kept: shares.length < COMPARED_MESSAGES ? UNKNOWN_KEPT : (medianOf(shares) ?? UNKNOWN_KEPT),
    fresh: freshWords / Math.max(1, vocabulary.length),
    substitutionWeight: substitutionWeightOf(freshUses, used.length),
  };
}
type SentenceIndex = ReadonlyMap<string, ReadonlySet<Sentence>>;

/**
 * Maps each stem to the memory's sentences with this stem. Only the latest version of each memory
 * unit counts.
 */
function* indexMemory(
  graph: EvolutionGraph,
  roles: Roles,
  shown: Shown,
  corpus: MessageCorpus,
  effort: Effort,
): InTurns<{ byStem: SentenceIndex; sentences: ReadonlySet<Sentence> }> {
  const index = new Map<string, Set<Sentence>>();
  const indexed = new Set<Sentence>();
  const records = new RecordCount();
  for (const variable of graph.variables.values()) {
    if (records.isDue()) yield records.cost;
    if (!roles.isMemory(variable) || nextVersion(graph, variable.id) !== undefined) continue;
    const text = shown(variable);
    effort.spend(READ * text.length);
    yield effort.sinceLastTurn();
    for (const sentence of corpus.sentencesOf(text)) {
      if (indexed.has(sentence)) continue;
      indexed.add(sentence);
      for (const stem of sentence.stems) {
        const list = index.get(stem);
        if (list) list.add(sentence);
        else index.set(stem, new Set([sentence]));
      }
    }
  }
  return { byStem: index, sentences: indexed };
}

function bestShare(stems: ReadonlySet<string>, index: SentenceIndex): number {
  const counts = new Map<Sentence, number>();
  let best = 0;
  for (const stem of stems) {
    for (const sentence of index.get(stem) ?? []) {
      const count = (counts.get(sentence) ?? 0) + 1;
      counts.set(sentence, count);
      best = Math.max(best, count);
    }
  }
  return best / stems.size;
}

/**
 * Measures how freely each kind of operation paraphrases. A kind with too few comparable sentences
 * gets the value of the whole memory.
 */
export class StepParaphrases {
  readonly #known = new Map<string, Paraphrase>();
  readonly #graph: EvolutionGraph;
  readonly #corpus: MessageCorpus;
  readonly #memory: Paraphrase;

  constructor(graph: EvolutionGraph, corpus: MessageCorpus, memory: Paraphrase) {
    this.#graph = graph;
    this.#corpus = corpus;
    this.#memory = memory;
  }

  of(step: Ends, sentences: SentencesOf): StepParaphrase {
    const { kind, links } = stepsLike(this.#graph, step);
    const paraphrase =
      this.#known.get(kind) ?? this.#learn(spreadOver(links, MAX_STEPS), sentences);
    this.#known.set(kind, paraphrase);
    return { kind, paraphrase };
  }

  #learn(steps: readonly Ends[], sentences: SentencesOf): Paraphrase {
    const compared = steps.flatMap(({ from, to }) => {
      const { variables } = this.#graph;
      const [source, target] = [variables.get(from), variables.get(to)];
      if (source === undefined || target === undefined) return [];
      const wrote = sentences(target);
      const longer = sentences(source).filter(
        ({ stems }) => stems.filter((stem) => !/\d/.test(stem)).length >= RECOGNISABLE_STEMS,
      );
      return spreadOver(longer, MAX_SENTENCES).flatMap((s) => this.#compare(s, wrote) ?? []);
    });
    if (compared.length < COMPARED_SENTENCES) return this.#memory;
    const sum = (count: (each: Compared) => number) =>
      compared.reduce((total, each) => total + count(each), 0);
    const fresh = sum((each) => each.fresh);
    return {
      kept: medianOf(compared.map((each) => each.kept)) ?? 1,
      substitutionWeight: substitutionWeightOf(fresh, fresh + sum((each) => each.same)),
    };
  }

  #compare(sentence: Sentence, wrote: readonly Sentence[]): Compared | undefined {
    const wanted = new Set(sentence.stems);
    if (wrote.includes(sentence)) return { kept: 1, same: wanted.size, fresh: 0 };
    let best: { share: number; sentence: Sentence } | undefined;
    for (const other of wrote) {
      const share = new Set(other.stems.filter((stem) => wanted.has(stem))).size / wanted.size;
      if (share >= KEPT_SENTENCE && share > (best?.share ?? 0)) best = { share, sentence: other };
    }
    if (best === undefined) return undefined;
    const fresh = best.sentence.stems.filter(
      (stem) => !wanted.has(stem) && isFresh(stem, this.#corpus),
    );
    return { kept: best.share, same: Math.round(best.share * wanted.size), fresh: fresh.length };
  }
}

/**
 * How closely an output sentence repeats an input sentence. `same` is the number of repeated words.
 * `kept` is their share of the input sentence's words. `fresh` is the number of words in the output
 * sentence that occur in no message.
 */
interface Compared {
  readonly kept: number;
  readonly same: number;
  readonly fresh: number;
}
