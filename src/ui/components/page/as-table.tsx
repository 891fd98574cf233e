import type { ReactNode } from "react";
import { type Column, TableHead } from "./table-head.tsx";

interface AsTableProps {
  /** Name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column[];
  readonly children: ReactNode;
}

/** Shows a chart's figures as a table. The table is hidden until the person opens it. */
export function AsTable({ label, columns, children }: AsTableProps) {
  return (
    <details className="behind">
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must take the focus */}
      <section className="scroll" tabIndex={0} aria-label={label}>
        <table>
          <TableHead columns={columns} />
          <tbody>{children}</tbody>
        </table>
      </section>
    </details>
  );
}
