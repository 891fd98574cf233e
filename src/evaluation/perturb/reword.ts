/**
 * Changes some words in the texts that operations wrote: synonyms or made-up words take their
 * place. Messages, questions, prompts and expected answers stay unchanged. A word's replacement
 * depends only on the word and its two neighbours. So if two texts were equal, they are still
 * equal.
 */

import { drawn } from "../../local/demo/drawn.ts";
import type { TimeMention } from "../../text/time-mention.ts";
import { timeMentions } from "../../text/times.ts";
import { textsOf } from "../annotation.ts";
import { type TraceJson, textOf } from "../trace-file.ts";
import { unknownWord } from "./random.ts";
import { synonymsOf } from "./synonyms.ts";

export interface Rewording {
  /** Share of the words to replace, from 0 to 1. */
  readonly share: number;
  /** If true, keeps the words of expected answers and of times. */
  readonly keepAnswer: boolean;
  readonly seed: number;
}

export function rewordTrace(file: TraceJson, rewording: Rewording): TraceJson {
  const written = new Set(file.edges.map((edge) => textOf(edge.target_full_node_id)));
  const kept = rewording.keepAnswer ? keptWords(file) : NOTHING_KEPT;
  const reworder = new Reworder(kept, rewording);
  const reworded = (text: string) => reworder.text(text);
  return {
    ...file,
    nodes: file.nodes.map((node) => {
      const id = textOf(node.full_node_id);
      const value = textOf(node.value);
      if (id === undefined || value === undefined || !written.has(id)) return node;
      return { ...node, value: reworded(value) };
    }),
    annotations: file.annotations.map((annotation) => {
      const id = textOf(annotation.prediction_id);
      const prediction = textOf(annotation.prediction);
      if (id === undefined || prediction === undefined || !written.has(id)) return annotation;
      return { ...annotation, prediction: reworded(prediction) };
    }),
  };
}

interface Kept {
  readonly words: ReadonlySet<string>;
  readonly times: boolean;
}

const NOTHING_KEPT: Kept = { words: new Set(), times: false };

function keptWords(file: TraceJson): Kept {
  const answers = file.annotations.flatMap((annotation) => textsOf(annotation.golden_answers));
  return {
    words: new Set(answers.flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? [])),
    times: answers.some((text) => timeMentions(text).length > 0),
  };
}

/** Matches escapes such as `\n` in JSON. Their letters do not belong to the next word. */
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/gsu;
/** Matches a word of at least two letters, but no JSON key and no part of an id. */
const WORD = /(?<![\p{L}\p{N}_@/-])\p{L}{2,}(?:['’]\p{L}+)?(?![\p{L}\p{N}_@/]|-\p{N}|["']\s*:)/gu;

/** Matches a line feed, or its escape in JSON. */
const LINE_FEED = /(\n|(?<!\\)\\n)/;

/**
 * Rewords texts line by line, and keeps each reworded line in a cache. A word's replacement depends
 * on its neighbours. So a cached line is reused only between the same neighbouring words.
 */
class Reworder {
  readonly #kept: Kept;
  readonly #rewording: Rewording;
  readonly #lines = new Map<string, Line>();
  readonly #reworded = new Map<string, string>();
  /** Word with its two neighbours → replacement. */
  readonly #replacements = new Map<string, string>();

  constructor(kept: Kept, rewording: Rewording) {
    this.#kept = kept;
    this.#rewording = rewording;
  }

  text(text: string): string {
    const lines = text.split(LINE_FEED);
    const next: string[] = [];
    let first = "";
    for (let at = lines.length - 1; at >= 0; at -= 1) {
      next[at] = first;
      first = this.#line(lines[at] ?? "").words[0]?.[0] ?? first;
    }
    let last = "";
    const written = lines.map((line, at) => {
      const reworded = this.#rewordedLine(line, last, next[at] ?? "");
      last = this.#line(line).words.at(-1)?.[0] ?? last;
      return reworded;
    });
    return written.join("");
  }

  #line(text: string): Line {
    const known = this.#lines.get(text);
    if (known !== undefined) return known;
    const words = [...text.replace(ESCAPE, (found) => " ".repeat(found.length)).matchAll(WORD)];
    const line = { words, times: this.#kept.times ? timeMentions(text) : [] };
    this.#lines.set(text, line);
    return line;
  }

  /** `before` and `after` are the neighbouring words, which affect replacements. */
  #rewordedLine(text: string, before: string, after: string): string {
    const key = `${before}\n${text}\n${after}`;
    const known = this.#reworded.get(key) ?? this.#rewordLine(text, before, after);
    this.#reworded.set(key, known);
    return known;
  }

  #rewordLine(text: string, before: string, after: string): string {
    const { share, seed } = this.#rewording;
    const { words, times } = this.#line(text);
    let written = "";
    let end = 0;
    let time = 0;
    for (const [index, { 0: word, index: at }] of words.entries()) {
      const lower = word.toLowerCase();
      const key = [lower, words[index - 1]?.[0] ?? before, words[index + 1]?.[0] ?? after];
      if (drawn(seed, "replace", ...key) >= share) continue;
      if (this.#kept.words.has(lower)) continue;
      while (endOf(times[time]) <= at) time += 1;
      if ((times[time]?.index ?? text.length) <= at) continue;
      const known = `${word} ${key.join(" ")}`;
      const other = this.#replacements.get(known) ?? replacement(word, lower, seed, key);
      this.#replacements.set(known, other);
      written += text.slice(end, at) + other;
      end = at + word.length;
    }
    return written + text.slice(end);
  }
}

interface Line {
  readonly words: readonly RegExpExecArray[];
  readonly times: readonly TimeMention[];
}

const endOf = (time: TimeMention | undefined) =>
  time === undefined ? Number.POSITIVE_INFINITY : time.index + time.text.length;

function replacement(word: string, lower: string, seed: number, key: readonly string[]): string {
  const choice = drawn(seed, "which", ...key);
  const known = synonymsOf(lower);
  const other = known[Math.floor(choice * known.length)] ?? unknownWord(seed, ...key);
  if (word === word.toUpperCase() && word.length > 1) return other.toUpperCase();
  return word === lower ? other : `${other.charAt(0).toUpperCase()}${other.slice(1)}`;
}
