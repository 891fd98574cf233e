import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { ReportSummary } from "../../protocol/api/insights/reports.ts";
import { createReport } from "../api/commands.ts";
import { useMay } from "../api/may.ts";
import { reportsQuery } from "../api/resources.ts";
import { PageHeader } from "../components/page/page-header.tsx";
import { PagedList } from "../components/page/paged-list.tsx";
import { Empty, Failure } from "../components/page/states.tsx";
import { Moment } from "../components/text/moment.tsx";
import { daysBetween } from "../text/time.ts";
import { NewReport } from "./new-report.tsx";
import { FilterLine } from "./report-overview.tsx";
import { ScheduledReports } from "./scheduled-reports.tsx";
import { TRIGGERS } from "./triggers.ts";
import "./reports.css";

const route = getRouteApi("/p/$project/reports");

export function ReportsPage() {
  const { project } = route.useParams();
  const navigate = useNavigate();
  const mayWrite = useMay(project, "write");
  const client = useQueryClient();
  const query = useInfiniteQuery(reportsQuery(project));
  const hasReports = query.data?.pages.some(({ items }) => items.length > 0);
  const open = (report: string) =>
    navigate({ to: "/p/$project/reports/$report", params: { project, report } });
  const create = useMutation({
    mutationFn: () => createReport(project, {}),
    onSuccess: (report) => {
      client.invalidateQueries({ queryKey: reportsQuery(project).queryKey });
      return open(report.id);
    },
  });
  const button = (
    <button
      type="button"
      className="button primary"
      disabled={create.isPending}
      onClick={() => create.mutate()}
    >
      {create.isPending ? "Writing…" : "Report on the last 7 days"}
    </button>
  );
  return (
    <>
      <PageHeader title="Reports">
        {hasReports ? button : null}
        {mayWrite ? <NewReport project={project} label="Report on some cases" /> : null}
      </PageHeader>
      {create.error ? <Failure error={create.error} what="The report was not created" /> : null}
      <ScheduledReports project={project} />
      <PagedList
        query={query}
        of="reports"
        empty={
          <Empty title="No report yet">
            <p>
              A report covers a period of time. It lists the errors, the operations that caused
              them, and what changed since the previous report.
            </p>
            <p>{button}</p>
            <p>
              <a href="/docs/reports">What a report holds</a>
            </p>
          </Empty>
        }
        onOpen={({ id }) => open(id)}
      >
        {(reports, selected) => (
          <ReportList project={project} reports={reports} selected={selected} />
        )}
      </PagedList>
    </>
  );
}

interface ReportListProps {
  readonly project: string;
  readonly reports: readonly ReportSummary[];
  /** Index of the row that the keyboard selected. */
  readonly selected: number;
}

function ReportList({ project, reports, selected }: ReportListProps) {
  return (
    <ul className="panel headline-list">
      {reports.map((report, index) => (
        <li key={report.id} data-selected={index === selected}>
          <Link
            data-row-link
            to="/p/$project/reports/$report"
            params={{ project, report: report.id }}
          >
            {report.headline}
          </Link>
          <p className="muted">
            {daysBetween(report.from, report.to)} · {TRIGGERS[report.trigger]} ·{" "}
            <Moment iso={report.createdAt} />
          </p>
          <FilterLine filter={report.filter} />
        </li>
      ))}
    </ul>
  );
}
