/**
 * Makes trace text safe to print. Such text could control the terminal or reorder a line's
 * characters.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes control characters
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Removes control characters that could control the terminal. Keeps line breaks and tabs. */
export function harmless(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(STEERING, "");
}

/** Like `harmless`, but joins all lines into one. */
export function oneLine(text: string): string {
  return harmless(text).replaceAll(/\s+/g, " ").trim();
}

/** Escapes control characters in JSON without changing the parsed value. */
export function harmlessJson(json: string): string {
  return json.replaceAll(STEERING, (character) => {
    // `STEERING` does not match line breaks, because they need no escape. JSON writes a line break
    // inside a text as `\n`. So a real line break is always between two lines of JSON.
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/**
 * Does the same as `harmlessJson` for JSON that arrives in chunks of bytes. A chunk can end in the
 * middle of a character.
 */
export async function* harmlessParts(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const part of parts) yield harmlessJson(decoder.decode(part, { stream: true }));
  yield harmlessJson(decoder.decode());
}

/** Returns the number of terminal columns that the text needs. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

/** If the text needs more than `columns` columns, cuts its end off and adds “…”. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  return `${fitting([...text], columns - 1).join("")}…`;
}

/**
 * If the text needs more than `columns` columns, cuts its start off and puts “…” before the rest.
 */
export function cutToEnd(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  const characters = [...text].reverse();
  return `…${fitting(characters, columns - 1)
    .reverse()
    .join("")}`;
}

/** Returns the longest start of the text that fits into `columns`. */
function fitting(characters: readonly string[], columns: number): string[] {
  let width = 0;
  const end = characters.findIndex((character) => {
    width += columnsOf(character);
    return width > columns;
  });
  return characters.slice(0, end < 0 ? characters.length : end);
}

const NO_WIDTH = /^[\p{Mn}\p{Me}\u200b-\u200d]$/u;
/** East Asian wide characters and emoji, which need two columns. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1faff}\u{20000}-\u{3fffd}]$/u;

function columnsOf(character: string): number {
  if (character >= " " && character <= "~") return 1;
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Wraps the text between words. A word that is longer than a line stays whole. */
export function wrapped(text: string, columns: number): string[] {
  return harmless(text)
    .split("\n")
    .flatMap((line) => {
      const lines = [""];
      for (const word of line.split(/\s+/).filter((part) => part !== "")) {
        const last = lines.at(-1) ?? "";
        const longer = last === "" ? word : `${last} ${word}`;
        if (last === "" || widthOf(longer) <= columns) lines[lines.length - 1] = longer;
        else lines.push(word);
      }
      return lines;
    });
}
