/**
 * A table that draws only the rows in view, for any number of rows. On a phone, rows become cards.
 */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { useListKeys } from "../../shell/keyboard.ts";
import "./virtual-table.css";

export interface VirtualColumn {
  readonly name: string;
  readonly heading: ReactNode;
  /** CSS width. Columns without a width divide the remaining width. */
  readonly width?: string;
  readonly isFigure?: boolean;
  /**
   * Sort direction. Null if another column is sorted. Undefined if this column cannot be sorted.
   */
  readonly sorted?: "ascending" | "descending" | null;
  readonly onSort?: () => void;
}

interface VirtualTableProps<Row> {
  readonly label: string;
  readonly className: string;
  readonly columns: readonly VirtualColumn[];
  readonly rows: readonly Row[];
  /** Number of matching rows, including rows that are not loaded. */
  readonly total: number;
  /** Row height in pixels. On a phone, a card has the height `cardPx`. */
  readonly rowPx: number;
  readonly cardPx: number;
  readonly more: boolean;
  readonly onMore: () => void;
  readonly onOpen: (row: Row) => void;
  readonly children: (row: Row, index: number, isSelected: boolean) => ReactNode;
}

/**
 * The table loads the next page before the person reaches the end. It does so when there are at
 * most this many loaded rows below the rows that are drawn.
 */
const AHEAD = 40;
const OVERSCAN = 6;

export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { rows, columns, more, onMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const height = useIsNarrow() ? props.cardPx : props.rowPx;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height moves every row
  useEffect(() => virtual.measure(), [height]);
  const selected = useListKeys(rows, props.onOpen);
  useEffect(() => {
    if (selected >= 0) virtual.scrollToIndex(selected);
  }, [selected, virtual]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && last >= rows.length - AHEAD) onMore();
  }, [more, last, rows.length, onMore]);
  return (
    <section
      className={`virtual-table ${props.className}`}
      style={{ "--row-height": `${height}px` }}
      ref={scroller}
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must take the focus
      tabIndex={0}
    >
      <table aria-rowcount={props.total + 1}>
        <colgroup>
          {columns.map(({ name, width }) => (
            <col key={name} style={{ width }} />
          ))}
        </colgroup>
        <Head columns={columns} />
        <tbody>
          <Space height={items[0]?.start ?? 0} columns={columns.length} />
          {items.map(({ index }) => {
            const row = rows[index];
            return row === undefined ? null : props.children(row, index, index === selected);
          })}
          <Space
            height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)}
            columns={columns.length}
          />
        </tbody>
      </table>
    </section>
  );
}

function Head({ columns }: { columns: readonly VirtualColumn[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ name, heading, isFigure, sorted, onSort }) => (
          <th
            key={name}
            scope="col"
            className={isFigure ? "number" : undefined}
            aria-sort={sorted ?? undefined}
          >
            {onSort === undefined ? (
              heading
            ) : (
              <button type="button" className="sort-button" onClick={onSort}>
                {heading}
                <span aria-hidden="true">
                  {sorted === "ascending" ? "\u00a0↑" : sorted === "descending" ? "\u00a0↓" : ""}
                </span>
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/**
 * An empty row in place of rows that are not drawn. It is as high as all of them together, so the
 * scroll bar does not change.
 */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr className="space">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

/** Must equal the width in `virtual-table.css` below which rows become cards. */
const NARROW = "(max-width: 720px)";

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(NARROW);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    () => window.matchMedia(NARROW).matches,
  );
}
