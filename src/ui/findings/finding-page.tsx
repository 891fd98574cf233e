import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Finding } from "../../protocol/api/insights/findings.ts";
import { Comments } from "../comments/comments.tsx";
import { useTitle } from "../components/page/page-header.tsx";
import { Headline } from "../components/text/headline.tsx";
import { TypeChip } from "../components/text/type-chip.tsx";
import { dayOf, exactTime, wrongAnswers } from "../text/time.ts";
import { CasesBehind } from "./cases-behind.tsx";
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
      {(loaded) => <FindingView project={project} finding={loaded} />}
    </LoadedPage>
  );
}

function FindingView({ project, finding }: { project: string; finding: Finding }) {
  const { id, title, errorType, system, state, cases, firstCaseAt, lastCaseAt } = finding;
  useTitle(title);
  return (
    <article className="finding">
      <Crumbs project={project} list="Findings" />
      <Headline text={title} />
      <p className="muted">
        <TypeChip type={errorType} /> · <FindingStateLabel state={state} /> · {wrongAnswers(cases)}
        {system ? ` of ${system}` : ""}
        {firstCaseAt && lastCaseAt ? `, ${dayOf(firstCaseAt)} – ${dayOf(lastCaseAt)}` : ""}
      </p>
      <p>
        <Trend weeks={finding.trend} /> <span className="muted">cases per week, 12 weeks</span>
      </p>
      <NextState project={project} finding={finding} />
      <History finding={finding} />
      <Comments project={project} place={{ finding: id }} />
      <CasesBehind project={project} of={{ finding: id }} />
    </article>
  );
}

function History({ finding: { history, fixedAt } }: { finding: Finding }) {
  if (history.length === 0) return null;
  return (
    <section>
      <h2>What happened</h2>
      <ol className="finding-history">
        {history.map((event) => (
          <li key={`${event.at} ${event.state}`}>
            <FindingStateLabel state={event.state} />{" "}
            <span className="muted">
              {event.by === null ? "by a wrong answer that came" : `by ${event.by}`},{" "}
              {exactTime(event.at)}
            </span>
            {event.note === "" ? null : <p>{event.note}</p>}
          </li>
        ))}
      </ol>
      {fixedAt ? (
        <p className="muted">A wrong answer given after {exactTime(fixedAt)} opens it again.</p>
      ) : null}
    </section>
  );
}
