import type { DerivedValue } from "../../protocol/api/explorer/derived.ts";
import { csvLine } from "../../protocol/json/csv-line.ts";

const COLUMNS = [
  ...["variable", "name", "role", "linksAway", "at", "inMemory", "removedBy", "sharedWords"],
  "text",
];

/**
 * Returns the erasure report as CSV. Each line is about one value that was derived from the message
 * or unit.
 */
export function derivedAsCsv(values: readonly DerivedValue[]): string {
  const lines = values.map((value) =>
    csvLine([
      ...[value.variable, value.name, value.role, value.depth, value.at, value.isHeld],
      ...[value.removedBy.join(" | "), value.sharedWords.join(" | "), value.text],
    ]),
  );
  return [COLUMNS.join(","), ...lines, ""].join("\r\n");
}
