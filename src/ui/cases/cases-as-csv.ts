import type { CaseSummary } from "../../protocol/api/api.ts";
import { type CsvValue, csvLine } from "../../protocol/json/csv-line.ts";

const COLUMNS = [
  "id",
  "occurredAt",
  "query",
  "expected",
  "prediction",
  "state",
  "outcome",
  "errorType",
  "subKind",
  "opName",
  "op",
  "confidence",
  "agreement",
  "labelState",
  "labelledBy",
  "proof",
  "system",
  "sessionCategory",
  "graph",
] as const;

export function casesAsCsv(rows: readonly CaseSummary[]): string {
  const lines = rows.map((row) => csvLine(COLUMNS.map((column) => asCell(row[column]))));
  return [COLUMNS.join(","), ...lines, ""].join("\r\n");
}

const asCell = (value: CsvValue | readonly string[]): CsvValue =>
  typeof value === "object" && value !== null ? value.join(" | ") : value;
