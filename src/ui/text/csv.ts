/** The CSV that the product writes: RFC 4180, and no cell that a spreadsheet would run. */
export type CsvValue = string | number | boolean | null;

export function csvLine(values: readonly CsvValue[]): string {
  return values.map(cellOf).join(",");
}

/** Programs that import a file may drop these before they look for a formula. */
const DROPPED = /^[\s\p{Cc}\p{Cf}\p{Zs}]+/u;
/** In NFKC form: full-width, small and raised signs count like the plain ones. */
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
