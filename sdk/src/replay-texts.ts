/** How a replay compares answers where the app does not say it. */

function words(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}+/gu, "");
  return ` ${(plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
}

/** Equal but for case, accents, punctuation and spaces. */
export function equalTexts(a: string, b: string): boolean {
  return words(a) === words(b);
}

/** Whether the answer states one of the expected ones, as whole words. */
export function statesOne(answer: string, expected: readonly string[]): boolean {
  return expected.some((text) => words(text).trim() !== "" && words(answer).includes(words(text)));
}
