/** A table that draws only the rows on the screen. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import type { CaseSummary } from "../../protocol/api.ts";
import { attributeAgain } from "../api/commands.ts";
import { Failure } from "../components/states.tsx";
import { useListKeys } from "../shell/keyboard.ts";
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
  ["label", "Label"],
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

/** Stands for the rows that are not drawn. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr className="space">
      <td colSpan={HEADINGS.length + 1} style={{ height }} />
    </tr>
  );
}

function usePicked() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setIds(
      (before) =>
        new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
    );
  return { ids, toggle, clear: () => setIds(new Set()) };
}

interface BulkBarProps {
  readonly project: string;
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** What can be done with the picked cases. */
function BulkBar({ project, ids, onDone }: BulkBarProps) {
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: async () => {
      for (const id of ids) await attributeAgain(project, id);
    },
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: [project, "cases"] }),
  });
  if (ids.length === 0) return null;
  return (
    <div className="bulk-bar">
      <span>
        <b>{ids.length}</b> picked
      </span>
      <button
        type="button"
        className="button small"
        disabled={again.isPending}
        onClick={() => again.mutate()}
      >
        {again.isPending ? "Starting…" : "Attribute again"}
      </button>
      <button type="button" className="link-button" onClick={onDone}>
        Clear
      </button>
      {again.error ? <Failure error={again.error} what="Not all could be started" /> : null}
    </div>
  );
}
