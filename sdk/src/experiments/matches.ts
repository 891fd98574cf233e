/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/**
 * Whether the answer contains an expected answer as whole words. Ignores case, accents, punctuation
 * and articles. Does not understand negation: “not in Lisbon” contains “Lisbon”.
 */
export function matches(prediction: string, expected: readonly string[]): boolean {
  const given = wordsOf(prediction);
  return expected.some((answer) => {
    const words = wordsOf(answer);
    if (words.length === 0) return prediction.trim() === answer.trim();
    const wanted = words.filter(counts);
    // If the expected answer consists only of an article (“A”), compare articles too.
    return wanted.length > 0 ? holds(given.filter(counts), wanted) : holds(given, words);
  });
}

function holds(given: readonly string[], wanted: readonly string[]): boolean {
  const text = wanted.join(" ");
  return UNSPACED.test(text)
    ? given.join(" ").includes(text)
    : ` ${given.join(" ")} `.includes(` ${text} `);
}

function counts(word: string): boolean {
  return !/^(?:a|an|the)$/.test(word);
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/(?<=\d),(?=\d{3})|(?<=\p{L})['’](?=\p{L})/gu, "")
      .match(/\d+(?:\.\d+)?|[\p{L}\p{N}]+/gu) ?? []
  );
}
