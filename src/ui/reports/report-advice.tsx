/** The report's last part: what the figures mean and what to do. Each point links to its cases. */
import type { Report } from "../../protocol/api/insights/reports.ts";
import { TypeChip } from "../components/text/type-chip.tsx";
import { ClaimCases } from "./claim-cases.tsx";

export function Advice({ project, report }: { project: string; report: Report }) {
  const { conclusions } = report.body;
  const claims = (report.explanation?.systems ?? [])
    .flatMap(({ claims: of }) => of)
    .filter(({ action }) => action !== "");
  if (conclusions.length + claims.length === 0) return null;
  return (
    <section>
      <h2>What the figures mean, and what to do</h2>
      <ol className="claims">
        {conclusions.map(({ title, meaning, action, errorType, cases }) => (
          <li key={title}>
            <h3>
              {title} <TypeChip type={errorType} />
            </h3>
            <p>{meaning}</p>
            <p>
              <b>{action}</b>
            </p>
            <ClaimCases project={project} cases={cases} />
          </li>
        ))}
        {claims.map(({ title, action, cases }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>
              <b>{action}</b> <span className="muted">A model wrote this advice.</span>
            </p>
            <ClaimCases project={project} cases={cases} />
          </li>
        ))}
      </ol>
    </section>
  );
}
