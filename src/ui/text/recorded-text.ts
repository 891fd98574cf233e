/** Finds the text in a recorded value. Many memory systems store JSON. */
import { firstLine } from "./shorten.ts";

/** If the text field starts after this many characters of the value, it is ignored. */
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
    // `JSON.parse` refuses a text that ends in the middle of an escape such as `\n`, or that
    // contains a raw line break. So replace the most frequent escapes here.
    return written.replace(/\\n/g, "\n").replace(/\\(["\\])/g, "$1");
  }
}
