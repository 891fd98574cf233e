/** Formats rows as a table within the terminal's width. */

import type { Terminal } from "../terminal.ts";
import { cutTo, cutToEnd, oneLine, widthOf } from "./shown-text.ts";

export interface TextColumn<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  /**
   * Columns without a share get the width that they need. The other columns divide the remaining
   * width in proportion to their shares.
   */
  readonly share?: number;
  /** Keeps the end of a cell's text if the cell is cut. Default: keeps the start. */
  readonly keeps?: "end";
}

const GAP = "  ";
const LEAST_COLUMNS = 8;

export function textTable<Row>(
  columns: readonly TextColumn<Row>[],
  rows: readonly Row[],
  terminal: Pick<Terminal, "columns" | "bold">,
): string {
  const cells = rows.map((row) => columns.map((column) => oneLine(column.text(row))));
  const widths = widthsOf(columns, cells, terminal.columns);
  const line = (texts: readonly string[]) =>
    texts
      .map((text, index) => padded(text, widths[index] ?? 0))
      .join(GAP)
      .trimEnd();
  const head = columns.map(({ title }, index) => cutTo(title, widths[index] ?? 0));
  const rowsCut = cells.map((row) =>
    row.map((text, index) => {
      const cut = columns[index]?.keeps === "end" ? cutToEnd : cutTo;
      return cut(text, widths[index] ?? 0);
    }),
  );
  return [terminal.bold(line(head)), ...rowsCut.map(line)].join("\n");
}

function widthsOf(
  columns: readonly Pick<TextColumn<never>, "title" | "share">[],
  cells: readonly (readonly string[])[],
  available: number,
): number[] {
  const natural = columns.map(({ title }, index) =>
    cells.reduce((widest, row) => Math.max(widest, widthOf(row[index] ?? "")), widthOf(title)),
  );
  const fixed = natural.reduce(
    (sum, width, index) => sum + (columns[index]?.share === undefined ? width : 0),
    GAP.length * (columns.length - 1),
  );
  let left = Math.max(0, available - fixed);
  let shares = columns.reduce((sum, { share = 0 }) => sum + share, 0);
  const widths = [...natural];
  // Start with the narrowest column. If it needs less width than its share, the wider columns get
  // the rest.
  const cut = [...columns.keys()]
    .filter((index) => columns[index]?.share !== undefined)
    .sort((a, b) => (natural[a] ?? 0) - (natural[b] ?? 0));
  for (const index of cut) {
    const share = columns[index]?.share ?? 0;
    const wanted = natural[index] ?? 0;
    const width = Math.min(wanted, Math.max(LEAST_COLUMNS, Math.floor((left * share) / shares)));
    widths[index] = width;
    left = Math.max(0, left - width);
    shares -= share;
  }
  return widths;
}

function padded(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}
