/**
 * Invisible control characters, except tab and line feed. They are replaced, because most of them
 * become six characters in JSON.
 */
const CONTROL = /[^\P{Cc}\t\n]/gu;

/** Characters of the text after JSON escaping. Slack limits this number. */
export const jsonChars = (text: string): number => JSON.stringify(text).length - 2;

/** Never splits a character. Adds an ellipsis if the text was cut. */
export function cut(text: string, most: number): string {
  return cutEscaped(text, most, (character) => character);
}

/**
 * Like `cut`, but first escapes each character. It never cuts inside an escape, because a part of
 * an escape would mean something else.
 */
export function cutEscaped(
  text: string,
  most: number,
  escapeOne: (character: string) => string,
  sizeOf: (piece: string) => number = ({ length }) => length,
): string {
  const pieces: string[] = [];
  let size = 0;
  for (const character of text.toWellFormed().replace(CONTROL, "\ufffd")) {
    const piece = escapeOne(character);
    pieces.push(piece);
    size += sizeOf(piece);
    if (size > most) break;
  }
  if (size <= most) return pieces.join("");
  while (size > most - sizeOf("…")) size -= sizeOf(pieces.pop() ?? "") || size;
  return `${pieces.join("")}…`;
}

/**
 * Returns how many characters each text of a message can have. A single text can have at most
 * `most` characters. All texts together can have at most `all`. `texts` is the number of texts.
 */
export const share = (most: number, all: number, texts: number): number =>
  Math.min(most, Math.floor(all / Math.max(1, texts)));
