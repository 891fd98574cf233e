/** Computed once per graph: its sentences, its messages, and how rare a word is in them. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { Variable } from "../../graph/model.ts";
import { type Sentence, Sentences } from "../../text/sentences.ts";
import { stem } from "../../text/words.ts";
import { type Effort, READ } from "../effort.ts";
import { type MessageText, readMessage } from "../roles/message-text.ts";

export interface Reading {
  readonly sentencesOf: (text: string) => readonly Sentence[];
  readonly message: (variable: Variable) => MessageText;
  /** Weight of a stem: the fewer messages use it, the higher; at least 0.1. */
  readonly rarity: (stem: string) => number;
  /** Whether any message uses the stem. */
  readonly isSpoken: (stem: string) => boolean;
  /** Stems of the speakers' names. */
  readonly speakers: ReadonlySet<string>;
}

const corpora = (_: EvolutionGraph) => new Map<string, Reading>();

/** Reads the graph that these messages belong to. */
export function readingOf(
  graph: EvolutionGraph,
  messages: readonly Variable[],
  effort: Effort,
): Reading {
  const perGraph = graph.derived(corpora);
  const key = messages.map((message) => message.id).join("\n");
  const known = perGraph.get(key);
  if (known !== undefined) return known;
  const reading = build(messages, effort);
  perGraph.set(key, reading);
  return reading;
}

function build(messages: readonly Variable[], effort: Effort): Reading {
  const sentences = new Sentences();
  const texts = new Map<string, MessageText>();
  const splits = new Map<string, readonly Sentence[]>();
  const message = (variable: Variable) => {
    const read = texts.get(variable.id) ?? readMessage(variable);
    texts.set(variable.id, read);
    return read;
  };
  const sentencesOf = (text: string) => {
    const split = splits.get(text) ?? sentences.of(text);
    splits.set(text, split);
    return split;
  };
  const uses = new Map<string, number>();
  const speakers = new Set<string>();
  for (const variable of messages) {
    const { content, speaker } = message(variable);
    effort.spend(READ * content.length);
    const stems = new Set(sentencesOf(content).flatMap((s) => s.stems));
    for (const name of speaker?.toLowerCase().split(/\s+/) ?? []) {
      stems.add(stem(name));
      speakers.add(stem(name));
    }
    for (const word of stems) uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  const total = messages.length;
  const rarity = (word: string) => {
    const used = uses.get(word) ?? 0;
    return Math.max(0.1, Math.log((total + 1) / (used + 0.5)) / Math.log(total + 2));
  };
  return { sentencesOf, message, rarity, speakers, isSpoken: (word) => uses.has(word) };
}
