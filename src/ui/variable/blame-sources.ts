/**
 * Sources of a text: messages and versions that its parts came from. Each source gets a letter and
 * a colour.
 */
import type { BlameSpanView } from "../../protocol/api/graph-queries.ts";
import { firstLine } from "../text/shorten.ts";

export interface BlameSource
  extends Pick<BlameSpanView, "message" | "variable" | "operation" | "opName"> {
  /** "A" to "Z", then "AA". */
  readonly letter: string;
  /** Number of the colour. Sources can share a colour, but never a letter. */
  readonly tone: number;
  /** First words of the source. */
  readonly sample: string;
}

const TONES = 6;
const LETTERS = 26;
const SAMPLE_CHARS = 60;

export function sourcesOf(spans: readonly BlameSpanView[]) {
  const known = new Map<string, BlameSource>();
  const marked = spans.map((span) => {
    const { message, variable, operation, opName } = span;
    const key = JSON.stringify([message, variable, operation]);
    const source = known.get(key) ?? {
      ...{ message, variable, operation, opName },
      letter: letterOf(known.size),
      tone: known.size % TONES,
      sample: firstLine(span.text, SAMPLE_CHARS),
    };
    known.set(key, source);
    return { span, source };
  });
  return { sources: [...known.values()], marked };
}

function letterOf(place: number): string {
  const last = String.fromCharCode("A".charCodeAt(0) + (place % LETTERS));
  return place < LETTERS ? last : `${letterOf(Math.floor(place / LETTERS) - 1)}${last}`;
}
