/** Finds what kind of answer a question asks for, by its words in ten languages. */

export type AskedKind = "time" | "number";

const words = (either: string) => new RegExp(`(?<!\\p{L})(?:${either})(?!\\p{L})`, "iu");

const TIME = [
  words(
    "when|(?:what|which) (?:date|day|year|month|week|time)|wann|welche[mrsn]? (?:Tag|Jahr|Monat|Datum)|cuándo|qué (?:día|año|mes|fecha)|quand|quel(?:le)? (?:jour|année|mois|date)|quando|(?:che|quale) (?:giorno|anno|mese|data)|(?:que|qual) (?:dia|ano|mês|data)|wanneer|welk(?:e)? (?:dag|jaar|maand|datum)",
  ),
  /什么时候|何时|哪[一]?[天年月]|几[月号]|いつ|何[年月日]|언제|몇\s?(?:년|월|일)/u,
];
const NUMBER = [
  words(
    "how (?:many|much|old|often|long)|wie ?(?:viele?|alt|oft|lange)|cuánt[oa]s?|combien|quant[oaie]|quant[oa]s|hoe ?(?:veel|oud|vaak|lang)",
  ),
  /多少|几[个次岁]|多[大久]|いくつ|何[人個回歳匹冊枚]|どのくらい|몇\s?(?:명|개|번|살)|얼마/u,
];

/** Returns the kind; undefined if the question asks for neither a time nor a number. */
export function askedKind(question: string): AskedKind | undefined {
  if (TIME.some((pattern) => pattern.test(question))) return "time";
  return NUMBER.some((pattern) => pattern.test(question)) ? "number" : undefined;
}
