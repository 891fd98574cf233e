import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Report } from "../../protocol/api/insights/reports.ts";
import { reportQuery } from "../api/resources.ts";
import { Icon } from "../components/page/icon.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { CopyButton } from "../components/text/copy-button.tsx";
import { Headline } from "../components/text/headline.tsx";
import { ShareButton } from "../sharing/share-button.tsx";
import { count, daysBetween, exactTime, wrongAnswers } from "../text/time.ts";
import { ReportExplanation } from "./explanation.tsx";
import { Findings } from "./findings.tsx";
import { Advice } from "./report-advice.tsx";
import { ReportChanges } from "./report-changes.tsx";
import { FilterLine, Overview } from "./report-overview.tsx";
import { ReportShares } from "./report-shares.tsx";
import { TRIGGERS } from "./triggers.ts";
import "./reports.css";
import { Crumbs } from "../components/page/crumbs.tsx";
import { LoadedPage } from "../components/page/loaded-page.tsx";

const route = getRouteApi("/p/$project/reports/$report");

export function ReportPage() {
  const { project, report } = route.useParams();
  const query = useQuery(reportQuery(project, report));
  return (
    <LoadedPage query={query} project={project} list="Reports" of="report">
      {(loaded) => <ReportView project={project} report={loaded} />}
    </LoadedPage>
  );
}

function ReportView({ project, report }: { project: string; report: Report }) {
  const { body, from, to, createdAt, trigger } = report;
  useTitle(`Report ${daysBetween(from, to)}`);
  return (
    <article className="report">
      <header>
        <Crumbs project={project} list="Reports">
          <ShareButton project={project} of={{ kind: "report", target: report.id }} />
          <CopyButton text={window.location.href} label="Copy link" />
          <button type="button" className="button small" onClick={() => window.print()}>
            <Icon name="print" size={14} /> Print
          </button>
        </Crumbs>
        <p className="report-period">{daysBetween(from, to)}</p>
        <Headline text={body.headline} />
        <p className="muted">
          {wrongAnswers(body.cases)}, {count(body.attributed)} attributed, {count(body.undecided)}{" "}
          undecided · made {exactTime(createdAt)} {TRIGGERS[trigger]}
        </p>
        <FilterLine filter={report.filter} />
      </header>
      <Overview project={project} overview={body.overview} />
      {body.changes ? <ReportChanges project={project} changes={body.changes} /> : null}
      <ReportExplanation project={project} report={report} />
      <ReportShares body={body} />
      <Findings project={project} findings={body.findings} />
      <Advice project={project} report={report} />
    </article>
  );
}
