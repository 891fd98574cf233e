import type { CSSProperties, ReactNode } from "react";
import { type Column, headingOf, TableHead } from "./table-head.tsx";

interface WideTableProps {
  readonly columns: readonly Column[];
  readonly className?: string;
  /** The rows. */
  readonly children: ReactNode;
}

/**
 * A table in its own panel. If it is too wide, it scrolls sideways; on a phone it becomes a list of
 * cards.
 */
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

/** The headings as CSS strings. The style sheet shows them next to the cells of a card. */
function cardHeadings(columns: readonly Column[]): CSSProperties {
  return Object.fromEntries(
    columns.map((column, index) => [`--heading-${index + 1}`, JSON.stringify(headingOf(column))]),
  );
}
