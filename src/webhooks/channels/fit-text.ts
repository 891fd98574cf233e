/** Invisible control characters, except tab and line feed. Each takes six characters in JSON. */
const CONTROL = /[^\P{Cc}\t\n]/gu;

/** Characters of the text after JSON escaping. Slack limits this number. */
export const jsonChars = (text: string): number => JSON.stringify(text).length - 2;

/** Never splits a character. Adds an ellipsis if the text was cut. */
export function cut(text: string, most: number): string {
  return cutEscaped(text, most, (character) => character);
}

/** Never cuts inside an escape, because a part of it would have another meaning. */
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
 * Returns the maximum characters for each text of a message. `most` limits one text, and `all`
 * limits all `texts` together.
 */
export const share = (most: number, all: number, texts: number): number =>
  Math.min(most, Math.floor(all / Math.max(1, texts)));
