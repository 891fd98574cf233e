import type { ReactNode } from "react";
import { type Column, TableHead } from "./table-head.tsx";

interface WideTableProps {
  readonly columns: readonly Column[];
  readonly className?: string;
  /** Its rows. */
  readonly children: ReactNode;
}

/** A table in its own panel, which scrolls sideways on narrow screens. */
export function WideTable({ columns, className = "", children }: WideTableProps) {
  return (
    <div className="panel scroll">
      <table className={`wide-table ${className}`}>
        <TableHead columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
