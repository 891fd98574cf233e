/**
 * How closely this memory keeps to the words of the messages, learned from the graph: near 1 where
 * messages are stored as they are, lower where a model rewrites them. What counts as the same
 * statement is measured against it, so that a verbatim memory is held to verbatim statements.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Sentence } from "../../text/sentences.ts";
import { type Effort, READ } from "../effort.ts";
import type { Reading } from "../evidence/message-corpus.ts";
import type { Roles } from "../roles/roles.ts";
import { shapesOf } from "../roles/structural-signatures.ts";
import { nextVersion } from "../roles/versions.ts";
import type { Shown } from "../roles/visible-fields.ts";

/** Messages that are compared with the memory. */
const MAX_SAMPLES = 60;
/** Sentences with fewer content words say too little to be recognised. */
const MIN_STEMS = 4;
/** A sentence whose best match shares less was not kept at all. */
const KEPT = 0.4;
/** Fewer kept sentences say nothing about the rest. */
const MIN_SAMPLES = 5;
/** How often a step is assumed to put something untrue in a word's place. */
export const FALSIFIED = 0.05;
/** Assumed where nothing can be compared. */
const UNKNOWN = 0.7;

export interface Fidelity {
  /** Median share of a kept sentence's words that the best matching memory sentence has, 0 to 1. */
  readonly kept: number;
  /** Share of the memory's words that no message uses: how likely a word was put differently. */
  readonly fresh: number;
  /** How surely a word that no message uses, in the place of another, stands for it. */
  readonly standsFor: number;
}

const learned = new WeakMap<Reading, Map<string, Fidelity>>();

export function fidelityOf(
  graph: EvolutionGraph,
  roles: Roles,
  shown: Shown,
  reading: Reading,
  effort: Effort,
): Fidelity {
  const perOp = learned.get(reading) ?? new Map<string, Fidelity>();
  learned.set(reading, perOp);
  const key = roles.answerOp === undefined ? "" : shapesOf(graph).ofOperation(roles.answerOp.id);
  const known = roles.memoryIsNamed ? perOp.get(key) : undefined;
  if (known !== undefined) return known;
  const index = indexMemory(graph, roles, shown, reading, effort);
  const rate = freshRate(index.sentences, reading);
  const fidelity = {
    kept: keptShare(roles, reading, index.byStem),
    fresh: freshShare(reading, index.byStem),
    standsFor: rate / (rate + FALSIFIED),
  };
  perOp.set(key, fidelity);
  return fidelity;
}

type SentenceIndex = ReadonlyMap<string, ReadonlySet<Sentence>>;

/** The sentences that the memory shows now, by stem. */
function indexMemory(
  graph: EvolutionGraph,
  roles: Roles,
  shown: Shown,
  reading: Reading,
  effort: Effort,
): { byStem: SentenceIndex; sentences: ReadonlySet<Sentence> } {
  const index = new Map<string, Set<Sentence>>();
  const indexed = new Set<Sentence>();
  for (const variable of graph.variables.values()) {
    if (!roles.isMemory(variable) || nextVersion(graph, variable.id) !== undefined) continue;
    const text = shown(variable);
    effort.spend(READ * text.length);
    for (const sentence of reading.sentencesOf(text)) {
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

/** How often a word of the memory is one that no message uses. */
function freshRate(sentences: ReadonlySet<Sentence>, reading: Reading): number {
  let words = 0;
  let fresh = 0;
  for (const { stems } of sentences) {
    words += stems.length;
    for (const stem of stems) if (!/\d/.test(stem) && !reading.isSpoken(stem)) fresh += 1;
  }
  return fresh / Math.max(1, words);
}

function freshShare(reading: Reading, index: SentenceIndex): number {
  const words = [...index.keys()].filter((word) => !/\d/.test(word));
  return words.filter((word) => !reading.isSpoken(word)).length / Math.max(1, words.length);
}

function keptShare(roles: Roles, reading: Reading, index: SentenceIndex): number {
  const stride = Math.max(1, Math.floor(roles.messages.length / MAX_SAMPLES));
  const shares: number[] = [];
  for (const [position, message] of roles.messages.entries()) {
    if (position % stride !== 0) continue;
    const longest = reading
      .sentencesOf(reading.message(message).content)
      .reduce<readonly string[]>((best, s) => (s.stems.length > best.length ? s.stems : best), []);
    if (longest.length < MIN_STEMS) continue;
    const share = bestShare(new Set(longest), index);
    if (share >= KEPT) shares.push(share);
  }
  shares.sort((a, b) => a - b);
  const median = shares[Math.floor(shares.length / 2)] ?? UNKNOWN;
  return shares.length < MIN_SAMPLES ? UNKNOWN : median;
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
