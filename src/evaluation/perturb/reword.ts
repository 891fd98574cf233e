/**
 * The same trace with other words. Replaces a share of the words in texts that operations wrote, by
 * synonyms or unknown words. Messages, questions, prompts and expected answers stay the same. The
 * choice depends on the word and its neighbours, so copies of a text stay equal.
 */

import { drawn } from "../../local/demo/drawn.ts";
import type { TimeMention } from "../../text/time-mention.ts";
import { timeMentions } from "../../text/times.ts";
import { textsOf } from "../annotation.ts";
import { type TraceJson, textOf } from "../trace-file.ts";
import { unknownWord } from "./random.ts";
import { synonymsOf } from "./synonyms.ts";

export interface Rewording {
  /** Share of the words to replace, 0 to 1. */
  readonly share: number;
  /** Keeps the words of expected answers, and time expressions. */
  readonly keepAnswer: boolean;
  readonly seed: number;
}

export function rewordTrace(file: TraceJson, rewording: Rewording): TraceJson {
  const written = new Set(file.edges.map((edge) => textOf(edge.target_full_node_id)));
  const kept = rewording.keepAnswer ? keptWords(file) : NOTHING_KEPT;
  const made = new Map<string, string>();
  const reworded = (text: string) => rewordedText(text, kept, rewording, made);
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

/** Skips escapes such as \n, which would otherwise merge with the next word. */
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/gsu;
/** A word of letters only, but no JSON key and no part of an id. */
const WORD = /(?<![\p{L}\p{N}_@/-])\p{L}{2,}(?:['’]\p{L}+)?(?![\p{L}\p{N}_@/]|-\p{N}|["']\s*:)/gu;

/** @param made the replacements so far, by the word and its neighbours: copies repeat them */
function rewordedText(
  text: string,
  kept: Kept,
  { share, seed }: Rewording,
  made: Map<string, string>,
): string {
  const times = kept.times ? timeMentions(text) : [];
  const words = [...text.replace(ESCAPE, (found) => " ".repeat(found.length)).matchAll(WORD)];
  let written = "";
  let end = 0;
  let time = 0;
  for (const [index, { 0: word, index: at }] of words.entries()) {
    const lower = word.toLowerCase();
    const key = [lower, words[index - 1]?.[0] ?? "", words[index + 1]?.[0] ?? ""];
    if (drawn(seed, "replace", ...key) >= share) continue;
    if (kept.words.has(lower)) continue;
    while (endOf(times[time]) <= at) time += 1;
    if ((times[time]?.index ?? text.length) <= at) continue;
    const known = `${word} ${key.join(" ")}`;
    const other = made.get(known) ?? replacement(word, lower, seed, key);
    made.set(known, other);
    written += text.slice(end, at) + other;
    end = at + word.length;
  }
  return written + text.slice(end);
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
