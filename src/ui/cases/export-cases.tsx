import type { CaseSummary } from "../../protocol/api/api.ts";
import { call } from "../api/request.ts";
import { DownloadFile } from "../components/page/download-file.tsx";
import { type CaseSearch, filterOf } from "./case-search.ts";
import { casesAsCsv } from "./cases-as-csv.ts";

const PAGE_SIZE = 100;

/** Downloads all matching cases as CSV. */
export function ExportCases({ project, search }: { project: string; search: CaseSearch }) {
  return (
    <DownloadFile name="cases.csv" load={async () => casesAsCsv(await loadAll(project, search))}>
      Export CSV
    </DownloadFile>
  );
}

async function loadAll(project: string, search: CaseSearch): Promise<CaseSummary[]> {
  const filter = filterOf(search, Date.now());
  const rows: CaseSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await call("GET /cases", {
      query: { project, ...filter, limit: PAGE_SIZE, cursor },
    });
    rows.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return rows;
}
