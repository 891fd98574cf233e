import type { CSSProperties, ReactNode } from "react";
import { type Column, headingOf, TableHead } from "./table-head.tsx";

interface WideTableProps {
  readonly columns: readonly Column[];
  readonly className?: string;
  readonly children: ReactNode;
}

/** A table in a panel, which scrolls sideways. On a phone, rows become cards. */
export function WideTable({ columns, className = "", children }: WideTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must take the focus
    <div className="panel scroll" tabIndex={0}>
      <table className={`wide-table ${className}`} style={cardHeadings(columns)}>
        <TableHead columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Passes the headings to the style sheet, which shows them in cards on a phone. */
function cardHeadings(columns: readonly Column[]): CSSProperties {
  return Object.fromEntries(
    columns.map((column, index) => [`--heading-${index + 1}`, JSON.stringify(headingOf(column))]),
  );
}
