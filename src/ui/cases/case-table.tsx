/** A table that draws only the rows on the screen. */
import { useNavigate } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { CaseSummary } from "../../protocol/api/api.ts";
import { useListKeys } from "../shell/keyboard.ts";
import { BulkBar, usePicked } from "./bulk-bar.tsx";
import { CaseRow } from "./case-row.tsx";

interface CaseTableProps {
  readonly project: string;
  readonly rows: readonly CaseSummary[];
  readonly more: boolean;
  readonly onMore: () => void;
}

const ROW_PX = 56;
const HEADINGS = [
  ["when", "When"],
  ["question", "Question"],
  ["expected", "Expected"],
  ["answered", "Answered"],
  ["type", "Type"],
  ["operation", "Decisive operation"],
  ["confidence", "Confidence"],
  ["label", "Checked"],
] as const;

export function CaseTable({ project, rows, more, onMore }: CaseTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const picked = usePicked();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const open = (index: number) => {
    const row = rows[index];
    if (!row) return;
    navigate({ to: "/p/$project/cases/$case", params: { project, case: row.id } });
  };
  const selected = useListKeys(rows.length, open);
  useEffect(() => {
    if (selected >= 0) virtual.scrollToIndex(selected);
  }, [selected, virtual]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && last >= rows.length - 10) onMore();
  }, [more, last, rows.length, onMore]);
  return (
    <>
      <BulkBar project={project} ids={[...picked.ids]} onDone={picked.clear} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must take the focus */}
      <section className="case-table" ref={scroller} aria-label="Cases" tabIndex={0}>
        <table aria-rowcount={rows.length + 1}>
          <Head />
          <tbody>
            <Space height={items[0]?.start ?? 0} />
            {items.map(({ index }) => {
              const row = rows[index];
              return row ? (
                <CaseRow
                  key={row.id}
                  project={project}
                  row={row}
                  index={index}
                  selected={index === selected}
                  picked={picked.ids.has(row.id)}
                  onPick={() => picked.toggle(row.id)}
                />
              ) : null;
            })}
            <Space height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
          </tbody>
        </table>
      </section>
    </>
  );
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col" className="column-pick">
          <span className="visually-hidden">Picked</span>
        </th>
        {HEADINGS.map(([name, heading]) => (
          <th scope="col" className={`column-${name}`} key={name}>
            {heading}
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
      <td colSpan={HEADINGS.length + 1} style={{ height }} />
    </tr>
  );
}
