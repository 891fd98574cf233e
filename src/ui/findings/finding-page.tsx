import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Finding } from "../../protocol/api/insights/findings.ts";
import { useMay } from "../api/may.ts";
import { Comments } from "../comments/comments.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { Headline } from "../components/text/headline.tsx";
import { TypeChip } from "../components/text/type-chip.tsx";
import { daysBetween, wrongAnswers } from "../text/time.ts";
import { CasesBehind } from "./cases-behind.tsx";
import { AssigneeChoice } from "./change/assignee-choice.tsx";
import { FindingFix } from "./change/finding-fix.tsx";
import { MergedFindings, MergedInto } from "./change/merged-findings.tsx";
import { FindingHistory } from "./finding-history.tsx";
import { FindingIssues } from "./finding-issues.tsx";
import { FindingStateLabel } from "./finding-state-label.tsx";
import { findingQuery } from "./findings-api.ts";
import { NextState } from "./next-state.tsx";
import { Trend } from "./trend.tsx";
import "./findings.css";
import { Crumbs } from "../components/page/crumbs.tsx";
import { LoadedPage } from "../components/page/loaded-page.tsx";

const route = getRouteApi("/p/$project/findings/$finding");

export function FindingPage() {
  const { project, finding } = route.useParams();
  const query = useQuery(findingQuery(project, finding));
  return (
    <LoadedPage query={query} project={project} list="Findings" of="finding">
      {(loaded) => <FindingView key={loaded.id} project={project} finding={loaded} />}
    </LoadedPage>
  );
}

function FindingView({ project, finding }: { project: string; finding: Finding }) {
  const { id, title, errorType, system, state, cases, firstCaseAt, lastCaseAt } = finding;
  const mayWrite = useMay(project, "write");
  useTitle(title);
  return (
    <article className="finding">
      <Crumbs project={project} list="Findings" />
      <Headline text={title} />
      <p className="muted">
        <TypeChip type={errorType} /> · <FindingStateLabel state={state} /> · {wrongAnswers(cases)}
        {system ? ` of ${system}` : ""}
        {firstCaseAt && lastCaseAt ? `, ${daysBetween(firstCaseAt, lastCaseAt)}` : ""}
      </p>
      <p>
        <Trend weeks={finding.trend} /> <span className="muted">cases per week, 12 weeks</span>
      </p>
      <MergedInto project={project} finding={finding} />
      <AssigneeChoice project={project} finding={finding} />
      {mayWrite ? <NextState project={project} finding={finding} /> : null}
      <FindingFix project={project} finding={finding} />
      <FindingIssues finding={finding} />
      <MergedFindings project={project} finding={finding} />
      <FindingHistory finding={finding} />
      <Comments project={project} place={{ finding: id }} />
      <CasesBehind project={project} of={{ finding: id }} />
    </article>
  );
}
