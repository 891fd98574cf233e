/** Finds the text in a recorded value. Many memory systems store JSON. */
import { firstLine } from "./shorten.ts";

/** Maximum characters before the text field. */
const START_CHARS = 1_000;
/** Matches the text field of a JSON object, even if the field was cut. */
const TEXT_FIELD =
  /"(?:memory|content|text|message|body|utterance|fact|summary)"\s*:\s*"((?:[^"\\]|\\.)*)/s;

/** Returns the text field of a JSON object. Other values stay unchanged. */
export function textInside(value: string): string {
  if (!value.trimStart().startsWith("{")) return value;
  const field = TEXT_FIELD.exec(value);
  if (field?.[1] === undefined || field.index > START_CHARS) return value;
  const text = unescaped(field[1]);
  return text.trim() === "" ? value : text;
}

/** Returns the value's first words on one line. */
export function firstWords(value: string, limit: number): string {
  return firstLine(textInside(value), limit);
}

function unescaped(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    // Invalid JSON: the text was cut inside an escape, or contains a raw line break.
    return written.replace(/\\n/g, "\n").replace(/\\(["\\])/g, "$1");
  }
}
