import type { CaseSummary } from "../../protocol/api/api.ts";
import type { Terminal } from "../terminal.ts";
import { type TextColumn, textTable } from "./text-table.ts";
import { resultWord } from "./verdict-text.ts";

const COLUMNS: readonly TextColumn<CaseSummary>[] = [
  { title: "CASE", text: ({ id }) => id },
  { title: "ANSWERED", text: ({ occurredAt }) => occurredAt.slice(0, 10) },
  { title: "ERROR TYPE", text: resultWord },
  { title: "CONF.", text: ({ confidence }) => confidence?.toFixed(2) ?? "" },
  // If a name must be cut, keep its end: the names in one system often start with the same words.
  { title: "OPERATION", text: ({ opName }) => opName ?? "", share: 2, keeps: "end" },
  { title: "QUESTION", text: ({ query }) => query, share: 3 },
];
const GRAPH: TextColumn<CaseSummary> = { title: "GRAPH", text: ({ graph }) => graph, share: 1 };

/**
 * Returns the cases as a table. The column for the graph is left out if all cases are in the same
 * graph.
 */
export function caseTable(cases: readonly CaseSummary[], terminal: Terminal): string {
  const isOneGraph = cases.every(({ graph }) => graph === cases[0]?.graph);
  return textTable(isOneGraph ? COLUMNS : [...COLUMNS, GRAPH], cases, terminal);
}
