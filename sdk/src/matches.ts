/** Whether an answer states an expected one, as words: the judge where there is no other. */

/** Written without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/**
 * Whether the answer is, or holds as whole words, one of the expected ones. Case, accents,
 * punctuation and articles do not count. It reads words alone: “not in Lisbon” holds “Lisbon”.
 */
export function matches(prediction: string, expected: readonly string[]): boolean {
  const given = wordsOf(prediction);
  return expected.some((answer) => {
    const wanted = wordsOf(answer);
    if (wanted === " ") return prediction.trim() === answer.trim();
    return UNSPACED.test(wanted) ? given.includes(wanted.trim()) : given.includes(wanted);
  });
}

/** With a space before and after every word. */
function wordsOf(text: string): string {
  const words = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3})|(?<=\p{L})['’](?=\p{L})/gu, "")
    .match(/\d+(?:\.\d+)?|[\p{L}\p{N}]+/gu);
  const said = words?.filter((word) => !/^(?:a|an|the)$/.test(word)) ?? [];
  // An answer may be an article alone: “A”.
  return ` ${(said.length > 0 ? said : (words ?? [])).join(" ")} `.replace(/^ +$/, " ");
}
