import type { LedgerUnit } from "../../protocol/api/explorer/ledger.ts";
import { type LedgerFilter, loadLedger } from "../api/ledger.ts";
import { DownloadFile } from "../components/page/download-file.tsx";
import { ledgerAsCsv } from "./ledger-as-csv.ts";

interface ExportLedgerProps {
  readonly project: string;
  readonly graph: string;
  readonly filter: LedgerFilter;
}

/** Downloads all matching units as CSV. */
export function ExportLedger({ project, graph, filter }: ExportLedgerProps) {
  const load = async () => {
    const units: LedgerUnit[] = [];
    let cursor: string | undefined;
    do {
      const page = await loadLedger(project, graph, filter, cursor);
      for (const unit of page.items) units.push(unit);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return ledgerAsCsv(units);
  };
  return (
    <DownloadFile name="memory-ledger.csv" load={load}>
      Export CSV
    </DownloadFile>
  );
}
