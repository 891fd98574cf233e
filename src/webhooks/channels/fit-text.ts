/** Cuts texts to a service's limits. */

/** Cut between whole characters; a cut text ends with an ellipsis. */
export function cut(text: string, most: number): string {
  return cutEscaped(text, most, (character) => character);
}

/**
 * Escapes each character, and cuts the escaped text between whole escapes: a part of one would
 * change the meaning.
 */
export function cutEscaped(
  text: string,
  most: number,
  escapeOne: (character: string) => string,
): string {
  const pieces: string[] = [];
  let length = 0;
  for (const character of text.toWellFormed()) {
    const piece = escapeOne(character);
    pieces.push(piece);
    length += piece.length;
    if (length > most) break;
  }
  if (length <= most) return pieces.join("");
  while (length > most - 1) length -= pieces.pop()?.length ?? length;
  return `${pieces.join("")}…`;
}
