/**
 * Splits a list into its items. The words for "and" come from the locale data of the JavaScript
 * runtime (CLDR).
 */

const LOCALES = ["en", "de", "es", "fr", "nl", "sv", "tr", "ru"];
/**
 * A comma between two digits belongs to a number. In Chinese and Japanese, a character for "and" is
 * also a part of other words. So it counts only after the list comma "、".
 */
const SIGNS = "[;\\n、；&]|(?<!\\d),|,(?!\\d)|，(?!\\d{3})|[和及與与と](?<=、[^、]*.)";

/** In "cincuenta y dos" and "two hundred and five", the word for "and" belongs to a number. */
const IN_NUMBER =
  "(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|vingt|trente|quarante|cinquante|soixante|hundred|thousand) ";
/** In "dos horas y media" and "two and a half", the word for "and" belongs to an amount. */
const BEFORE_PART = " (?:a half|medi[oa]|cuarto|demie?|quart)(?!\\p{L})";

let separator: RegExp | undefined;

/** Returns the trimmed items. A text that is not a list is one item. */
export function listItems(text: string): string[] {
  separator ??= separatorOf(LOCALES);
  return text.split(separator).map((item) => item.trim());
}

function separatorOf(locales: readonly string[]): RegExp {
  const letter = "[\\p{L}\\p{N}]";
  return new RegExp(
    `${SIGNS}|(?<!${letter})(?<!${IN_NUMBER})(?:${andWords(locales).join("|")})(?!${letter})(?!${BEFORE_PART})`,
    "iu",
  );
}

function andWords(locales: readonly string[]): string[] {
  return locales.map((locale) => {
    const parts = new Intl.ListFormat(locale, { type: "conjunction" }).formatToParts(["1", "2"]);
    return parts.find(({ type }) => type === "literal")?.value.trim() ?? "";
  });
}

const BEFORE_ITEMS = /^[.。]?(?:\s*[:：]|\s*\n\s*(?:[-*•]|\d+[.)])\s)/u;

/** Whether a list follows in the text, directly after the clause: "two areas: ...". */
export function isBeforeList(clause: string, text: string): boolean {
  return BEFORE_ITEMS.test(text.slice(text.indexOf(clause) + clause.length));
}

/**
 * The languages whose words for "and" can join names. Italian and Portuguese are only here and not
 * in `LOCALES`. Their word for "and" is "e", and `listItems` would split texts of other languages
 * at a single letter "e".
 */
const NAME_LOCALES = [...LOCALES, "it", "pt"];

let joint: RegExp | undefined;

export interface JointPiece {
  readonly text: string;
  /** The separator after this piece; undefined after the last piece. */
  readonly joint: "and" | "comma" | undefined;
}

/** Splits a text at commas and at words for "and". Each piece can be a name. */
export function jointPieces(text: string): JointPiece[] {
  joint ??= new RegExp(
    `((?:,\\s*)?\\s(?:${andWords(NAME_LOCALES).join("|")}|&)\\s|(?<=\\p{Script=Hangul})(?:와|과|하고|이?랑)\\s|\\s및\\s|[和与與跟と、]|[,，])`,
    "iu",
  );
  const parts = text.split(joint);
  return parts.flatMap((part, index): JointPiece[] => {
    if (index % 2 === 1) return [];
    const sign = parts[index + 1];
    if (sign === undefined) return [{ text: part, joint: undefined }];
    return [{ text: part, joint: /^[,，]$/u.test(sign) ? "comma" : "and" }];
  });
}
