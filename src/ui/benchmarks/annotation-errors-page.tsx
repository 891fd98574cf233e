/**
 * Lists questions whose annotation is probably wrong, so that maintainers can correct the dataset.
 */
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { SuspectedAnnotation } from "../../protocol/api/annotation/annotation-errors.ts";
import { csvLine } from "../../protocol/json/csv-line.ts";
import { call } from "../api/request.ts";
import { PAGES } from "../api/resources.ts";
import { Crumbs } from "../components/page/crumbs.tsx";
import { DownloadFile } from "../components/page/download-file.tsx";
import { PageHeader } from "../components/page/page-header.tsx";
import { ShowMore } from "../components/page/show-more.tsx";
import { Empty, Loaded } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { firstLine } from "../text/shorten.ts";
import { confidenceText, count } from "../text/time.ts";
import "./benchmarks.css";

const route = getRouteApi("/p/$project/annotation-errors");
const PAGE_SIZE = 100;

const annotationErrorsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "annotation errors"],
    queryFn: ({ signal, pageParam: cursor }) =>
      call("GET /annotation-errors", { query: { project, limit: PAGE_SIZE, cursor } }, { signal }),
    ...PAGES,
  });

export function AnnotationErrorsPage() {
  const { project } = route.useParams();
  const query = useInfiniteQuery(annotationErrorsQuery(project));
  return (
    <>
      <Crumbs project={project} list="Benchmarks" here={<span>annotation errors</span>} />
      <PageHeader title="Suspected annotation errors">
        <DownloadFile name="annotation-errors.csv" load={async () => asCsv(await loadAll(project))}>
          Export CSV
        </DownloadFile>
        <DownloadFile
          name="annotation-errors.json"
          load={async () => `${JSON.stringify(await loadAll(project), null, 1)}\n`}
        >
          Export JSON
        </DownloadFile>
      </PageHeader>
      <p className="lead-line muted">
        The list shows questions whose expected answer or evidence is probably wrong, and the
        reasons. You can send the list to the maintainers of the dataset.
      </p>
      <Loaded query={query} what="The list could not be loaded">
        {({ pages }) => (
          <SuspectTable project={project} rows={pages.flatMap(({ items }) => items)} />
        )}
      </Loaded>
      <ShowMore query={query}>Show more</ShowMore>
    </>
  );
}

const BECAUSE: Readonly<Record<SuspectedAnnotation["because"], string>> = {
  label: "A label",
  verdict: "Verdict",
  suspect: "Another suspect of the verdict",
};

interface SuspectTableProps {
  readonly project: string;
  readonly rows: readonly SuspectedAnnotation[];
}

function SuspectTable({ project, rows }: SuspectTableProps) {
  if (rows.length === 0) {
    return (
      <Empty title="No annotation is suspected">
        <p>
          A question is listed here if a label or a verdict says that its expected answer or its
          evidence is wrong.
        </p>
      </Empty>
    );
  }
  return (
    <WideTable
      className="benchmark-cases with-texts"
      columns={["Question", "Expected", "Suspected by", "Reason", { figure: "Cases" }]}
    >
      {rows.map((row) => (
        <tr key={row.case}>
          <th scope="row">
            <Link data-row-link to="/p/$project/cases/$case" params={{ project, case: row.case }}>
              {firstLine(row.query, 200)}
            </Link>
          </th>
          <td>
            <div>
              <ClampedText text={row.expected.join(" · ") || "–"} limit={160} />
              {row.corrected.length > 0 ? (
                <>
                  <p>Corrected:</p>
                  <ClampedText text={row.corrected.join(" · ")} limit={160} />
                </>
              ) : null}
            </div>
          </td>
          <td>
            {BECAUSE[row.because]}
            {row.confidence === null ? "" : ` · ${confidenceText(row.confidence)}`}
          </td>
          <td>
            <ClampedText text={row.reason || "–"} limit={400} />
          </td>
          <td className="number">{count(row.cases)}</td>
        </tr>
      ))}
    </WideTable>
  );
}

async function loadAll(project: string): Promise<SuspectedAnnotation[]> {
  const rows: SuspectedAnnotation[] = [];
  let cursor: string | undefined;
  do {
    const query = { project, limit: PAGE_SIZE, cursor };
    const page = await call("GET /annotation-errors", { query });
    rows.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

const COLUMNS = [
  ...(["query", "expected", "corrected", "because", "reason", "confidence"] as const),
  ...(["cases", "case", "graph", "evidence", "occurredAt"] as const),
] as const;

function asCsv(rows: readonly SuspectedAnnotation[]): string {
  const lines = rows.map((row) =>
    csvLine(
      COLUMNS.map((column) => {
        const value = row[column];
        return Array.isArray(value) ? value.join(" | ") : value;
      }),
    ),
  );
  return [COLUMNS.join(","), ...lines, ""].join("\r\n");
}
