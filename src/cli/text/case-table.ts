import type { CaseSummary } from "../../protocol/api/api.ts";
import type { Terminal } from "../terminal.ts";
import { type TextColumn, textTable } from "./text-table.ts";
import { resultWord } from "./verdict-text.ts";

const COLUMNS: readonly TextColumn<CaseSummary>[] = [
  { title: "CASE", text: ({ id }) => id },
  { title: "ANSWERED", text: ({ occurredAt }) => occurredAt.slice(0, 10) },
  { title: "ERROR TYPE", text: resultWord },
  { title: "CONF.", text: ({ confidence }) => confidence?.toFixed(2) ?? "" },
  // If a name is too long, keep its end. The operations of one system often have names that begin
  // with the same words.
  { title: "OPERATION", text: ({ opName }) => opName ?? "", share: 2, keeps: "end" },
  { title: "QUESTION", text: ({ query }) => query, share: 3 },
];
const GRAPH: TextColumn<CaseSummary> = { title: "GRAPH", text: ({ graph }) => graph, share: 1 };

/** Shows the graph column only for cases of several graphs. */
export function caseTable(cases: readonly CaseSummary[], terminal: Terminal): string {
  const isOneGraph = cases.every(({ graph }) => graph === cases[0]?.graph);
  return textTable(isOneGraph ? COLUMNS : [...COLUMNS, GRAPH], cases, terminal);
}
