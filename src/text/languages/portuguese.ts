/** Recognises Portuguese texts, also short ones whose function words exist in Spanish too. */
import { languageOf } from "./language-of.ts";

/**
 * Matches what Portuguese has and Spanish has not: endings of verbs ("comprou"), spellings such as
 * "ção" and "nh", and the article "o" before a word.
 */
const SIGN =
  /[ãõâêô]|ç[aou]|[áó]ri[oa]|[nl]h[aeiou]|\p{L}{2}[oei]u(?!\p{L})|(?<![\p{L}\d])(?:os? (?=\p{L}{3})|as (?=\p{L}{2,20}s ))|(?<!\p{L})(?:em|dias?|anos?|f[ae]z|tem|vai|fica|à|às)(?!\p{L})/iu;

/** Matches words that Spanish has and Portuguese has not. */
const SPANISH = /[ñ¿¡]|(?<!\p{L})(?:el|las?|los|del|y|es|en|con|una|muy|años?|días?)(?!\p{L})/iu;

/** Matches frequent English words. */
const ENGLISH = /(?<!\p{L})(?:the|of|and|is|was|has|had|to|in|for|he|she|they|it)(?!\p{L})/iu;

export function isInPortuguese(text: string): boolean {
  const language = languageOf(text);
  if (language === "pt") return true;
  if (language !== undefined && language !== "es") return false;
  return SIGN.test(text) && !SPANISH.test(text) && !ENGLISH.test(text);
}
