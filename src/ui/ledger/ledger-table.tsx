/** The units as a table that draws only the rows on the screen. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { LedgerUnit } from "../../protocol/api/explorer/ledger.ts";
import type { LedgerSort } from "../../protocol/api/explorer/ledger-words.ts";
import { useListKeys } from "../shell/keyboard.ts";
import { LedgerRow } from "./ledger-row.tsx";
import type { LedgerSearch } from "./ledger-search.ts";

interface LedgerTableProps {
  readonly project: string;
  readonly graph: string;
  readonly rows: readonly LedgerUnit[];
  /** Units that match, loaded or not. */
  readonly total: number;
  readonly search: LedgerSearch;
  readonly more: boolean;
  readonly onMore: () => void;
  readonly onChange: (changed: Partial<Record<keyof LedgerSearch, unknown>>) => void;
}

const ROW_PX = 64;

interface Column {
  readonly name: string;
  readonly heading: string;
  readonly sort?: LedgerSort;
}

const COLUMNS: readonly Column[] = [
  { name: "unit", heading: "Unit", sort: "name" },
  { name: "flags", heading: "Flags" },
  { name: "age", heading: "Age", sort: "first" },
  { name: "changed", heading: "Changed", sort: "changed" },
  { name: "versions", heading: "Versions", sort: "versions" },
  { name: "writer", heading: "Written by" },
  { name: "messages", heading: "From messages" },
  { name: "reads", heading: "Reads", sort: "reads" },
  { name: "answers", heading: "Answers", sort: "answers" },
  { name: "wrong", heading: "Caused wrong", sort: "wrong" },
];

export function LedgerTable(props: LedgerTableProps) {
  const { project, graph, rows, total, search, more, onMore, onChange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 4,
  });
  const open = (index: number) => {
    const row = rows[index];
    if (row) onChange({ unit: row.name });
  };
  const selected = useListKeys(rows.length, open);
  useEffect(() => {
    if (selected >= 0) virtual.scrollToIndex(selected);
  }, [selected, virtual]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && last >= rows.length - 50) onMore();
  }, [more, last, rows.length, onMore]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must take the focus
    <section className="ledger-table" ref={scroller} aria-label="Memory units" tabIndex={0}>
      <table aria-rowcount={total + 1}>
        <Head search={search} onChange={onChange} />
        <tbody>
          <Space height={items[0]?.start ?? 0} />
          {items.map(({ index }) => {
            const row = rows[index];
            return row ? (
              <LedgerRow
                key={row.name}
                {...{ project, graph, row, index }}
                isSelected={index === selected || row.name === search.unit}
                onChange={onChange}
              />
            ) : null;
          })}
          <Space height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </section>
  );
}

function Head({ search, onChange }: Pick<LedgerTableProps, "search" | "onChange">) {
  const sorted = search.sort ?? "changed";
  const isRising = search.order === "asc";
  const choose = (sort: LedgerSort) =>
    onChange({ sort, order: sort === sorted && !isRising ? "asc" : undefined });
  return (
    <thead>
      <tr>
        {COLUMNS.map(({ name, heading, sort }) => (
          <th
            key={name}
            scope="col"
            className={`column-${name}`}
            aria-sort={
              sort === undefined || sort !== sorted
                ? undefined
                : isRising
                  ? "ascending"
                  : "descending"
            }
          >
            {sort === undefined ? (
              heading
            ) : (
              <button type="button" className="sort-button" onClick={() => choose(sort)}>
                {heading}
                <span aria-hidden="true">{sort === sorted ? (isRising ? " ↑" : " ↓") : ""}</span>
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Takes the space of the rows that are not drawn. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr className="space">
      <td colSpan={COLUMNS.length} style={{ height }} />
    </tr>
  );
}
