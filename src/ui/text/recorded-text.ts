/** The text inside a recorded value. Memory systems often store units and messages as JSON. */
import { firstLine } from "./shorten.ts";

/** Characters before the text field that are looked at. */
const START_CHARS = 1_000;
/** Also finds the field if the end of the value was cut off. */
const TEXT_FIELD =
  /"(?:memory|content|text|message|body|utterance|fact|summary)"\s*:\s*"((?:[^"\\]|\\.)*)/s;

/** The text field of a JSON object; any other value as it is. */
export function textInside(value: string): string {
  if (!value.trimStart().startsWith("{")) return value;
  const field = TEXT_FIELD.exec(value);
  if (field?.[1] === undefined || field.index > START_CHARS) return value;
  const text = unescaped(field[1]);
  return text.trim() === "" ? value : text;
}

/** The first words of the text inside, on one line. */
export function firstWords(value: string, limit: number): string {
  return firstLine(textInside(value), limit);
}

function unescaped(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    // The value was cut off within an escape sequence, or has a line break in it.
    return written.replace(/\\n/g, "\n").replace(/\\(["\\])/g, "$1");
  }
}
