import type { CaseSummary } from "../../protocol/api/api.ts";

const COLUMNS = [
  "id",
  "occurredAt",
  "query",
  "expected",
  "prediction",
  "state",
  "errorType",
  "opName",
  "op",
  "confidence",
  "agreement",
  "proof",
  "system",
  "sessionCategory",
  "graph",
] as const;

/** RFC 4180, one line per case. */
export function casesAsCsv(rows: readonly CaseSummary[]): string {
  const lines = rows.map((row) => COLUMNS.map((column) => field(row[column])).join(","));
  return [COLUMNS.join(","), ...lines, ""].join("\r\n");
}

/** Spreadsheets run cells that begin like a formula; a leading apostrophe keeps them text. */
function field(value: string | number | boolean | readonly string[] | null): string {
  const text = Array.isArray(value) ? value.join(" | ") : String(value ?? "");
  const safe = typeof value !== "number" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
