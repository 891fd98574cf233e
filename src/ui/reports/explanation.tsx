/** Shows a model's explanation of a report's cases, or its progress. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Explanation, Report } from "../../protocol/api/insights/reports.ts";
import type { Job } from "../../protocol/api/jobs.ts";
import { isWaiting, jobQuery, reportQuery } from "../api/resources.ts";
import { costOf } from "../text/cost.ts";
import { count } from "../text/time.ts";
import { CaseLinks, ClaimCases } from "./claim-cases.tsx";

interface ExplanationProps {
  readonly project: string;
  readonly report: Report;
}

export function ReportExplanation({ project, report }: ExplanationProps) {
  const { explanation, job } = report;
  if (explanation !== null) return <Written project={project} explanation={explanation} />;
  return job === null ? null : <Writing project={project} report={report.id} job={job} />;
}

interface WritingProps {
  readonly project: string;
  readonly report: string;
  readonly job: string;
}

function Writing({ project, report, job }: WritingProps) {
  const { data } = useQuery(jobQuery(project, job));
  const client = useQueryClient();
  const isDone = data?.state === "done";
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: reportQuery(project, report).queryKey });
  }, [client, isDone, project, report]);
  if (data === undefined) return null;
  return (
    <section className="panel explaining no-print" aria-label="Explanation" aria-live="polite">
      <p>{saying(data)}</p>
      {isWaiting(data.state) && data.total > 0 ? (
        <progress aria-label="Steps done" value={data.done} max={data.total} />
      ) : null}
      {data.spent.calls > 0 ? <p className="muted">{costOf(data.spent)}</p> : null}
    </section>
  );
}

function saying({ state, failure, done, total }: Job): string {
  if (state === "failed") return `The report could not be explained: ${failure ?? ""}`;
  if (state === "done") return "The explanation is ready.";
  if (failure) return `The explanation waits: ${failure}`;
  return total > 0
    ? `A model reads the cases, step ${count(done + 1)} of ${count(total)}…`
    : "A model is about to read the cases…";
}

function Written({ project, explanation }: { project: string; explanation: Explanation }) {
  const { systems, model, spent, notes } = explanation;
  return (
    <section>
      <h2>What the cases have in common</h2>
      {systems.map(({ system, read, readCases, of, claims }) => (
        <div key={system ?? ""} className="explained-system">
          {systems.length > 1 || system ? <h3>{system ?? "No memory system named"}</h3> : null}
          {claims.length === 0 ? (
            <p className="muted">The model named nothing that these cases have in common.</p>
          ) : null}
          <ol className="claims">
            {claims.map((claim) => (
              <li key={claim.title}>
                <h4>{claim.title}</h4>
                <p>{claim.text}</p>
                <ClaimCases project={project} cases={claim.cases} />
              </li>
            ))}
          </ol>
          <details className="read-cases">
            <summary className="muted">
              {count(read)} of {count(of)} cases were read
            </summary>
            <CaseLinks project={project} cases={readCases} />
          </details>
        </div>
      ))}
      {notes.map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
      <p className="muted">
        Written by {model}. The explanation may be wrong, so compare it with the cases.{" "}
        {costOf(spent)}
      </p>
    </section>
  );
}
