import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { CaseSummary } from "../../protocol/api/api.ts";
import { useMay } from "../api/may.ts";
import { VirtualTable } from "../components/table/virtual-table.tsx";
import { BulkBar, usePicked } from "./bulk-bar.tsx";
import { rememberOrder } from "./case-order.ts";
import { CaseRow } from "./case-row.tsx";

interface CaseTableProps {
  readonly project: string;
  readonly rows: readonly CaseSummary[];
  readonly more: boolean;
  readonly onMore: () => void;
}

const COLUMNS = [
  { name: "pick", heading: <span className="visually-hidden">Picked</span>, width: "40px" },
  { name: "when", heading: "When", width: "92px" },
  { name: "question", heading: "Question", width: "22%" },
  { name: "expected", heading: "Expected" },
  { name: "answered", heading: "Answered" },
  { name: "type", heading: "Type", width: "120px" },
  { name: "operation", heading: "Decisive operation", width: "160px" },
  { name: "confidence", heading: "Confidence", width: "96px" },
  { name: "checked", heading: "Checked", width: "116px" },
];

export function CaseTable({ project, rows, more, onMore }: CaseTableProps) {
  const navigate = useNavigate();
  const picked = usePicked();
  const mayWrite = useMay(project, "write");
  useEffect(
    () =>
      rememberOrder(
        project,
        rows.map(({ id }) => id),
      ),
    [project, rows],
  );
  return (
    <>
      <BulkBar project={project} ids={[...picked.ids]} onDone={picked.clear} />
      <VirtualTable
        label="Cases"
        className="case-table"
        columns={COLUMNS}
        rows={rows}
        total={rows.length}
        rowPx={56}
        cardPx={112}
        more={more}
        onMore={onMore}
        onOpen={({ id }) =>
          navigate({ to: "/p/$project/cases/$case", params: { project, case: id } })
        }
      >
        {(row, index, isSelected) => (
          <CaseRow
            key={row.id}
            project={project}
            row={row}
            index={index}
            selected={isSelected}
            picked={picked.ids.has(row.id)}
            onPick={mayWrite ? () => picked.toggle(row.id) : undefined}
          />
        )}
      </VirtualTable>
    </>
  );
}
