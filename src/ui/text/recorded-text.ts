/** Extracts the text of a recorded value. Memory systems often store units and messages as JSON. */
import { firstLine } from "./shorten.ts";

/** Maximum characters before the text field. */
const START_CHARS = 1_000;
/** Also matches if the end of the value was cut off. */
const TEXT_FIELD =
  /"(?:memory|content|text|message|body|utterance|fact|summary)"\s*:\s*"((?:[^"\\]|\\.)*)/s;

/** The text field of a JSON object. Returns any other value unchanged. */
export function textInside(value: string): string {
  if (!value.trimStart().startsWith("{")) return value;
  const field = TEXT_FIELD.exec(value);
  if (field?.[1] === undefined || field.index > START_CHARS) return value;
  const text = unescaped(field[1]);
  return text.trim() === "" ? value : text;
}

/** The first words of the value's text, on one line. */
export function firstWords(value: string, limit: number): string {
  return firstLine(textInside(value), limit);
}

function unescaped(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    // The value was cut off inside an escape sequence, or contains an unescaped line break.
    return written.replace(/\\n/g, "\n").replace(/\\(["\\])/g, "$1");
  }
}
