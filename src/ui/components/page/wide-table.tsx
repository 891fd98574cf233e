import type { CSSProperties, ReactNode } from "react";
import { type Column, headingOf, TableHead } from "./table-head.tsx";

interface WideTableProps {
  readonly columns: readonly Column[];
  readonly className?: string;
  /** Its rows. */
  readonly children: ReactNode;
}

/** A table in its own panel: it scrolls sideways if it is too wide, and is a list of cards on a phone. */
export function WideTable({ columns, className = "", children }: WideTableProps) {
  return (
    <div className="panel scroll">
      <table className={`wide-table ${className}`} style={cardHeadings(columns)}>
        <TableHead columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** The headings as texts of the style sheet, which writes them beside the cells of a card. */
function cardHeadings(columns: readonly Column[]): CSSProperties {
  return Object.fromEntries(
    columns.map((column, index) => [`--heading-${index + 1}`, JSON.stringify(headingOf(column))]),
  );
}
