/**
 * Splits texts into sentences. Equal sentences share one object. The versions of a memory unit have
 * nearly all sentences in common, so most sentences need to be processed only once.
 */

import type { TimeMention } from "./time-mention.ts";
import { timeMentions } from "./times.ts";
import { allStems, contentStems, readable } from "./words.ts";

export interface Sentence {
  readonly text: string;
  readonly stems: readonly string[];
  /** Returns the stems of all words in order, including function words. */
  words(): readonly string[];
  times(): readonly TimeMention[];
}

class ReadSentence implements Sentence {
  readonly text: string;
  readonly stems: readonly string[];
  #words: readonly string[] | undefined;
  #times: readonly TimeMention[] | undefined;

  constructor(text: string) {
    this.text = text;
    this.stems = contentStems(text);
  }

  words(): readonly string[] {
    this.#words ??= allStems(this.text);
    return this.#words;
  }

  times(): readonly TimeMention[] {
    this.#times ??= timeMentions(this.text);
    return this.#times;
  }
}

/** `END` matches the end of a sentence or of a quoted list item. */
const LINE = /\n+/;
const END =
  /(?<=[。！？；])|(?<=[.!?]["'”’)\]]{0,3},?)\s+(?=\S)|(?<=["'],)\s+(?=["'])|(?<=["}\]],)(?=["{[])/;
/** Matches a full stop that does not end a sentence, such as after "Dr" or after an initial. */
const GOES_ON =
  /(?:^|[\s(])(?:\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St|Nr|No|vs|ca|approx|bzw|ggf|z\.\s?B|[dD]\.\s?h|e\.g|i\.e)\.$/u;
const ORDINAL = /(?:^|\s)\d{1,2}\.$/;
/**
 * A longer sentence is cut to this number of characters. Otherwise, it could have all words of a
 * statement by chance.
 */
const MAX_SENTENCE_CHARS = 400;

export class Sentences {
  readonly #sentences = new Map<string, Sentence>();
  readonly #lines = new Map<string, readonly Sentence[]>();

  of(text: string): readonly Sentence[] {
    const found: Sentence[] = [];
    for (const line of readable(text).split(LINE)) {
      for (const sentence of this.#ofLine(line)) found.push(sentence);
    }
    return found;
  }

  #ofLine(written: string): readonly Sentence[] {
    const line = written.trim();
    const known = this.#lines.get(line);
    if (known !== undefined) return known;
    const meaningful: Sentence[] = [];
    for (const text of sentencesOfLine(line)) {
      for (const piece of text.length <= MAX_SENTENCE_CHARS ? [text] : pieces(text)) {
        const sentence = this.#intern(piece);
        if (sentence.stems.length > 0) meaningful.push(sentence);
      }
    }
    this.#lines.set(line, meaningful);
    return meaningful;
  }

  #intern(text: string): Sentence {
    const known = this.#sentences.get(text);
    if (known !== undefined) return known;
    const sentence = new ReadSentence(text);
    this.#sentences.set(text, sentence);
    return sentence;
  }
}

export function sentencesOfLine(line: string): string[] {
  const made: string[] = [];
  let open = "";
  for (const part of line.split(END)) {
    open = open === "" ? part : `${open} ${part}`;
    if (GOES_ON.test(part)) continue;
    if (ORDINAL.test(part)) continue;
    made.push(open);
    open = "";
  }
  return open === "" ? made : [...made, open];
}

function pieces(text: string): string[] {
  const cut: string[] = [];
  let rest = text;
  while (rest.length > MAX_SENTENCE_CHARS) {
    const space = rest.lastIndexOf(" ", MAX_SENTENCE_CHARS);
    const at = space > 0 ? space : MAX_SENTENCE_CHARS;
    cut.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...cut, rest];
}
