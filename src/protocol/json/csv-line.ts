/** Writes CSV by RFC 4180. No cell can run as a formula in a spreadsheet. */
export type CsvValue = string | number | boolean | null;

export function csvLine(values: readonly CsvValue[]): string {
  return values.map(cellOf).join(",");
}

/** Characters that a spreadsheet program can remove before it looks for a formula. */
const DROPPED = /^[\s\p{Cc}\p{Cf}\p{Zs}]+/u;
/**
 * Matches the first character of a formula. The character is first normalized to NFKC, which turns
 * full-width, small and superscript signs into plain signs.
 */
const FORMULA = /^[=+\-@\u2212]/;
const CONTROL = /^[\p{Cc}\u2028\u2029]/u;

/** Writes a cell. A leading apostrophe turns a formula into plain text. */
function cellOf(value: CsvValue): string {
  const text = String(value ?? "");
  const isRun = typeof value === "string" && (CONTROL.test(text) || beginsFormula(text));
  return `"${(isRun ? `'${text}` : text).replaceAll('"', '""')}"`;
}

function beginsFormula(text: string): boolean {
  const [first = ""] = text.replace(DROPPED, "");
  return FORMULA.test(first.normalize("NFKC"));
}
