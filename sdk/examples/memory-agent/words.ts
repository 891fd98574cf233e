/**
 * Counts words that two texts share. The agent and its scripted model measure similarity only by
 * this number.
 */

const STOP_WORDS = new Set(
  "a an and as at did do does for from her in is it maya my name of on s such the there this to what where which who with".split(
    " ",
  ),
);

export function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)).map(stem));
}

export function sharedWords(a: string, b: string): number {
  const other = contentWords(b);
  return [...contentWords(a)].filter((word) => other.has(word)).length;
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, "") : word;
}
