/** Finds the text in a recorded value. Many memory systems store units and messages as JSON. */
import { firstLine } from "./shorten.ts";

/** The text field must start within this many characters. */
const START_CHARS = 1_000;
/** Matches the text field even if the value was cut before the field's end. */
const TEXT_FIELD =
  /"(?:memory|content|text|message|body|utterance|fact|summary)"\s*:\s*"((?:[^"\\]|\\.)*)/s;

/** If the value is a JSON object, returns its text field. Returns any other value unchanged. */
export function textInside(value: string): string {
  if (!value.trimStart().startsWith("{")) return value;
  const field = TEXT_FIELD.exec(value);
  if (field?.[1] === undefined || field.index > START_CHARS) return value;
  const text = unescaped(field[1]);
  return text.trim() === "" ? value : text;
}

/** Returns the first words of the value's text, as one line. */
export function firstWords(value: string, limit: number): string {
  return firstLine(textInside(value), limit);
}

function unescaped(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    // The text is not valid JSON: it was cut inside an escape, or contains a raw line break. So
    // unescape it here.
    return written.replace(/\\n/g, "\n").replace(/\\(["\\])/g, "$1");
  }
}
