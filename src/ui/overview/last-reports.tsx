import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { reportsQuery } from "../api/resources.ts";
import { Moment } from "../components/text/moment.tsx";

const SHOWN = 3;

export function LastReports({ project }: { project: string }) {
  const { data } = useInfiniteQuery(reportsQuery(project));
  const reports = (data?.pages[0]?.items ?? []).slice(0, SHOWN);
  return (
    <section className="last-reports">
      <header>
        <h2>Last reports</h2>
        <Link to="/p/$project/reports" params={{ project }}>
          All reports
        </Link>
      </header>
      {data && reports.length === 0 ? (
        <p className="muted">
          There are no reports yet. Make a report on the reports page, or choose a schedule for
          reports in the settings.
        </p>
      ) : null}
      <ul>
        {reports.map(({ id, headline, createdAt }) => (
          <li key={id}>
            <Link to="/p/$project/reports/$report" params={{ project, report: id }}>
              {headline}
            </Link>{" "}
            <Moment iso={createdAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}
