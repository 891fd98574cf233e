/**
 * Shows everything derived from a message or memory unit, and the right answers that depend on it.
 */
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { GraphCrumbs } from "../components/page/crumbs.tsx";
import { PageHeader } from "../components/page/page-header.tsx";
import { VariableLink } from "../variable/variable-link.tsx";
import { impactQuery } from "./impact-api.ts";
import { ImpactedAnswers } from "./impacted-answers.tsx";
import { Reached } from "./reached.tsx";
import "./impact.css";

const route = getRouteApi("/p/$project/graphs/$graph/impact/$variable");

export function ImpactPage() {
  const { project, graph, variable } = route.useParams();
  const query = useInfiniteQuery(impactQuery(project, graph, variable));
  return (
    <>
      <GraphCrumbs project={project} graph={graph} />
      <PageHeader title="Which right answers depend on this value?" />
      <p>
        <VariableLink {...{ project, graph, variable, limit: 60 }} />
      </p>
      <div className="sections">
        <ImpactedAnswers project={project} of="this value" query={query} />
        <Reached {...{ project, graph, variable }} />
      </div>
    </>
  );
}
