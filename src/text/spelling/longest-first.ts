/**
 * Returns the words as alternatives of a pattern. Longer words come first, because a shorter word can
 * be the beginning of a longer one.
 */
export function longestFirst(words: Iterable<string>): string {
  return [...words].sort((a, b) => b.length - a.length).join("|");
}
