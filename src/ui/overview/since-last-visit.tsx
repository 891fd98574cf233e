import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { distributionQuery, reportsQuery } from "../api/resources.ts";
import { Moment } from "../components/text/moment.tsx";
import { findingsQuery, shiftsQuery } from "../findings/findings-api.ts";
import { count, wrongAnswers } from "../text/time.ts";
import { lastVisit } from "./last-visit.ts";

/**
 * Shows changes since the person's previous visit. Hidden if there was no previous visit, or no
 * change.
 */
export function SinceLastVisit({ project }: { project: string }) {
  const [since, setSince] = useState(() => lastVisit(project, Date.now()));
  if (since === null) return null;
  return <Changes project={project} since={since} onClose={() => setSince(null)} />;
}

interface ChangesProps {
  readonly project: string;
  readonly since: number;
  readonly onClose: () => void;
}

function Changes({ project, since, onClose }: ChangesProps) {
  const from = new Date(since).toISOString();
  const isNewer = (iso: string) => Date.parse(iso) > since;
  const cases = useQuery(distributionQuery(project, { from }, () => ({ from }))).data?.cases ?? 0;
  const findings = (useQuery(findingsQuery(project)).data?.items ?? []).filter(
    ({ state, stateAt }) => isNewer(stateAt) && (state === "open" || state === "reopened"),
  ).length;
  const shifts = (useQuery(shiftsQuery(project)).data?.items ?? []).filter(({ at }) =>
    isNewer(at),
  ).length;
  const reports = (useInfiniteQuery(reportsQuery(project)).data?.pages[0]?.items ?? []).filter(
    ({ createdAt }) => isNewer(createdAt),
  ).length;
  if (cases + findings + shifts + reports === 0) return null;
  return (
    <section className="since-last-visit" aria-label="Since your last visit">
      <span>
        Since your last visit <Moment iso={from} />:
      </span>
      {cases > 0 ? (
        <Link to="/p/$project/cases" params={{ project }} search={{ from }}>
          {wrongAnswers(cases)}
        </Link>
      ) : null}
      {findings + shifts > 0 ? (
        <Link to="/p/$project/findings" params={{ project }}>
          {[
            findings > 0
              ? `${count(findings)} new or reopened ${findings === 1 ? "finding" : "findings"}`
              : "",
            shifts > 0
              ? `${count(shifts)} ${shifts === 1 ? "shift" : "shifts"} of the error mix`
              : "",
          ]
            .filter(Boolean)
            .join(", ")}
        </Link>
      ) : null}
      {reports > 0 ? (
        <Link to="/p/$project/reports" params={{ project }}>
          {count(reports)} {reports === 1 ? "report" : "reports"}
        </Link>
      ) : null}
      <button type="button" className="link-button" onClick={onClose}>
        Hide
      </button>
    </section>
  );
}
