/** Writes CSV by RFC 4180, without cells that a spreadsheet would run as formulas. */
export type CsvValue = string | number | boolean | null;

export function csvLine(values: readonly CsvValue[]): string {
  return values.map(cellOf).join(",");
}

/** Programs that import a file may remove these characters before they look for a formula. */
const DROPPED = /^[\s\p{Cc}\p{Cf}\p{Zs}]+/u;
/** Tested on the NFKC form, in which full-width, small and raised signs equal the plain ones. */
const FORMULA = /^[=+\-@\u2212]/;
const CONTROL = /^[\p{Cc}\u2028\u2029]/u;

/** A leading apostrophe makes the cell plain text. */
function cellOf(value: CsvValue): string {
  const text = String(value ?? "");
  const isRun = typeof value === "string" && (CONTROL.test(text) || beginsFormula(text));
  return `"${(isRun ? `'${text}` : text).replaceAll('"', '""')}"`;
}

function beginsFormula(text: string): boolean {
  const [first = ""] = text.replace(DROPPED, "");
  return FORMULA.test(first.normalize("NFKC"));
}
