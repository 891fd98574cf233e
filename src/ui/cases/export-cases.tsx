import { useMutation } from "@tanstack/react-query";
import type { CaseSummary } from "../../protocol/api/api.ts";
import { call } from "../api/request.ts";
import { Icon } from "../components/page/icon.tsx";
import { type CaseSearch, filterOf } from "./case-search.ts";
import { casesAsCsv } from "./cases-as-csv.ts";

const PAGE_SIZE = 100;

/** Downloads all cases that match, as CSV. */
export function ExportCases({ project, search }: { project: string; search: CaseSearch }) {
  const download = useMutation({
    mutationFn: async () => save(casesAsCsv(await loadAll(project, search))),
  });
  return (
    <button
      type="button"
      className="button"
      disabled={download.isPending}
      title={download.error?.message}
      onClick={() => download.mutate()}
    >
      <Icon name="download" size={14} />{" "}
      {download.isPending ? "Exporting…" : download.error ? "Export failed, retry" : "Export CSV"}
    </button>
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

function save(csv: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([csv], { type: "text/csv" }));
  link.download = "cases.csv";
  link.click();
  URL.revokeObjectURL(link.href);
}
