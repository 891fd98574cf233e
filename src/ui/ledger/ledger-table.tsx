import { useCallback, useMemo } from "react";
import type { LedgerUnit } from "../../protocol/api/explorer/ledger.ts";
import type { LedgerSort } from "../../protocol/api/explorer/ledger-words.ts";
import { type VirtualColumn, VirtualTable } from "../components/table/virtual-table.tsx";
import { LedgerRow } from "./ledger-row.tsx";
import type { LedgerSearch } from "./ledger-search.ts";

interface LedgerTableProps {
  readonly project: string;
  readonly graph: string;
  readonly rows: readonly LedgerUnit[];
  /** Number of matching units, including units that are not loaded. */
  readonly total: number;
  readonly search: LedgerSearch;
  readonly more: boolean;
  readonly onMore: () => void;
  readonly onChange: (changed: Partial<Record<keyof LedgerSearch, unknown>>) => void;
}

interface Column extends Omit<VirtualColumn, "sorted" | "onSort"> {
  readonly sort?: LedgerSort;
}

const COLUMNS: readonly Column[] = [
  { name: "unit", heading: "Unit", sort: "name" },
  { name: "flags", heading: "Flags", width: "140px" },
  { name: "age", heading: "Age", width: "84px", sort: "first" },
  { name: "changed", heading: "Changed", width: "92px", sort: "changed" },
  { name: "versions", heading: "Versions", width: "76px", sort: "versions", isFigure: true },
  { name: "writer", heading: "Written by", width: "168px" },
  { name: "reads", heading: "Reads", width: "60px", sort: "reads", isFigure: true },
  { name: "query", heading: "Latest query", width: "148px" },
  { name: "answers", heading: "Answers", width: "76px", sort: "answers", isFigure: true },
  { name: "wrong", heading: "Wrong answers", width: "96px", sort: "wrong", isFigure: true },
];

export function LedgerTable(props: LedgerTableProps) {
  const { project, graph, rows, search, onChange } = props;
  const open = useCallback(({ name }: LedgerUnit) => onChange({ unit: name }), [onChange]);
  const columns = useMemo(
    () => COLUMNS.map((column) => sortable(column, search, onChange)),
    [search, onChange],
  );
  return (
    <VirtualTable
      label="Memory units"
      className="ledger-table"
      columns={columns}
      rows={rows}
      total={props.total}
      rowPx={64}
      cardPx={176}
      more={props.more}
      onMore={props.onMore}
      onOpen={open}
    >
      {(row, index, isSelected) => (
        <LedgerRow
          key={row.name}
          {...{ project, graph, row, index, onChange }}
          isSelected={isSelected || row.name === search.unit}
        />
      )}
    </VirtualTable>
  );
}

function sortable(
  { sort, ...column }: Column,
  search: LedgerSearch,
  onChange: LedgerTableProps["onChange"],
): VirtualColumn {
  if (sort === undefined) return column;
  const isSorted = sort === (search.sort ?? "changed");
  const isRising = search.order === "asc";
  return {
    ...column,
    sorted: isSorted ? (isRising ? "ascending" : "descending") : null,
    onSort: () => onChange({ sort, order: isSorted && !isRising ? "asc" : undefined }),
  };
}
