/** Cuts texts to a service's limits. */

/**
 * Control characters other than tab and line feed. They are invisible, and each takes six
 * characters in JSON.
 */
const CONTROL = /[^\P{Cc}\t\n]/gu;

/** Returns how many characters the text has in JSON. Some services limit this number. */
export const jsonChars = (text: string): number => JSON.stringify(text).length - 2;

/** Cuts a text without splitting a character. A text that was cut ends with an ellipsis. */
export function cut(text: string, most: number): string {
  return cutEscaped(text, most, (character) => character);
}

/**
 * Escapes each character. Cuts the escaped text only between two escapes, because a part of an
 * escape would have another meaning.
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
 * Returns the maximum characters of each text in a message. The message contains `texts` texts,
 * which may have `all` characters in total.
 */
export const share = (most: number, all: number, texts: number): number =>
  Math.min(most, Math.floor(all / Math.max(1, texts)));
