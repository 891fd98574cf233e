import type { LedgerUnit } from "../../protocol/api/explorer/ledger.ts";
import { csvLine } from "../../protocol/json/csv-line.ts";

const COLUMNS = [
  ...["name", "variable", "text", "length", "inMemory", "firstAt", "changedAt", "versions"],
  ...["writtenBy", "messages", "reads", "lastReadAt", "lastQueries", "removals", "answers"],
  ...["wrongAnswersCaused", "flags"],
];

/**
 * Returns one CSV line per unit. If a list is long, such as the list of the unit's source messages,
 * the API returns only some of its entries and their total number. So a cell with a list can be
 * incomplete, but a cell with a number is exact.
 */
export function ledgerAsCsv(units: readonly LedgerUnit[]): string {
  const lines = units.map(({ counts, ...unit }) =>
    csvLine([
      ...[unit.name, unit.variable, unit.text, unit.length, unit.isHeld, unit.firstAt],
      ...[unit.changedAt, counts.versions, list(unit.writers.map(({ name }) => name))],
      ...[list(unit.messages), counts.reads, unit.lastReadAt],
      list(
        unit.reads.flatMap(({ query, rank }) =>
          query === null ? [] : `${query.text}${rank === null ? "" : ` (rank ${rank})`}`,
        ),
      ),
      ...[counts.removals, counts.answers, counts.wrong, list(unit.flags.map(({ flag }) => flag))],
    ]),
  );
  return [COLUMNS.join(","), ...lines, ""].join("\r\n");
}

const list = (texts: readonly string[]): string => texts.join(" | ");
