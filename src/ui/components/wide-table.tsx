import type { ReactNode } from "react";

/** What heads a column: a name, that of a figure, or one that is for screen readers alone. */
type Column = string | { readonly figure: string } | { readonly hidden: string };

interface WideTableProps {
  readonly columns: readonly Column[];
  readonly className?: string;
  /** Its rows. */
  readonly children: ReactNode;
}

/** A table in a panel of its own, in which it scrolls sideways where the screen is narrow. */
export function WideTable({ columns, className = "", children }: WideTableProps) {
  return (
    <div className="panel scroll">
      <table className={`wide-table ${className}`}>
        <thead>
          <tr>{columns.map(head)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function head(column: Column) {
  if (typeof column === "string") {
    return (
      <th scope="col" key={column}>
        {column}
      </th>
    );
  }
  if ("figure" in column) {
    return (
      <th scope="col" className="number" key={column.figure}>
        {column.figure}
      </th>
    );
  }
  return (
    <th scope="col" key={column.hidden}>
      <span className="visually-hidden">{column.hidden}</span>
    </th>
  );
}
